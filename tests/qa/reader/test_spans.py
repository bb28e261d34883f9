from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.types import Span
from qa.reader.encoding import Encoded
from qa.reader.spans import LONGEST, best_spans

OUTSIDE = 4  # <s>, two tokens of the question and one of the heading, which are no answer


def _encoded(tokens: int) -> Encoded:
    """Tokens of two characters each: four that are no answer, then the body from character 0 on."""
    starts = np.array([-1] * OUTSIDE + [2 * i for i in range(tokens)], np.int32)
    ends = np.array([3] * OUTSIDE + [2 * i + 2 for i in range(tokens)], np.int32)
    return Encoded(np.arange(len(starts), dtype=np.int64), starts, ends)


def _scores(tokens: int, **at: float) -> np.ndarray:
    """Scores of -5, other than ``nothing`` for position 0 and ``t3`` for the third token of the body."""
    scores = np.full(OUTSIDE + tokens, -5, np.float32)
    for name, value in at.items():
        scores[0 if name == "nothing" else OUTSIDE + int(name[1:])] = value
    return scores


def test_the_margin_is_over_not_here() -> None:
    encoded = _encoded(6)
    starts, ends = _scores(6, nothing=1, t2=4), _scores(6, nothing=2, t3=5)
    (best,) = best_spans(encoded, starts, ends, 1)
    assert (best.span, best.margin) == (Span(4, 8), 4 + 5 - (1 + 2))


def test_where_nothing_answers_the_margin_is_negative() -> None:
    (best,) = best_spans(_encoded(3), _scores(3, nothing=6, t1=1), _scores(3, nothing=6, t1=1), 1)
    assert (best.span, best.margin) == (Span(2, 4), -10)


def test_the_best_come_first_and_do_not_overlap() -> None:
    starts = _scores(8, nothing=0, t1=5, t5=4, t7=1)
    ends = _scores(8, nothing=0, t2=5, t5=4, t7=1)
    found = best_spans(_encoded(8), starts, ends, 3)
    # t1 to t5, which scores 9, overlaps the best
    assert [(s.span, s.margin) for s in found] == [(Span(2, 6), 10), (Span(10, 12), 8), (Span(14, 16), 2)]


def test_an_end_before_the_start_is_no_answer() -> None:
    (best,) = best_spans(_encoded(5), _scores(5, nothing=0, t4=9), _scores(5, nothing=0, t1=9), 1)
    assert best.margin == 9 - 5  # one of the two high scores with a low one


@pytest.mark.parametrize(("last", "margin"), [(LONGEST - 1, 18), (LONGEST, 4)])
def test_an_answer_has_at_most_the_longest_number_of_tokens(last: int, margin: float) -> None:
    n = LONGEST + 4
    (best,) = best_spans(_encoded(n), _scores(n, nothing=0, t0=9), _scores(n, nothing=0, **{f"t{last}": 9}), 1)
    assert best.margin == margin


def test_question_and_heading_are_never_an_answer() -> None:
    starts, ends = _scores(3, nothing=0, t0=1), _scores(3, nothing=0, t0=1)
    starts[1:OUTSIDE] = ends[1:OUTSIDE] = 99
    assert [s.span for s in best_spans(_encoded(3), starts, ends, 1)] == [Span(0, 2)]
    assert best_spans(_encoded(0), starts[:OUTSIDE], ends[:OUTSIDE]) == []


_ROWS = st.integers(1, 8).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(-50, 50), min_size=n + OUTSIDE, max_size=n + OUTSIDE)] * 2)
)


@given(_ROWS, st.integers(1, 5))
def test_the_first_span_is_the_best_of_all_pairs(rows: tuple[list[int], list[int]], most: int) -> None:
    starts, ends = (np.array(row, np.float32) for row in rows)
    n = len(starts) - OUTSIDE
    found = best_spans(_encoded(n), starts, ends, most)
    pairs = [(a, b) for a, b in product(range(n), repeat=2) if a <= b]
    best = max(float(starts[OUTSIDE + a] + ends[OUTSIDE + b]) for a, b in pairs)
    assert found[0].margin == best - float(starts[0] + ends[0])
    assert 1 <= len(found) <= most
    assert [f.margin for f in found] == sorted((f.margin for f in found), reverse=True)
    assert not any(a.span.overlaps(b.span) for a, b in combinations(found, 2))
