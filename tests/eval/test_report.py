"""The report as text: what it says, in which words, and that nothing in it is markup unless it is the report's own."""

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from corpus.normalize import detect_script
from corpus.types import Section, Span
from eval.aggregation import FIGURES
from eval.comparison import compare
from eval.report import measures, words
from eval.report.context import context_of
from eval.report.html import html_report
from eval.report.labels import Label
from eval.report.markdown import markdown_report, plain
from eval.report.palette import PALETTE
from eval.report.types import Report, verdict_of
from tests.eval.oracles import EXAMPLES, document, empty, example, perfect
from tests.eval.report_runs import HARMFUL, MARKUP, QUESTIONS, records, run_of, shifted
from ui.style import PALETTE as PAGE_PALETTE


class _Page(HTMLParser):
    """The elements of a page with their attributes, and its text without that of style and script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.own: dict[str, str] = {}
        self.texts: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("style", "script"):
            self.own[self._inside] = data
        else:
            self.texts.append(data)

    def with_class(self, name: str) -> list[dict[str, str | None]]:
        return [attrs for _, attrs in self.elements if name in (attrs.get("class") or "").split()]


@pytest.fixture(scope="module")
def report() -> Report:
    return Report(run_of(records()))


@pytest.fixture(scope="module")
def page(report: Report) -> _Page:
    return _Page(html_report(report))


def _labels() -> Iterator[Label]:
    tables = (words.WORDS, words.VERDICTS, words.OUTCOMES, words.CHANGES, words.FACETS, words.SCRIPTS, words.KINDS,
              words.TAGS, measures.MEASURE_LABELS, measures.MEANINGS)  # fmt: skip
    for table in tables:
        yield from table.values()
    yield from (label for label, _ in measures.FAMILIES.values())


def test_every_figure_has_a_name_and_is_shown() -> None:
    assert set(measures.MEASURE_LABELS) == set(FIGURES)
    assert {name for _, names in measures.FAMILIES.values() for name in names} == set(FIGURES)
    assert set(measures.MEANINGS) <= set(FIGURES)


def test_all_words_are_in_their_script_and_take_the_same_values() -> None:
    for label in _labels():
        assert detect_script(label.hans) in (None, "hans"), label
        assert detect_script(label.hant) in (None, "hant"), label
        assert re.findall(r"{[^}]*}", label.hans) == re.findall(r"{[^}]*}", label.hant)


def test_the_colours_are_those_of_the_web_page_and_text_stands_out() -> None:
    assert {name: PALETTE[name] for name in PAGE_PALETTE} == {name: row[:2] for name, row in PAGE_PALETTE.items()}
    for theme in (0, 1):
        for text in ("ink", "faint", "cinnabar", "jade", "ochre"):
            for ground in ("paper", "sheet"):
                assert _contrast(PALETTE[text][theme], PALETTE[ground][theme]) >= 4.5, (text, ground, theme)
        assert _contrast(PALETTE["ink"][theme], PALETTE["wash"][theme]) >= 4.5


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
        return sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_what_became_of_each_question_is_counted(report: Report) -> None:
    assert report.verdicts == {"right": 4, "wrong": 1, "failed": 1, "unscored": 0}
    unjudged = example(id="g", answers=(), items=())
    assert verdict_of(run_of([empty(unjudged)], [unjudged]).scores[0]) == "unscored"
    assert report.script == "hans"
    assert Report(run_of([empty(QUESTIONS[5])], [QUESTIONS[5]])).script == "hant"


def test_figures_are_shown_overall_and_by_group_with_their_intervals(page: _Page) -> None:
    text = "\n".join(page.texts)
    accuracy = run_of(records()).figures.overall.figures["accuracy"]
    assert accuracy.interval is not None
    assert f"{accuracy.value:.3f}" == "0.667"  # four of six
    assert f"{accuracy.interval.low:.3f}–{accuracy.interval.high:.3f}" in text
    for heading in ("按问题类型", "按标签", "按提问文字", "按文档"):
        assert heading in page.texts
    groups = {(a["data-facet"], a["data-option"]) for tag, a in page.elements if tag == "a" and "data-option" in a}
    assert groups >= {("kind", "list"), ("tag", "cross-script"), ("script", "hant"), ("document", "元件.md")}
    assert len(page.with_class("question")) == len(QUESTIONS)
    assert len(page.with_class("dot")) == len({0.9})  # one confidence, so one point of the curve


def test_texts_are_text_wherever_they_stand(page: _Page) -> None:
    assert [tag for tag, _ in page.elements if tag in ("script", "img", "i", "s", "u")] == ["script"]
    assert "<b>题|库.jsonl" in page.texts
    assert page.texts.count(f"{MARKUP} 是哪一版移除的？") == 1
    assert f"ValueError: {MARKUP}" in page.texts
    assert {attrs["data-option"] for _, attrs in page.elements if "data-option" in attrs} >= {
        HARMFUL.kind,
        *HARMFUL.tags,
    }


def test_the_page_loads_nothing_and_allows_only_its_own_script_and_style(page: _Page) -> None:
    addresses = [v for _, attrs in page.elements for k, v in attrs.items() if k in ("href", "src", "srcset", "action")]
    assert addresses
    assert all(address and address.startswith("#") for address in addresses)
    assert "url(" not in page.own["style"]
    assert "@import" not in page.own["style"]
    (policy,) = [attrs["content"] for _, attrs in page.elements if "http-equiv" in attrs]
    assert policy is not None
    assert "default-src 'none'" in policy
    for element, text in page.own.items():
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in policy
    assert not [tag for tag, attrs in page.elements if "style" in attrs or any(k.startswith("on") for k in attrs)]


def test_quoted_words_are_marked_within_the_words_around_them(page: _Page) -> None:
    quote, after = "1.10 于 2018 年 3 月发布", "，默认启用了就绪检查。旧的转发方式在 1.11 移除。"
    assert (quote, after) in pairwise(page.texts)
    wrong = _Page(html_report(Report(run_of([shifted(perfect(EXAMPLES[0]))], EXAMPLES[:1]))))
    assert quote in wrong.texts
    assert after not in wrong.texts
    assert "与所标位置的原文不符" in wrong.texts
    assert "与所标位置的原文不符" not in page.texts


@given(st.text(alphabet="甲乙丙。\n ", max_size=40), st.integers(0, 40), st.integers(0, 8), st.integers(0, 12))
def test_the_words_around_a_quotation_are_those_of_its_section(text: str, start: int, size: int, reach: int) -> None:
    whole = f"别节。{text}别节。"
    begin = min(start, len(text))
    quote = Span(3 + begin, 3 + min(begin + size, len(text)))
    found = context_of(
        replace(document("文.md", whole), sections=(Section(("节",), Span(3, 3 + len(text))),)), quote, reach
    )
    before, after = found.before.removeprefix("…"), found.after.removesuffix("…")
    assert text[:begin].lstrip().endswith(before) or text[:begin].endswith(before)
    assert text[quote.end - 3 :].startswith(after)
    assert max(len(before), len(after)) <= reach


def test_a_source_with_half_a_character_in_its_name_is_written() -> None:
    record = perfect(EXAMPLES[0])
    assert record.answer is not None
    cited = [{**c, "source": "/库/\udce5.md"} for c in record.answer["citations"]]
    run = run_of([replace(record, answer={**record.answer, "citations": cited})], EXAMPLES[:1])
    assert "?.md" in html_report(Report(run)).encode().decode()


def test_the_answers_of_an_empty_collection_make_a_report() -> None:
    run = run_of([empty(e) for e in EXAMPLES], EXAMPLES)
    page = _Page(html_report(Report(run)))
    assert "没有可画的回答。" in page.texts
    assert markdown_report(Report(run)).count("wrongly") == 0


def _compared() -> Report:
    """One question is right now that was not, one is wrong that was right; the rest is as before."""
    old = [empty(QUESTIONS[0]), *records()[1:2], perfect(QUESTIONS[2]), *records()[3:]]
    new = run_of(records())
    return Report(new, compare(run_of(old).scores, new.scores), ["f1 is 0.5, wanted 0.8"])


def test_a_comparison_lists_what_changed_and_the_flips() -> None:
    report = _compared()
    page, text = _Page(html_report(report)), markdown_report(report)
    for said in ("现在对了（1）", "现在错了（1）", "f1 is 0.5, wanted 0.8"):
        assert said in page.texts
        assert said in text
    links = [
        attrs["href"] for tag, attrs in page.elements if tag == "a" and re.fullmatch(r"#q\d+", attrs["href"] or "")
    ]
    assert links == ["#q3", "#q1"]  # the worse first
    assert [q["data-change"] for q in page.with_class("question")] == ["0", "", "1", "", "", ""]
    (accuracy,) = [line for line in text.splitlines() if line.startswith("| 正确率 | 0.667 | 0.667 |")]
    assert accuracy == "| 正确率 | 0.667 | 0.667 | 0.000 | 1 | 1 | 6 | p = 1.000（可能出于偶然） McNemar 精确检验 |"


def test_without_a_change_or_a_common_question_a_comparison_says_so(report: Report) -> None:
    same = compare(report.evaluation.scores, report.evaluation.scores)
    for comparisons, said in ((same, "两次完全一样。"), ([], "两次没有共同的题。")):
        compared = Report(report.evaluation, comparisons)
        assert said in _Page(html_report(compared)).texts
        assert said in markdown_report(compared)
    assert "与上次相比" not in markdown_report(report)


def test_the_markdown_is_sound_and_its_only_tags_fold_tables() -> None:
    text = markdown_report(_compared())
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    html = "".join(t.content for t in tokens if t.type == "html_block")
    assert set(re.findall(r"</?(\w+)", html)) == {"details", "summary"}
    inline = [child for t in tokens if t.type == "inline" for child in t.children or ()]
    assert not [c for c in inline if c.type in ("html_inline", "image", "link_open")]
    assert "某人" in text
    assert "@某人" not in text
    header_cells = {line.count("|") - line.count("\\|") for line in text.splitlines() if line.startswith("| 指标 | 值")}
    assert header_cells == {5}
    rows = [line for line in text.splitlines() if "怪" in line and line.startswith("|")]
    assert len(rows) == 2  # the kind and the tag
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {len(re.findall(r"(?<!\\)\|", _head(text)))}


def _head(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("|  | 题数"))


@given(st.text())
def test_any_text_stays_within_its_cell(text: str) -> None:
    shown = plain(text)
    assert "\n" not in shown
    assert not re.search(r"(?<!\\)\|", shown)
    (table,) = [
        t for t in MarkdownIt().enable("table").parse(f"| a | b |\n|--|--|\n| x{shown}x | y |") if t.type == "tr_open"
    ][1:]
    assert table.map == [2, 3]


def test_the_markdown_can_be_had_in_traditional_script(report: Report) -> None:
    assert "| 正確率 | 0.667 |" in markdown_report(report, "hant")


def test_what_is_searched_is_there_in_both_scripts(page: _Page) -> None:
    found = {q["id"]: q["data-find"] or "" for q in page.with_class("question")}
    assert "还有几个模式" in found["q6"]
    assert "還有幾個模式" in found["q6"]
    assert "哪個版本" in found["q1"]  # asked in simplified script
    assert "就绪检查" not in found["q3"]
