"""A document is its content; a source holds one document; a rebuild keeps what it can."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.errors import ModelMismatchError, StoreBusyError, UnreadableFileError
from corpus.split import SplitSettings
from corpus.terms import Term, TermTable
from index.collection import Collection, CollectionSettings
from index.store import Store
from tests.fakes import HashEmbedder
from tests.index.conftest import CountingEmbedder, doc, search, sources

LEASES = "租约到期后，键会被自动删除。"
QUOTA = "命名空間的配額由管理員設定。"


def held(collection: Collection) -> dict[str, list[str]]:
    """Text by text, the sources that hold it."""
    documents = collection.snapshot().documents
    return {documents[entry.id].text: list(entry.sources) for entry in collection.store.listing()}


def test_the_same_file_again_changes_nothing(collection: Collection, embedder: CountingEmbedder) -> None:
    assert collection.add(doc("手册/租约.md", LEASES)) == "added"
    before, snapshot, embedded = collection.store.stamp(), collection.snapshot(), len(embedder.embedded)
    assert collection.add(doc("手册/租约.md", LEASES)) == "unchanged"
    assert collection.store.stamp() == before
    assert collection.snapshot() is snapshot
    assert len(embedder.embedded) == embedded


def test_the_same_content_under_two_names_is_one_document(collection: Collection, embedder: CountingEmbedder) -> None:
    first, second = doc("租约.md", LEASES), doc("备份/租约.md", LEASES)
    assert first.id == second.id
    assert (collection.add(first), collection.add(second)) == ("added", "same content")
    assert held(collection) == {LEASES: ["备份/租约.md", "租约.md"]}
    assert len(embedder.embedded) == 1


def test_a_changed_file_replaces_its_older_self(collection: Collection) -> None:
    collection.add(doc("租约.md", LEASES))
    assert collection.add(doc("租约.md", "租约默认六十秒。")) == "updated"
    assert held(collection) == {"租约默认六十秒。": ["租约.md"]}
    snapshot = collection.snapshot()
    assert [snapshot.text_of(h.passage) for h in search(snapshot, "租约")] == ["租约默认六十秒。"]


def test_a_file_may_go_back_to_what_it_was(collection: Collection) -> None:
    for text in (LEASES, QUOTA, LEASES):
        collection.add(doc("来回.md", text))
    assert held(collection) == {LEASES: ["来回.md"]}


@pytest.mark.parametrize("changed", ["甲.md", "乙.md"])
def test_when_one_of_two_sources_changes_the_other_keeps_the_document(collection: Collection, changed: str) -> None:
    """And the document is cited from the source that still holds it, whichever of them came first."""
    collection.add(doc("甲.md", LEASES))
    collection.add(doc("乙.md", LEASES))
    assert collection.add(doc(changed, QUOTA)) == "updated"
    [kept] = {"甲.md", "乙.md"} - {changed}
    assert held(collection) == {LEASES: [kept], QUOTA: [changed]}
    assert {d.text: d.source for d in collection.snapshot().documents.values()} == {LEASES: kept, QUOTA: changed}


def test_removing_takes_a_document_with_all_its_sources(collection: Collection) -> None:
    for source, text in (("甲.md", LEASES), ("乙.md", LEASES), ("丙.md", QUOTA)):
        collection.add(doc(source, text))
    collection.remove([doc("甲.md", LEASES).id])
    assert held(collection) == {QUOTA: ["丙.md"]}
    assert collection.store.problems() == []


def test_removing_nothing_makes_no_new_generation(collection: Collection) -> None:
    collection.add(doc("甲.md", LEASES))
    before = collection.store.stamp()
    collection.remove([])
    collection.remove(["没有这个"])
    assert collection.store.stamp() == before


def test_listing_counts_characters_passages_and_units(collection: Collection) -> None:
    text = "# 配額\n\n" + QUOTA + "\n"
    collection.add(doc("乙.md", text))
    collection.add(doc("甲.txt", LEASES))
    first, second = collection.store.listing()  # in the order they were added
    assert (first.title, first.sources, first.encoding, first.characters) == ("配額", ("乙.md",), "utf-8", len(text))
    assert (second.title, second.passages, second.units) == ("甲", 1, 1)
    assert first.added_at < second.added_at


def test_a_name_that_is_no_unicode_is_that_file_s_failure(collection: Collection) -> None:
    """Linux gives names of other encodings as lone surrogates, which SQLite refuses."""
    source = "目录/" + "说明.md".encode("gbk").decode("utf-8", "surrogateescape")
    with pytest.raises(UnreadableFileError, match="rename the file") as caught:
        collection.add(doc(source, LEASES))
    assert str(caught.value).isascii()
    assert collection.store.listing() == []


def test_a_document_removed_meanwhile_is_added_whole(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between finding out that a document is known and naming its new source, another process may have removed it."""
    collection.add(doc("甲.md", LEASES))
    look = collection.store.document_of

    def look_then_lose(source: str) -> str | None:
        found = look(source)
        Store(collection.store.directory, collection.store.fingerprint).remove([doc("甲.md", LEASES).id])
        return found

    monkeypatch.setattr(collection.store, "document_of", look_then_lose)
    assert collection.add(doc("乙.md", LEASES)) == "added"
    assert [(e.sources, e.passages, e.units) for e in collection.store.listing()] == [(("乙.md",), 1, 1)]


def test_other_settings_are_refused_and_the_rebuild_is_offered(tmp_path: Path) -> None:
    Collection(tmp_path, HashEmbedder()).add(doc("甲.md", LEASES))
    short = CollectionSettings(SplitSettings(passage_limit=50))
    for make in (
        lambda: Collection(tmp_path, HashEmbedder("another")),
        lambda: Collection(tmp_path, HashEmbedder(), settings=short),
        lambda: Collection(tmp_path, HashEmbedder(), TermTable([Term("lease", "concept", ("租约",))])),
    ):
        with pytest.raises(ModelMismatchError, match="kaoju rebuild"):
            make()
    assert len(Collection(tmp_path, HashEmbedder()).snapshot().documents) == 1


def test_a_rebuild_with_new_terms_embeds_nothing_again(tmp_path: Path) -> None:
    Collection(tmp_path, HashEmbedder()).add(doc("甲.md", LEASES))
    embedder = CountingEmbedder()
    terms = TermTable([Term("lease", "concept", ("租约",))])
    rebuilt = Collection(tmp_path, embedder, terms, any_model=True)
    seen: list[str] = []
    assert rebuilt.rebuild(seen.append) == 1
    assert (seen, embedder.embedded) == (["甲.md"], [])
    assert rebuilt.snapshot().has_word("#lease")
    assert Collection(tmp_path, HashEmbedder(), terms).snapshot().has_word("#lease")


def test_a_rebuild_with_another_model_embeds_each_text_once(tmp_path: Path) -> None:
    collection = Collection(tmp_path, HashEmbedder())
    collection.add(doc("甲.md", LEASES))
    collection.add(doc("乙.md", QUOTA))
    embedder = CountingEmbedder("another")
    Collection(tmp_path, embedder, any_model=True).rebuild()
    assert sorted(text.split("\n")[1] for text in embedder.embedded) == sorted([LEASES, QUOTA])
    with pytest.raises(ModelMismatchError):
        Collection(tmp_path, HashEmbedder())


def test_a_failing_rebuild_leaves_all_as_it_was(tmp_path: Path) -> None:
    collection = Collection(tmp_path, HashEmbedder())
    collection.add(doc("甲.md", LEASES))
    before = collection.store.stamp()

    class BrokenEmbedder(HashEmbedder):
        def encode_passages(self, texts: object) -> None:  # type: ignore[override]
            raise RuntimeError("out of memory")

    with pytest.raises(RuntimeError):
        Collection(tmp_path, BrokenEmbedder("another"), any_model=True).rebuild()
    assert Collection(tmp_path, HashEmbedder()).store.stamp() == before
    assert len(search(collection.snapshot(), "租约")) == 1


def test_a_process_that_slept_through_a_rebuild_mixes_no_vectors(tmp_path: Path) -> None:
    """It opened the store before, so it is refused when it adds or searches next."""
    early = Collection(tmp_path, HashEmbedder())
    early.add(doc("甲.md", LEASES))
    Collection(tmp_path, HashEmbedder("another"), any_model=True).rebuild()
    with pytest.raises(ModelMismatchError):
        early.add(doc("乙.md", QUOTA))
    with pytest.raises(ModelMismatchError):
        early.snapshot()


def test_nothing_is_added_while_a_rebuild_runs(tmp_path: Path) -> None:
    collection = Collection(tmp_path, HashEmbedder())
    collection.add(doc("甲.md", LEASES))
    other = Store(tmp_path, collection.store.fingerprint, lock_seconds=0)

    def write_meanwhile(_: str) -> None:
        with pytest.raises(StoreBusyError):
            other.remove([doc("甲.md", LEASES).id])

    assert collection.rebuild(write_meanwhile) == 1
    assert [e.passages for e in collection.store.listing()] == [1]


FILES = st.sampled_from(["甲.md", "乙.md", "丙.md"])
TEXTS = st.sampled_from([LEASES, QUOTA, "调度器挑选节点。"])
ADDING = st.tuples(st.just("add"), FILES, TEXTS)
REMOVING = st.tuples(st.just("remove"), FILES, TEXTS)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(ADDING, ADDING, REMOVING), max_size=8))
def test_the_store_is_the_map_from_source_to_text(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, str]]
) -> None:
    """Whatever is added and removed, a plain dict tells what the collection holds."""
    collection = Collection(tmp_path_factory.mktemp("库"), HashEmbedder())
    expected: dict[str, str] = {}
    for step, source, text in steps:
        if step == "add":
            collection.add(doc(source, text))
            expected[source] = text
        else:
            collection.remove([doc(source, text).id])
            expected = {s: t for s, t in expected.items() if t != text}
    snapshot = collection.snapshot()
    assert {s: snapshot.documents[e.id].text for e in collection.store.listing() for s in e.sources} == expected
    assert len(snapshot.passages) == len(set(expected.values()))
    assert all(d.source in expected for d in snapshot.documents.values())
    assert set(sources(snapshot, search(snapshot, "租约配额节点"))) <= set(expected)
    assert collection.store.problems() == []


def test_documents_are_embedded_together_and_only_once(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    collection = Collection(tmp_path, embedder)
    documents = [doc(f"/{n}.txt", f"第 {n} 篇说明了第 {n} 件事。") for n in range(5)]
    assert collection.missing(documents) == documents
    collection.embed_ahead(documents)
    assert len(embedder.embedded) == 5
    assert [collection.add(d) for d in documents] == ["added"] * 5
    assert len(embedder.embedded) == 5
    assert collection.missing(documents) == []
