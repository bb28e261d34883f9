import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.aggregation import Figure
from eval.metrics.bootstrap import Interval
from eval.metrics.selective import CurvePoint
from eval.report.numbers import Bar, bar, between, number, p_text, signed
from eval.report.plots import AREA, curve, histogram, nice_step


def test_numbers_have_the_digits_that_mean_something() -> None:
    assert [number("f1", 2 / 3), number("f1", None), number("latency_p50_ms", 1234.5)] == ["0.667", "—", "1,234"]
    assert between("f1", Interval(0.1, 0.95)) == "0.100–0.950"
    assert [signed(0.05), signed(-0.05), signed(-0.0001)] == ["+0.050", "−0.050", "0.000"]
    assert [p_text(0.0001), p_text(0.04)] == ["p < 0.001", "p = 0.040"]


def test_a_bar_is_a_share_of_its_full_length() -> None:
    assert bar(Figure(0.5, 4, Interval(0.25, 1.0))) == Bar(50.0, 25.0, 100.0)
    assert bar(Figure(300.0, 1, None), 400.0) == Bar(75.0, None, None)
    assert bar(Figure(None, 0, None)) is None


def test_the_curve_goes_from_corner_to_corner() -> None:
    drawn = curve([CurvePoint(0.9, 0.0, 1.0), CurvePoint(0.2, 1.0, 0.0)])
    assert drawn.points == f"{AREA.left},{AREA.top} {AREA.right},{AREA.bottom}"
    assert drawn.dots[0].tells.hans == "置信度 ≥ 0.90：作答率 0.000，正确率 1.000"
    assert [tick.text for tick in drawn.across] == ["0", "0.25", "0.5", "0.75", "1"]


def test_a_step_is_round() -> None:
    assert [nice_step(x) for x in (0, 0.7, 1, 1.5, 3, 7, 30)] == [1, 1, 1, 2, 5, 10, 50]


def test_a_histogram_counts_and_a_time_out_does_not_flatten_it() -> None:
    drawn = histogram([10.0] * 60 + [20.0] * 39 + [30_000.0])
    assert [c.tells.hans for c in drawn.columns] == ["10–12 毫秒：60 题", "20–22 毫秒：39 题", "26 毫秒以上：1 题"]
    assert [c.height for c in drawn.columns[:1]] == [AREA.bottom - AREA.top]
    assert [m.tells.hans for m in drawn.marks] == ["中位数 10", "95 分位 20"]
    assert histogram([]).columns == ()


@given(st.lists(st.floats(0.001, 1e6), min_size=1, max_size=60))
def test_every_question_is_in_a_column_within_the_axes(times: list[float]) -> None:
    drawn = histogram(times)
    assert sum(int(c.tells.hans.split("：")[1].split()[0]) for c in drawn.columns) == len(times)
    for column in drawn.columns:
        assert AREA.left <= column.x <= column.x + column.width <= AREA.right
        assert AREA.top <= column.y <= AREA.bottom
        assert column.y + column.height == pytest.approx(AREA.bottom, abs=0.02)
    assert all(AREA.left <= m.x <= AREA.right for m in drawn.marks)
