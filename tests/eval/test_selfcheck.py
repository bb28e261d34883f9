from collections.abc import Callable, Iterable

import pytest

from corpus.errors import KaojuError
from eval import selfcheck
from eval.selfcheck import self_check


def test_the_measures_pass() -> None:
    self_check()


def _blind(*_: object) -> float:
    """As a measure whose tokenizer knows a-z and 0-9 alone."""
    return 0.0


def _generous(*_: object) -> float:
    return 1.0


def _numeric(answer: str, accepted: Iterable[str], view: str = "folded") -> float:
    def value(text: str) -> object:
        return float(text) if text.replace(".", "").isdigit() else text

    return float(any(value(answer) == value(form) for form in accepted))


@pytest.mark.parametrize(
    ("measure", "broken", "named"),
    [
        ("rouge_l", _blind, "ROUGE-L"),
        ("rouge_l", _generous, "ROUGE-L"),
        ("character_f1", _blind, "F1"),
        ("exact_match", _generous, "exact match"),
        ("exact_match", _numeric, "exact match"),
        ("auroc", lambda _: None, "AUROC"),
        ("refusal_recall", _blind, "refusal"),
    ],
)
def test_a_broken_measure_is_named(
    monkeypatch: pytest.MonkeyPatch, measure: str, broken: Callable[..., float], named: str
) -> None:
    monkeypatch.setattr(selfcheck, measure, broken)
    with pytest.raises(KaojuError, match=named):
        self_check()
