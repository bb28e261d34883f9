"""Nearest units by cosine, on vectors whose products one sees."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from index.dense import DenseIndex

EAST, NORTH, NORTHEAST = [1, 0], [0, 1], [0.6, 0.8]


def vectors(*rows: list[float]) -> NDArray[np.float32]:
    return np.array(rows, np.float32)


INDEX = DenseIndex.build(vectors(EAST, NORTH, NORTHEAST))
LOOKING_EAST = np.array(EAST, np.float32)


def test_nearest_first() -> None:
    ids, cosines = INDEX.search(LOOKING_EAST, 2)
    assert ids.tolist() == [0, 2]
    assert cosines.tolist() == pytest.approx([1, 0.6])


def test_only_among_the_units_allowed() -> None:
    assert INDEX.search(LOOKING_EAST, 3, np.array([1, 2]))[0].tolist() == [2, 1]
    assert INDEX.search(LOOKING_EAST, 3, np.array([], dtype=np.int64))[0].tolist() == []


def test_no_more_than_there_are() -> None:
    assert INDEX.search(LOOKING_EAST, 100)[0].tolist() == [0, 2, 1]
    assert INDEX.search(LOOKING_EAST, 0)[0].tolist() == []


def test_cosines_of_chosen_units() -> None:
    assert INDEX.cosines(LOOKING_EAST, [2, 0]).tolist() == pytest.approx([0.6, 1])
    assert INDEX.cosines(LOOKING_EAST, []).shape == (0,)


def test_equal_vectors_have_equal_cosines() -> None:
    one = np.random.default_rng(7).standard_normal(384).astype(np.float32)
    index = DenseIndex.build(np.tile(one, (101, 1)))
    assert len(set(index.cosines(one, range(101)).tolist())) == 1


def test_an_empty_index_finds_nothing() -> None:
    empty = DenseIndex.build(np.zeros((0, 0), np.float32))
    assert len(empty) == 0
    assert empty.search(LOOKING_EAST, 5)[0].tolist() == []
    assert len(DenseIndex.from_bytes(empty.to_bytes())) == 0


def test_bytes_carry_the_whole_index() -> None:
    again = DenseIndex.from_bytes(INDEX.to_bytes())
    assert again.search(LOOKING_EAST, 3)[0].tolist() == [0, 2, 1]


@pytest.mark.parametrize("data", [b"", b"IxFI", "向量".encode() * 9, INDEX.to_bytes()[:-5], INDEX.to_bytes()[:40]])
def test_damaged_bytes_are_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a faiss index"):
        DenseIndex.from_bytes(data)


@given(st.sets(st.integers(0, 199)), st.integers(1, 250))
def test_a_selection_gives_what_sorting_gives(chosen: set[int], k: int) -> None:
    angles = np.linspace(0, np.pi / 2, 200, dtype=np.float32)
    index = DenseIndex.build(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    ids, _ = index.search(LOOKING_EAST, k, np.array(sorted(chosen), dtype=np.int64))
    assert ids.tolist() == sorted(chosen)[:k]  # the smaller the angle, the nearer to the east


def test_a_search_leaves_the_number_of_threads_as_it_was() -> None:
    """The number is shared with PyTorch, whose models would read by one thread alone."""
    faiss = pytest.importorskip("faiss")
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(3)
    try:
        DenseIndex.build(np.eye(4, dtype=np.float32)).search(np.eye(4, dtype=np.float32)[0], 2)
        assert faiss.omp_get_max_threads() == 3
    finally:
        faiss.omp_set_num_threads(before)
