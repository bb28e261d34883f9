"""Dates as precise as they are written."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.dates import find_dates


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("2018 年 9 月 27 日发布", "2018 年 9 月 27 日", (2018, 9, 27)),
        ("2018年9月27日發佈", "2018年9月27日", (2018, 9, 27)),
        ("２０１８年９月發佈", "２０１８年９月", (2018, 9)),
        ("2018 年 9 月发布", "2018 年 9 月", (2018, 9)),
        ("2018 年 9 月份发布", "2018 年 9 月份", (2018, 9)),
        ("2018 年发布", "2018 年", (2018,)),
        ("2018 年底发布", "2018 年底", (2018,)),
        ("2018 年春季发布", "2018 年春季", (2018,)),
        ("2018 年上半年發佈", "2018 年上半年", (2018,)),
        ("2018 年 9 月 3 號", "2018 年 9 月 3 號", (2018, 9, 3)),
        ("二〇一八年发布", "二〇一八年", (2018,)),
        ("二零二一年发布", "二零二一年", (2021,)),
        ("于 2018-09-27 发布", "2018-09-27", (2018, 9, 27)),
        ("於 2018/9/27 發佈", "2018/9/27", (2018, 9, 27)),
        ("于 2018.09.27 发布", "2018.09.27", (2018, 9, 27)),
        ("于 2018-09 发布", "2018-09", (2018, 9)),
        ("released September 2018", "September 2018", (2018, 9)),
        ("released Sep. 27, 2018", "Sep. 27, 2018", (2018, 9, 27)),
        ("released 27 September 2018", "27 September 2018", (2018, 9, 27)),
        ("9 月 27 日发布", "9 月 27 日", ()),
        ("9 月末发布", "9 月末", ()),
    ],
)
def test_dates_are_found(text: str, written: str, value: tuple[int, ...]) -> None:
    assert [(d.span.cut(text), d.value) for d in find_dates(text)] == [(written, value)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "三年前",
        "10 年",
        "1.12 版本",
        "2018.5.1.7",
        "地址 10.0.0.1",
        "九月",
        "1 月",
        "2018",
        "20180927",
        "may 是可以",
        "12345 年",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert find_dates(text) == []


def test_several_dates_stand_in_order() -> None:
    text = "March 2019 试用，2020 年 3 月 1 日发布，2021-06 停用，12 月 1 日归档"
    assert [d.span.cut(text) for d in find_dates(text)] == ["March 2019", "2020 年 3 月 1 日", "2021-06", "12 月 1 日"]


@given(
    st.lists(
        st.sampled_from(["2018", "年", "9", " ", "月", "27", "日", "-", "/", ".", "Sep", "二〇一八", "底", "甲", "号"]),
        max_size=15,
    )
)
def test_dates_lie_in_the_text_and_do_not_overlap(pieces: list[str]) -> None:
    text = "".join(pieces)
    dates = find_dates(text)
    assert all(len(d.span) and d.span.end <= len(text) for d in dates)
    assert all(a.span.end <= b.span.start for a, b in pairwise(dates))


@given(st.integers(1000, 2999), st.integers(1, 12), st.integers(1, 31))
def test_a_date_has_the_numbers_it_is_written_with(year: int, month: int, day: int) -> None:
    assert [d.value for d in find_dates(f"于 {year} 年 {month} 月 {day} 日起")] == [(year, month, day)]


def test_long_texts_take_no_time() -> None:
    assert len(find_dates("2020年" * 60_000)) == 60_000
    assert find_dates("1" * 300_000) == find_dates(" " * 300_000) == find_dates("jan " * 50_000) == []
    assert find_dates("1" + " " * 20_000 + "月") == []
