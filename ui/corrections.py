"""A question put anew after the reader has corrected how it was read."""

import re

from corpus.normalize import fold
from corpus.terms import TermTable
from corpus.types import Span
from corpus.versions import find_in_folded

_LEADING = re.compile(r"\s*(?:在|於|于|自|从|從|\bin|\bsince|\bfrom)?\s*$", re.IGNORECASE)
_TRAILING = re.compile(r"^\s*(?:版本?)?[里裡中]?\s*")


def reworded(question: str, was: str, now: str, terms: TermTable) -> str:
    """Return ``question`` with ``now`` in place of every mention of the version or term ``was``.

    An empty ``now`` leaves the mention out, with the preposition before it. A question that does not mention it (the
    version may be one that the reader's scope has added) is returned as it is.
    """
    view = fold(question)
    found = [m.span for m in find_in_folded(view.text, numbered=False) if str(m.version) == was]
    found = found or [m.span for m in terms.find(view.text) if m.term.id == was]
    for span in reversed([view.to_original(s) for s in found]):
        question = _replaced(question, span, now)
    return question.strip()


def _replaced(question: str, span: Span, now: str) -> str:
    before, after = question[: span.start], question[span.end :]
    if now:
        return f"{before}{now}{after}"
    before, after = _LEADING.sub("", before), _TRAILING.sub("", after)
    return f"{before}{_gap(before[-1:], after[:1])}{after}"


def _gap(left: str, right: str) -> str:
    """Return the blank that stands between Latin and other words."""
    return " " if left.isalnum() and right.isalnum() and (left.isascii() or right.isascii()) else ""
