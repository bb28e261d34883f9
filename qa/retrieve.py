"""From an analysed question to ranked passages: misspelt names mended, versions checked, one query to the index."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import DamerauLevenshtein

from corpus.normalize import simplified
from corpus.version_ranges import VersionRange, expand
from corpus.versions import Version
from index.embed import Embedder
from index.snapshot import Snapshot
from index.types import Hit, Query
from qa.question import Key, Question

_SHORTEST_MENDED = 5  # letters; shorter names have too many neighbours
_NEAREST_VERSIONS = 3


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The passages found; or none, with ``missing`` naming the versions that the collection does not have."""

    hits: tuple[Hit, ...]
    vector: NDArray[np.float32]
    keys: tuple[Key, ...]
    missing: tuple[Version, ...] = ()
    nearest: tuple[Version, ...] = ()
    mended: tuple[tuple[str, str], ...] = ()


def retrieve(
    question: Question, snapshot: Snapshot, embedder: Embedder, k: int, doc_ids: frozenset[str] | None = None
) -> Retrieval:
    """Return the ``k`` best passages for ``question``."""
    missing = tuple(v for v in question.versions if not snapshot.has_version(v))
    known = tuple(v for v in question.versions if v not in missing)
    keys, mended = _mend(question, snapshot)
    words = [*question.words, *(token for key in keys if key not in question.keys for token in key.tokens)]
    query = Query(question.text, tuple(words), known, question.terms, doc_ids)
    vector = embedder.encode_queries([simplified(question.text)])[0]  # one question in two scripts is one
    hits = snapshot.search(query, vector, k)
    nearest = nearest_versions(missing[0], snapshot.versions) if missing else ()
    return Retrieval(tuple(hits), vector, keys, missing, nearest, mended)


def with_ranges(question: Question, snapshot: Snapshot) -> Question:
    """Return the question asking for every release of its ranges that the collection speaks of.

    A bound counts in, since a text on what holds after 1.24 mostly names 1.24 itself. Other products are left out by
    keeping to the major version of the bounds.
    """
    ranges = [VersionRange(r.low, r.high) for r in question.ranges]
    majors = {bound.parts[0] for r in ranges for bound in (r.low, r.high) if bound}
    covered = expand(ranges, (v for v in snapshot.versions if v.parts[0] in majors))
    return replace(question, versions=tuple(dict.fromkeys((*question.versions, *covered)))) if covered else question


def nearest_versions(asked: Version, present: frozenset[Version]) -> tuple[Version, ...]:
    """Return the releases nearest to ``asked`` that the collection speaks of, of its major version, in order."""
    same = sorted({v.minor for v in present if v.parts[0] == asked.parts[0] and not v.wildcard})
    same.sort(key=lambda v: abs(v.parts[1] - asked.parts[1]))
    return tuple(sorted(same[:_NEAREST_VERSIONS]))


def _mend(question: Question, snapshot: Snapshot) -> tuple[tuple[Key, ...], tuple[tuple[str, str], ...]]:
    """Replace Latin names that the collection lacks by the one it has that a slip of the keys would give."""
    mended, changes = [], []
    for key in question.keys:
        found = None
        may_be_misspelt = key.is_name or not question.english  # a plain English word need not stand in Chinese text
        if key.is_latin and not key.is_term and may_be_misspelt and not snapshot.has_word(key.words):
            found = _nearest_word(key.words, snapshot)
        if found:
            changes.append((key.words, found))
            key = Key(found, frozenset({found}), False, True)  # noqa: PLW2901
        mended.append(key)
    return tuple(mended), tuple(changes)


def _nearest_word(word: str, snapshot: Snapshot) -> str | None:
    if len(word) < _SHORTEST_MENDED or not any(c.isalpha() for c in word) or any(c.isdigit() for c in word):
        return None
    allowed = 1 if len(word) < 8 else 2
    best: tuple[int, int, str] | None = None
    for candidate in snapshot.lexical.vocabulary:
        if abs(len(candidate) - len(word)) > allowed or not candidate.isascii() or candidate[:1] != word[:1]:
            continue
        distance = DamerauLevenshtein.distance(word, candidate, score_cutoff=allowed)
        if distance <= allowed:
            rank = (distance, -snapshot.lexical.document_frequency(candidate), candidate)
            best = min(best, rank) if best else rank
    return best[2] if best else None
