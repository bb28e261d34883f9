"""Where the right thing stands in a ranking. Ranks count from 1; None means that it was not found."""

from collections.abc import Sequence


def recall_at(ranks: Sequence[int | None], k: int) -> float:
    """Return the share of questions whose gold stands within the first ``k``; 0 for no questions."""
    return sum(r is not None and r <= k for r in ranks) / len(ranks) if ranks else 0.0


def mean_reciprocal_rank(ranks: Sequence[int | None], k: int) -> float:
    """Return MRR@k (Voorhees 1999): the mean of 1 / rank, a rank beyond ``k`` counting 0; 0 for no questions."""
    return sum(1 / r for r in ranks if r is not None and r <= k) / len(ranks) if ranks else 0.0
