"""Character F1: how many tokens an answer shares with an accepted one."""

from collections import Counter
from collections.abc import Iterable, Sequence

from eval.text_tokens import View, tokens


def character_f1(answer: str, accepted: Iterable[str], view: View = "folded") -> float:
    """Return the best F1 over the accepted answers, from 0 to 1, tokens counted as often as they stand in both.

    F1 is that of SQuAD (Rajpurkar et al. 2016) over the tokens of ``eval.text_tokens``. The script of CMRC 2018 (Cui et
    al. 2019) counts the longest common run of characters instead of all shared ones, so its F1 is at most this one, and
    the same where what is shared stands in one piece.
    """
    found = tokens(answer, view)
    return max((token_f1(found, tokens(form, view)) for form in accepted), default=0.0)


def token_f1(found: Sequence[str], gold: Sequence[str]) -> float:
    """Return the F1 of two bags of tokens; 0 where nothing is shared."""
    return f1(sum((Counter(found) & Counter(gold)).values()), len(found), len(gold))


def f1(shared: int, found: int, gold: int) -> float:
    """Return the harmonic mean of shared / found and shared / gold, which is 2 shared / (found + gold)."""
    return 2 * shared / (found + gold) if shared else 0.0
