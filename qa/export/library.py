"""What a collection knows of its sources, as exporting and verifying need it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from corpus.readers.base import document_id
from corpus.types import Document
from index.store import Store


@dataclass(frozen=True, slots=True)
class Library:
    """Documents by id, which document each source holds, and the store's generation; empty where there is no store."""

    documents: Mapping[str, Document] = field(default_factory=dict)
    holds: Mapping[str, str] = field(default_factory=dict)
    generation: str = ""

    def of_address(self, url: str) -> Document | None:
        """Return a document that was taken from ``url``."""
        return next((d for d in self.documents.values() if url and url in (d.meta.get("url"), d.source)), None)


def open_library(store: Store) -> Library:
    """Return what ``store`` holds, all of one generation."""
    while True:
        stamp = store.stamp()
        documents = {d.id: d for d in store.documents()}
        holds = {source: entry.id for entry in store.listing() for source in entry.sources}
        if store.stamp() == stamp:
            return Library(documents, holds, stamp)


def text_sha256(text: str) -> str:
    """Return the SHA-256 of a document's text as UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def file_sha256(document: Document) -> str:
    """Return the SHA-256 of the file a document was read from; empty if it is no longer there as it was read."""
    if stated := document.meta.get("sha256"):
        return stated
    try:
        data = Path(document.source).read_bytes()
    except (OSError, ValueError):
        return ""
    return hashlib.sha256(data).hexdigest() if document_id(data) == document.id else ""
