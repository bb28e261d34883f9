import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from eval.answer_json import answer_from_json
from eval.records import Record, record_from_json
from qa.jsonable import to_json
from qa.types import Answer, Citation, Coverage, RankedPassage, Statement

ANSWER = Answer(
    "問", "answered", "extractive", "hant", "1.10", (Statement("甲", (1, 2)),), (Statement("乙", ()),),
    (Citation(1, "d", "題", "甲.md", ("節",), None, 3, 5, "甲乙", True),), 0.5, Coverage(3, 1, False),
    (RankedPassage("d", "甲.md", 0, 9, 0.25),), ("註",), None, 12.5,
)  # fmt: skip


def test_an_answer_survives_json() -> None:
    back = answer_from_json(json.loads(json.dumps(to_json(ANSWER))))
    assert back == ANSWER
    assert back.elapsed_ms == 12.5


def test_an_answer_may_leave_fields_out() -> None:
    assert answer_from_json({"status": "no_evidence"}).citations == ()


@pytest.mark.parametrize(
    "data", [{}, {"status": "answered", "hits": [{"doc_id": "d"}]}, {"status": "answered", "statements": ["甲"]},
             {"status": "answered", "confidence": "sehr"}, {"status": "answered", "coverage": {"seen": 1}}],
)  # fmt: skip
def test_what_is_out_of_contract_is_told(data: dict[str, object]) -> None:
    with pytest.raises(InputError):
        answer_from_json(data)


@given(st.text(max_size=9), st.sampled_from(["ok", "failed", "timeout"]), st.text(max_size=9), st.floats(0, 1e6))
def test_a_record_survives_json(example_id: str, status: str, error: str, elapsed_ms: float) -> None:
    answer = {"status": "no_evidence"} if status == "ok" else None
    record = Record(example_id, status, answer, error, elapsed_ms)  # type: ignore[arg-type]
    assert record_from_json(json.loads(json.dumps(record.to_json()))) == record


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"status": "gone"}, {"status": "ok", "example_id": "1", "answer": [], "elapsed_ms": 1},
     {"status": "ok", "example_id": "1", "answer": None, "elapsed_ms": 1}, {"status": "failed", "elapsed_ms": 1},
     {"status": "failed", "example_id": 1, "answer": None, "elapsed_ms": 1},
     {"status": "failed", "example_id": "1", "answer": None, "elapsed_ms": None}],
)  # fmt: skip
def test_a_damaged_record_is_told(data: object) -> None:
    with pytest.raises(InputError):
        record_from_json(data)


def test_a_record_is_ok_exactly_if_it_has_an_answer() -> None:
    with pytest.raises(ValueError, match="ok exactly"):
        Record("1", "failed", {"status": "answered"}, "", 1.0)
