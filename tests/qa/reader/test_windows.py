from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.normalize import fold_text
from corpus.types import Document, Section, Span
from qa.reader.windows import around, heading_of, window, windows_over

SENTENCES = [Span(0, 10), Span(10, 20), Span(20, 30), Span(30, 40), Span(40, 50)]
PIECES = st.sampled_from(
    [
        *"的版本１．８，、。！\n ",
        "叢集預設",
        "集群默认",
        "ＣｏｒｅＤＮＳ",
        "kube-proxy ",
        "v1.13 ",
        "㍿",
        "㎏",
        "「引」",
        "……",
        "臺",
    ]
)
TEXTS = st.lists(PIECES, max_size=200).map("".join)


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (5, Span(20, 30)),  # the sentence itself is always there
        (20, Span(10, 30)),  # what stands before comes first
        (30, Span(10, 40)),
        (40, Span(0, 40)),
        (500, Span(0, 50)),
    ],
)
def test_neighbours_come_in_by_turns_within_the_budget(budget: int, expected: Span) -> None:
    assert around(SENTENCES, 2, budget) == expected


def test_a_long_neighbour_does_not_keep_out_the_other() -> None:
    assert around([Span(0, 90), Span(90, 100), Span(100, 110)], 1, 30) == Span(90, 110)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.data(), st.integers(1, 300))
def test_a_stretch_is_the_longest_run_within_the_budget(lengths: list[int], data: st.DataObject, budget: int) -> None:
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    places = [Span(start, start + length) for start, length in zip(starts, lengths, strict=True)]
    at = data.draw(st.integers(0, len(places) - 1))
    found = around(places, at, budget)
    assert found.contains(places[at])
    assert len(found) <= max(budget, len(places[at]))
    neighbours = [p for p in places if found.start in (p.end,) or found.end in (p.start,)]
    assert all(len(found) + len(p) > budget for p in neighbours)


def test_each_window_opens_with_the_last_sentence_of_the_one_before() -> None:
    text = "甲在先。乙居中。丙在后。丁收尾。"
    assert [w.span.cut(text) for w in windows_over(text, size=8)] == [
        "甲在先。乙居中。",
        "乙居中。丙在后。",
        "丙在后。丁收尾。",
    ]
    assert [w.span.cut(text) for w in windows_over(text, size=4)] == ["甲在先。", "乙居中。", "丙在后。", "丁收尾。"]
    assert windows_over(" \n ") == []


@given(TEXTS, st.integers(20, 240))
def test_windows_cover_every_visible_character(text: str, size: int) -> None:
    windows = windows_over(text, "标题", size)
    covered = {i for w in windows for i in range(w.span.start, w.span.end)}
    assert all(i in covered for i, char in enumerate(text) if not char.isspace())
    assert all(0 < len(w.span) <= size for w in windows)
    assert all(a.span.start < b.span.start and a.span.end < b.span.end for a, b in pairwise(windows))


@given(TEXTS)
def test_every_character_read_leads_back_to_the_one_it_came_from(text: str) -> None:
    for w in windows_over(text, "手册 概述"):
        assert w.text.startswith("手册 概述\n")
        assert w.to_source(Span(w.head, len(w.text))) == w.span
        for at in range(w.head, len(w.text)):
            source = w.to_source(Span(at, at + 1))
            assert w.span.contains(source)
            assert w.text[at] in fold_text(source.cut(text))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("CoreDNS 從 1.13 起成為叢集預設的 DNS 伺服器。", "叢集預設的 DNS 伺服器"),
        ("ＣｏｒｅＤＮＳ　從　１．１３　起成為預設。", "１．１３"),
        ("重量不超过 3㎏，由㍿甲制造。", "㍿甲"),  # one character of the source becomes two and four
        ("版本﹣號為 v１．８，發行於 ２０１７ 年。", "v１．８"),
        ("零宽\u200b字符之后是 kube\u200b-proxy。", "kube\u200b-proxy"),
    ],
)
@pytest.mark.parametrize("heading", ["", "发布说明 1.13"])
@pytest.mark.parametrize("before", ["", "上一句不读。"])
def test_words_are_found_again_in_either_script_and_width(text: str, answer: str, heading: str, before: str) -> None:
    source = before + text
    w = window(source, Span(len(before), len(source)), heading)
    at = w.text.index(fold_text(answer), w.head)
    assert w.to_source(Span(at, at + len(fold_text(answer)))).cut(source) == answer


def _document(title: str) -> Document:
    return Document("d", title, "甲.md", "text/markdown", "utf-8", "", ())


@pytest.mark.parametrize(
    ("title", "path", "expected"),
    [
        ("CoreDNS 說明", ("版本沿革",), "coredns 说明 版本沿革"),
        ("CoreDNS 說明", ("CoreDNS 說明", "版本沿革"), "coredns 说明 版本沿革"),  # a title is not said twice
        ("Ｖ１．２", (), "v1.2"),
        ("长" * 90, ("概述",), "长" * 77 + " 概述"),  # the nearest 80 characters
    ],
)
def test_a_heading_is_the_title_and_the_path(title: str, path: tuple[str, ...], expected: str) -> None:
    assert heading_of(_document(title), Section(path, Span(0, 0))) == expected
