"""Killed at any moment, the store opens again and every document is wholly in or wholly out.

A helper process imports everything once and forks for each trial, so that a trial costs milliseconds. Some trials are
killed after a random time, others just before the n-th step that reaches the disk, for each n.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from corpus.errors import ModelMismatchError
from index.cache import _folder
from index.collection import Collection
from tests.fakes import HashEmbedder
from tests.index.conftest import doc, search

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="trials are forked")

ROOT = Path(__file__).parents[2]
FILES = 15


class MirroredEmbedder(HashEmbedder):
    """Another model: other vectors, another fingerprint."""

    def __init__(self) -> None:
        super().__init__("mirrored")

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.ascontiguousarray(super().encode_passages(texts)[:, ::-1])


def text_of(number: int, edition: int) -> str:
    return f"# 第 {number} 份\n\n1.{number} 版的說明，第 {edition} 次修訂。\n\n## 配额\n\n命名空间的配额是 {number + edition}。"


def ingest(store: Path, edition: int) -> None:
    collection = Collection(store, HashEmbedder())
    for number in range(FILES):
        collection.add(doc(f"{number}.md", text_of(number, edition)))


def rebuild(store: Path, edition: int) -> None:
    embedder = MirroredEmbedder() if edition % 2 else HashEmbedder()
    Collection(store, embedder, any_model=True).rebuild()


def snapshot(store: Path, edition: int) -> None:
    Collection(store, HashEmbedder()).snapshot()


JOBS: dict[str, Callable[[Path, int], None]] = {"ingest": ingest, "rebuild": rebuild, "snapshot": snapshot}
WRITING = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree", "sqlite3.connect"}


def die_before(step: int) -> None:
    """Arrange that this process kills itself before its ``step``-th SQL statement or change to a file."""
    left = step
    connect = sqlite3.connect

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def traced(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.set_trace_callback(count)
        return connection

    def audit(event: str, args: tuple[Any, ...]) -> None:
        if event in WRITING or (event == "open" and args[1] and "w" in str(args[1])):
            count()

    sqlite3.connect = traced  # type: ignore[assignment]
    sys.addaudithook(audit)


def serve() -> None:
    """Run the trials asked for on stdin, each in a fork; answer with how each ended."""
    import bm25s  # noqa: F401 - so that the forks need not
    import faiss  # noqa: F401

    HashEmbedder().encode_passages(["預熱"])
    doc("预热.md", text_of(0, 0))
    from corpus.segment import search_words
    from corpus.terms import default_terms

    search_words("预热")
    default_terms()
    for line in sys.stdin:
        job, store, edition, seconds, step = line.rstrip("\n").split("\t")
        child = os.fork()
        if child == 0:
            if int(step):
                die_before(int(step))
            JOBS[job](Path(store), int(edition))
            os._exit(0)
        if float(seconds):
            time.sleep(float(seconds))
            os.kill(child, signal.SIGKILL)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


class Trials:
    """Runs jobs in a process that may be killed."""

    def __init__(self, server: "subprocess.Popen[str]") -> None:
        self._server = server

    def run(self, job: str, store: Path, edition: int, *, seconds: float = 0, step: int = 0) -> bool:
        """Return whether the job was done, rather than killed after ``seconds`` or before ``step``."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        print(job, store, edition, seconds, step, sep="\t", file=self._server.stdin, flush=True)
        code = int(self._server.stdout.readline())
        assert code in (0, -signal.SIGKILL)
        return code == 0


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    command = [sys.executable, "-c", "from tests.index.test_durability import serve; serve()"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield Trials(server)
        server.communicate()


def opened(store: Path) -> Collection:
    """Open the store with whichever of the two models has built it."""
    try:
        return Collection(store, HashEmbedder())
    except ModelMismatchError:
        return Collection(store, MirroredEmbedder())


def check_whole(store: Path) -> dict[str, str]:
    """Hold every stored document against what indexing its text anew would give; return the texts by source."""
    collection = opened(store)
    assert collection.store.problems() == []
    with collection.store.reading() as generation:
        contents, tokens, vectors = generation.contents(), generation.tokens(), generation.vectors()
    rows = iter(zip(contents.passages, tokens, contents.versions, contents.terms, strict=True))
    vectors_left = iter(zip(contents.units, vectors, strict=True))
    for doc_id in sorted(contents.documents):
        document = contents.documents[doc_id]
        assert document == doc(document.source, document.text)
        expected = collection._record(document)
        for stored in expected.passages:
            assert next(rows) == (stored.passage, list(stored.tokens), stored.versions, stored.terms)
            assert stored.passage.span.cut(document.text)
        for unit in expected.units:
            stored_unit, vector = next(vectors_left)
            assert stored_unit == unit.unit
            assert (
                vector.tolist() == collection.embedder.encode_passages([_text(collection, document, unit)])[0].tolist()
            )
    assert list(rows) == list(vectors_left) == []
    return {s: contents.documents[entry.id].text for entry in collection.store.listing() for s in entry.sources}


def _text(collection: Collection, document: Any, unit: Any) -> str:
    from index.collection import embedded_text

    section = next(s for s in document.sections if s.span.contains(unit.unit.span))
    return embedded_text(document, section, unit.unit.span)


def held_texts(edition: int) -> dict[str, str]:
    return {f"{number}.md": text_of(number, edition) for number in range(FILES)}


def test_an_ingestion_killed_at_random_moments(trials: Trials, tmp_path: Path) -> None:
    """Each round brings a new edition of all files; the order they are read in tells how far it came."""
    rng = random.Random(20181)
    store = tmp_path / "知识库"
    assert trials.run("ingest", store, 0)
    before, killed = held_texts(0), 0
    for edition in range(1, 31):
        killed += not trials.run("ingest", store, edition, seconds=rng.uniform(0.001, 0.2))
        now, wanted = check_whole(store), held_texts(edition)
        came = sum(now[source] == wanted[source] for source in wanted)
        assert now == {s: (wanted if n < came else before)[s] for n, s in enumerate(wanted)}
        before = now
    assert killed >= 5  # or the disk is so fast that little was tried
    assert trials.run("ingest", store, 99)
    assert check_whole(store) == held_texts(99)


def test_a_first_ingestion_killed_at_each_step(trials: Trials, tmp_path: Path) -> None:
    """From the making of the store until the second document."""
    reached = set()
    for step in range(1, 76):
        store = tmp_path / str(step)
        assert not trials.run("ingest", store, 0, step=step)
        now = check_whole(store)
        assert now == dict(list(held_texts(0).items())[: len(now)])
        reached.add(len(now))
    assert {0, 1} <= reached
    assert trials.run("ingest", store, 0)
    assert check_whole(store) == held_texts(0)


def test_a_rebuild_killed_at_random_moments(trials: Trials, tmp_path: Path) -> None:
    """Whole with the one model or with the other."""
    rng = random.Random(20182)
    assert trials.run("ingest", tmp_path, 0)
    killed = 0
    for _ in range(10):
        other = 1 - isinstance(opened(tmp_path).embedder, MirroredEmbedder)
        killed += not trials.run("rebuild", tmp_path, other, seconds=rng.uniform(0.01, 0.15))
        assert check_whole(tmp_path) == held_texts(0)
    assert killed >= 1
    assert trials.run("rebuild", tmp_path, 1)
    assert isinstance(opened(tmp_path).embedder, MirroredEmbedder)
    assert check_whole(tmp_path) == held_texts(0)


def test_caching_killed_at_each_step(trials: Trials, tmp_path: Path) -> None:
    """The next search is right, caches in its turn, and clears away what was left half written."""
    collection = Collection(tmp_path, HashEmbedder())
    collection.add(doc("0.md", text_of(0, 0)))
    expected = search(collection.snapshot(), "命名空间的配额")
    good = tmp_path / "cache" / _folder(collection.store.stamp())
    step, done = 0, False
    while not done:
        step += 1
        for path in (good / "stamp.json", good / "dense.faiss"):
            path.unlink(missing_ok=True)  # damaged, so that it is written anew
        done = trials.run("snapshot", tmp_path, 0, step=step)
        assert search(Collection(tmp_path, HashEmbedder()).snapshot(), "命名空间的配额") == expected
        assert [p for p in (tmp_path / "cache").iterdir() if p.is_dir()] == [good]
    assert step > 15
