"""Word search over passages by BM25 (Robertson and Zaragoza 2009, Lucene's variant). Sole home of bm25s."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# It reports each build, at a level that it sets itself when imported; a filter outlives both that and dictConfig.
logging.getLogger("bm25s").addFilter(lambda _: False)


class LexicalIndex:
    """BM25 over the tokens of passages; immutable once built."""

    def __init__(self, index: Any, size: int) -> None:
        self._index = index
        self._size = size

    @classmethod
    def build(cls, tokens: Sequence[Sequence[str]]) -> "LexicalIndex":
        """Index one token list a passage."""
        if not any(tokens):
            return cls(None, len(tokens))
        import bm25s

        index = bm25s.BM25(k1=1.5, b=0.75, method="lucene")
        index.index([list(t) for t in tokens], show_progress=False)
        index.vocab_dict.pop("", None)  # bm25s adds it, without a column
        return cls(index, len(tokens))

    def __len__(self) -> int:
        return self._size

    def scores(self, tokens: Sequence[str]) -> NDArray[np.float32]:
        """Return the BM25 score of every passage (n,) for the query ``tokens``."""
        known = [t for t in tokens if t in self.vocabulary]
        if not known:
            return np.zeros(self._size, np.float32)
        return np.asarray(self._index.get_scores(known), dtype=np.float32)

    @property
    def vocabulary(self) -> dict[str, int]:
        """The tokens of the collection with their columns."""
        return self._index.vocab_dict if self._index is not None else {}

    def document_frequency(self, token: str) -> int:
        """Return in how many passages ``token`` stands."""
        column = self.vocabulary.get(token)
        if column is None:
            return 0
        pointers = self._index.scores["indptr"]
        return int(pointers[column + 1] - pointers[column])

    def idf(self, token: str) -> float:
        """Return ln(1 + (N - df + 0.5) / (df + 0.5)); a token that the collection lacks has the largest value."""
        df = self.document_frequency(token)
        return float(np.log1p((self._size - df + 0.5) / (df + 0.5)))

    def save(self, directory: Path) -> None:
        """Write the index as plain arrays and JSON; nothing is pickled."""
        directory.mkdir(parents=True)
        (directory / "size").write_text(str(self._size))
        if self._index is not None:
            self._index.save(str(directory), show_progress=False, allow_pickle=False)

    @classmethod
    def load(cls, directory: Path) -> "LexicalIndex":
        """Load what ``save`` wrote; ValueError or OSError if it is damaged."""
        size = int((directory / "size").read_text())
        if not (directory / "params.index.json").exists():
            return cls(None, size)
        import bm25s

        try:
            index = bm25s.BM25.load(str(directory), allow_pickle=False)
        except (EOFError, LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"not a bm25s index: {error}") from error
        if index.scores["num_docs"] != size:
            raise ValueError(f"it holds {index.scores['num_docs']} passages, not {size}")
        return cls(index, size)
