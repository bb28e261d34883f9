"""Markdown: headings, front matter, and what a reader of the page does not see."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from corpus.readers import read_bytes
from corpus.types import Document


def read(text: str) -> Document:
    return read_bytes(text.encode(), "说明.md")


def visible(text: str) -> str:
    document = read(text)
    return "".join("".join(s.span.cut(document.text) for s in document.sections).split())


def paths(text: str) -> list[tuple[str, ...]]:
    return [s.path for s in read(text).sections]


def test_headings_give_the_paths() -> None:
    text = "# 手册\n\n开头\n\n## 升级\n\n先备份\n\n### 检查\n\n看日志\n\n## 回滚\n\n撤回\n"
    assert read(text).title == "手册"
    assert paths(text) == [(), ("升级",), ("升级", "检查"), ("回滚",)]


def test_underlined_headings() -> None:
    text = "手冊\n====\n\n升級\n----\n\n先備份\n"
    assert read(text).title == "手冊"
    assert paths(text) == [("升級",)]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# 注释\n```\n\n正文",
        "~~~sh\n# 注释\n~~~\n\n正文",
        "    # 缩进的代码\n\n正文",
        "> # 引用的标题\n\n正文",
        "```\n# 没有结束的代码\n",
        "#没有空格\n",
        "<!--\n# 藏起来的标题\n-->\n正文",
    ],
)
def test_what_is_no_heading(text: str) -> None:
    assert {s.path for s in read(text).sections} == {()}
    assert read(text).title == "说明"


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("## **粗体** 与 `代码`", "粗体 与 代码"),
        ("## 升级 {#upgrade}", "升级"),
        ("## 升级 ##", "升级"),
        ("## [链接](http://示例.cn) 说明", "链接 说明"),
        ("## v1.12 \\* 说明", "v1.12 * 说明"),
    ],
)
def test_heading_text_is_what_a_reader_sees(heading: str, name: str) -> None:
    assert paths(f"# 手册\n\n{heading}\n\n正文\n") == [(name,)]


def test_heading_spans_cut_the_source() -> None:
    document = read("# 手册\r\n\r\n## 升级\r\n\r\n先备份\r\n")
    (section,) = document.sections
    assert section.heading is not None
    assert section.heading.cut(document.text) == "## 升级\r\n"


def test_front_matter_stays_as_written() -> None:
    document = read("---\ntitle: 发布说明\nversion: 1.10\ndate: 2018-09-27\n国家: no\nauthors: [甲, 乙]\n---\n\n正文\n")
    assert document.title == "发布说明"
    written = {k: v for k, v in document.meta.items() if k != "sha256"}
    assert written == {
        "title": "发布说明",
        "version": "1.10",
        "date": "2018-09-27",
        "国家": "no",
        "authors": "甲、乙",
    }
    assert visible(document.text) == "正文"


@pytest.mark.parametrize("front", ["- 甲\n- 乙", "甲: [", "甲", "", "!!python/object:os.system {}", "&a [*a]"])
def test_odd_front_matter_gives_no_metadata(front: str) -> None:
    document = read(f"---\n{front}\n---\n\n正文\n")
    assert document.meta.keys() == {"sha256"}
    assert document.text.endswith("正文\n")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("甲<!-- 藏 -->乙", "甲乙"),
        ("<!--\n藏\n\n藏\n-->\n看", "看"),
        ("看\n\n<!-- 没有结束\n\n藏", "看"),
        ("<!-- 藏 --><!-- 藏 -->看", "看"),
        ("用 `<!-- 例 -->` 写", "用`<!--例-->`写"),
        ("用 ``<!-- ` -->`` 写", "用``<!--`-->``写"),
        ("用 `<!--` 开始。<!-- 藏 -->看", "用`<!--`开始。看"),
        ("<!-- 一个ˋ和`符号 -->看 `<!--` 例", "看`<!--`例"),
        ("一个`孤单的符号\n\n`<!-- 例 -->` 看", "一个`孤单的符号`<!--例-->`看"),
        ("```\n<!-- 代码 -->\n```\n<!-- 藏 -->\n看", "```<!--代码-->```看"),
        ("    <!-- 代码 -->\n\n看", "<!--代码-->看"),
        ("- 项\n\n  ```\n  <!-- 代码 -->\n  ```\n", "-项```<!--代码-->```"),
        ("```\n<!-- 没有结束的代码", "```<!--没有结束的代码"),
        ("---\ntitle: a`b\n---\n看 `<!--` 例", "看`<!--`例"),
        ("{{< 占位 >}} 看", "看"),
    ],
)
def test_comments_are_not_visible(text: str, seen: str) -> None:
    assert visible(text) == seen


def test_a_heading_between_comments() -> None:
    text = "<!--\n## Upgrade\n-->\n## 升级\n\n<!-- Back up. -->\n先备份。\n"
    document = read(text)
    assert [(s.path, s.span.cut(text).strip()) for s in document.sections] == [(("升级",), "先备份。")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("odd", ["\u2028", "\x0b", "\x0c", "\x85", "\u2029"])
def test_line_ends_do_not_shift_what_follows(end: str, odd: str) -> None:
    text = end.join(["# 手册", "", f"前{odd}后", "", "## 升级", "", "先备份", ""])
    document = read(text)
    assert document.text == text
    assert [(s.path, s.span.cut(text).strip()) for s in document.sections] == [
        ((), f"前{odd}后"),
        (("升级",), "先备份"),
    ]


PIECES = [
    "# 题",
    "## 升级",
    "甲。",
    "<!--",
    "-->",
    "`",
    "``",
    "```",
    "~~~",
    "---",
    "===",
    "> ",
    "- ",
    "    ",
    "\n",
    "\n\n",
    "\r\n",
    "\u2028",
    "\x0c",
]


plain = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters="\ufffd"))


@given(st.one_of(plain, st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
@example("\n---\n---")
def test_sections_are_in_order_and_apart(text: str) -> None:
    text = f"题{text}"
    document = read(text)
    assert document.text == text
    at = 0
    for section in document.sections:
        assert at <= section.span.start < section.span.end <= len(document.text)
        assert section.span.cut(document.text).strip()
        at = section.span.end


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "`",
        "`a",
        "<!--",
        "<!-- a -->",
        "`<!--`",
        "#",
        "[",
        "*",
        "{#",
        " {#",
        "> ",
        "- 项\n",
        "# 题\n\n甲\n\n",
        "# 题\n\n<!-- x -->甲\n\n",
        "的",
        "\r",
        "|",
        "(",
        "![",
    ],
)
def test_long_texts_take_no_time(unit: str) -> None:
    read("# 题 " + unit * (30_000 // len(unit)))
    read("题\n\n" + unit * (30_000 // len(unit)))


def test_growing_runs_of_backticks_take_no_time() -> None:
    read("甲 " + " ".join("`" * n for n in range(1, 440)))


def test_shortcodes_are_not_visible_unless_they_carry_words_of_the_page() -> None:
    text = (
        "# 偏差\n\n"
        '{{< feature-state for_k8s_version="v1.19" state="beta" >}}\n'
        "当前为 {{< skew currentVersion >}}。\n"
        '由 {{< glossary_tooltip text="节点" term_id="node" >}} 运行。\n\n'
        "```\n{{< kept >}}\n```\n\n"
        '## {{% heading "next" %}}\n\n后文\n'
    )
    document = read_bytes(text.encode(), "甲.md")
    visible = "".join(s.span.cut(text) for s in document.sections)
    assert "v1.19" in visible
    assert 'text="节点"' in visible
    assert "{{< kept >}}" in visible
    assert "skew" not in visible
    assert "heading" not in visible
