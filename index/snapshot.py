"""One immutable generation of the collection, ready to be searched by any number of threads."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corpus.types import Document, Passage, Unit
from corpus.versions import Version
from index.cache import Indexes
from index.fusion import fuse
from index.store import Contents
from index.types import Hit, Query

CANDIDATES = 100  # passages that each retriever proposes for fusion
_UNITS_SEARCHED = 4 * CANDIDATES
_TERM_BONUS = 0.15  # what a passage gains when it carries every component and concept of the question


class Snapshot:
    """Documents, passages and both indexes at one generation; nothing in it changes."""

    def __init__(self, contents: Contents, indexes: Indexes) -> None:
        self.stamp = contents.stamp
        self.documents: dict[str, Document] = contents.documents
        self.passages: list[Passage] = [p.passage for p in contents.passages]
        self.lexical = indexes.lexical
        self._dense = indexes.dense
        self._terms = [frozenset(p.terms) for p in contents.passages]
        self._versions = [tuple(map(_version, p.versions)) for p in contents.passages]
        self._units: list[Unit] = contents.units
        self._numbers = {p.id: i for i, p in enumerate(self.passages)}
        self._passage_of_unit = np.array([self._numbers[u.passage_id] for u in self._units], dtype=np.int64)
        self._first_unit = np.searchsorted(self._passage_of_unit, np.arange(len(self.passages) + 1))

    @cached_property
    def versions(self) -> frozenset[Version]:
        """Every version that the collection speaks of."""
        return frozenset(v for versions in self._versions for v in versions)

    def has_version(self, asked: Version) -> bool:
        """Tell whether any passage is about the asked version."""
        return any(asked.covers(v) for v in self.versions)

    def has_word(self, word: str) -> bool:
        """Tell whether a search token stands anywhere in the collection."""
        return word in self.lexical.vocabulary

    def text_of(self, passage: Passage) -> str:
        """Return a passage's own words."""
        return passage.span.cut(self.documents[passage.doc_id].text)

    def unit_cosines(self, passage: Passage, vector: NDArray[np.float32]) -> list[tuple[Unit, float]]:
        """Return the units of ``passage`` with the cosine of each to ``vector`` (width,)."""
        number = self._numbers[passage.id]
        first, last = int(self._first_unit[number]), int(self._first_unit[number + 1])
        cosines = self._dense.cosines(vector, range(first, last))
        return list(zip(self._units[first:last], map(float, cosines), strict=True))

    def _allowed(self, query: Query) -> NDArray[np.bool_] | None:
        """Return which passages (n,) may answer; None when all may."""
        if not query.versions and query.doc_ids is None:
            return None
        allowed = np.ones(len(self.passages), dtype=np.bool_)
        if query.doc_ids is not None:
            allowed &= np.array([p.doc_id in query.doc_ids for p in self.passages], dtype=np.bool_)
        if query.versions:
            allowed &= np.array([_about(v, query.versions) for v in self._versions], dtype=np.bool_)
        return allowed

    def search(self, query: Query, vector: NDArray[np.float32], k: int) -> list[Hit]:
        """Return up to ``k`` hits, best first; ``vector`` (width,) is the embedded question."""
        if not self.passages:
            return []
        allowed = self._allowed(query)
        bm25 = self.lexical.scores(query.words)
        if allowed is not None:
            bm25 = np.where(allowed, bm25, 0)
        among = None if allowed is None else np.flatnonzero(allowed[self._passage_of_unit]).astype(np.int64)
        unit_ids, _ = self._dense.search(vector, _UNITS_SEARCHED, among)
        dense_order = list(dict.fromkeys(self._passage_of_unit[unit_ids].tolist()))[:CANDIDATES]
        word_order = [int(i) for i in np.argsort(-bm25, kind="stable")[:CANDIDATES] if bm25[i] > 0]
        candidates = sorted({*dense_order, *word_order})
        return self._rank(query, vector, candidates, bm25, {"bm25": word_order, "dense": dense_order})[:k]

    def _rank(
        self,
        query: Query,
        vector: NDArray[np.float32],
        candidates: list[int],
        bm25: NDArray[np.float32],
        orders: dict[str, list[int]],
    ) -> list[Hit]:
        if not candidates:
            return []
        units = [self.unit_cosines(self.passages[c], vector) for c in candidates]
        best = [max(scored, key=lambda s: s[1]) for scored in units]
        cosines = np.array([cosine for _, cosine in best], dtype=np.float32)
        scores = fuse(bm25[candidates], cosines) + self._term_bonus(query, candidates)
        ranks = {name: {c: r for r, c in enumerate(order, 1)} for name, order in orders.items()}
        hits = [
            Hit(
                self.passages[c],
                unit,
                float(score),
                cosine,
                {name: r[c] for name, r in ranks.items() if c in r},
            )
            for c, score, (unit, cosine) in zip(candidates, scores, best, strict=True)
        ]
        return sorted(hits, key=lambda h: (-h.score, h.passage.id))

    def _term_bonus(self, query: Query, candidates: list[int]) -> NDArray[np.float32]:
        """Prefer passages that carry the question's terms, the rare ones counting more."""
        weights = {t: self.lexical.idf("#" + t) for t in query.terms if self.has_word("#" + t)}
        total = sum(weights.values())
        if not total:
            return np.zeros(len(candidates), np.float32)
        found = [sum(w for t, w in weights.items() if t in self._terms[c]) / total for c in candidates]
        return np.asarray(found, dtype=np.float32) * _TERM_BONUS


def _version(text: str) -> Version:
    wildcard = text.endswith("x")
    return Version(tuple(int(p) for p in text.removesuffix("x").split(".")), wildcard)


def _about(versions: Sequence[Version], asked: Sequence[Version]) -> bool:
    return any(a.covers(v) for a in asked for v in versions)
