"""The one truth on disk: a SQLite file with documents, passages, units, vectors and tokens.

Everything about a document is written in one transaction, together with the next generation number; so a killed
process loses at most the file that it was adding. The search caches carry the stamp of the generation they show. Sole home
of sqlite3, with index/rows.py.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from corpus.errors import ModelMismatchError, StoreBusyError, StoreError, StoreVersionError
from corpus.types import Document
from index.records import DocumentRecord, Listing
from index.rows import (
    SCHEMA,
    SCHEMA_VERSION,
    Generation,
    documents_of,
    has_document,
    insert,
    insert_passages,
    meta_of,
    near_identical,
    next_generation,
    point,
    release,
    stamp_of,
)

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
                next_generation(connection)

    def _create(self) -> None:
        if self.path.exists():
            return  # another process was quicker
        new = self.path.with_suffix(".new")
        try:
            new.unlink(missing_ok=True)
            with closing(sqlite3.connect(new)) as connection:
                connection.executescript("PRAGMA journal_mode = WAL;" + SCHEMA)
                values = {"schema": SCHEMA_VERSION, "fingerprint": self.fingerprint, "generation": "0"}
                connection.executemany("INSERT INTO meta VALUES (?, ?)", values.items())
                next_generation(connection)
                connection.commit()
            new.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            raise self._explain(error) from error

    def _check_format(self, connection: sqlite3.Connection) -> None:
        schema = meta_of(connection).get("schema")
        if schema != SCHEMA_VERSION:
            raise StoreVersionError(
                f"the store in {self.directory} is of format {schema}, this kaoju reads format {SCHEMA_VERSION}; "
                "ingest into a new one with --store DIR"
            )

    def _check_model(self, connection: sqlite3.Connection) -> None:
        """Checked in each transaction that meets vectors, since another process may have rebuilt the store."""
        built_with = meta_of(connection).get("fingerprint")
        if built_with != self.fingerprint:
            raise ModelMismatchError(
                f"the store in {self.directory} was built with [{built_with}], now [{self.fingerprint}] is asked for; "
                "give the same --model and --terms as then, or index it anew for these with: kaoju rebuild"
            )

    def stamp(self) -> str:
        """Return the identity of the present contents: no two generations, not even of a restored backup, share it."""
        with self._connection() as connection:
            return stamp_of(connection)

    def add(self, record: DocumentRecord) -> None:
        """Store a document under its source, in one transaction; whatever the source held before is replaced."""
        document = record.document
        with self._transaction() as connection:
            self._check_model(connection)
            if not has_document(connection, document.id):
                insert(connection, record)
            point(connection, document.source, document.id)

    def relink(self, source: str, doc_id: str) -> bool:
        """Let ``source`` hold a document that is already stored; False, and nothing changed, if it is not."""
        with self._transaction() as connection:
            known = has_document(connection, doc_id)
            if known:
                point(connection, source, doc_id)
            return known

    def reindex(self, records: Sequence[DocumentRecord]) -> None:
        """Replace the passages and units of every document, and the fingerprint, in one transaction.

        ``records`` must cover all documents, so stay inside ``writing`` from reading them until here.
        """
        with self._transaction() as connection:
            connection.execute("DELETE FROM passages")
            for record in records:
                insert_passages(connection, record)
            connection.execute("UPDATE meta SET value = ? WHERE key = 'fingerprint'", (self.fingerprint,))

    def remove(self, doc_ids: Sequence[str]) -> None:
        """Remove documents with all their sources, in one transaction."""
        with self._transaction() as connection:
            for doc_id in doc_ids:
                connection.execute("DELETE FROM sources WHERE doc_id = ?", (doc_id,))
                release(connection, doc_id)

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
            SELECT d.id, d.title,
                (SELECT json_group_array(source) FROM (SELECT source FROM sources s WHERE s.doc_id = d.id ORDER BY source)),
                d.encoding, length(d.text), d.pages,
                (SELECT count(*) FROM passages p WHERE p.doc_id = d.id),
                (SELECT count(*) FROM units u WHERE u.doc_id = d.id),
                d.added_at, (SELECT max(updated_at) FROM sources s WHERE s.doc_id = d.id)
            FROM documents d ORDER BY d.added_at, d.source"""
        with self._connection() as connection:
            rows = connection.execute(query).fetchall()
        return [Listing(doc_id, title, tuple(json.loads(sources)), *rest) for doc_id, title, sources, *rest in rows]

    def document_ids(self) -> set[str]:
        """Return the ids of all documents."""
        with self._connection() as connection:
            return {row[0] for row in connection.execute("SELECT id FROM documents")}

    def near_identical(self, doc_id: str) -> list[str]:
        """Return the ids of other documents that say nearly the same, sentence by sentence; the likest first."""
        with self._connection() as connection:
            return near_identical(connection, doc_id)

    def sources(self) -> list[str]:
        """Return all sources in order."""
        with self._connection() as connection:
            rows = connection.execute("SELECT source FROM sources ORDER BY source").fetchall()
        return [source for (source,) in rows]

    def forget(self, sources: Sequence[str]) -> None:
        """Drop ``sources``, in one transaction; a document that none is left of goes with the last."""
        with self._transaction() as connection:
            for source in sources:
                row = connection.execute("SELECT doc_id FROM sources WHERE source = ?", (source,)).fetchone()
                connection.execute("DELETE FROM sources WHERE source = ?", (source,))
                if row:
                    release(connection, row[0])

    def documents(self) -> list[Document]:
        """Return all documents in the order they were added, whatever model has indexed them."""
        with self._connection() as connection:
            return documents_of(connection)

    @contextmanager
    def reading(self) -> Iterator[Generation]:
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
