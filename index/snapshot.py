"""One immutable generation of the collection, ready to be searched by any number of threads."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corpus.types import Document, Passage, Unit
from corpus.versions import Version
from index.cache import Indexes
from index.fusion import fuse
from index.records import Contents
from index.types import Hit, Query

CANDIDATES = 200  # passages that each retriever proposes for fusion
_UNITS_SEARCHED = 4 * CANDIDATES
_TERM_BONUS = 1.0  # what a passage gains that carries all that a question is made of


class Snapshot:
    """Documents, passages and both indexes at one generation; nothing in it changes."""

    def __init__(self, contents: Contents, indexes: Indexes) -> None:
        self.stamp = contents.stamp
        self.documents: dict[str, Document] = contents.documents
        self.passages: list[Passage] = contents.passages
        self.lexical = indexes.lexical
        self._dense = indexes.dense
        self._terms = [frozenset(terms) for terms in contents.terms]
        self._about = _rows_by_version(contents.versions)
        self._rows_of = _rows_by_document(self.passages)
        self._units: list[Unit] = contents.units
        self._numbers = {p.id: i for i, p in enumerate(self.passages)}
        self._passage_of_unit = np.array([self._numbers[u.passage_id] for u in self._units], dtype=np.int64)
        self._first_unit = np.searchsorted(self._passage_of_unit, np.arange(len(self.passages) + 1))

    @property
    def versions(self) -> frozenset[Version]:
        """Every version that the collection speaks of."""
        return frozenset(self._about)

    def has_version(self, asked: Version) -> bool:
        """Tell whether any passage is about the asked version."""
        return any(asked.covers(v) for v in self._about)

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
        allowed = np.full(len(self.passages), query.doc_ids is None)
        for doc_id in query.doc_ids or ():
            allowed[self._rows_of.get(doc_id, slice(0))] = True
        if query.versions:
            covered = [rows for v, rows in self._about.items() if any(asked.covers(v) for asked in query.versions)]
            about = np.zeros_like(allowed)
            about[np.concatenate(covered) if covered else []] = True
            allowed &= about
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
        matching = np.flatnonzero(bm25 > 0)
        word_order = matching[np.argsort(-bm25[matching], kind="stable")[:CANDIDATES]].tolist()
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
        units, cosines = self._best_units(candidates, vector)
        scores = fuse(bm25[candidates], cosines) + self._term_bonus(query, candidates)
        ranks = {name: {c: r for r, c in enumerate(order, 1)} for name, order in orders.items()}
        hits = [
            Hit(
                self.passages[c],
                self._units[unit],
                float(score),
                float(cosine),
                {name: r[c] for name, r in ranks.items() if c in r},
            )
            for c, score, unit, cosine in zip(candidates, scores, units, cosines, strict=True)
        ]
        return sorted(hits, key=lambda h: (-h.score, h.passage.id))

    def _best_units(
        self, candidates: Sequence[int], vector: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the number and the cosine of the unit that speaks for each of ``candidates``, which are in order."""
        numbers = np.concatenate([np.arange(self._first_unit[c], self._first_unit[c + 1]) for c in candidates])
        cosines = self._dense.cosines(vector, numbers)
        owners = self._passage_of_unit[numbers]
        order = np.lexsort((-cosines, owners))  # by passage, the nearest unit of each first
        best = order[np.unique(owners[order], return_index=True)[1]]
        return numbers[best], cosines[best]

    def _term_bonus(self, query: Query, candidates: list[int]) -> NDArray[np.float32]:
        """Prefer passages that carry the question's terms: by the share of the question's weight that these make up."""
        weights = {t: self.lexical.idf("#" + t) for t in query.terms if self.has_word("#" + t)}
        total = sum(self.lexical.idf(word) for word in set(query.words))
        if not weights or not total:
            return np.zeros(len(candidates), np.float32)
        found = [sum(w for t, w in weights.items() if t in self._terms[c]) / total for c in candidates]
        return np.asarray(found, dtype=np.float32) * _TERM_BONUS


def _rows_by_version(versions: Sequence[Sequence[str]]) -> dict[Version, NDArray[np.int64]]:
    """Return the numbers of the passages about each version."""
    rows: dict[Version, list[int]] = {}
    for number, texts in enumerate(versions):
        for version in map(Version.from_str, texts):
            rows.setdefault(version, []).append(number)
    return {version: np.array(numbers, dtype=np.int64) for version, numbers in rows.items()}


def _rows_by_document(passages: Sequence[Passage]) -> dict[str, slice]:
    """Return the range of each document's passages, which stand together."""
    rows: dict[str, slice] = {}
    for number, passage in enumerate(passages):
        first = rows[passage.doc_id].start if passage.doc_id in rows else number
        rows[passage.doc_id] = slice(first, number + 1)
    return rows
