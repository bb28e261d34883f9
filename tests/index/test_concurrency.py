"""Many ask while one writes: no search fails, and each sees one generation only."""

import threading
from pathlib import Path

from index.collection import Collection
from index.snapshot import Snapshot
from tests.fakes import HashEmbedder
from tests.index.conftest import doc, search

QUESTIONS = ["节点的标签", "1.12 的配額", "證書輪換", "第 3 份说明"]
ROUNDS = 150
STANDING = 10


def text_of(number: int) -> str:
    return f"# 第 {number} 份\n\n1.{number % 20} 版的说明：節點的標籤、命名空間的配額與证书的轮换。\n\n第 {number} 份说明到此为止。"


def check(snapshot: Snapshot, question: str) -> None:
    """Every hit points into a document of this snapshot, and says what that document says."""
    for hit in search(snapshot, question, k=20):
        document = snapshot.documents[hit.passage.doc_id]
        number = int(document.source.removesuffix(".md"))
        assert document.text == text_of(number)
        assert hit.passage in snapshot.passages
        assert hit.unit.passage_id == hit.passage.id
        assert hit.passage.span.contains(hit.unit.span)
        assert snapshot.text_of(hit.passage) in text_of(number)


def run_all(*targets: object) -> list[BaseException]:
    """Run each target in a thread of its own until all are done; return what they raised."""
    raised: list[BaseException] = []

    def guarded(target: object) -> None:
        try:
            target()  # type: ignore[operator]
        except BaseException as error:  # noqa: BLE001 - the test shows it
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(target,)) for target in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_four_search_while_one_adds_and_removes(collection: Collection) -> None:
    for number in range(STANDING):
        collection.add(doc(f"{number}.md", text_of(number)))
    done = threading.Event()
    searched = [0] * 4
    generations: set[str] = set()

    def ask(thread: int) -> None:
        while not done.is_set():
            snapshot = collection.snapshot()
            generations.add(snapshot.stamp)
            check(snapshot, QUESTIONS[searched[thread] % len(QUESTIONS)])
            standing = {f"{n}.md" for n in range(STANDING)}
            assert standing <= {d.source for d in snapshot.documents.values()}
            searched[thread] += 1

    def write() -> None:
        try:
            for number in range(STANDING, STANDING + ROUNDS):
                collection.add(doc(f"{number}.md", text_of(number)))
                if number % 3 == 0:
                    collection.remove([doc(f"{number}.md", text_of(number)).id])
        finally:
            done.set()

    assert run_all(write, *[lambda thread=t: ask(thread) for t in range(4)]) == []  # type: ignore[misc]
    assert min(searched) > 0
    assert len(generations) > 1
    final = {d.source for d in collection.snapshot().documents.values()}
    gone = {n for n in range(STANDING, STANDING + ROUNDS) if n % 3 == 0}
    assert final == {f"{n}.md" for n in range(STANDING + ROUNDS) if n not in gone}
    assert collection.store.problems() == []


def test_one_snapshot_serves_many_threads(collection: Collection) -> None:
    for number in range(STANDING):
        collection.add(doc(f"{number}.md", text_of(number)))
    snapshot = collection.snapshot()
    expected = [search(snapshot, question) for question in QUESTIONS]

    def ask() -> None:
        for _ in range(50):
            assert [search(snapshot, question) for question in QUESTIONS] == expected

    assert run_all(*[ask] * 4) == []


def test_threads_that_add_the_same_files_leave_one_of_each(collection: Collection) -> None:
    changes: list[str] = []

    def add_all() -> None:
        changes.extend(collection.add(doc(f"{number}.md", text_of(number))) for number in range(8))

    assert run_all(add_all, add_all, add_all) == []
    assert sorted(int(e.sources[0].removesuffix(".md")) for e in collection.store.listing()) == list(range(8))
    assert len(changes) == 24
    assert collection.store.problems() == []


def test_a_collection_sees_what_another_adds(tmp_path: Path) -> None:
    """The page is open while the command line ingests."""
    page, command_line = (Collection(tmp_path, HashEmbedder()) for _ in range(2))
    assert page.snapshot().passages == []
    command_line.add(doc("3.md", text_of(3)))
    check(page.snapshot(), "第 3 份说明")
    assert len(page.snapshot().documents) == 1
