"""From the network's scores to answer spans."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from corpus.types import Span
from qa.reader.encoding import Encoded

LONGEST = 48  # tokens of an answer
_ENDS = 8  # the best starts and ends that are tried with each other


@dataclass(frozen=True, slots=True)
class Scored:
    """A span of the window's folded text; ``margin`` is its score minus the score of "not here"."""

    span: Span
    margin: float


def best_spans(encoded: Encoded, starts: NDArray[np.float32], ends: NDArray[np.float32], most: int = 3) -> list[Scored]:
    """Return up to ``most`` spans that do not overlap, best first; ``starts`` and ``ends`` have a score a token."""
    nothing = float(starts[0] + ends[0])
    found: list[Scored] = []
    for first, last in _pairs(encoded, starts, ends):
        span = Span(int(encoded.starts[first]), int(encoded.ends[last]))
        if not any(span.overlaps(f.span) for f in found):
            found.append(Scored(span, float(starts[first] + ends[last]) - nothing))
        if len(found) == most:
            break
    return found


def _pairs(encoded: Encoded, starts: NDArray[np.float32], ends: NDArray[np.float32]) -> Iterator[tuple[int, int]]:
    """Yield first and last tokens of possible answers, the best first."""
    places = np.flatnonzero(encoded.starts >= 0)
    firsts = places[np.argsort(-starts[places], kind="stable")[:_ENDS]]
    lasts = places[np.argsort(-ends[places], kind="stable")[:_ENDS]]
    pairs = [(int(a), int(b)) for a, b in product(firsts, lasts) if a <= b < a + LONGEST]
    yield from sorted(pairs, key=lambda p: -float(starts[p[0]] + ends[p[1]]))
