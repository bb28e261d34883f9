"""The tables of the store, and how documents, passages and units become rows and are read back.

Together with index/store.py the sole home of sqlite3; whoever calls translates its errors.
"""

import json
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from corpus.similarity import NEAR_IDENTICAL, resemblance, sketch
from corpus.types import Document, Passage, Section, Span, Unit
from index.records import Contents, DocumentRecord

SCHEMA_VERSION = "2"
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, source TEXT NOT NULL, media_type TEXT NOT NULL, encoding TEXT NOT NULL,
    text TEXT NOT NULL, sections TEXT NOT NULL, meta TEXT NOT NULL, pages INTEGER, added_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sketches (
    hash INTEGER NOT NULL, doc_id TEXT NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    PRIMARY KEY (hash, doc_id)
) WITHOUT ROWID;
CREATE INDEX sketches_doc ON sketches(doc_id);
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
        return stamp_of(self._connection)

    @_decoding()
    def contents(self) -> Contents:
        """Return what a snapshot holds."""
        documents = {d.id: d for d in documents_of(self._connection)}
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


def meta_of(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what the store says of itself."""
    return dict(connection.execute("SELECT key, value FROM meta"))


def stamp_of(connection: sqlite3.Connection) -> str:
    """Return the identity of the present generation."""
    meta = meta_of(connection)
    return f"{meta['uuid']}:{meta['generation']}"


def next_generation(connection: sqlite3.Connection) -> None:
    """Count on and take a new id, so that a restored backup never meets the caches of what it has lost."""
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'generation'")
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('uuid', ?)", (uuid.uuid4().hex,))


def has_document(connection: sqlite3.Connection, doc_id: str) -> bool:
    """Tell whether a document is stored."""
    return connection.execute("SELECT 1 FROM documents WHERE id = ?", (doc_id,)).fetchone() is not None


def near_identical(connection: sqlite3.Connection, doc_id: str) -> list[str]:
    """Return the ids of the documents that have nearly all sentences in common with ``doc_id``, the likest first."""
    own = [row[0] for row in connection.execute("SELECT hash FROM sketches WHERE doc_id = ?", (doc_id,))]
    query = """
        SELECT DISTINCT o.doc_id FROM sketches s JOIN sketches o ON o.hash = s.hash
        WHERE s.doc_id = ?1 AND o.doc_id <> ?1"""
    found = []
    for (other,) in connection.execute(query, (doc_id,)).fetchall():
        theirs = [row[0] for row in connection.execute("SELECT hash FROM sketches WHERE doc_id = ?", (other,))]
        if (likeness := resemblance(own, theirs)) >= NEAR_IDENTICAL:
            found.append((-likeness, other))
    return [other for _, other in sorted(found)]


def point(connection: sqlite3.Connection, source: str, doc_id: str) -> None:
    """Let ``source`` hold the document ``doc_id``, and let go of what it held."""
    before = connection.execute("SELECT doc_id FROM sources WHERE source = ?", (source,)).fetchone()
    connection.execute("INSERT OR REPLACE INTO sources VALUES (?, ?, ?)", (source, doc_id, _now()))
    if before:
        release(connection, before[0])


def release(connection: sqlite3.Connection, doc_id: str) -> None:
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
def documents_of(connection: sqlite3.Connection) -> list[Document]:
    """Return all documents in the order they were added."""
    return [_document(row) for row in connection.execute("SELECT * FROM documents ORDER BY added_at, source")]


def insert(connection: sqlite3.Connection, record: DocumentRecord) -> None:
    """Store a document with its passages and units."""
    d = record.document
    connection.execute(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            d.id,
            d.title,
            d.source,
            d.media_type,
            d.encoding,
            d.text,
            _dump_sections(d.sections),
            json.dumps(dict(d.meta), ensure_ascii=False),
            max((section.page for section in d.sections if section.page), default=None),
            _now(),
        ),
    )
    connection.executemany("INSERT INTO sketches VALUES (?, ?)", [(h, d.id) for h in sketch(d.text)])
    insert_passages(connection, record)


def insert_passages(connection: sqlite3.Connection, record: DocumentRecord) -> None:
    """Store the passages and units of a document."""
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
        [s.path, s.span.start, s.span.end, [s.heading.start, s.heading.end] if s.heading else None, s.page, s.ocr]
        for s in sections
    ]
    return json.dumps(rows, ensure_ascii=False)


def _document(row: tuple[str, ...]) -> Document:
    doc_id, title, source, media_type, encoding, text, sections, meta, _, _ = row
    loaded = tuple(
        Section(tuple(path), Span(start, end), Span(*heading) if heading else None, page, ocr)
        for path, start, end, heading, page, ocr in json.loads(sections)
    )
    return Document(doc_id, title, source, media_type, encoding, text, loaded, json.loads(meta))
