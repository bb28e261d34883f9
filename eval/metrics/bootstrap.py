"""Bootstrap intervals: how much a figure would move with other questions of the same sort."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_SEED = 0
_TAILS = (0.025, 0.975)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds between which 95 % of the resampled figures lie."""

    low: float
    high: float


def mean_intervals(values: NDArray[np.float64], resamples: int = 2000) -> list[Interval | None]:
    """Return the percentile interval (Efron and Tibshirani 1993) of the mean of each column of ``values``.

    ``values`` has a row a question and a column a measure, NaN where a question is not scored. Questions are drawn with
    replacement with a fixed seed, the same for all columns. None for a column with fewer than two scored questions.
    """
    questions = len(values)
    if not questions:
        return [None] * values.shape[1]
    scored = ~np.isnan(values)
    draws = np.random.default_rng(_SEED).multinomial(questions, np.full(questions, 1 / questions), resamples)
    totals, counts = draws @ np.where(scored, values, 0.0), draws @ scored
    return [
        _between(totals[drawn, column] / counts[drawn, column]) if scored[:, column].sum() > 1 else None
        for column in range(values.shape[1])
        for drawn in [counts[:, column] > 0]
    ]


def interval(
    sample: Sequence[T], statistic: Callable[[Sequence[T]], float | None], resamples: int = 500
) -> Interval | None:
    """Return the percentile interval of any ``statistic`` of a sample; draws for which it is None do not count."""
    if len(sample) < 2:
        return None
    found = [statistic([sample[i] for i in draw]) for draw in _draws(len(sample), resamples)]
    values = np.array([f for f in found if f is not None])
    return _between(values) if len(values) else None


def quantile_interval(sample: Sequence[float], share: float, resamples: int = 500) -> Interval | None:
    """Return the percentile interval of the quantile at ``share``, from 0 to 1; None for fewer than two values."""
    if len(sample) < 2:
        return None
    return _between(np.quantile(np.asarray(sample)[_draws(len(sample), resamples)], share, axis=1))


def _draws(size: int, resamples: int) -> NDArray[np.int64]:
    return np.random.default_rng(_SEED).integers(size, size=(resamples, size))


def _between(values: NDArray[np.float64]) -> Interval:
    low, high = np.quantile(values, _TAILS)
    return Interval(float(low), float(high))
