"""Two runs side by side, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from eval.comparison import SIGNIFICANCE, Comparison
from eval.report.labels import Label
from eval.report.measures import MEASURE_LABELS
from eval.report.numbers import number, p_text, signed
from eval.report.words import word


@dataclass(frozen=True, slots=True)
class Changed:
    """The measure ``name`` that changed; ``direction`` is better or worse if that is more than chance, else empty."""

    name: str
    label: Label
    n: int
    old: str
    new: str
    change: str
    better: int
    worse: int
    p_value: str
    test: Label
    direction: str


def changed(comparisons: Sequence[Comparison] | None) -> tuple[Changed, ...]:
    """Return the measures in which two runs differ."""
    return tuple(_changed(c) for c in comparisons or () if c.better or c.worse)


def _changed(found: Comparison) -> Changed:
    better = "better" if found.new > found.old else "worse"
    return Changed(
        name=found.measure,
        label=MEASURE_LABELS[found.measure],
        n=found.n,
        old=number(found.measure, found.old),
        new=number(found.measure, found.new),
        change=signed(found.new - found.old),
        better=len(found.better),
        worse=len(found.worse),
        p_value=p_text(found.p_value),
        test=word(found.test),
        direction=better if found.p_value < SIGNIFICANCE else "",
    )
