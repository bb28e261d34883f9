"""The store refuses what it cannot use in one line, and never moves or deletes anything for it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from corpus.errors import StoreBusyError, StoreError, StoreVersionError
from corpus.types import Document, Passage, Section, Span, Unit
from index.collection import Collection
from index.records import DocumentRecord, StoredPassage, StoredUnit
from index.store import Store
from tests.fakes import HashEmbedder
from tests.index.conftest import CountingEmbedder, doc, search

ROOT = Path(__file__).parents[2]
TEXT = "節點選擇器在 1.12 進入穩定版。"


def record(text: str = TEXT, source: str = "甲.md") -> DocumentRecord:
    """A document of one passage and one unit, its vector (0.6, 0.8)."""
    span = Span(0, len(text))
    section = Section((), span)
    document = Document(f"id-{text[:2]}", "甲", source, "text/markdown", "utf-8", text, (section,), {"version": "1.12"})
    passage = Passage(f"{document.id}:0", document.id, span, section)
    unit = Unit(f"{passage.id}:0", passage.id, span)
    return DocumentRecord(
        document,
        [StoredPassage(passage, ("節點", "1.12"), ("1.12",), ("node",))],
        [StoredUnit(unit, "digest", np.array([0.6, 0.8], np.float32))],
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "庫", "模型一", lock_seconds=0)


def files(directory: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in directory.rglob("*") if p.is_file()}


def test_what_is_stored_comes_back(store: Store) -> None:
    added = record()
    store.add(added)
    with store.reading() as generation:
        contents = generation.contents()
        assert generation.tokens() == [["節點", "1.12"]]
        assert generation.vectors().tolist() == [[np.float32(0.6), np.float32(0.8)]]
    assert contents.documents == {"id-節點": added.document}
    assert contents.passages == [added.passages[0].passage]
    assert (contents.versions, contents.terms) == ([("1.12",)], [("node",)])
    assert contents.units == [added.units[0].unit]
    assert contents.stamp == store.stamp()


@pytest.mark.parametrize("name", ["测试员/知识库", "100% 的 庫", "问?答#1", "a&b=c;d"])
def test_any_folder_name_will_do(tmp_path: Path, name: str) -> None:
    Store(tmp_path / name, "模型一").add(record())
    assert len(Store(tmp_path / name, "模型一").listing()) == 1
    assert (tmp_path / name / "kaoju.sqlite3").is_file()


def test_an_empty_store_reads_as_nothing(store: Store) -> None:
    with store.reading() as generation:
        assert generation.contents().passages == generation.tokens() == []
        assert generation.vectors().shape == (0, 0)
    assert store.listing() == store.problems() == []


def test_a_document_that_fails_half_way_leaves_nothing(store: Store) -> None:
    store.add(record())
    before = store.stamp(), store.listing()
    good = record("另一份", "乙.md")
    twice = DocumentRecord(good.document, good.passages, [*good.units, *good.units])
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add(twice)
    assert (store.stamp(), store.listing()) == before
    assert store.problems() == []


def test_each_change_is_a_generation_of_its_own(store: Store) -> None:
    stamps = [store.stamp()]
    for change in (
        lambda: store.add(record()),
        lambda: store.relink("乙.md", "id-節點"),
        lambda: store.reindex([record()]),
        lambda: store.remove(["id-節點"]),
    ):
        change()
        stamps.append(store.stamp())
    assert len(set(stamps)) == 5
    assert store.relink("丙.md", "id-節點") is False
    assert store.stamp() == stamps[-1]


def test_a_restored_backup_shares_no_stamp_with_the_generation_it_lost(store: Store) -> None:
    """Else the caches of the lost generation would be taken for those of the next one."""
    backup = store.path.read_bytes()
    store.add(record())
    lost = store.stamp()
    store.path.write_bytes(backup)
    store.add(record("另一份", "乙.md"))
    assert store.stamp() != lost


def test_a_reader_keeps_its_generation_while_another_writes(store: Store) -> None:
    store.add(record())
    with store.reading() as generation:
        stamp = generation.stamp
        Store(store.directory, "模型一").remove(["id-節點"])
        assert (generation.stamp, len(generation.contents().passages), len(generation.tokens())) == (stamp, 1, 1)
    assert store.stamp() != stamp


def test_a_store_of_another_format_is_refused(store: Store) -> None:
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")
    connection.close()
    with pytest.raises(StoreVersionError, match=r"format 999.*--store"):
        Store(store.directory, "模型一")
    with pytest.raises(StoreVersionError):
        Store(store.directory, "模型一", any_model=True)


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def garbage(data: bytes) -> bytes:
    return "这不是数据库。".encode() * 1000


def emptied(data: bytes) -> bytes:
    return b""


def foreign(data: bytes) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE notes (text)")
    image = connection.serialize()
    connection.close()
    return image


@pytest.mark.parametrize("damage", [truncated, garbage, emptied, foreign])
def test_a_damaged_file_is_one_line_and_stays_where_it_is(collection: Collection, damage: object) -> None:
    for number in range(20):
        collection.add(doc(f"{number}.md", f"第 {number} 份说明。" * 50))
    store = collection.store
    store.path.write_bytes(damage(store.path.read_bytes()))  # type: ignore[operator]
    before = files(store.directory)
    with pytest.raises(StoreError) as caught:
        Collection(store.directory, HashEmbedder()).snapshot()
    message = str(caught.value)
    assert "\n" not in message
    assert str(store.path) in message
    assert "restore it from a backup or move it away" in message
    assert files(store.directory) == before


@pytest.mark.parametrize("column", ["sections", "meta"])
def test_a_row_that_does_not_decode_is_a_damaged_store(collection: Collection, column: str) -> None:
    collection.add(doc("甲.md", TEXT))
    with sqlite3.connect(collection.store.path) as connection:
        connection.execute(f"UPDATE documents SET {column} = '[['")
    connection.close()
    with pytest.raises(StoreError, match="cannot be used"):
        collection.snapshot()


def test_a_vanished_file_is_not_made_anew_behind_a_reader_s_back(store: Store) -> None:
    store.add(record())
    store.path.unlink()
    with pytest.raises(StoreError, match="unable to open"):
        store.listing()
    assert not store.path.exists()


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir])
def test_a_folder_that_is_none(tmp_path: Path, make: object) -> None:
    """The store's place is taken by a file; or the database's by a folder."""
    target = tmp_path / "库" if make is Path.touch else tmp_path / "库" / "kaoju.sqlite3"
    target.parent.mkdir(exist_ok=True)
    make(target)  # type: ignore[operator]
    with pytest.raises(StoreError, match="--store") as caught:
        Store(tmp_path / "库", "模型一")
    assert "\n" not in str(caught.value)


def test_a_full_disk_is_told_as_such(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add(record())
    connect = sqlite3.connect

    def small(*args: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)  # type: ignore[call-overload]
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the present size if that is more
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreError, match="disk is full; free some space"):
        store.add(record("长" * 100_000, "乙.md"))
    monkeypatch.undo()
    assert [e.sources for e in store.listing()] == [("甲.md",)]


def test_another_writer_is_waited_for_and_then_named(store: Store) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, filelock; lock = filelock.FileLock(sys.argv[1]); lock.acquire(); print(flush=True); sys.stdin.read()",
            str(store.directory / "writer.lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        for write in (lambda: store.add(record()), lambda: store.remove(["x"]), lambda: store.reindex([])):
            with pytest.raises(StoreBusyError, match="another process is writing"):
                write()
        assert store.listing() == []  # reading goes on
        holder.communicate(b"")
    store.add(record())
    assert len(store.listing()) == 1


def test_a_lock_inside_the_database_is_busy_too(store: Store) -> None:
    """A backup tool, say, that knows nothing of our lock file."""
    connection = sqlite3.connect(store.path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusyError):
        store.add(record())
    connection.close()


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that another user can reach, unlike pytest's own."""
    folder = Path(mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


ASKING = """
import os, pathlib, sys
from index.collection import Collection
from tests.fakes import HashEmbedder
from tests.index.conftest import doc, search

target, elsewhere = map(pathlib.Path, sys.argv[1:])
warm = Collection(elsewhere, HashEmbedder())  # loads all that a user without rights might not be able to
warm.add(doc("甲.md", "暖機。"))
search(warm.snapshot(), "暖機")
if os.geteuid() == 0:
    os.setuid(65534)
collection = Collection(target, HashEmbedder())
print(len(search(collection.snapshot(), "節點選擇器")), len(collection.store.listing()))
try:
    collection.add(doc("乙.md", "新的说明。"))
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
@pytest.mark.parametrize("cached", [True, False])
def test_a_read_only_store_can_be_asked(public_folder: Path, tmp_path: Path, cached: bool) -> None:
    collection = Collection(public_folder, HashEmbedder())
    collection.add(doc("甲.md", TEXT))
    if cached:
        collection.snapshot()
    for path in (*public_folder.rglob("*"), public_folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    command = [sys.executable, "-W", "ignore", "-c", ASKING, str(public_folder), str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found, refusal = ran.stdout.splitlines()
    assert found == "1 1"
    assert refusal.startswith("StoreError cannot open the store")
    assert ("cannot be cached" in ran.stderr) is not cached


def test_opening_reads_no_texts(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite is watched: nothing is asked of the documents before somebody wants them."""
    collection.add(doc("甲.md", TEXT))
    asked: list[str] = []
    connect = sqlite3.connect

    def watched(*args: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)  # type: ignore[call-overload]
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", watched)
    again = Collection(collection.store.directory, CountingEmbedder())
    again.store.stamp()
    assert asked
    assert not [query for query in asked if "documents" in query]
    assert len(search(again.snapshot(), "節點")) == 1
