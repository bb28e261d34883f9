"""Exact match: the answer is an accepted one, no more and no less."""

from collections.abc import Iterable

from eval.text_tokens import View, tokens


def exact_match(answer: str, accepted: Iterable[str], view: View = "folded") -> float:
    """Return 1 if ``answer`` has the same tokens in the same order as any accepted answer, else 0.

    As in SQuAD (Rajpurkar et al. 2016) and the evaluation script of CMRC 2018 (Cui et al. 2019), the best over the
    accepted answers; in place of their removal of punctuation, what ``eval.text_tokens`` drops.
    """
    found = tokens(answer, view)
    return float(bool(found) and any(found == tokens(form, view) for form in accepted))
