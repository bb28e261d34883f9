"""The short answer, where a sentence settles the question by itself: a date, a version, yes or no.

It is given only when one value is left: where a sentence holds several, the one beside the version or the stage that
is asked for; else none, since a wrong short answer is worse than none. Yes and no are about what the question asserts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.dates import DateMention, find_dates
from corpus.normalize import fold
from corpus.terms import TermTable
from corpus.types import Span
from corpus.versions import VersionMention, find_versions
from qa.clauses import apart, clause_ends
from qa.polarity import verdict
from qa.question import Question

_INTERROGATIVE = re.compile(r"哪|几|多少|什么(?!时)|什么时|谁|各|分别|都告诉|\b(?:what|which|when|who|how)\b")


@dataclass(frozen=True, slots=True)
class Short:
    """Words that answer by themselves, with the value they stand for, by which two of them are compared."""

    words: str
    value: tuple[int, ...]

    def contradicts(self, other: "Short") -> bool:
        """Tell whether the values differ, other than in how precise they are (2018 年 9 月, 2018-09-27)."""
        length = min(len(self.value), len(other.value))
        return self.value[:length] != other.value[:length]


def short_answer(question: Question, words: str, terms: TermTable) -> Short | None:
    """Return what in the sentence ``words`` answers by itself, or None if that is not certain."""
    if len(_INTERROGATIVE.findall(question.folded)) > 1:
        return None  # several things are asked
    if question.kind == "date":
        return _date(question, words)
    if question.kind == "version":
        return _version(question, words, terms)
    if question.kind == "yesno":
        return _yes_or_no(question, words, terms)
    return None


def _date(question: Question, words: str) -> Short | None:
    dates = [d for d in find_dates(words) if d.value]
    asked = [m.span for m in find_versions(words) if any(a.covers(m.version) for a in question.versions)]
    if question.versions and not asked:
        return None
    if asked:
        ends = clause_ends(words)
        dates = sorted(dates, key=lambda d: (apart(ends, d.span, asked[0]), _distance(d.span, asked[0])))[:1]
    return _as_short(dates[0], words) if len(dates) == 1 else None


def _as_short(date: DateMention, words: str) -> Short:
    return Short(date.span.cut(words), date.value)


def _yes_or_no(question: Question, words: str, terms: TermTable) -> Short | None:
    found = verdict(question, words, terms)
    if found is None:
        return None
    yes, no = ("Yes", "No") if question.english else ("是", "否")
    return Short(yes if found == "yes" else no, (int(found == "yes"),))


def _version(question: Question, words: str, terms: TermTable) -> Short | None:
    found = [m for m in find_versions(words) if not any(a.covers(m.version) for a in question.versions)]
    if len({m.version for m in found}) > 1:
        found = _beside_stage(question, words, found, terms)
    if len({m.version for m in found}) != 1:
        return None
    return Short(found[0].span.cut(words), found[0].version.parts)


def _beside_stage(
    question: Question, words: str, found: Sequence[VersionMention], terms: TermTable
) -> list[VersionMention]:
    """Return the versions that stand in one clause with a stage asked for."""
    view = fold(words)
    stages = [view.to_original(m.span) for m in terms.find(view.text) if m.term.id in question.stages]
    ends = clause_ends(words)
    return [m for m in found if any(not apart(ends, m.span, s) for s in stages)]


def _distance(one: Span, other: Span) -> int:
    return max(other.start - one.end, one.start - other.end, 0)
