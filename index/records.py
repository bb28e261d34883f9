"""What goes into the store and what comes out of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.types import Document, Passage, Unit


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage with what is searched: its tokens, and the versions and terms that it is about."""

    passage: Passage
    tokens: tuple[str, ...]
    versions: tuple[str, ...]
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredUnit:
    """A unit with its vector (width,) and the digest of the text that was embedded."""

    unit: Unit
    digest: str
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document ready to be stored."""

    document: Document
    passages: Sequence[StoredPassage]
    units: Sequence[StoredUnit]


@dataclass(frozen=True, slots=True)
class Contents:
    """One generation as a snapshot holds it; passages and units are in the order of their vectors and tokens.

    ``versions`` and ``terms`` have one entry a passage.
    """

    stamp: str
    documents: dict[str, Document]
    passages: list[Passage]
    versions: list[tuple[str, ...]]
    terms: list[tuple[str, ...]]
    units: list[Unit]


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of ``kaoju list``."""

    id: str
    title: str
    sources: tuple[str, ...]
    encoding: str
    characters: int
    pages: int | None
    passages: int
    units: int
    added_at: str
    updated_at: str
