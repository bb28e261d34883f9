"""The short answer, where a sentence settles the question by itself: a date, a version, a component, yes or no.

It is given only when one value is left: where a sentence holds several, the one beside the version or the stage that
is asked for; else none, since a wrong short answer is worse than none. Yes and no are about what the question asserts.
Where there is a reader, the words that it found are given, if it is sure enough of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.dates import DateMention, find_dates
from corpus.normalize import fold, fold_text
from corpus.terms import TermTable
from corpus.types import Span
from corpus.versions import VersionMention, find_versions
from qa.clauses import apart, clause_ends
from qa.forms import has_form
from qa.kinds import asked
from qa.polarity import verdict
from qa.question import Question
from qa.scoring import Scored

_INTERROGATIVE = re.compile(
    r"[哪几](?:[年月点][哪几])*|多少|什么(?!时)|什么时|谁|各|分别|都告诉|\b(?:what|which|when|who|how)\b"
)
_ASKS_FOR_COMPONENT = re.compile(
    r"(?:哪[一个种款]*|什么)(?:组件|元件|控制器|插件|外挂|资源|对象|物件|工具|项目)|which (?:component|controller|tool|plugin|resource)"
)
_CHOOSES = re.compile(r"还是|或者|\bor\b|[和与跟、][^,。?]{1,20}?[哪谁]")  # between what the question names
_NAMED_KINDS = frozenset({"component", "resource"})
_NOT_SHORT = frozenset({"list", "compare", "yesno", "why", "how"})  # kinds that a few words do not answer
_VALUES = frozenset({"date", "version", "number", "person", "org"})  # kinds that a value answers
_SURE = -4  # the margin from which the reader's words are given
_SURER = 2  # the margin from which they go before what the sentence's form alone tells
_LONGEST = 40  # characters of the reader's words
_UMBRELLA = "kubernetes"  # the whole that everything here is part of


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
    if _asks_several(question):
        return None
    if question.kind == "date":
        return _date(question, words)
    if question.kind == "version":
        return _version(question, words, terms)
    if question.kind == "yesno":
        return _yes_or_no(question, words, terms)
    if _ASKS_FOR_COMPONENT.search(question.folded):
        return _component(question, words, terms)
    return None


def wants_few_words(question: Question) -> bool:
    """Tell whether a few words can answer: one thing is asked for, and no list, reason or way."""
    return question.kind not in _NOT_SHORT and not _asks_several(question)


def wants_value(question: Question) -> bool:
    """Tell whether the answer is a value that some words in the right sentence are, and no more."""
    return question.kind in _VALUES and wants_few_words(question)


def read_answer(question: Question, chosen: Sequence[Scored], terms: TermTable, least: float = _SURE) -> str | None:
    """Return the words of a margin from ``least`` on that the reader found, in the best sentence that has any."""
    for scored in chosen:
        if scored.found is None or scored.found.margin < least:
            continue
        words = scored.found.span.cut(scored.evidence.sentence.document.text)
        if len(words) <= _LONGEST and has_form(question.kind, words) and not _is_named(question, words, terms):
            return words
    return None


def _is_named(question: Question, words: str, terms: TermTable) -> bool:
    """Tell whether the words are what the question names already, which does not answer unless it asks to choose."""
    folded = fold_text(words)
    if _CHOOSES.search(question.folded):
        return False
    whole = {m.term.id for m in terms.find(folded) if len(m.span) == len(folded)}
    return folded in question.folded or bool(whole & set(question.terms))


def sure_answer(question: Question, best: Scored, terms: TermTable) -> str | None:
    """Return the words that the reader is so sure of that they go before all others."""
    return read_answer(question, [best], terms, _SURER) if wants_few_words(question) else None


def _asks_several(question: Question) -> bool:
    return len(_INTERROGATIVE.findall(asked(question.folded))) > 1


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


def _component(question: Question, words: str, terms: TermTable) -> Short | None:
    """Return the one component or resource in the sentence that the question does not name."""
    view = fold(words)
    found = [m for m in terms.find(view.text) if m.term.kind in _NAMED_KINDS and m.term.id not in question.terms]
    ids = {m.term.id for m in found} - {_UMBRELLA}
    if len(ids) != 1:
        return None
    named = next(m for m in found if m.term.id in ids)
    order = sorted(t.id for t in terms.terms)
    return Short(view.to_original(named.span).cut(words), (order.index(named.term.id),))


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
