"""0.3 BM25 and 0.7 cosine, both scaled between their least and greatest."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from index.fusion import fuse, min_max


def scores(*values: float) -> NDArray[np.float32]:
    return np.array(values, np.float32)


def test_scaling() -> None:
    assert min_max(scores(2, 4, 3)).tolist() == [0, 1, 0.5]
    assert min_max(scores(-1, 1)).tolist() == [0, 1]


@pytest.mark.parametrize("values", [(), (5,), (3, 3, 3)])
def test_scores_that_do_not_differ_say_nothing(values: tuple[float, ...]) -> None:
    assert min_max(scores(*values)).tolist() == [0] * len(values)


def test_the_weights() -> None:
    assert fuse(scores(8, 0, 4), scores(0.2, 0.6, 0.4)).tolist() == pytest.approx([0.3, 0.7, 0.5])


def test_one_retriever_alone_decides_where_the_other_is_silent() -> None:
    assert fuse(scores(0, 0), scores(0.5, 0.9)).tolist() == pytest.approx([0, 0.7])
    assert fuse(scores(1, 2), scores(0.5, 0.5)).tolist() == pytest.approx([0, 0.3])


FLOATS = arrays(np.float32, 7, elements=st.floats(-100, 100, width=32))


@given(FLOATS, FLOATS)
def test_fused_scores_lie_between_0_and_1(bm25: NDArray[np.float32], dense: NDArray[np.float32]) -> None:
    fused = fuse(bm25, dense)
    assert fused.dtype == np.float32
    assert (fused >= 0).all()
    assert (fused <= 1 + 1e-6).all()


@given(FLOATS, FLOATS)
def test_more_of_both_is_never_less(bm25: NDArray[np.float32], dense: NDArray[np.float32]) -> None:
    best = fuse(np.append(bm25, 101).astype(np.float32), np.append(dense, 101).astype(np.float32))
    assert int(np.argmax(best)) == 7
