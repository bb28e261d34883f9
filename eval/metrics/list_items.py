"""Precision and recall of the items of a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from eval.metrics.quotation import holds_any
from qa.types import Answer

_BETWEEN = re.compile(r"[、，,;；\n]")


@dataclass(frozen=True, slots=True)
class ListFigures:
    """Precision, recall and their harmonic mean, from 0 to 1, with the first form of each item that is missing."""

    precision: float
    recall: float
    missing: tuple[str, ...]

    @property
    def f1(self) -> float:
        """The harmonic mean of both; 0 where both are."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def given_items(answer: Answer) -> list[str]:
    """Return the items that an answer gives: its list, else its short answer cut at commas, else its statements."""
    if answer.status != "answered":
        return []
    texts = [i.text for i in answer.items] or _BETWEEN.split(answer.short or "") or []
    return [t for t in texts if t.strip()] or [s.text for s in answer.statements]


def list_figures(given: Sequence[str], items: Sequence[Sequence[str]]) -> ListFigures:
    """Hold the given items against the gold ones, each of which may take any of its forms.

    A gold item is found if a given one holds a form of it as whole tokens. A given item is right if it holds a gold one
    that none before it held, so that repeating an item, or adding what was not asked for, costs precision.
    """
    missing, right = dict(enumerate(items)), 0
    for text in given:
        found = [number for number, forms in missing.items() if holds_any(text, forms)]
        right += bool(found)
        for number in found:
            del missing[number]
    precision = right / len(given) if given else 0.0
    recall = 1 - len(missing) / len(items) if items else 0.0
    return ListFigures(precision, recall, tuple(forms[0] for forms in missing.values()))
