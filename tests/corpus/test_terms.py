"""Terms with their aliases, and the bundled table."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.normalize import fold_text
from corpus.terms import Term, TermTable, default_terms, load_terms

TABLE = TermTable(
    [
        Term("cluster", "concept", ("集群", "丛集")),
        Term("namespace", "resource", ("命名空间", "名称空间", "Namespace")),
        Term("runtime", "concept", ("容器运行时",)),
        Term("cri", "concept", ("容器运行时接口", "CRI")),
        Term("proxy", "component", ("kube-proxy", "Kube Proxy")),
        Term("server", "component", ("API 服务器", "kube-apiserver")),
        Term("dns", "component", ("DNS",)),
        Term("cm", "component", ("controller manager",)),
    ]
)


def found(text: str) -> set[str]:
    return TABLE.ids(fold_text(text))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("叢集裡的名稱空間", {"cluster", "namespace"}),
        ("集群中的命名空间", {"cluster", "namespace"}),
        ("容器运行时接口", {"cri"}),  # the longest name wins
        ("容器執行時與容器运行时", {"runtime"}),
        ("ＫＵＢＥ－ＰＲＯＸＹ", {"proxy"}),
        ("kube‑proxy", {"proxy"}),
        ("kube proxy", {"proxy"}),
        ("kubeproxy", {"proxy"}),
        ("my-kube-proxy", set()),
        ("kube-proxy-x", set()),
        ("kube-proxy- 甲", {"proxy"}),
        ("API 服务器", {"server"}),
        ("API服务器", {"server"}),
        ("ａｐｉ伺服器", set()),
        ("coredns", set()),
        ("dnsmasq", set()),
        ("core_dns", set()),
        ("用DNS解析", {"dns"}),
        ("(dns)", {"dns"}),
        ("controller-manager", {"cm"}),
        ("controllermanager", {"cm"}),
        ("", set()),
    ],
)
def test_terms_in_text(text: str, ids: set[str]) -> None:
    assert found(text) == ids


def test_mentions_tell_where_they_stand() -> None:
    folded = "看命名空间与cri"
    assert [(m.term.id, m.span.cut(folded)) for m in TABLE.find(folded)] == [("namespace", "命名空间"), ("cri", "cri")]


def test_an_empty_table_finds_nothing() -> None:
    assert TermTable([]).find("集群") == []


def test_the_fingerprint_tells_tables_apart() -> None:
    one, two = Term("a", "concept", ("甲",)), Term("b", "concept", ("乙",))
    assert TermTable([one, two]).fingerprint == TermTable([two, one]).fingerprint
    assert TermTable([one]).fingerprint != TermTable([one, two]).fingerprint


@given(
    st.lists(st.sampled_from(["集群", "容器运行时", "接口", "CRI", "dns", "-", " ", "kube-proxy", "甲"]), max_size=12)
)
def test_mentions_never_overlap(pieces: list[str]) -> None:
    folded = fold_text("".join(pieces))
    mentions = TABLE.find(folded)
    assert all(a.span.end <= b.span.start for a, b in pairwise(mentions))
    assert all(m.span.end <= len(folded) for m in mentions)


def test_the_bundled_table_is_sound() -> None:
    terms = default_terms().terms
    assert len(terms) >= 150
    assert len({t.id for t in terms}) == len(terms)
    assert {t.kind for t in terms} <= {"component", "resource", "concept", "stage", "org"}
    assert all(t.aliases and all(a.strip() for a in t.aliases) for t in terms)


def test_no_bundled_alias_names_two_things() -> None:
    owners: dict[str, set[str]] = {}
    for term in default_terms().terms:
        for alias in term.aliases:
            owners.setdefault("".join(fold_text(alias).split()), set()).add(term.id)
    assert {alias: ids for alias, ids in owners.items() if len(ids) > 1} == {}


def test_every_bundled_alias_finds_its_term() -> None:
    table = default_terms()
    lost = [(t.id, a) for t in table.terms for a in t.aliases if table.ids(fold_text(a)) != {t.id}]
    assert lost == []


@pytest.mark.parametrize(
    ("mainland", "taiwan"),
    [
        ("集群", "叢集"),
        ("命名空间", "名稱空間"),
        ("镜像", "映像檔"),
        ("容器运行时", "容器執行階段"),
        ("调度器", "排程器"),
    ],
)
def test_both_regions_name_the_same_thing(mainland: str, taiwan: str) -> None:
    table = default_terms()
    assert table.ids(fold_text(mainland)) & table.ids(fold_text(taiwan))


@pytest.mark.parametrize(
    "content",
    [
        b"[[term]\nid = 1",
        b"\xff\xfe\x00",
        "[[term]]\nid = '甲'\n".encode(),
        "[[term]]\naliases = ['甲']\n".encode(),
        "term = '甲'\n".encode(),
        b"term = 3\n",
        "[[term]]\nid = '甲'\naliases = 3\n".encode(),
        "[[term]]\nid = '甲'\naliases = '集群'\n".encode(),
        "[[term]]\nid = '甲'\naliases = [1]\n".encode(),
        "[[term]]\nid = '甲'\naliases = ['']\n".encode(),
        "[[term]]\nid = 7\naliases = ['甲']\n".encode(),
    ],
)
def test_a_bad_table_is_explained_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "terms.toml"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_terms(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_table_is_explained(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the term table"):
        load_terms(tmp_path / "没有.toml")


def test_a_table_may_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "terms.toml"
    path.write_text("", encoding="utf-8")
    assert load_terms(path) == ()


def test_long_texts_take_no_time() -> None:
    assert len(TABLE.find("集群" * 100_000)) == 100_000
    assert TABLE.find("dns" * 100_000) == []
