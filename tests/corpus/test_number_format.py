"""Numbers and dates read as a spreadsheet shows them."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.readers.number_format import general, shown_date, shown_number


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (1.1, "0.00", "1.10"),
        (1.1, "General", "1.1"),
        (1.1, "@", "1.1"),
        (1.1, None, "1.1"),
        (1.1, '"v"0.00', "v1.10"),
        (1.1, 'v0.00"版"', "v1.10版"),
        (2, '"第"0"版"', "第2版"),
        (3.0, "General", "3"),
        (3, "0.0", "3.0"),
        (7, "000", "007"),
        (0.1 + 0.2, "General", "0.3"),
        (1.005, "0.00", "1.01"),
        (0.25, "0%", "25%"),
        (0.2561, "0.00%", "25.61%"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (12000, '0,"千"', "12千"),
        (1.5, "#.##", "1.5"),
        (0.5, "#.##", ".5"),
        (11, "0.0E+00", "1.1E+01"),
        (12, "[$¥-804]#,##0.00", "¥12.00"),
        (12, "[Red]0.0", "12.0"),
        (-5, "0.0", "-5.0"),
        (-5, "0.0_);(0.0)", "(5.0)"),
        (-3, "0;[Red]-0", "-3"),
        (-0.001, "0.0", "0.0"),
        (0, '0.0;-0.0;"无"0', "无0"),
        (0.5, "# ?/?", "0.5"),
        (5, '[>3]"多"0;"少"0', "5"),
        (13800138000, "000-0000-0000", "13800138000"),
        (10**20, "0.00", "100000000000000000000"),
        (float("inf"), "0", "inf"),
    ],
)
def test_numbers(value: float, code: str | None, shown: str) -> None:
    assert shown_number(value, code) == shown


@given(st.floats() | st.integers(), st.text('0#?.,%;"\\_*[]$E+-/@Gv版 ', max_size=30))
def test_any_number_in_any_format_is_some_text(value: float, code: str) -> None:
    assert shown_number(value, code)


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_decimals_of_a_version_are_kept(major: int, minor: int) -> None:
    assert shown_number(float(f"{major}.{minor:02d}"), "0.00") == f"{major}.{minor:02d}"


def test_the_general_format_of_whole_numbers_has_no_point() -> None:
    assert [general(v) for v in (110, 110.0, 0.0, -2.0, 1e15)] == ["110", "110", "0", "-2", "1e+15"]


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (datetime(2018, 9, 27), "yyyy-mm-dd", "2018-09-27"),
        (datetime(2018, 9, 27), 'yyyy"年"m"月"d"日"', "2018-09-27"),
        (datetime(2018, 9, 1), 'yyyy"年"m"月"', "2018-09"),
        (datetime(2018, 1, 1), "yyyy", "2018"),
        (datetime(2018, 9, 27, 8, 30), "m/d/yy h:mm", "2018-09-27 08:30"),
        (datetime(2018, 9, 27, 8, 30, 15), "General", "2018-09-27 08:30:15"),
        (date(2018, 9, 27), None, "2018-09-27"),
        (time(8, 30), "h:mm", "08:30"),
        (timedelta(hours=30, minutes=5), "[h]:mm", "30:05:00"),
        (timedelta(hours=-1), "[h]:mm", "-1:00:00"),
    ],
)
def test_dates(value: date | time | timedelta, code: str | None, shown: str) -> None:
    assert shown_date(value, code) == shown
