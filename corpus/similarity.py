"""Near-identical documents, by bottom-k sketches (Broder 1997) over their sentences."""

import hashlib
from collections.abc import Iterable

from corpus.normalize import squeezed
from corpus.sentences import sentences

SKETCH_SIZE = 64
NEAR_IDENTICAL = 0.8  # share of sentences in common
_SHORTEST = 8  # characters of a sentence that counts
_FEWEST = 5  # sentences; what two shorter texts have in common may be chance


def sketch(text: str) -> tuple[int, ...]:
    """Return the smallest 64 hashes (63 bits) of the folded sentences of ``text``, in order; fewer for a short text."""
    hashes = set()
    for span in sentences(text):
        words = squeezed(span.cut(text))
        if len(words) >= _SHORTEST:
            digest = hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=8).digest()
            hashes.add(int.from_bytes(digest) >> 1)
    return tuple(sorted(hashes)[:SKETCH_SIZE])


def resemblance(one: Iterable[int], other: Iterable[int]) -> float:
    """Estimate from two sketches the share (0 to 1) of sentences that two texts have in common; 0 for short texts."""
    a, b = set(one), set(other)
    if min(len(a), len(b)) < _FEWEST:
        return 0.0
    smallest = sorted(a | b)[: min(len(a), len(b))]
    return sum(h in a and h in b for h in smallest) / len(smallest)
