"""The facade that the command line and the page use: one collection, everything a user can do with it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from corpus.errors import DocumentError, InputError
from corpus.readers import DEFAULT_MAX_BYTES, READERS, read_bytes, read_path
from corpus.terms import TermTable, default_terms, load_terms
from corpus.types import Document
from corpus.walk import Found, walk
from index.collection import Change, Collection
from index.embed import Embedder, SentenceTransformerEmbedder
from index.records import Listing
from qa.answer import AskOptions, ask
from qa.types import Answer

SAMPLE = Path(__file__).resolve().parent.parent / "corpus" / "sample"

Outcome = Change | Literal["failed"]


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of one file: ``message`` explains a failure."""

    source: str
    outcome: Outcome
    doc_id: str | None = None
    title: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Where the store is and what it is made with."""

    store: Path
    model: str | None = None
    terms: Path | None = None
    max_bytes: int = DEFAULT_MAX_BYTES


class Service:
    """A collection that can be added to, listed and asked; safe to share between threads."""

    def __init__(self, settings: ServiceSettings, embedder: Embedder | None = None) -> None:
        self.settings = settings
        self.embedder = embedder or SentenceTransformerEmbedder(settings.model)
        self.terms = _terms(settings.terms)
        self.collection = Collection(settings.store, self.embedder, self.terms)

    def plan(self, paths: Sequence[Path]) -> list[Found]:
        """Return the files that ``ingest`` would read for these paths."""
        return list(walk(paths, READERS.keys()))

    def ingest(self, found: Sequence[Found]) -> Iterator[Ingested]:
        """Add files one by one; each is wholly in or wholly out, and a failing one does not stop the rest."""
        for file in found:
            yield self._ingest(file)

    def _ingest(self, file: Found) -> Ingested:
        source = str(file.path)
        try:
            if file.error:
                raise file.error
            data, source = read_path(file.path, self.settings.max_bytes)
            document = read_bytes(data, source)
            return Ingested(source, self.collection.add(document), document.id, document.title)
        except DocumentError as error:
            return Ingested(source, "failed", message=str(error))

    def ingest_sample(self, on_file: Callable[[Ingested], None] = lambda _: None) -> int:
        """Add the bundled sample collection; return how many documents it has."""
        results = list(self.plan([SAMPLE]))
        for result in self.ingest(results):
            on_file(result)
        return len(results)

    def documents(self) -> list[Listing]:
        """Return the documents in the order they were added."""
        return self.collection.store.listing()

    def document(self, name: str) -> Document:
        """Return the document that ``name`` (an id, the beginning of one, or a source) means; InputError if not one."""
        return self.collection.snapshot().documents[self.resolve(name)]

    def resolve(self, name: str) -> str:
        """Return the id of the document that ``name`` means."""
        listing = self.documents()
        exact = [e.id for e in listing if name == e.id or any(_same_source(name, s) for s in e.sources)]
        matches = exact or [e.id for e in listing if len(name) >= 4 and e.id.startswith(name)]
        if len(matches) == 1:
            return matches[0]
        what = "several documents match" if matches else "no document is called"
        raise InputError(f"{what} {name}; see the ids and paths with: kaoju list")

    def remove(self, names: Sequence[str]) -> list[str]:
        """Remove documents, all or none; return their ids."""
        ids = [self.resolve(name) for name in names]
        self.collection.remove(ids)
        return ids

    def ask(self, question: str, options: AskOptions | None = None) -> Answer:
        """Answer a question from the present state of the collection."""
        return ask(question, self.collection.snapshot(), self.embedder, self.terms, options)

    def warm_up(self) -> None:
        """Ask once, so that no visitor waits for the model, the indexes and the dictionaries to load."""
        self.ask("Kubernetes 是什么？")
        self.embedder.encode_queries(["预热"])  # an empty collection asks nothing of the model


def rebuild_store(
    settings: ServiceSettings, embedder: Embedder | None = None, on_document: Callable[[str], None] = lambda _: None
) -> int:
    """Index a store anew with the present model and settings, from the texts it holds; return how many documents."""
    chosen = embedder or SentenceTransformerEmbedder(settings.model)
    return Collection(settings.store, chosen, _terms(settings.terms), any_model=True).rebuild(on_document)


def _terms(path: Path | None) -> TermTable:
    return TermTable([*default_terms().terms, *load_terms(path)]) if path else default_terms()


def _same_source(name: str, source: str) -> bool:
    return name == source or str(Path(name).resolve()) == source
