"""Line ends of a page: what they cut apart is put together, and nothing else."""

import pytest

from corpus.readers.joining import Wording, close_gaps, join_lines


def joined(*lines: str, document: tuple[str, ...] = ()) -> str:
    return join_lines(lines, Wording.of([*lines, *document]))


def test_names_numbers_and_words_come_together() -> None:
    lines = ("控 制 面 组 件 有 kube-", "scheduler 和 core", "dns，从 1.", "16 开始支", "持双栈。")
    assert joined(*lines) == "控制面组件有 kube-scheduler 和 coredns，从 1.16 开始支持双栈。"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("节 点", "节点"),
        ("節 點 組 件", "節點組件"),
        ("升 级 ， 请 先 备 份 。", "升级，请先备份。"),
        ("节点 Node 上", "节点 Node 上"),
        ("第一章 概 述", "第一章 概述"),
        ("附录 术语", "附录 术语"),
        ("a b c", "a b c"),
    ],
)
def test_blanks_between_han_go_in_odd_and_even_places(written: str, read: str) -> None:
    assert close_gaps(written) == read


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("节点加入", "集群。"), "节点加入集群。"),
        (("the node joins", "the cluster"), "the node joins the cluster"),
        (("节点（", "Node）"), "节点（Node）"),
        (("由 kube-", "proxy 转发"), "由 kube-proxy 转发"),
        (("由 my-", "agent 转发"), "由 my-agent 转发"),  # in Chinese no hyphen is added when a line is set
        (("the config-", "uration file"), "the configuration file"),
        (("soft\u00ad", "ware"), "software"),
        (("升级到 v1.", "20.3"), "升级到 v1.20.3"),
        (("升级到 1", ".20"), "升级到 1.20"),
        (("1.", "17 个节点"), "1. 17 个节点"),  # a list mark by itself
        (("见 https://example.org/", "guide 一节"), "见 https://example.org/guide 一节"),
        (("第一 ", "第二"), "第一第二"),
        (("core ", "dns 是名字"), "core dns 是名字"),  # the file itself has a blank there
    ],
)
def test_line_ends(lines: tuple[str, ...], text: str) -> None:
    assert joined(*lines) == text


def test_the_document_tells_whether_latin_stands_apart() -> None:
    assert joined("使用", "Pod", document=("一个 Pod 和 Node 的关系",)) == "使用 Pod"
    assert joined("使用", "Pod", document=("一个Pod和Node的关系",)) == "使用Pod"


def test_words_parted_elsewhere_stay_apart() -> None:
    assert joined("用 core", "dns 解析", document=("the core dns server",)) == "用 core dns 解析"


def test_a_compound_of_known_words_keeps_its_hyphen() -> None:
    assert joined("a read-", "only mode", document=("read it", "the only one")) == "a read-only mode"


def test_leaders_become_an_ellipsis() -> None:
    assert joined("升级 . . . . . . . . 12") == "升级… 12"
