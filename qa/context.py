"""What answers are made from."""

from dataclasses import dataclass

from corpus.terms import TermTable
from index.embed import Embedder
from index.snapshot import Snapshot
from qa.reader.reader import Reader


@dataclass(frozen=True, slots=True)
class Context:
    """One state of a collection with the models that read it; without a ``reader`` answers are plainly extractive."""

    snapshot: Snapshot
    embedder: Embedder
    terms: TermTable
    reader: Reader | None = None
