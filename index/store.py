"""The one truth on disk: a SQLite file with documents, passages, units, vectors and tokens. Sole home of sqlite3.

Everything about a document is written in one transaction, together with the next generation number; so a killed
process loses at most the file that it was adding. The search caches carry the stamp of the generation they show.
"""

import json
import os
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from corpus.errors import ModelMismatchError, StoreBusyError, StoreError, StoreVersionError
from corpus.types import Document, Passage, Section, Span, Unit

SCHEMA_VERSION = "1"
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, source TEXT NOT NULL, media_type TEXT NOT NULL, encoding TEXT NOT NULL,
    text TEXT NOT NULL, sections TEXT NOT NULL, meta TEXT NOT NULL, added_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sources (
    source TEXT PRIMARY KEY, doc_id TEXT NOT NULL REFERENCES documents(id), updated_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sources_doc ON sources(doc_id);
CREATE TABLE passages (
    doc_id TEXT NOT NULL REFERENCES documents(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, section INTEGER NOT NULL,
    tokens TEXT NOT NULL, versions TEXT NOT NULL, terms TEXT NOT NULL,
    PRIMARY KEY (doc_id, number)
) WITHOUT ROWID;
CREATE TABLE units (
    doc_id TEXT NOT NULL, passage INTEGER NOT NULL, number INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, digest TEXT NOT NULL, vector BLOB NOT NULL,
    PRIMARY KEY (doc_id, passage, number),
    FOREIGN KEY (doc_id, passage) REFERENCES passages(doc_id, number) ON DELETE CASCADE
);
CREATE INDEX units_digest ON units(digest);
"""


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
    passages: int
    units: int
    added_at: str


# What to do about an error, by SQLite's primary result code; anything else means that the file is damaged.
_REMEDIES = {
    sqlite3.SQLITE_FULL: "free some space on the disk and try again",
    sqlite3.SQLITE_IOERR: "check the disk and its free space",
    sqlite3.SQLITE_READONLY: "check the permissions, or choose another with --store",
    sqlite3.SQLITE_CANTOPEN: "check the path and the permissions, or choose another with --store",
    sqlite3.SQLITE_PERM: "check the permissions, or choose another with --store",
}


class Store:
    """A store in ``directory``; many may read it while one process writes.

    ``lock_seconds`` is how long to wait for another writer before StoreBusyError.
    """

    def __init__(
        self, directory: Path, fingerprint: str, *, any_model: bool = False, lock_seconds: float = 30.0
    ) -> None:
        self.directory = directory
        self.path = directory / "kaoju.sqlite3"
        self.fingerprint = fingerprint
        self._lock_seconds = lock_seconds
        self._lock = FileLock(directory / "writer.lock", timeout=lock_seconds)
        try:
            directory.mkdir(parents=True, exist_ok=True)
            missing = not self.path.exists()
        except OSError as error:
            raise self._explain(error) from error
        if missing:
            with self.writing():
                self._create()
        with self._connection() as connection:
            self._check_format(connection)
            if not any_model:
                self._check_model(connection)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep other writers out, threads and processes; the thread that holds it may enter again."""
        try:
            self._lock.acquire()
        except Timeout as error:
            raise self._busy() from error
        except OSError as error:
            raise self._explain(error) from error
        try:
            yield
        finally:
            self._lock.release()

    def _explain(self, error: sqlite3.Error | OSError) -> StoreError:
        if isinstance(error, OSError):
            reason = error.strerror or error
            return StoreError(f"cannot open the store in {self.directory}: {reason}; choose another with --store")
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return self._busy()
        remedy = _REMEDIES.get(code, "restore it from a backup or move it away and ingest again")
        return StoreError(f"the store {self.path} cannot be used: {error}; {remedy}")

    def _busy(self) -> StoreBusyError:
        return StoreBusyError(f"another process is writing to {self.directory}; try again when it has finished")

    @contextmanager
    def _connection(self, begin: str = "BEGIN") -> Iterator[sqlite3.Connection]:
        """Yield a connection inside one transaction: committed as a whole, or not at all."""
        connection: sqlite3.Connection | None = None
        try:
            connection = sqlite3.connect(self._uri(), uri=True, timeout=self._lock_seconds, isolation_level=None)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(begin)
            yield connection
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._explain(error) from error
        finally:
            if connection is not None:
                connection.close()

    def _uri(self) -> str:
        """Return how to open the file: never creating it, and where nothing can be written beside it, as it stands."""
        alone = not self.path.with_name(self.path.name + "-wal").exists()
        fixed = alone and not os.access(self.directory, os.W_OK)
        return self.path.absolute().as_uri() + ("?immutable=1" if fixed else "?mode=rw")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection to write with; if it changes anything, that makes the next generation."""
        with self.writing(), self._connection("BEGIN IMMEDIATE") as connection:
            yield connection
            if connection.total_changes:
                _next_generation(connection)

    def _create(self) -> None:
        if self.path.exists():
            return  # another process was quicker
        new = self.path.with_suffix(".new")
        try:
            new.unlink(missing_ok=True)
            with closing(sqlite3.connect(new)) as connection:
                connection.executescript("PRAGMA journal_mode = WAL;" + _SCHEMA)
                values = {"schema": SCHEMA_VERSION, "fingerprint": self.fingerprint, "generation": "0"}
                connection.executemany("INSERT INTO meta VALUES (?, ?)", values.items())
                _next_generation(connection)
                connection.commit()
            new.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            raise self._explain(error) from error

    def _check_format(self, connection: sqlite3.Connection) -> None:
        schema = _meta(connection).get("schema")
        if schema != SCHEMA_VERSION:
            raise StoreVersionError(
                f"the store in {self.directory} is of format {schema}, this kaoju reads format {SCHEMA_VERSION}; "
                "ingest into a new one with --store DIR"
            )

    def _check_model(self, connection: sqlite3.Connection) -> None:
        """Checked in each transaction that meets vectors, since another process may have rebuilt the store."""
        built_with = _meta(connection).get("fingerprint")
        if built_with != self.fingerprint:
            raise ModelMismatchError(
                f"the store in {self.directory} was built with [{built_with}], now [{self.fingerprint}] is asked for; "
                "use the same --model, or run: kaoju rebuild"
            )

    def stamp(self) -> str:
        """Return the identity of the present contents: no two generations, not even of a restored backup, share it."""
        with self._connection() as connection:
            return _stamp(connection)

    def add(self, record: DocumentRecord) -> None:
        """Store a document under its source, in one transaction; whatever the source held before is replaced."""
        document = record.document
        with self._transaction() as connection:
            self._check_model(connection)
            if not _has(connection, document.id):
                _insert(connection, record, _now())
            _point(connection, document.source, document.id)

    def relink(self, source: str, doc_id: str) -> bool:
        """Let ``source`` hold a document that is already stored; False, and nothing changed, if it is not."""
        with self._transaction() as connection:
            known = _has(connection, doc_id)
            if known:
                _point(connection, source, doc_id)
            return known

    def reindex(self, records: Sequence[DocumentRecord]) -> None:
        """Replace the passages and units of every document, and the fingerprint, in one transaction.

        ``records`` must cover all documents, so stay inside ``writing`` from reading them until here.
        """
        with self._transaction() as connection:
            connection.execute("DELETE FROM passages")
            for record in records:
                _insert_passages(connection, record)
            connection.execute("UPDATE meta SET value = ? WHERE key = 'fingerprint'", (self.fingerprint,))

    def remove(self, doc_ids: Sequence[str]) -> None:
        """Remove documents with all their sources, in one transaction."""
        with self._transaction() as connection:
            for doc_id in doc_ids:
                connection.execute("DELETE FROM sources WHERE doc_id = ?", (doc_id,))
                _release(connection, doc_id)

    def document_of(self, source: str) -> str | None:
        """Return the id of the document that ``source`` holds now."""
        with self._connection() as connection:
            row = connection.execute("SELECT doc_id FROM sources WHERE source = ?", (source,)).fetchone()
        return str(row[0]) if row else None

    def vectors_of(self, digests: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors already known for texts of these digests, so that nothing is embedded twice."""
        known: dict[str, NDArray[np.float32]] = {}
        with self._connection() as connection:
            for digest in set(digests):
                row = connection.execute("SELECT vector FROM units WHERE digest = ? LIMIT 1", (digest,)).fetchone()
                if row:
                    known[digest] = np.frombuffer(row[0], dtype="<f4")
        return known

    def listing(self) -> list[Listing]:
        """Return the documents in the order they were added, without their texts."""
        query = """
            SELECT d.id, d.title, d.encoding, length(d.text), d.added_at,
                (SELECT count(*) FROM passages p WHERE p.doc_id = d.id),
                (SELECT count(*) FROM units u WHERE u.doc_id = d.id),
                (SELECT json_group_array(source) FROM (SELECT source FROM sources s WHERE s.doc_id = d.id ORDER BY source))
            FROM documents d ORDER BY d.added_at, d.source"""
        with self._connection() as connection:
            rows = connection.execute(query).fetchall()
        return [Listing(r[0], r[1], tuple(json.loads(r[7])), r[2], r[3], r[5], r[6], r[4]) for r in rows]

    def documents(self) -> list[Document]:
        """Return all documents in the order they were added, whatever model has indexed them."""
        with self._connection() as connection:
            return _documents(connection)

    @contextmanager
    def reading(self) -> Iterator["Generation"]:
        """Yield the present generation, to read as much of it as is needed."""
        with self._connection() as connection:
            self._check_model(connection)
            yield Generation(connection)

    def problems(self) -> list[str]:
        """Return what SQLite's own checks find wrong; empty when the store is sound."""
        with self._connection() as connection:
            rows = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
            return rows + [
                f"{row[0]} row {row[1]} lacks its {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")
            ]


@contextmanager
def _decoding() -> Iterator[None]:
    """Make of a row that does not decode what SQLite would: a damaged database."""
    try:
        yield
    except (ValueError, LookupError, TypeError) as error:
        raise sqlite3.DatabaseError(f"a row is damaged ({error})") from error


class Generation:
    """The store as it was at one moment, for as long as its transaction lasts; whoever searches reads only the parts needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @property
    def stamp(self) -> str:
        """The identity of this generation."""
        return _stamp(self._connection)

    @_decoding()
    def contents(self) -> Contents:
        """Return what a snapshot holds."""
        documents = {d.id: d for d in _documents(self._connection)}
        passages, versions, terms = [], [], []
        query = 'SELECT doc_id, number, start, "end", section, versions, terms FROM passages ORDER BY doc_id, number'
        for doc_id, number, start, end, section, its_versions, its_terms in self._connection.execute(query):
            where = documents[doc_id].sections[section]
            passages.append(Passage(f"{doc_id}:{number}", doc_id, Span(start, end), where))
            versions.append(tuple(json.loads(its_versions)))
            terms.append(tuple(json.loads(its_terms)))
        query = 'SELECT doc_id, passage, number, start, "end" FROM units ORDER BY doc_id, passage, number'
        units = [
            Unit(f"{doc_id}:{passage}:{number}", f"{doc_id}:{passage}", Span(start, end))
            for doc_id, passage, number, start, end in self._connection.execute(query)
        ]
        return Contents(self.stamp, documents, passages, versions, terms, units)

    @_decoding()
    def tokens(self) -> list[list[str]]:
        """Return the search tokens of each passage."""
        rows = self._connection.execute("SELECT tokens FROM passages ORDER BY doc_id, number")
        return [json.loads(tokens) for (tokens,) in rows]

    @_decoding()
    def vectors(self) -> NDArray[np.float32]:
        """Return the vectors (units, width)."""
        rows = self._connection.execute("SELECT vector FROM units ORDER BY doc_id, passage, number").fetchall()
        vectors = np.frombuffer(b"".join(vector for (vector,) in rows), dtype="<f4")
        return vectors.reshape(len(rows), -1) if rows else np.zeros((0, 0), "<f4")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _meta(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT key, value FROM meta"))


def _stamp(connection: sqlite3.Connection) -> str:
    meta = _meta(connection)
    return f"{meta['uuid']}:{meta['generation']}"


def _next_generation(connection: sqlite3.Connection) -> None:
    """Count on and take a new id, so that a restored backup never meets the caches of what it has lost."""
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'generation'")
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('uuid', ?)", (uuid.uuid4().hex,))


def _has(connection: sqlite3.Connection, doc_id: str) -> bool:
    return connection.execute("SELECT 1 FROM documents WHERE id = ?", (doc_id,)).fetchone() is not None


def _point(connection: sqlite3.Connection, source: str, doc_id: str) -> None:
    """Let ``source`` hold the document ``doc_id``, and let go of what it held."""
    before = connection.execute("SELECT doc_id FROM sources WHERE source = ?", (source,)).fetchone()
    connection.execute("INSERT OR REPLACE INTO sources VALUES (?, ?, ?)", (source, doc_id, _now()))
    if before:
        _release(connection, before[0])


def _release(connection: sqlite3.Connection, doc_id: str) -> None:
    """Delete a document that no source holds any more; else see that its source is one that does."""
    sources = [
        row[0] for row in connection.execute("SELECT source FROM sources WHERE doc_id = ? ORDER BY 1", (doc_id,))
    ]
    if sources:
        query = "UPDATE documents SET source = ?1 WHERE id = ?2 AND source NOT IN (SELECT source FROM sources WHERE doc_id = ?2)"
        connection.execute(query, (sources[0], doc_id))
    else:
        connection.execute("DELETE FROM documents WHERE id = ?", (doc_id,))


@_decoding()
def _documents(connection: sqlite3.Connection) -> list[Document]:
    return [_document(row) for row in connection.execute("SELECT * FROM documents ORDER BY added_at, source")]


def _insert(connection: sqlite3.Connection, record: DocumentRecord, now: str) -> None:
    d = record.document
    connection.execute(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            d.id,
            d.title,
            d.source,
            d.media_type,
            d.encoding,
            d.text,
            _dump_sections(d.sections),
            json.dumps(dict(d.meta), ensure_ascii=False),
            now,
        ),
    )
    _insert_passages(connection, record)


def _insert_passages(connection: sqlite3.Connection, record: DocumentRecord) -> None:
    d = record.document
    sections = {section: i for i, section in enumerate(d.sections)}
    connection.executemany(
        "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                d.id,
                n,
                p.passage.span.start,
                p.passage.span.end,
                sections[p.passage.section],
                json.dumps(p.tokens, ensure_ascii=False),
                json.dumps(p.versions),
                json.dumps(p.terms),
            )
            for n, p in enumerate(record.passages)
        ),
    )
    connection.executemany(
        "INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (
                *_unit_key(u.unit),
                u.unit.span.start,
                u.unit.span.end,
                u.digest,
                u.vector.astype("<f4").tobytes(),
            )
            for u in record.units
        ),
    )


def _unit_key(unit: Unit) -> tuple[str, int, int]:
    doc_id, passage, number = unit.id.rsplit(":", 2)
    return doc_id, int(passage), int(number)


def _dump_sections(sections: Sequence[Section]) -> str:
    rows = [
        [s.path, s.span.start, s.span.end, [s.heading.start, s.heading.end] if s.heading else None, s.page]
        for s in sections
    ]
    return json.dumps(rows, ensure_ascii=False)


def _document(row: tuple[str, ...]) -> Document:
    doc_id, title, source, media_type, encoding, text, sections, meta, _ = row
    loaded = tuple(
        Section(tuple(path), Span(start, end), Span(*heading) if heading else None, page)
        for path, start, end, heading, page in json.loads(sections)
    )
    return Document(doc_id, title, source, media_type, encoding, text, loaded, json.loads(meta))
