"""Where sentences end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.sentences import cut_long, sentences, width
from corpus.types import Span


def cut(text: str) -> list[str]:
    return [s.cut(text) for s in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("先备份。再升级！好了吗？好了", ["先备份。", "再升级！", "好了吗？", "好了"]),
        ("先備份。再升級！好了嗎？好了", ["先備份。", "再升級！", "好了嗎？", "好了"]),
        ("他说：“先备份。”然后升级。", ["他说：“先备份。”", "然后升级。"]),
        ("他說：「先備份。」然後升級。", ["他說：「先備份。」", "然後升級。"]),
        ("（见下文。）再看。", ["（见下文。）", "再看。"]),
        ("等等……再看。", ["等等……", "再看。"]),
        ("真的吗？！真的。", ["真的吗？！", "真的。"]),
        ("It works. Then it stops. Why?", ["It works.", "Then it stops.", "Why?"]),
        ("升级到 1.12. 然后重启", ["升级到 1.12. 然后重启"]),
        ("Use v1.12.3 or 1.13.0 now. Done.", ["Use v1.12.3 or 1.13.0 now.", "Done."]),
        ("参见 kube.io/docs 与 a.b.c。", ["参见 kube.io/docs 与 a.b.c。"]),
        ("甲；乙；\n丙", ["甲；乙；", "丙"]),
        ("- 甲项\n- 乙项\n- 丙项", ["- 甲项", "- 乙项", "- 丙项"]),
        ("1. 先备份\n2. 再升级", ["1. 先备份", "2. 再升级"]),
        ("| 甲 | 乙 |\n| 丙 | 丁 |", ["| 甲 | 乙 |", "| 丙 | 丁 |"]),
        ("**先备份。** 再升级。", ["**先备份。**", "再升级。"]),
        ("标题\n\n正文", ["标题", "正文"]),
        ("  前后有空白  \n", ["前后有空白"]),
        ("", []),
        (" \n\t\n", []),
        ("！！！", ["！！！"]),
    ],
)
def test_sentence_ends(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


def test_a_hard_wrapped_paragraph_is_joined() -> None:
    text = (
        "调度器在选择节点时先过滤掉资源不足的节点，再给剩下的节点逐\n"
        "一打分，分数最高的节点会被选中；如果有几个节点的分数一样，\n"
        "就随机选一个。\n\n下一段。"
    )
    assert cut(text) == [text[: text.index("下一段") - 2], "下一段。"]


def test_short_lines_are_not_joined() -> None:
    assert cut("调度器\n控制器\n代理") == ["调度器", "控制器", "代理"]


def test_a_span_bounds_the_search() -> None:
    text = "甲。乙。丙。"
    assert sentences(text, Span(2, 4)) == [Span(2, 4)]
    assert sentences(text, Span(2, 2)) == []


def test_odd_line_ends_do_not_shift_spans() -> None:
    text = "甲。\r\n乙\u2028丙\x0b丁\x0c戊\x85己\r庚。"
    assert cut(text) == ["甲。", "乙", "丙", "丁", "戊", "己", "庚。"]


@pytest.mark.parametrize(("text", "columns"), [("", 0), ("abc", 3), ("节点", 4), ("ＡＢ", 4), ("節點1.12", 8)])
def test_width_in_columns(text: str, columns: int) -> None:
    assert width(text) == columns


def test_a_long_sentence_is_cut_at_its_clauses() -> None:
    text = "先备份数据，再停止服务，然后升级，最后检查。"
    assert [p.cut(text) for p in cut_long(text, Span(0, len(text)), 12)] == [
        "先备份数据，再停止服务，",
        "然后升级，最后检查。",
    ]


def test_a_clause_without_end_is_cut_anywhere() -> None:
    assert cut_long("的" * 25, Span(0, 25), 10) == [Span(0, 10), Span(10, 20), Span(20, 25)]


PIECES = [
    "节点",
    "启动。",
    "“好！”",
    "……",
    "1.12.",
    " ",
    "\n",
    "\n\n",
    "- 项",
    "It ends. ",
    "；",
    "，",
    "\u2028",
    "\r\n",
    "调度器先过滤再打分" * 4,
]
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))


def solid(text: str, spans: list[Span]) -> str:
    return "".join("".join(s.cut(text).split()) for s in spans)


@given(texts)
def test_sentences_hold_every_character_once_and_in_order(text: str) -> None:
    found = sentences(text)
    assert solid(text, found) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(s.cut(text) == s.cut(text).strip() != "" for s in found)


@given(texts, st.integers(2, 60))
def test_pieces_hold_every_character_and_keep_the_limit(text: str, limit: int) -> None:
    pieces = cut_long(text, Span(0, len(text)), limit)
    assert solid(text, pieces) == "".join(text.split())
    assert all(0 < len(p) <= limit for p in pieces)


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1",
        ".",
        "1.",
        " ",
        "\n",
        "”",
        '"',
        "。”",
        "！",
        "…",
        "`",
        "*",
        "- 项\n",
        " \n",
        "。 ",
        "! ",
        "a. ",
        "；",
        "的",
    ],
)
def test_long_texts_take_no_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert solid(text, sentences(text)) == "".join(text.split())
