"""Windows become batches of encoded pairs with their targets, in a fixed order."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qa.reader.encoding import Encoded, encode
from qa.reader.training.windows import Window

BATCH = 16
_POOL = 64 * BATCH  # windows sorted by length together, so that a batch pads little


@dataclass(frozen=True, slots=True)
class Target:
    """An encoded pair and the token positions of the answer's first and last token; 0 and 0 for "not here"."""

    encoded: Encoded
    start: int
    end: int


def targets(items: Sequence[Window]) -> Iterator[Target]:
    """Encode the windows; one whose answer was cut off is left out."""
    encoded = encode([(w.question, w.text) for w in items], [w.head for w in items])
    for item, pair in zip(items, encoded, strict=True):
        if item.answer is None:
            yield Target(pair, 0, 0)
            continue
        body = pair.starts >= 0
        first = np.flatnonzero(body & (pair.ends > item.answer.start))
        last = np.flatnonzero(body & (pair.starts < item.answer.end))
        if len(first) and len(last) and pair.ends[last[-1]] >= item.answer.end and first[0] <= last[-1]:
            yield Target(pair, int(first[0]), int(last[-1]))


def batches(items: Sequence[Window], seed: int) -> list[list[Target]]:
    """All batches of a round in the order of training."""
    rng = random.Random(seed)
    shuffled = list(items)
    rng.shuffle(shuffled)
    made: list[list[Target]] = []
    for at in range(0, len(shuffled), _POOL):
        pool = sorted(targets(shuffled[at : at + _POOL]), key=lambda t: len(t.encoded))
        made += [pool[i : i + BATCH] for i in range(0, len(pool) - BATCH + 1, BATCH)]
    rng.shuffle(made)
    return made
