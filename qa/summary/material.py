"""One generation of the collection with the vectors of its units: what summaries are made from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.types import Passage, Unit
from corpus.versions import Version
from index.collection import Collection
from index.records import Contents


@dataclass(frozen=True, slots=True)
class Material:
    """Documents and passages as stored; row i of ``vectors`` (units, width) belongs to unit i."""

    contents: Contents
    vectors: NDArray[np.float32]

    @classmethod
    def of(cls, collection: Collection) -> "Material":
        """Read the present generation of ``collection``."""
        with collection.store.reading() as generation:
            return cls(generation.contents(), generation.vectors())


@dataclass(frozen=True, slots=True)
class TaggedPassage:
    """A passage with the terms and versions it is about, and its units by their rows."""

    passage: Passage
    terms: frozenset[str]
    versions: frozenset[Version]
    units: tuple[tuple[int, Unit], ...]


def tagged_passages(contents: Contents) -> list[TaggedPassage]:
    """Return the passages with their tags, in the order of the store."""
    units: dict[str, list[tuple[int, Unit]]] = {}
    for row, unit in enumerate(contents.units):
        units.setdefault(unit.passage_id, []).append((row, unit))
    return [
        TaggedPassage(p, frozenset(terms), frozenset(map(Version.from_str, versions)), tuple(units.get(p.id, ())))
        for p, terms, versions in zip(contents.passages, contents.terms, contents.versions, strict=True)
    ]
