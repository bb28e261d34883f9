"""Unmarked headings of plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.sections import find_headings, sections_of

BODY = "调度器先过滤掉资源不足的节点，再给剩下的逐一打分，最后选出分数最高的一个。"


def headings(text: str) -> list[str]:
    return [h.cut(text) for h in find_headings(text)]


def test_a_short_line_alone_heads_what_follows() -> None:
    assert headings(f"调度器\n\n{BODY}\n\n打分\n\n{BODY}\n") == ["调度器", "打分"]
    assert headings(f"排程器\n\n{BODY}\n\n評分\n\n{BODY}\n") == ["排程器", "評分"]


def test_a_short_line_over_a_long_one_is_a_heading() -> None:
    assert headings(f"{BODY}\n\n打分规则\n{BODY}\n") == ["打分规则"]


@pytest.mark.parametrize(
    "line",
    [
        "调度器先过滤。",
        "真是太好了！",
        "包括以下几项：",
        "首先，",
        "作者：王某",
        "来源: 某网站",
        "發布於：某日",
        "- 第一项",
        "• 第一项",
        "replicas = 3",
        "https://示例.cn/甲",
        "$ kubectl get pods",
        "```",
        "| 甲 | 乙 |",
        "12345",
        "———",
        "x",
        "这一行实在太长了，" * 6,
        "所以呢，该怎么办？",
        "It works.",
    ],
)
def test_what_is_no_heading(line: str) -> None:
    assert headings(f"{BODY}\n\n{line}\n{BODY}\n") == []


def test_items_of_a_list_are_no_headings() -> None:
    assert headings(f"{BODY}\n\n1. 甲项\n2. 乙项\n3. 丙项\n\n{BODY}") == []


def test_a_numbered_heading_stands_alone() -> None:
    assert headings(f"{BODY}\n\n2. 打分规则\n\n{BODY}") == ["2. 打分规则"]


def test_the_last_line_heads_nothing() -> None:
    assert headings(f"{BODY}\n\n完") == headings("只有一行") == headings("") == []


def test_sections_carry_their_headings() -> None:
    text = f"组件手册\n\n调度器\n\n{BODY}\n\n代理\n\n{BODY}\n"
    title, sections = sections_of(text)
    assert title == "组件手册"
    assert [s.span.cut(text).strip() for s in sections] == [BODY, BODY]
    assert [s.path[-1] for s in sections] == ["调度器", "代理"]
    assert all(s.heading is not None and s.heading.cut(text) == s.path[-1] for s in sections)


def test_text_without_headings_is_one_section() -> None:
    assert [s.path for s in sections_of(BODY)[1]] == [()]
    assert sections_of("") == (None, ())
    assert sections_of(" \n ") == (None, ())


LINES = ["标题", "1. 项目", "- 项", BODY, "", " ", "作者：某", "1.12 版本", "a\u2028b", "甲\x0b乙", "End.", "\r"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(LINES), max_size=20).map("\n".join)))
def test_every_character_is_in_one_section_or_heading(text: str) -> None:
    spans = sorted([s.span for s in sections_of(text)[1]] + find_headings(text))
    assert "".join("".join(s.cut(text).split()) for s in spans) == "".join(text.split())


@pytest.mark.parametrize(
    "unit", ["- 项\n", "标题\n\n", "\n", " ", "a", "，", "作者", "a = ", "标题\n\n正文在此，到此为止。\n\n", "。 \n"]
)
def test_long_texts_take_no_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert len(find_headings(text)) <= 25_000
    sections_of(text)


@pytest.mark.parametrize("command", ["kubectl -n kube-system logs -l app=dns", "kops validate cluster --wait 10m"])
def test_a_command_between_blank_lines_is_no_heading(command: str) -> None:
    text = f"排查\n\n先看日志：\n\n{command}\n\n再看事件，确认有没有报错。\n"
    assert [h.cut(text) for h in find_headings(text)] == ["排查"]
