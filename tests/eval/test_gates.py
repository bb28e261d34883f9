"""Quality gates for continuous integration."""

import pytest

from corpus.errors import InputError
from eval.gates import Gate, missed, parse_gates

NAMES = ("accuracy", "f1", "recall@5", "refusal_recall")


def test_gates_are_read_as_they_are_written() -> None:
    assert parse_gates("f1=0.8, refusal_recall = 1,recall@5=0", NAMES) == (
        Gate("f1", 0.8), Gate("refusal_recall", 1.0), Gate("recall@5", 0.0),
    )  # fmt: skip
    assert parse_gates("", NAMES) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f2=0.8", "no figure 'f2'; known are: accuracy, f1"),
        ("=0.8", "no figure ''"),
        ("f1", "as in f1=0.8"),
        ("f1=", "as in f1=0.8"),
        ("f1=80", "from 0 to 1"),
        ("f1=80%", "from 0 to 1"),
        ("f1=-0.1", "from 0 to 1"),
        ("f1=nan", "from 0 to 1"),
    ],
)
def test_what_is_no_gate_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_gates(text, NAMES)


def test_reaching_a_gate_is_enough() -> None:
    gates = parse_gates("f1=0.8,accuracy=0.5", NAMES)
    assert missed(gates, {"f1": 0.8, "accuracy": 0.75}) == []
    assert missed(gates, {"f1": 0.79, "accuracy": 0.75}) == ["f1 is 0.790, wanted 0.8"]


def test_a_miss_is_shown_however_narrow() -> None:
    assert missed([Gate("f1", 0.8)], {"f1": 0.79999}) == ["f1 is 0.79999, wanted 0.8"]


@pytest.mark.parametrize("figures", [{"f1": None}, {"f1": float("nan")}, {}])
def test_what_could_not_be_computed_reaches_no_gate(figures: dict[str, float | None]) -> None:
    (line,) = missed([Gate("f1", 0.0)], figures)
    assert "could not be computed" in line
