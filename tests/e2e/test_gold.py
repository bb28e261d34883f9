"""The gold questions over the documents that stand beside the checkout: the bars that answers are held to."""

from pathlib import Path

import pytest

from eval.answers import figures, judge
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
    judged = judge(load_gold(SHARED / "gold" / "seeds-dev.jsonl"), service)
    documents = service.collection.snapshot().documents
    assert all(documents[c.doc_id].text[c.start : c.end] == c.quote for j in judged for c in j.answer.citations)
    found = figures(judged)
    assert found.evidence_in_5 >= 0.92
    assert found.quoted_right >= 0.80
    assert found.refused >= 0.75
