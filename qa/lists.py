"""Which sentences answer a question that asks for a list, and what its items are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.normalize import fold_text
from corpus.types import Span
from qa.enumeration import enumerations
from qa.question import Question
from qa.reading import Sentence
from qa.scoring import Scored

MAX_ITEMS = 40
_NOUN = 12  # characters after a count in which the thing counted stands
_OF_A_STAGE = 0.6  # share of the best coverage that a sentence about one of several stages needs
_DIGITS = {c: n for n, c in enumerate("二三四五六七八九十", 2)} | {"两": 2, "俩": 2, "仨": 3}
_HAN_DIGITS = {n: c for c, n in _DIGITS.items() if c not in "两俩仨"}
_SAID = re.compile(rf"([{''.join(_DIGITS)}]|\d{{1,2}})\s*[个种大类项条部方层点次步]")
_ENGLISH = {word: n for n, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight"), 2)}
_COUNT = re.compile(
    rf"哪\s*([{''.join(_DIGITS)}]|\d{{1,2}})\s*[个种大类项条部方家款层点次步]|\b(?:which|what) ({'|'.join(_ENGLISH)})\b"
)


@dataclass(frozen=True, slots=True)
class ListLimits:
    """How much of what the best sentence says another one has to say to add to the list, each a share."""

    rival: float = 0.05  # by how much more (absolute) a sentence must say than the best-scored one to stand for it
    coverage: float = 0.75
    direct: float = 0.7
    counted: float = 0.75  # of the best score, for a sentence that gives as many things as are asked for
    counted_alike: float = 0.5  # the same where it says so of the very thing: 哪两个服务, 分成两个服务
    lead_in: float = 0.9  # for a sentence that leads in a further list, all of whose items come with it


def asked_count(question: Question) -> int | None:
    """Return how many things are asked for where the question says so (哪三个, which two)."""
    match = _COUNT.search(question.folded)
    if match is None:
        return None
    if match[2]:
        return _ENGLISH[match[2]]
    return _DIGITS.get(match[1]) or int(match[1])


def select_list(
    question: Question, good: Sequence[Scored], able: Sequence[Scored], limits: ListLimits | None = None
) -> list[Scored]:
    """Return, best first, the sentences that together are the list: those that say nearly as much as the best.

    ``good`` are the sentences that may answer, best first, ``able`` those (one at least) that can answer alone. A list
    of exactly as many things as are asked for stands alone.
    """
    limits = limits or ListLimits()
    best = next((s for s in able if s.evidence.coverage > able[0].evidence.coverage + limits.rival), able[0])
    if count := asked_count(question):
        if alike := [s for s in able if _counts_alike(question, s, count, limits.counted_alike * able[0].score)]:
            return alike[:1]
        near = [s for s in able if s.score >= limits.counted * able[0].score and s.evidence.has_subject]
        if exact := [s for s in near if _has_as_many(question, s.evidence.sentence, count)]:
            return exact if len(exact) == 1 else [exact[0], *(s for s in exact[1:] if _adds(s, exact[0], limits))]
    if apiece := _one_a_stage(question, good):
        return apiece
    goes_on = next((s for s in good if _goes_on(best.evidence.sentence, s.evidence.sentence)), None)
    if goes_on:
        return [goes_on]
    if best.evidence.sentence.items and best.evidence.names_subject:
        return [best]
    return [best, *(s for s in good if s is not best and _adds(s, best, limits))][:MAX_ITEMS]


def _adds(one: Scored, best: Scored, limits: ListLimits) -> bool:
    a, b = one.evidence, best.evidence
    if b.names_subject and not (a.names_subject or a.sentence.items):
        return False
    share = limits.lead_in if a.sentence.items and not a.sentence.is_item else limits.coverage
    return a.coverage >= share * b.coverage and a.direct >= limits.direct * b.direct


def _has_as_many(question: Question, sentence: Sentence, count: int) -> bool:
    """Tell whether the sentence gives, or says that there are, as many things as are asked for."""
    said = {"二" if d == "两" else d for d in _SAID.findall(fold_text(sentence.words))}
    return len(parts_of(question, sentence)) == count or bool(said & {str(count), _HAN_DIGITS.get(count, "")})


def _counts_alike(question: Question, scored: Scored, count: int, least: float) -> bool:
    """Tell whether the sentence says that there are so many of the very things asked for."""
    asked = _COUNT.search(question.folded)
    if asked is None or scored.score < least:
        return False
    after = question.folded[asked.end() : asked.end() + _NOUN]
    things = [k.words for k in question.keys if k.words in after]
    folded = fold_text(scored.evidence.sentence.words)
    said = [m for m in _SAID.finditer(folded) if _DIGITS.get(m[1]) == count or m[1] == str(count)]
    return any(thing in folded[m.end() : m.end() + _NOUN] for m in said for thing in things)


def _one_a_stage(question: Question, good: Sequence[Scored]) -> list[Scored]:
    """Return the best sentences for each of the stages asked for (alpha、beta、GA 各在哪一版), if there are several."""
    if len(question.stages) < 2:
        return []
    most = good[0].evidence.coverage
    able = [s for s in good if s.evidence.names_subject and s.evidence.coverage >= _OF_A_STAGE * most]
    best = [next((s for s in able if stage in s.evidence.stages), None) for stage in sorted(question.stages)]
    kept: list[Scored] = []
    for scored in best:
        if scored is not None and not any(scored is k for k in kept):
            kept.append(scored)
    return kept


def _goes_on(one: Sentence, following: Sentence) -> bool:
    """Tell whether ``following`` leads in a list that tells more of what ``one`` says (除此之外，它还有以下功能)."""
    return bool(following.items) and following.leans_back and following.before == one.words


def parts_of(question: Question, sentence: Sentence) -> tuple[Span, ...]:
    """Return the items that the sentence gives: the list it leads in, or else the enumeration in it."""
    if sentence.items:
        return sentence.items
    count = asked_count(question)
    found = [_new(question, sentence, parts) for parts in enumerations(sentence.document.text, sentence.span)]
    several = [parts for parts in found if len(parts) > 1]
    return next((p for p in several if len(p) == count), several[0] if several else ())


def _new(question: Question, sentence: Sentence, parts: Sequence[Span]) -> tuple[Span, ...]:
    """Return the parts that the question does not name itself."""
    text = sentence.document.text
    return tuple(p for p in parts if fold_text(p.cut(text)) not in question.folded)
