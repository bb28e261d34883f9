"""ROUGE-L: the longest common subsequence of an answer and an accepted one."""

from collections.abc import Iterable

from eval.metrics.character_f1 import f1
from eval.text_tokens import View, tokens


def rouge_l(answer: str, accepted: Iterable[str], view: View = "folded") -> float:
    """Return the best ROUGE-L F-measure (Lin 2004, with beta 1) over the accepted answers, from 0 to 1.

    Over the tokens of ``eval.text_tokens``: the usual tokenizer of ROUGE keeps a-z and 0-9 alone, so that a Chinese
    answer has no tokens at all.
    """
    from rapidfuzz.distance import LCSseq

    found = tokens(answer, view)
    golds = (tokens(form, view) for form in accepted)
    return max((f1(LCSseq.similarity(found, gold), len(found), len(gold)) for gold in golds), default=0.0)
