import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.bootstrap import interval, mean_intervals, quantile_interval
from eval.metrics.latency import percentile
from eval.metrics.paired import mcnemar, permutation
from eval.metrics.refusal import refusal_precision, refusal_recall
from eval.metrics.selective import Confident, CurvePoint, auroc, coverage_curve


def test_refusals_by_hand() -> None:
    asked = [
        ("no_evidence", False),
        ("answered", False),
        ("needs_clarification", True),
        (None, False),
        ("answered", True),
    ]
    precisions = [refusal_precision(status, answerable) for status, answerable in asked]  # type: ignore[arg-type]
    recalls = [refusal_recall(status, answerable) for status, answerable in asked]  # type: ignore[arg-type]
    assert precisions == [1, None, 0, None, None]  # one of two refusals was right
    assert recalls == [1, 0, None, 0, None]  # one of three unanswerable questions was refused; a failure is no refusal


def test_the_curve_by_hand() -> None:
    given_ = [Confident(0.9, True), Confident(0.5, False), Confident(0.5, True), Confident(0.2, False)]
    assert coverage_curve(given_, questions=5) == [
        CurvePoint(0.9, 1 / 5, 1),
        CurvePoint(0.5, 3 / 5, 2 / 3),  # the tie comes in at once
        CurvePoint(0.2, 4 / 5, 2 / 4),
    ]
    assert coverage_curve([], 5) == []


def test_auroc_by_hand() -> None:
    given_ = [Confident(0.9, True), Confident(0.5, False), Confident(0.5, True), Confident(0.2, False)]
    assert auroc(given_) == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert auroc([Confident(0.1, True), Confident(0.9, False)]) == 0
    assert auroc([Confident(0.1, True)]) is None


def test_percentiles_by_hand() -> None:
    assert percentile([30, 10, 20], 0.5) == 20
    assert percentile([10, 20], 0.95) == pytest.approx(19.5)
    assert percentile([], 0.5) is None


def test_the_interval_of_a_share_is_that_of_the_binomial() -> None:
    share = np.array([[1.0]] * 80 + [[0.0]] * 20)
    (found,) = mean_intervals(share)
    assert found is not None
    assert found.low == pytest.approx(0.8 - 1.96 * 0.04, abs=0.012)  # the standard error is sqrt(0.8 * 0.2 / 100)
    assert found.high == pytest.approx(0.8 + 1.96 * 0.04, abs=0.012)


def test_what_is_not_scored_is_not_in_the_interval() -> None:
    nan = float("nan")
    columns = np.array([[1.0, nan, nan], [1.0, 0.5, nan], [1.0, 0.5, 1.0]])
    certain, half, single = mean_intervals(columns)
    assert certain is not None
    assert (certain.low, certain.high) == (1, 1)
    assert half is not None
    assert (half.low, half.high) == (0.5, 0.5)
    assert single is None  # one question tells nothing of others
    assert mean_intervals(np.empty((0, 2))) == [None, None]


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_intervals_lie_within_the_values(values: list[float]) -> None:
    (found,) = mean_intervals(np.array(values)[:, None], resamples=50)
    assert found is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert mean_intervals(np.array(values)[:, None], resamples=50) == [found]  # the same each time


def test_the_interval_of_any_statistic() -> None:
    found = interval([1.0, 2.0, 3.0], max)
    assert found is not None
    assert found.high == 3
    assert interval([1.0], max) is None
    assert interval([1, 2], lambda _: None) is None


@given(st.lists(st.floats(0, 1e5), min_size=2, max_size=12), st.sampled_from([0.5, 0.95]))
def test_the_interval_of_a_quantile_is_that_of_the_statistic(times: list[float], share: float) -> None:
    found = interval(times, lambda drawn: percentile(drawn, share), resamples=20)
    quantiles = quantile_interval(times, share, resamples=20)
    assert found is not None
    assert quantiles is not None
    assert (quantiles.low, quantiles.high) == pytest.approx((found.low, found.high))
    assert quantile_interval(times[:1], share) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=20))
def test_auroc_counts_pairs(pairs: list[tuple[int, bool]]) -> None:
    right, wrong = [c for c, r in pairs if r], [c for c, r in pairs if not r]
    wins = sum((r > w) + (r == w) / 2 for r in right for w in wrong)
    expected = pytest.approx(wins / (len(right) * len(wrong))) if right and wrong else None
    assert auroc([Confident(c, r) for c, r in pairs]) == expected


def test_mcnemar_by_hand() -> None:
    old = [True] * 10 + [False] * 8 + [True] * 2
    new = [True] * 10 + [True] * 8 + [False] * 2
    assert mcnemar(old, new) == pytest.approx(2 * (1 + 10 + 45) / 2**10)  # 8 against 2: both tails of ten coins
    assert mcnemar(old, old) == mcnemar([], []) == 1
    assert mcnemar(old, new) == mcnemar(new, old)


def test_permutation_by_hand() -> None:
    assert permutation([0, 0, 0, 0, 0], [0.5, 0.4, 0.9, 0.1, 0.3]) == pytest.approx(2 / 32)  # all signs alike
    assert permutation([0.2, 0.7], [0.2, 0.7]) == permutation([], []) == permutation([0.0], [1.0]) == 1
    assert permutation([0.0, 0.5], [0.5, 0.0]) == 1
    assert permutation([0.1] * 40, [0.9] * 40) < 0.001


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=25))
def test_paired_tests_are_symmetric(pairs: list[tuple[bool, bool]]) -> None:
    old, new = [o for o, _ in pairs], [n for _, n in pairs]
    assert 0 < mcnemar(old, new) <= 1
    assert mcnemar(old, new) == pytest.approx(mcnemar(new, old))
