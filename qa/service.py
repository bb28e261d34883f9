"""The facade that the command line and the page use: one collection, everything a user can do with it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from corpus.errors import DocumentError, InputError
from corpus.load import Limits, Loaded, belongs_to, folder_suffixes, load, load_address
from corpus.readers import DEFAULT_MAX_BYTES
from corpus.terms import TermTable, default_terms, load_terms
from corpus.types import Document
from corpus.walk import Found, Selection, walk
from index.collection import Change, Collection
from index.embed import Embedder, SentenceTransformerEmbedder
from index.records import Listing
from qa.answer import AskOptions, ask
from qa.context import Context
from qa.export.library import open_library
from qa.export.types import ExportOptions
from qa.export.verify import Verdict, verify
from qa.reader.reader import Reader
from qa.summary.summarize import summarize
from qa.summary.types import Scope, Summary, SummaryOptions
from qa.timeline import Event, timeline
from qa.types import Answer

SAMPLE = Path(__file__).resolve().parent.parent / "corpus" / "sample"

_EMBEDDED_TOGETHER = 20_000  # characters, about 220 units or four seconds of work on two cores

Outcome = Change | Literal["failed", "removed"]


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of one file: ``message`` explains a failure, ``warnings`` tell what in it could not be read.

    ``like`` names sources that say nearly the same.
    """

    source: str
    outcome: Outcome
    doc_id: str | None = None
    title: str = ""
    message: str = ""
    warnings: tuple[str, ...] = ()
    like: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Where the store is and what it is made with."""

    store: Path
    model: str | None = None
    terms: Path | None = None
    limits: Limits = field(default_factory=lambda: Limits(DEFAULT_MAX_BYTES))
    reader: bool = True


class Service:
    """A collection that can be added to, listed and asked; safe to share between threads.

    An ``embedder`` takes the place of the model; a service with one of its own reads only with a ``reader`` given to it.
    """

    def __init__(
        self, settings: ServiceSettings, embedder: Embedder | None = None, reader: Reader | None = None
    ) -> None:
        self.settings = settings
        self.embedder = embedder or SentenceTransformerEmbedder(settings.model)
        self.reader = reader or (Reader() if settings.reader and embedder is None else None)
        self.terms = _terms(settings.terms)
        self.collection = Collection(settings.store, self.embedder, self.terms)

    def plan(self, paths: Sequence[Path], exclude: Sequence[str] = ()) -> list[Found]:
        """Return the files that ``ingest`` would read for these paths, without those that the patterns leave out."""
        return list(walk(paths, Selection(folder_suffixes(), tuple(exclude))))

    def ingest(self, found: Iterable[Found]) -> Iterator[Ingested]:
        """Add files one by one; each is wholly in or wholly out, and a failing one does not stop the rest.

        An archive gives one outcome for each file in it. Files are embedded a few at a time, up to some seconds of work.
        """
        waiting: list[Loaded] = []
        characters = 0
        for loaded in (loaded for file in found for loaded in load(file, self.settings.limits)):
            waiting.append(loaded)
            characters += len(loaded.document.text) if loaded.document else 0
            if characters >= _EMBEDDED_TOGETHER:
                yield from self._add_together(waiting)
                waiting, characters = [], 0
        yield from self._add_together(waiting)

    def _add_together(self, waiting: Sequence[Loaded]) -> Iterator[Ingested]:
        documents = [loaded.document for loaded in waiting if loaded.document]
        self.collection.embed_ahead(self.collection.missing(documents))
        yield from map(self._add, waiting)

    def ingest_address(self, address: str) -> Ingested:
        """Add the page or file at a web address."""
        return self._add(load_address(address, self.settings.limits))

    def _add(self, loaded: Loaded) -> Ingested:
        if loaded.document is None:
            return Ingested(loaded.source, "failed", message=str(loaded.error))
        document = loaded.document
        try:
            change = self.collection.add(document)
        except DocumentError as error:
            return Ingested(loaded.source, "failed", message=str(error))
        warnings = tuple(document.meta.get("warnings", "").splitlines())
        like = self._sources_like(document.id) if change in ("added", "updated") else ()
        return Ingested(loaded.source, change, document.id, document.title, warnings=warnings, like=like)

    def _sources_like(self, doc_id: str) -> tuple[str, ...]:
        like = self.collection.store.near_identical(doc_id)
        titles = {e.id: e.sources[0] for e in self.documents() if e.sources} if like else {}
        return tuple(titles[i] for i in like if i in titles)

    def sync(self, folder: Path, exclude: Sequence[str] = ()) -> Iterator[Ingested]:
        """Bring the collection in step with ``folder``: add and update its files, forget those that are gone."""
        found = self.plan([folder], exclude)
        yield from self.ingest(found)
        present = [f.path.resolve() for f in found]
        root = folder.resolve()
        under = [s for s in self.collection.store.sources() if belongs_to(s, root)]
        yield from self._forget([s for s in under if not any(belongs_to(s, p) for p in present)])

    def _forget(self, sources: Sequence[str]) -> Iterator[Ingested]:
        self.collection.store.forget(sources)
        yield from (Ingested(source, "removed") for source in sources)

    def ingest_sample(self, on_file: Callable[[Ingested], None] = lambda _: None) -> int:
        """Add the bundled sample collection; return how many documents it has."""
        results = list(self.plan([SAMPLE]))
        self._unfinished.touch()
        for result in self.ingest(results):
            on_file(result)
        self._unfinished.unlink(missing_ok=True)
        return len(results)

    @property
    def _unfinished(self) -> Path:
        """A file in the store that is there from before the sample is added until all of it is."""
        return self.settings.store / "sample-unfinished"

    def lacks_sample(self) -> bool:
        """Tell whether the store is empty, or has a part of the sample and no more since adding it was interrupted.

        A store that the user has added to is theirs.
        """
        sources = self.collection.store.sources()
        return not sources or (self._unfinished.exists() and all(belongs_to(s, SAMPLE) for s in sources))

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
        return ask(question, self.context(), options)

    def context(self) -> Context:
        """Return the present state of the collection with all that answers are made with."""
        return Context(self.collection.snapshot(), self.embedder, self.terms, self.reader)

    def timeline(self, component: str | None = None, version: str | None = None) -> list[Event]:
        """Return what the collection says happened in which version, in the order of versions."""
        return timeline(self.collection.snapshot(), self.terms, component, version)

    def export(self, thing: object, form: str, options: ExportOptions | None = None) -> bytes:
        """Return an answer, a summary, several of them or citations (see ``qa.export.material``) in an export format."""
        from qa.export.formats import export

        return export(thing, form, options, open_library(self.collection.store))

    def verify(self, data: bytes) -> list[Verdict]:
        """Hold each citation in an exported file (JSON, CSL-JSON or CSV) against the present state of the collection."""
        return verify(data, open_library(self.collection.store))

    def summarize(self, scope: Scope | None = None, options: SummaryOptions | None = None) -> Summary:
        """Summarise what ``scope`` holds, by default the whole collection; InputError for one that cannot be read."""
        return summarize(self.collection, scope, options)

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
