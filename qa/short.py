"""The short answer, where the form asked for can be cut out of the best sentence: a date or a version."""

import re
from collections.abc import Sequence

from corpus.dates import find_dates
from corpus.normalize import fold
from corpus.terms import TermTable
from corpus.types import Span
from corpus.versions import VersionMention, find_versions
from qa.evidence import Evidence
from qa.question import Question

_CLAUSE = re.compile(r"[，,；;。！？\n（(]")


def short_answer(question: Question, evidence: Evidence, terms: TermTable) -> str | None:
    """Return the words of the sentence that answer by themselves, or None if that is not certain."""
    words = evidence.sentence.words
    if question.kind == "date":
        return _date(question, words)
    if question.kind == "version":
        return _version(question, words, terms)
    return None


def _date(question: Question, words: str) -> str | None:
    dates = [d.span for d in find_dates(words)]
    asked = [m.span for m in find_versions(words) if any(a.covers(m.version) for a in question.versions)]
    if not dates:
        return None
    if not asked:
        return dates[0].cut(words) if len(dates) == 1 else None
    return min(dates, key=lambda d: _distance(d, asked[0])).cut(words)


def _version(question: Question, words: str, terms: TermTable) -> str | None:
    """Return the one version that the question does not name itself; of several, the one beside the stage asked for."""
    found = [m for m in find_versions(words) if not any(a.covers(m.version) for a in question.versions)]
    if len({m.version for m in found}) > 1 and question.stages:
        found = _beside_stage(question, words, found, terms)
    return found[0].span.cut(words) if len({m.version for m in found}) == 1 else None


def _beside_stage(
    question: Question, words: str, found: Sequence[VersionMention], terms: TermTable
) -> list[VersionMention]:
    view = fold(words)
    stages = [view.to_original(m.span) for m in terms.find(view.text) if m.term.id in question.stages]
    ends = [m.start() for m in _CLAUSE.finditer(words)]
    return [m for m in found if any(not any(_between(e, m.span, s) for e in ends) for s in stages)]


def _between(position: int, one: Span, other: Span) -> bool:
    return min(one.end, other.end) <= position < max(one.start, other.start)


def _distance(one: Span, other: Span) -> int:
    return max(other.start - one.end, one.start - other.end, 0)
