"""The one truth on disk: a SQLite file with documents, passages, units, vectors and tokens. Sole home of sqlite3.

Everything about a document is written in one transaction, together with the next generation number; so a killed
process loses at most the file that it was adding. The search caches carry the stamp of the generation they show.
"""

import json
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
    """Everything in the store at one generation; ``vectors`` is (len(units), width)."""

    stamp: str
    documents: dict[str, Document]
    sources: dict[str, str]
    passages: list[StoredPassage]
    units: list[Unit]
    vectors: NDArray[np.float32]


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


class Store:
    """A store in ``directory``; many may read it while one process writes."""

    def __init__(self, directory: Path, fingerprint: str, *, any_model: bool = False) -> None:
        self.directory = directory
        self.path = directory / "kaoju.sqlite3"
        self.fingerprint = fingerprint
        self._lock = FileLock(directory / "writer.lock", timeout=30)
        try:
            directory.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                with self._writing():
                    self._create()
            self._check(any_model)
        except OSError as error:
            raise StoreError(
                f"cannot open the store in {directory}: {error.strerror or error}; choose another with --store"
            ) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except Timeout as error:
            raise StoreBusyError(
                f"another process is writing to {self.directory}; try again when it has finished"
            ) from error

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection inside one transaction: committed as a whole, or not at all."""
        connection: sqlite3.Connection | None = None
        try:
            connection = sqlite3.connect(self.path, timeout=30, isolation_level=None)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(
                f"the store {self.path} cannot be used: {error}; restore it from a backup or move it away and ingest again"
            ) from error
        finally:
            if connection is not None:
                connection.close()

    def _create(self) -> None:
        if self.path.exists():
            return
        new = self.path.with_suffix(".new")
        new.unlink(missing_ok=True)
        connection = sqlite3.connect(new)
        try:
            connection.executescript("PRAGMA journal_mode = WAL;" + _SCHEMA)
            values = {
                "schema": SCHEMA_VERSION,
                "fingerprint": self.fingerprint,
                "uuid": uuid.uuid4().hex,
                "generation": "0",
            }
            connection.executemany("INSERT INTO meta VALUES (?, ?)", values.items())
            connection.commit()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()
        new.replace(self.path)

    def _check(self, any_model: bool) -> None:
        with self._connection() as connection:
            meta = dict(connection.execute("SELECT key, value FROM meta"))
        if meta.get("schema") != SCHEMA_VERSION:
            raise StoreVersionError(
                f"the store in {self.directory} is of format {meta.get('schema')}, this kaoju reads format {SCHEMA_VERSION}; "
                "ingest into a new one with --store DIR"
            )
        if meta.get("fingerprint") != self.fingerprint and not any_model:
            raise ModelMismatchError(
                f"the store in {self.directory} was built with [{meta.get('fingerprint')}], now [{self.fingerprint}] is asked for; "
                "use the same --model, or run: kaoju rebuild"
            )

    def stamp(self) -> str:
        """Return the identity of the present contents: the store's own id and its generation."""
        with self._connection() as connection:
            return _stamp(connection)

    def add(self, record: DocumentRecord) -> None:
        """Store a document under its source, in one transaction; whatever the source held before is replaced."""
        document = record.document
        with self._writing(), self._connection() as connection:
            now = _now()
            if not connection.execute("SELECT 1 FROM documents WHERE id = ?", (document.id,)).fetchone():
                _insert(connection, record, now)
            connection.execute("INSERT OR REPLACE INTO sources VALUES (?, ?, ?)", (document.source, document.id, now))
            _drop_unreferenced(connection)
            _next_generation(connection)

    def reindex(self, records: Sequence[DocumentRecord]) -> None:
        """Replace the passages and units of every document, and the fingerprint, in one transaction."""
        with self._writing(), self._connection() as connection:
            connection.execute("DELETE FROM passages")
            for record in records:
                _insert_passages(connection, record)
            connection.execute("UPDATE meta SET value = ? WHERE key = 'fingerprint'", (self.fingerprint,))
            _next_generation(connection)

    def remove(self, doc_ids: Sequence[str]) -> None:
        """Remove documents with all their sources, in one transaction."""
        with self._writing(), self._connection() as connection:
            connection.executemany("DELETE FROM sources WHERE doc_id = ?", [(i,) for i in doc_ids])
            _drop_unreferenced(connection)
            _next_generation(connection)

    def document_of(self, source: str) -> str | None:
        """Return the id of the document that ``source`` holds now."""
        with self._connection() as connection:
            row = connection.execute("SELECT doc_id FROM sources WHERE source = ?", (source,)).fetchone()
        return str(row[0]) if row else None

    def has(self, doc_id: str) -> bool:
        """Tell whether the document is in the store."""
        with self._connection() as connection:
            return connection.execute("SELECT 1 FROM documents WHERE id = ?", (doc_id,)).fetchone() is not None

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

    def load(self) -> Contents:
        """Return everything at one generation."""
        with self._connection() as connection:
            documents = {
                row[0]: _document(row)
                for row in connection.execute("SELECT * FROM documents ORDER BY added_at, source")
            }
            sources = dict(connection.execute("SELECT source, doc_id FROM sources ORDER BY source"))
            passages = [
                _passage(row, documents) for row in connection.execute("SELECT * FROM passages ORDER BY doc_id, number")
            ]
            rows = connection.execute(
                'SELECT doc_id, passage, number, start, "end", vector FROM units ORDER BY doc_id, passage, number'
            ).fetchall()
            stamp = _stamp(connection)
        units = [Unit(f"{d}:{p}:{n}", f"{d}:{p}", Span(a, b)) for d, p, n, a, b, _ in rows]
        vectors = np.frombuffer(b"".join(row[5] for row in rows), dtype="<f4")
        return Contents(
            stamp,
            documents,
            sources,
            passages,
            units,
            vectors.reshape(len(rows), -1) if rows else np.zeros((0, 0), "<f4"),
        )

    def problems(self) -> list[str]:
        """Return what SQLite's own checks find wrong; empty when the store is sound."""
        with self._connection() as connection:
            rows = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
            return rows + [
                f"{row[0]} row {row[1]} lacks its {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")
            ]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _stamp(connection: sqlite3.Connection) -> str:
    meta = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('uuid', 'generation')"))
    return f"{meta['uuid']}:{meta['generation']}"


def _next_generation(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'generation'")


def _drop_unreferenced(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM documents WHERE id NOT IN (SELECT doc_id FROM sources)")


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


def _passage(row: tuple[str, int, int, int, int, str, str, str], documents: dict[str, Document]) -> StoredPassage:
    doc_id, number, start, end, section, tokens, versions, terms = row
    passage = Passage(f"{doc_id}:{number}", doc_id, Span(start, end), documents[doc_id].sections[section])
    return StoredPassage(passage, tuple(json.loads(tokens)), tuple(json.loads(versions)), tuple(json.loads(terms)))
