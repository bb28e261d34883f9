"""The gold questions over the documents that stand beside the checkout: the bars that answers are held to."""

from pathlib import Path

import pytest

from eval.aggregation import aggregate
from eval.answers import ask_all
from eval.gold import load_gold
from qa.service import Service, ServiceSettings

SHARED = Path(__file__).parents[3] / "shared"

pytestmark = [
    pytest.mark.model,
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="the data beside the checkout is absent"),
]


def test_the_seeds_reach_their_bars(tmp_path: Path) -> None:
    service = Service(ServiceSettings(tmp_path))
    outcomes = [r.outcome for r in service.ingest(service.plan([SHARED / "seeds"]))]
    assert outcomes == ["added"] * 4
    scores = ask_all(load_gold(SHARED / "gold" / "seeds-dev.jsonl"), service)
    found = {name: figure.value for name, figure in aggregate(scores).overall.figures.items()}
    answered = [s for s in scores if s.outcome == "answered"]
    assert all(s.values["citation_exactness"] == 1 for s in answered)
    assert sum(s.answerable for s in answered) >= 0.85 * sum(s.answerable for s in scores)
    assert found["recall@5"] >= 0.85
    assert found["quotation_holds"] >= 0.85
    assert found["refusal_recall"] >= 0.85
