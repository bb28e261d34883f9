"""Clauses of a sentence: which of several values belongs to which word."""

import re
from collections.abc import Sequence

from corpus.types import Span

_CLAUSE_END = re.compile(r"[，,；;。！？\n（(|]")


def clause_ends(words: str) -> list[int]:
    """Return where the clauses of ``words`` end."""
    return [m.start() for m in _CLAUSE_END.finditer(words)]


def apart(ends: Sequence[int], one: Span, other: Span) -> bool:
    """Tell whether a clause ends between two spans."""
    return any(min(one.end, other.end) <= end < max(one.start, other.start) for end in ends)
