"""A collection in a temporary folder, an embedder that remembers what it was asked, and one way to search."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from corpus.normalize import fold_text
from corpus.readers import read_bytes
from corpus.segment import search_words
from corpus.types import Document
from corpus.versions import find_in_folded
from index.collection import Collection
from index.snapshot import Snapshot
from index.types import Hit, Query
from tests.fakes import HashEmbedder


class CountingEmbedder(HashEmbedder):
    """Remembers every passage text that it embedded."""

    def __init__(self, name: str = "hash-bigrams") -> None:
        super().__init__(name)
        self.embedded: list[str] = []

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded.extend(texts)
        return super().encode_passages(texts)


def doc(source: str, text: str) -> Document:
    """The document that a file of this name and text gives."""
    return read_bytes(text.encode(), source)


def search(snapshot: Snapshot, text: str, k: int = 10, **narrowed: object) -> list[Hit]:
    """Ask a snapshot, keeping to the versions that the question names."""
    named = tuple(mention.version for mention in find_in_folded(fold_text(text), numbered=False))
    options = {"versions": named, **narrowed}
    query = Query(text, tuple(search_words(text)), **options)  # type: ignore[arg-type]
    return snapshot.search(query, HashEmbedder().encode_queries([text])[0], k)


def sources(snapshot: Snapshot, hits: Sequence[Hit]) -> list[str]:
    """Where the hits come from, best first."""
    return [snapshot.documents[hit.passage.doc_id].source for hit in hits]


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.fixture
def collection(tmp_path: Path, embedder: CountingEmbedder) -> Collection:
    return Collection(tmp_path / "知识库", embedder)
