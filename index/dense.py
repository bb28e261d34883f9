"""Vector search over units. Sole home of faiss.

The index is written with Python's own file functions, since the library opens paths in the system's code page.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray


@contextmanager
def _one_thread() -> Iterator[None]:
    """Search in the calling thread alone: on a busy machine, waiting for a second one costs more than it brings.

    The number is OpenMP's and so PyTorch's too, which the models need back.
    """
    import faiss

    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


class DenseIndex:
    """Inner products over unit vectors (n, width), which are cosines; immutable once built."""

    def __init__(self, index: Any) -> None:
        self._index = index

    @classmethod
    def build(cls, vectors: NDArray[np.float32]) -> "DenseIndex":
        """Index ``vectors`` (n, width) of unit length."""
        import faiss

        index = faiss.IndexFlatIP(max(vectors.shape[1], 1))
        if len(vectors):
            index.add(np.ascontiguousarray(vectors, dtype=np.float32))
        return cls(index)

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def search(
        self, query: NDArray[np.float32], k: int, among: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the indexes (k,) and cosines (k,) of the units nearest to ``query`` (width,), best first."""
        import faiss

        k = min(k, len(self) if among is None else len(among))
        if k == 0:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        # the selector keeps a bare pointer to the array, so the array must outlive the search
        selector = None if among is None else faiss.IDSelectorBatch(among)
        params = None if selector is None else faiss.SearchParameters(sel=selector)  # type: ignore[call-arg]
        with _one_thread():
            scores, ids = self._index.search(query.reshape(1, -1), k, params=params)
        found = ids[0] >= 0
        return ids[0][found], scores[0][found]

    def cosines(self, query: NDArray[np.float32], units: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the cosine of ``query`` to each of ``units``; equal vectors have equal ones, which BLAS does not promise."""
        if not len(units):
            return np.zeros(0, np.float32)
        vectors = self._index.reconstruct_batch(np.asarray(units, dtype=np.int64))
        return np.asarray(np.einsum("ij,j->i", vectors, query), dtype=np.float32)

    def to_bytes(self) -> bytes:
        """Return the index as faiss serialises it."""
        import faiss

        return bytes(faiss.serialize_index(self._index))

    @classmethod
    def from_bytes(cls, data: bytes) -> "DenseIndex":
        """Load what ``to_bytes`` gave; ValueError if it is damaged."""
        import faiss

        try:
            return cls(faiss.deserialize_index(np.frombuffer(data, dtype=np.uint8)))
        except RuntimeError as error:
            raise ValueError(f"not a faiss index: {error}") from error
