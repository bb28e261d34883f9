"""Paired tests of two systems on the same questions. Sole home of SciPy."""

from collections.abc import Sequence
from typing import Any

import numpy as np

_RESAMPLES = 9_999
_SEED = 0


def mcnemar(old: Sequence[bool], new: Sequence[bool]) -> float:
    """Return the two-sided p-value of McNemar's exact test (1947) that both systems are equally often right.

    Only questions on which they differ count: under the hypothesis each is a fair coin. 1 where none differs.
    """
    from scipy.stats import binomtest

    better = sum(n and not o for o, n in zip(old, new, strict=True))
    worse = sum(o and not n for o, n in zip(old, new, strict=True))
    return float(binomtest(better, better + worse).pvalue) if better + worse else 1.0


def permutation(old: Sequence[float], new: Sequence[float]) -> float:
    """Return the two-sided p-value of the paired permutation test (Fisher 1935) that both means are the same.

    The signs of the differences are swapped, in all ways where these are fewer than 10,000, else in 9,999 drawn with a
    fixed seed. 1 where nothing differs.
    """
    from scipy.stats import permutation_test

    differences = [n - o for o, n in zip(old, new, strict=True) if n != o]
    if len(differences) < 2:
        return 1.0  # of one difference, both signs are as far from 0

    def mean(values: Any, axis: int = -1) -> Any:
        return np.mean(values, axis=axis)

    found = permutation_test(
        (np.array(differences),),
        mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=_RESAMPLES,
        rng=np.random.default_rng(_SEED),
    )
    return float(found.pvalue)
