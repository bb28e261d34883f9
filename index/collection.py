"""The collection as the rest of the program uses it: add, replace, remove, and take a snapshot to search."""

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from corpus.errors import UnreadableFileError
from corpus.split import SplitPassage, SplitSettings, split
from corpus.tags import context_of, tags_of
from corpus.terms import TermTable, default_terms
from corpus.types import Document, Section, Span, Unit
from index.cache import Indexes, load_or_build
from index.dense import DenseIndex
from index.embed import Embedder
from index.lexical import LexicalIndex
from index.records import DocumentRecord, StoredPassage, StoredUnit
from index.snapshot import Snapshot
from index.store import Store

_FOLDING = "fold-1"  # changes when folding, segmentation or tagging does

Change = Literal["added", "updated", "unchanged", "same content"]


@dataclass(frozen=True, slots=True)
class CollectionSettings:
    """What the index is made with; the store remembers its fingerprint."""

    split: SplitSettings = field(default_factory=SplitSettings)

    def fingerprint(self, embedder: Embedder, terms: TermTable) -> str:
        """Return the line that must be equal for a store to be used."""
        return f"{embedder.fingerprint}; {self.split.fingerprint}; {_FOLDING}; terms {terms.fingerprint}"


class Collection:
    """Documents in a store, searchable; safe to share between threads."""

    def __init__(
        self,
        directory: Path,
        embedder: Embedder,
        terms: TermTable | None = None,
        settings: CollectionSettings | None = None,
        *,
        any_model: bool = False,
    ) -> None:
        self.embedder = embedder
        self.terms = terms or default_terms()
        self.settings = settings or CollectionSettings()
        self.store = Store(directory, self.settings.fingerprint(embedder, self.terms), any_model=any_model)
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._ahead: dict[str, NDArray[np.float32]] = {}

    def embed_ahead(self, documents: Sequence[Document]) -> None:
        """Embed the units of several documents together, for the calls of ``add`` that follow.

        The model is quicker with texts of like length side by side, and one document has too few of them. What has been
        embedded ahead before is let go.
        """
        self._ahead = {}
        texts = [text for d in documents for _, text in self._units(d, split(d, self.settings.split))]
        self._ahead = dict(zip(map(self._digest, texts), self._vectors(texts), strict=True))

    def missing(self, documents: Sequence[Document]) -> list[Document]:
        """Return those of ``documents`` whose content is not stored."""
        stored = self.store.document_ids()
        return [d for d in documents if d.id not in stored]

    def add(self, document: Document) -> Change:
        """Add a document, or replace what its source held; adding the same bytes again changes nothing."""
        _check_names(document)
        held = self.store.document_of(document.source)
        if held == document.id:
            return "unchanged"
        known = self.store.relink(document.source, document.id)
        if not known:
            self.store.add(self._record(document))
        if held:
            return "updated"
        return "same content" if known else "added"

    def remove(self, doc_ids: Sequence[str]) -> None:
        """Remove documents by id."""
        self.store.remove(doc_ids)

    def rebuild(self, on_document: Callable[[str], None] = lambda _: None) -> int:
        """Index every document anew, with the present model and settings; return how many there are.

        Nothing changes until all is ready; texts that this model has embedded before keep their vectors. Other writers
        are kept out meanwhile, or what they add would have no passages.
        """
        records = []
        with self.store.writing():
            for document in self.store.documents():
                records.append(self._record(document))
                on_document(document.source)
            self.store.reindex(records)
        return len(records)

    def snapshot(self) -> Snapshot:
        """Return the present generation; the same object until the store changes."""
        with self._lock:
            if self._snapshot is None or self._snapshot.stamp != self.store.stamp():
                self._snapshot = self._load()
            return self._snapshot

    def _load(self) -> Snapshot:
        with self.store.reading() as generation:

            def build() -> Indexes:
                return Indexes(DenseIndex.build(generation.vectors()), LexicalIndex.build(generation.tokens()))

            contents = generation.contents()
            indexes = load_or_build(self.store.directory / "cache", contents.stamp, build)
        return Snapshot(contents, indexes)

    def _record(self, document: Document) -> DocumentRecord:
        pieces = split(document, self.settings.split)
        passages = []
        for piece in pieces:
            p = piece.passage
            tags = tags_of(document, p.section, p.span, self.terms)
            passages.append(StoredPassage(p, tags.tokens, tuple(map(str, tags.versions)), tags.terms))
        units = self._units(document, pieces)
        vectors = self._vectors([text for _, text in units])
        stored = [StoredUnit(u, self._digest(t), v) for (u, t), v in zip(units, vectors, strict=True)]
        return DocumentRecord(document, passages, stored)

    @staticmethod
    def _units(document: Document, pieces: Sequence[SplitPassage]) -> list[tuple[Unit, str]]:
        """Return the units with the text that is embedded for each."""
        return [
            (unit, embedded_text(document, piece.passage.section, unit.span))
            for piece in pieces
            for unit in piece.units
        ]

    def _digest(self, text: str) -> str:
        return hashlib.sha256(f"{self.embedder.fingerprint}\n{text}".encode()).hexdigest()[:32]

    def _vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return the vectors of ``texts``; what the store has seen before is not embedded again."""
        digests = [self._digest(t) for t in texts]
        ahead = self._ahead
        known = {d: ahead[d] for d in digests if d in ahead}
        known |= self.store.vectors_of([d for d in digests if d not in known])
        new = {d: t for d, t in zip(digests, texts, strict=True) if d not in known}
        known.update(zip(new, self.embedder.encode_passages(list(new.values())), strict=True))
        return [known[d] for d in digests]


def _check_names(document: Document) -> None:
    """A file name may hold bytes that are no text; neither the store nor a page could show it."""
    try:
        f"{document.source}{document.title}".encode()
    except UnicodeEncodeError as error:
        raise UnreadableFileError(f"{document.source!a}: the name is not valid Unicode; rename the file") from error


def embedded_text(document: Document, section: Section, span: Span) -> str:
    """Return what is embedded for a unit: the headings above it, then its words."""
    headings = " > ".join(context_of(document, section, span))
    words = span.cut(document.text)
    return f"{headings}\n{words}" if headings else words
