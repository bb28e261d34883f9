"""Selective answering: how right the answers are if only the more confident ones are given."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Confident:
    """An answer that was given: how sure of it the system was, and whether it is right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """With answers of at least ``threshold`` alone: the share of all questions answered, and the share of these right."""

    threshold: float
    coverage: float
    accuracy: float


def coverage_curve(given: Sequence[Confident], questions: int) -> list[CurvePoint]:
    """Return the coverage/accuracy curve (El-Yaniv and Wiener 2010), one point a confidence, the highest first.

    ``questions`` counts all that were asked, so that refusals and failures lower the coverage.
    """
    ranked = sorted(given, key=lambda g: -g.confidence)
    points, right = [], 0
    for number, one in enumerate(ranked, 1):
        right += one.right
        if number == len(ranked) or ranked[number].confidence < one.confidence:
            points.append(CurvePoint(one.confidence, number / questions, right / number))
    return points


def auroc(given: Sequence[Confident]) -> float | None:
    """Return how often a right answer is more confident than a wrong one, ties counting half; None without both kinds.

    The area under the ROC curve as Mann-Whitney's U over the number of pairs (Hanley and McNeil 1982).
    """
    right = [g.confidence for g in given if g.right]
    wrong = sorted(g.confidence for g in given if not g.right)
    if not right or not wrong:
        return None
    below = sum(bisect_left(wrong, r) + bisect_right(wrong, r) for r in right) / 2
    return below / (len(right) * len(wrong))
