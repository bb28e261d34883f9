"""Two runs over the same questions: what got better and worse, and whether that is more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from eval.metrics.paired import mcnemar, permutation
from eval.scores import MEASURES, QuestionScore

SIGNIFICANCE = 0.05  # a smaller p-value is taken for more than chance


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measure over the ``n`` questions that both runs scored; ``better`` and ``worse`` are ids of questions.

    ``p_value`` is that of McNemar's exact test where every value is 0 or 1, else of the paired permutation test.
    """

    measure: str
    n: int
    old: float
    new: float
    better: tuple[str, ...]
    worse: tuple[str, ...]
    p_value: float
    test: Literal["mcnemar", "permutation"]


def compare(old: Sequence[QuestionScore], new: Sequence[QuestionScore]) -> list[Comparison]:
    """Compare two runs by the ids of their questions, one comparison a measure that both have scored."""
    former = {s.id: s for s in old}
    pairs = [(former[s.id], s) for s in new if s.id in former]
    return [found for name in MEASURES if (found := _compare(name, pairs))]


def _compare(name: str, pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> Comparison | None:
    both = [(n.id, o.values[name], n.values[name]) for o, n in pairs]
    scored = [(i, o, n) for i, o, n in both if o is not None and n is not None]
    if not scored:
        return None
    old, new = [o for _, o, _ in scored], [n for _, _, n in scored]
    binary = set(old) | set(new) <= {0.0, 1.0}
    return Comparison(
        measure=name,
        n=len(scored),
        old=sum(old) / len(old),
        new=sum(new) / len(new),
        better=tuple(i for i, o, n in scored if n > o),
        worse=tuple(i for i, o, n in scored if n < o),
        p_value=mcnemar([o == 1 for o in old], [n == 1 for n in new]) if binary else permutation(old, new),
        test="mcnemar" if binary else "permutation",
    )
