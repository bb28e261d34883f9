"""The cache is only ever a shortcut: good, it is used; anything else is rebuilt with one line, to the same results."""

import json
import logging
import re
import shutil
from collections.abc import Callable
from math import log
from pathlib import Path

import faiss
import numpy as np
import pytest
from filelock import FileLock

import index
from index import cache
from index.cache import Indexes, load_or_build
from index.collection import Collection
from index.dense import DenseIndex
from index.lexical import LexicalIndex
from index.types import Hit
from tests.fakes import HashEmbedder
from tests.index.conftest import doc, search

TEXTS = {
    "快照.md": "# 存储快照\n\n卷快照在 1.20 版进入稳定阶段。",
    "驅逐.md": "# 驅逐\n\n記憶體不足時，節點代理會驅逐優先順序較低的 Pod。",
    "证书.md": "# 证书\n\n证书在到期前自动轮换，不需要重启。",
}


def build() -> Indexes:
    vectors = np.array([[1, 0], [0.6, 0.8]], np.float32)
    return Indexes(DenseIndex.build(vectors), LexicalIndex.build([["证书", "轮换"], ["节点"]]))


def must_not_build() -> Indexes:
    raise AssertionError("the cache is good")


def answers(indexes: Indexes) -> tuple[list[int], list[float]]:
    ids, _ = indexes.dense.search(np.array([0, 1], np.float32), 2)
    return ids.tolist(), indexes.lexical.scores(["证书"]).tolist()


@pytest.fixture
def messages(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """The lines that kaoju has logged since this was last asked."""
    caplog.set_level(logging.INFO, logger="kaoju")

    def take() -> list[str]:
        lines = [record.getMessage() for record in caplog.records if record.name == "kaoju"]
        caplog.clear()
        return lines

    return take


def test_what_is_cached_is_not_built_again(tmp_path: Path, messages: Callable[[], list[str]]) -> None:
    first = load_or_build(tmp_path / "測試員" / "知识库", "甲:1", build)
    assert [line.endswith("is built from the store") for line in messages()] == [True]
    again = load_or_build(tmp_path / "測試員" / "知识库", "甲:1", must_not_build)
    assert messages() == []
    assert answers(again) == answers(first) == ([1, 0], [pytest.approx(log(2) / 2.875), 0])


def test_an_empty_collection_is_cached_too(tmp_path: Path) -> None:
    def nothing() -> Indexes:
        return Indexes(DenseIndex.build(np.zeros((0, 0), np.float32)), LexicalIndex.build([]))

    load_or_build(tmp_path, "甲:1", nothing)
    again = load_or_build(tmp_path, "甲:1", must_not_build)
    assert (len(again.dense), len(again.lexical)) == (0, 0)


def removed(folder: Path) -> None:
    shutil.rmtree(folder)


def emptied(folder: Path) -> None:
    for path in files(folder):
        path.write_bytes(b"")


def hollow(folder: Path) -> None:
    for path in files(folder):
        path.unlink()


def halved(folder: Path) -> None:
    for path in files(folder):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def half_a_vector_file(folder: Path) -> None:
    path = folder / "dense.faiss"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flipped(folder: Path) -> None:
    """One bit: the length is right, and faiss would load it."""
    path = folder / "dense.faiss"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def without_vectors(folder: Path) -> None:
    (folder / "dense.faiss").unlink()


def without_words(folder: Path) -> None:
    shutil.rmtree(folder / "lexical")


def without_stamp(folder: Path) -> None:
    (folder / "stamp.json").unlink()


def foreign_stamp(folder: Path) -> None:
    change_stamp(folder, stamp="别处:1")


def other_format(folder: Path) -> None:
    change_stamp(folder, format="0")


def stamp_of_another_kind(folder: Path) -> None:
    (folder / "stamp.json").write_text("[]")


def change_stamp(folder: Path, **changed: str) -> None:
    path = folder / "stamp.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


DAMAGES = [
    removed,
    emptied,
    hollow,
    halved,
    half_a_vector_file,
    flipped,
    without_vectors,
    without_words,
    without_stamp,
    foreign_stamp,
    other_format,
    stamp_of_another_kind,
]


def found(collection: Collection) -> list[list[Hit]]:
    return [search(collection.snapshot(), question) for question in ("证书轮换", "1.20 的卷快照", "节点驱逐什么")]


@pytest.mark.parametrize("damage", DAMAGES)
def test_whatever_happens_to_it_the_search_stays(
    collection: Collection, messages: Callable[[], list[str]], damage: Callable[[Path], None]
) -> None:
    for source, text in TEXTS.items():
        collection.add(doc(source, text))
    expected = found(collection)
    directory = collection.store.directory
    [folder] = [p for p in (directory / "cache").iterdir() if p.is_dir()]
    messages()
    damage(folder)
    assert found(Collection(directory, HashEmbedder())) == expected
    [line] = messages()
    assert "\n" not in line
    assert "built from the store" in line
    assert found(Collection(directory, HashEmbedder())) == expected
    assert messages() == []  # it was mended on disk too


def test_a_stale_cache_gives_way(collection: Collection, messages: Callable[[], list[str]]) -> None:
    for source, text in TEXTS.items():
        collection.add(doc(source, text))
        messages()
        assert len(search(collection.snapshot(), "Pod 证书 快照")) == len(collection.store.listing())
        assert len(messages()) == 1
    assert [p.name for p in (collection.store.directory / "cache").iterdir() if p.is_dir()] == [
        collection.store.stamp().replace(":", "-")
    ]


def test_what_a_killed_process_left_is_cleared_with_the_next_generation(tmp_path: Path) -> None:
    half = tmp_path / "new"
    half.mkdir()
    (half / "dense.faiss").write_bytes(b"half")
    load_or_build(tmp_path, "甲:1", build)
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_dir()) == ["甲-1"]


def test_while_another_process_caches_this_one_keeps_out(tmp_path: Path, messages: Callable[[], list[str]]) -> None:
    busy = tmp_path / "new"
    busy.mkdir()
    with FileLock(tmp_path / "lock"):
        assert answers(load_or_build(tmp_path, "甲:1", build))[0] == [1, 0]
    assert busy.exists()
    assert len(messages()) == 1


def test_native_reading_and_writing_is_never_used(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """faiss opens paths in the system's code page, and then misses files that are there."""

    def in_memory_only(native: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            if any(isinstance(argument, str) for argument in arguments):
                raise RuntimeError("could not open 知识库 for reading: No such file or directory")
            return native(*arguments)

        return call

    for name in ("read_index", "write_index"):
        monkeypatch.setattr(faiss, name, in_memory_only(getattr(faiss, name)))
    collection.add(doc("证书.md", TEXTS["证书.md"]))
    assert found(Collection(collection.store.directory, HashEmbedder())) == found(collection)


@pytest.mark.parametrize("refused", ["read_bytes", "read_text"])
def test_a_file_that_cannot_be_opened_is_left_alone(
    tmp_path: Path, messages: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    load_or_build(tmp_path, "甲:1", build)
    before = {p: p.read_bytes() for p in files(tmp_path)}
    messages()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, refused, refuse)
        assert answers(load_or_build(tmp_path, "甲:1", build))[0] == [1, 0]
    [line] = messages()
    assert line.endswith("cannot be read (Permission denied); built in memory")
    assert {p: p.read_bytes() for p in files(tmp_path)} == before
    load_or_build(tmp_path, "甲:1", must_not_build)


def test_a_disk_that_takes_nothing_more_costs_only_the_cache(
    tmp_path: Path, messages: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "_write", full)
    assert answers(load_or_build(tmp_path, "甲:1", build))[0] == [1, 0]
    assert "No space left on device" in messages()[-1]
    assert [p for p in tmp_path.iterdir() if p.is_dir()] == []


def test_nothing_that_can_run_is_ever_loaded() -> None:
    package = Path(str(index.__file__)).parent
    code = {path.name: path.read_text(encoding="utf-8") for path in package.glob("*.py")}
    assert len(code) > 10
    for name, text in code.items():
        assert not re.search(r"^\s*(?:import|from)\s+(?:pickle|joblib|marshal|shelve|dill)\b", text, re.MULTILINE), name
        assert not re.search(r"allow_pickle\s*=\s*True|torch\.load", text), name


def test_no_cached_array_needs_pickle(tmp_path: Path) -> None:
    load_or_build(tmp_path, "甲:1", build)
    arrays = list(tmp_path.rglob("*.npy"))
    assert arrays
    for path in arrays:
        assert not np.load(path, allow_pickle=False).dtype.hasobject


def test_a_pickle_in_the_cache_is_not_run(tmp_path: Path) -> None:
    """Whoever can write there can also write the right checksum; still no code of theirs runs."""
    load_or_build(tmp_path, "甲:1", build)
    folder = tmp_path / "甲-1"
    array = next(folder.rglob("data*.npy"))
    np.save(array, np.array([print], dtype=object), allow_pickle=True)
    stamp = json.loads((folder / "stamp.json").read_text())
    (folder / "stamp.json").write_text(json.dumps({**stamp, "files": cache._checksums(folder)}))
    built: list[int] = []

    def rebuild() -> Indexes:
        built.append(1)
        return build()

    load_or_build(tmp_path, "甲:1", rebuild)
    assert built == [1]
