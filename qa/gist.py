"""The short answer of an answer: which of the ways to find one gives it, and where it stands in the quotations."""

import re
from collections.abc import Sequence
from dataclasses import replace

from corpus.terms import TermTable
from qa.cells import cell_answer, cells_answer
from qa.compose import names_this_version
from qa.notes import note
from qa.question import Question
from qa.scoring import Scored
from qa.short import Short, read_answer, short_answer, sure_answer, wants_few_words
from qa.types import Citation

_SAYS_THE_SAME = 0.9  # share of the best sentence's coverage from which another one is about the same thing


def gist(question: Question, chosen: Sequence[Scored], terms: TermTable) -> tuple[str | None, list[str]]:
    """Return the short answer of the best sentence, and a note where another about the same subject contradicts it."""
    sure = sure_answer(question, chosen[0], terms)
    first = chosen[0].evidence.sentence
    best = None if cells_answer(question, first) else short_answer(question, first.words, terms)
    if best is None:
        return sure or _said_before(question, chosen[0], terms) or _of_few_words(question, chosen, terms), []
    others = _others(question, chosen, terms)
    against = [o for o in others if o.contradicts(best)]
    if not against:
        finer = next((o for o in others if question.kind == "date" and len(o.value) > len(best.value)), None)
        return finer.words if finer else sure or best.words, []
    values = dict.fromkeys((best.words, *(o.words for o in against)))
    return sure or best.words, [note("disagree", question.script, values="、".join(values))]


def _said_before(question: Question, best: Scored, terms: TermTable) -> str | None:
    """Return the version that a sentence before names, which is quoted too, where the best one says 这个版本."""
    span = names_this_version(best.evidence) if question.kind == "version" else None
    said = short_answer(question, span.cut(best.evidence.sentence.document.text), terms) if span else None
    return said.words if said else None


def _of_few_words(question: Question, chosen: Sequence[Scored], terms: TermTable) -> str | None:
    """Return the cell of the best row, or what the reader found."""
    if not wants_few_words(question):
        return None
    return cell_answer(question, chosen[0].evidence.sentence, terms) or read_answer(question, chosen, terms)


def _others(question: Question, chosen: Sequence[Scored], terms: TermTable) -> list[Short]:
    """Return what the further sentences that say as much of the subject give as short answers."""
    enough = _SAYS_THE_SAME * chosen[0].evidence.coverage
    return [
        short
        for c in chosen[1:]
        if c.evidence.names_subject
        and c.evidence.coverage >= enough
        and (short := short_answer(question, c.evidence.sentence.words, terms))
    ]


def mark(short: str, citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """Return the citations with the words of the short answer marked in the first that has them."""
    words = re.compile(rf"(?<![0-9A-Za-z.]){re.escape(short)}(?![0-9A-Za-z]|\.\d)")
    for i, c in enumerate(citations):
        at = (c.mark[0] - c.start, c.mark[1] - c.start) if c.mark else (0, 0)
        if c.quote[slice(*at)] == short:
            break
        if match := words.search(c.quote):
            place = c.start + match.start(), c.start + match.end()
            return *citations[:i], replace(c, mark=place), *citations[i + 1 :]
    return tuple(citations)
