"""The public failure cases of evaluation that stand beside the checkout, as far as measures and gold files go."""

import json
from pathlib import Path
from typing import Any

import pytest

from eval.gold import load_gold
from eval.metrics.character_f1 import character_f1
from eval.metrics.exact_match import exact_match
from eval.metrics.rouge_l import rouge_l

CASES = Path(__file__).parents[3] / "shared" / "cases" / "dev.jsonl"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES.is_file(), reason="the data beside the checkout is absent"),
]


def _input(number: int) -> dict[str, Any]:
    cases = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    return next(dict(case["input"]) for case in cases if case["id"] == number)


def test_rouge_sees_chinese_and_contradictions() -> None:
    same, removed, negated = (rouge_l(answer, [gold]) for gold, answer in _input(43)["pairs"])
    assert same == 1
    assert removed < 0.5
    assert negated < 1


def test_scores_of_script_width_several_golds_units_and_regional_words() -> None:
    items = _input(45)["items"]
    assert [exact_match(i["pred"], i["gold"]) for i in items] == [1, 1, 0, 1, 0, 0]
    assert exact_match(items[-1]["pred"], items[-1]["gold"], "strict") == 0
    assert exact_match(items[-1]["pred"], items[-1]["gold"], "terms") == 1
    assert character_f1(items[2]["pred"], items[2]["gold"]) == pytest.approx(12 / 14)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
def test_golds_stay_as_they_are_written(tmp_path: Path, encoding: str) -> None:
    case = _input(47)
    found = {}
    for name, table in case.items():
        head, *rows = table.splitlines()
        lines = [f"{head},question", *(f"{row},这个问题的标准答案是什么？" for row in rows)]
        path = tmp_path / f"{name}.csv"
        path.write_bytes("\n".join(lines).encode(encoding))
        found[name] = load_gold(path)
    assert [e.answers for e in found["csv_all_numeric"]] == [("1.10",), ("1.20",), ("1.9",)]
    assert [e.answers for e in found["csv_mixed"]] == [("1.10",), (), ("None",), ("N/A",), ("无",)]
    assert [e.answerable for e in found["csv_mixed"]] == [True, False, True, True, True]
