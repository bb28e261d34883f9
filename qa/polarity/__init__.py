"""Yes or no: whether what a question asserts holds by one sentence."""

from qa.polarity.judging import Verdict, verdict

__all__ = ["Verdict", "verdict"]
