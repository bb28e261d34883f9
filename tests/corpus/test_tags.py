"""What a passage inherits from its headings and its document."""

import pytest

from corpus.normalize import fold_text
from corpus.readers import read_bytes
from corpus.tags import context_versions, heading_path, subject_versions, tags_of, term_tokens, versions_in
from corpus.terms import default_terms
from corpus.types import Document


def read(text: str, source: str = "说明.md") -> Document:
    return read_bytes(text.encode(), source)


def context(document: Document) -> list[list[str]]:
    return [[str(v) for v in context_versions(document, s)] for s in document.sections]


def test_a_headings_versions_override_the_titles() -> None:
    document = read("# 1.12 版本说明\n\n新增快照。\n\n## 1.13 版本预告\n\n移除旧接口。\n\n## 致谢\n\n谢谢。\n")
    assert context(document) == [["1.12"], ["1.13"], ["1.12"]]


def test_the_nearest_heading_speaks() -> None:
    document = read("# 说明\n\n## 1.10 版本\n\n### 1.10.3 版本\n\n修复。\n\n### 存储\n\n改进。\n")
    assert context(document) == [["1.10.3"], ["1.10"]]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("---\nversion: 1.10\n---\n新增快照。", "说明.md"),
        ("---\nversion: v1.10\n---\n新增快照。", "说明.md"),
        ("新增快照。", "发布说明-1.10.md"),
        ("新增快照。", "/文档/1.9/發行說明_v1.10.txt"),
        ("在 1.10 加了快照。1.10 改了调度。1.10.2 修了日志，胜过 1.9。", "说明.md"),
    ],
)
def test_a_document_without_headings_has_a_subject(text: str, source: str) -> None:
    assert context(read(text, source)) == [["1.10"]]


def test_a_version_named_now_and_then_is_not_the_subject() -> None:
    assert context(read("自 1.9 起，自 1.10 起，自 1.11 起。")) == [[]]
    assert context(read("自 1.9 起，到 1.9 止。")) == [[]]
    assert subject_versions("甲", "甲", "", "甲.txt", "无版本") == ()


def test_tags_gather_words_versions_and_terms() -> None:
    document = read("# 1.12 版本說明\n\n叢集的 kube-proxy 改用 1.10 的規則。\n")
    section = document.sections[0]
    tags = tags_of(document, section, section.span, default_terms())
    assert [str(v) for v in tags.versions] == ["1.10", "1.12"]
    assert {"kube-proxy", "cluster"} <= set(tags.terms)
    assert {"1.10", "1.12", "#kube-proxy", "#cluster"} <= set(tags.tokens)


def test_both_scripts_are_tagged_alike() -> None:
    hant, hans = (read(t) for t in ("# 叢集\n\n排程器選擇節點。", "# 集群\n\n调度器选择节点。"))
    one, two = (tags_of(d, d.sections[0], d.sections[0].span, default_terms()) for d in (hant, hans))
    assert set(one.terms) == set(two.terms) >= {"cluster"}


def test_headings_lead_from_the_title_down() -> None:
    document = read("# 手册\n\n## 升级\n\n### 备份\n\n先备份。\n")
    assert heading_path(document, document.sections[0]) == ("手册", "升级", "备份")


def test_term_tokens_are_no_words_of_a_text() -> None:
    assert term_tokens({"etcd", "cri"}) == ["#cri", "#etcd"]


def test_versions_keep_their_zeros() -> None:
    assert [str(v) for v in versions_in("從 v1.1 到 １.１０")] == ["1.1", "1.10"]
    assert fold_text("１.１０") == "1.10"
