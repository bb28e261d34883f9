"""Stand-ins that come in through the front door: pass one wherever the real one is taken."""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_WIDTH = 64


class HashEmbedder:
    """An Embedder without a model: texts that share character bigrams lie near each other."""

    def __init__(self, name: str = "hash-bigrams") -> None:
        self._name = name

    @property
    def fingerprint(self) -> str:
        return f"{self._name}@1 width={_WIDTH}"

    @property
    def width(self) -> int:
        return _WIDTH

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._encode(texts)

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), _WIDTH), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            padded = f"\x02{text}\x03"  # so that a text of one character, or of none, has bigrams too
            for start in range(len(padded) - 1):
                row[zlib.crc32(padded[start : start + 2].encode("utf-8", "surrogatepass")) % _WIDTH] += 1
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors
