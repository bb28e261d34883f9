"""How long questions take."""

from collections.abc import Sequence

import numpy as np


def percentile(milliseconds: Sequence[float], share: float) -> float | None:
    """Return the value that ``share`` (0 to 1) of the questions stay within, in milliseconds; None for no questions.

    Linear between the two nearest ranks (Hyndman and Fan 1996, type 7). Time-outs count with the time they took.
    """
    return float(np.quantile(milliseconds, share)) if milliseconds else None
