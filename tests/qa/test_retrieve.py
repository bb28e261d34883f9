import pytest

from corpus.terms import default_terms
from corpus.versions import Version
from qa.question import analyse
from qa.retrieve import nearest_versions, retrieve
from tests.qa.conftest import MakeService

PRESENT = frozenset({Version((1, 8)), Version((1, 10)), Version((1, 12, 3)), Version((1, 20)), Version((3, 5))})


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [((1, 11), ["1.8", "1.10", "1.12"]), ((1, 19), ["1.10", "1.12", "1.20"]), ((3, 4), ["3.5"]), ((9, 1), [])],
)
def test_the_nearest_versions_are_of_the_same_major_release(asked: tuple[int, ...], nearest: list[str]) -> None:
    assert [str(v) for v in nearest_versions(Version(asked), PRESENT)] == nearest


@pytest.mark.parametrize(
    ("question", "mended"),
    [
        ("quokad 怎么配置？", [("quokad", "quokkad")]),
        ("qoukkad 怎么配置？", [("qoukkad", "quokkad")]),
        ("Quokkad 怎么配置？", []),
        ("zookeeper 怎么配置？", []),  # another name altogether
        ("v1.13 怎么配置？", []),  # a version is never mended
    ],
)
def test_misspelt_names_are_mended_from_the_collection(
    make_service: MakeService, question: str, mended: list[tuple[str, str]]
) -> None:
    service = make_service({"甲.md": "quokkad 通过 ConfigMap 配置，1.12 起支持双栈。"})
    found = retrieve(analyse(question, default_terms()), service.collection.snapshot(), service.embedder, 5)
    assert list(found.mended) == mended


@pytest.mark.parametrize(
    ("hans", "hant"),
    [
        ("双栈从哪个版本起支持 IPv6？", "雙棧從哪個版本起支持 IPv6？"),
        ("Quokkad 怎么配置？", "Quokkad 怎麼配置？"),
    ],
)
def test_one_question_in_two_scripts_finds_the_same(make_service: MakeService, hans: str, hant: str) -> None:
    service = make_service(
        {"甲.md": "quokkad 通过 ConfigMap 配置。\n\n1.12 起支持双栈。", "乙.md": "雙棧與 IPv6 的說明。"}
    )
    snapshot = service.collection.snapshot()
    one, other = (retrieve(analyse(q, default_terms()), snapshot, service.embedder, 5) for q in (hans, hant))
    assert one.vector.tolist() == other.vector.tolist()
    assert [(h.passage.id, h.score) for h in one.hits] == [(h.passage.id, h.score) for h in other.hits]
