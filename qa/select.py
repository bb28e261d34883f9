"""From scored sentences to the few that answer, or to none."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.normalize import squeezed
from qa.evidence import Evidence
from qa.lists import select_list
from qa.question import Question
from qa.scoring import Scored, fits

MAX_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a sentence supports an answer at all."""

    coverage: float = 0.25
    coverage_general: float = 0.45  # the same where the question names no thing and no version
    least_confidence: float = 0.0  # below it no sentence answers, whatever it covers
    least_without_words: float = 0.0  # the same where a few words are asked for and none were found
    confidence: float = 1.0  # from it on a sentence answers that lacks something of what is asked
    coverage_also: float = 0.5  # a further sentence says at least this share of what the best says
    also: float = 0.75  # a further sentence is quoted if it scores at least this share of the best
    beside: float = 0.55  # the same for a sentence next to the best


WITH_READER = Thresholds(least_confidence=0.1, least_without_words=0.17, confidence=0.5, also=0.6, beside=0.45)

_FORM_IS_NEEDED = frozenset({"date", "version", "number", "list", "person"})
_A_SIDE = 0.3  # share of the best coverage that a sentence on one side of a comparison needs
_PREDICATE_IS_NEEDED = frozenset({"yesno", "why", "how"})


def answers(question: Question, evidence: Evidence) -> bool:
    """Tell whether the sentence is about the subject, in the form, at the stage and of the version asked for."""
    if not (evidence.has_subject and evidence.has_attribute):
        return False
    if question.kind in _FORM_IS_NEEDED and not fits(question, evidence):
        return False
    if question.kind in _PREDICATE_IS_NEEDED and not evidence.has_predicate:
        return False
    if _speaks_of_another(question, evidence):
        return False
    needs_stage = question.stages and question.kind in ("version", "date", "yesno", "list")
    return not (needs_stage and not question.stages & evidence.stages)


def select(question: Question, ranked: Sequence[Scored], thresholds: Thresholds | None = None) -> list[Scored]:
    """Return the sentences that answer, best first: up to three, or a list's items; empty when none does.

    The best must say enough of what the question names, or the reader must be confident in it; the others stand beside it.
    """
    limits = thresholds or Thresholds()
    good = [s for s in ranked if _may_answer(question, s, limits)]
    able = [s for s in good if _suffices(question, s, limits)]
    if not able:
        return []
    if "list" in question.kinds:
        return _without_repetition(select_list(question, good, able))
    best = able[0]
    if question.kind == "compare" and (sides := _one_a_side(good, best)):
        return sides
    chosen = [best, *(s for s in good if s is not best and _stands_beside(question, s, best, limits))]
    return _without_repetition(chosen)[:MAX_SENTENCES]


def _may_answer(question: Question, scored: Scored, limits: Thresholds) -> bool:
    sure = scored.confidence > limits.confidence and not _speaks_of_another(question, scored.evidence)
    return sure or answers(question, scored.evidence)


def _speaks_of_another(question: Question, evidence: Evidence) -> bool:
    """Tell whether the sentence is about another version than is asked for, or has the stage at another one."""
    if question.kind == "version":
        return False
    return evidence.stage_elsewhere or bool(question.versions and evidence.other_version)


def _suffices(question: Question, scored: Scored, limits: Thresholds) -> bool:
    """Tell whether the sentence can answer alone."""
    if scored.confidence > limits.confidence:
        return True
    names_nothing = not question.versions and not any(k.is_term or k.is_name for k in question.keys)
    least = limits.coverage_general if names_nothing else limits.coverage
    return scored.evidence.coverage >= least and scored.confidence >= limits.least_confidence


def _one_a_side(good: Sequence[Scored], best: Scored) -> list[Scored]:
    """Return the best sentence and one for each compared thing that it does not speak of; empty where it has all."""
    chosen, spoken_of = [best], best.evidence.sides
    for scored in good:
        enough = scored.evidence.coverage >= _A_SIDE * best.evidence.coverage
        if enough and not scored.evidence.sides <= spoken_of:
            chosen.append(scored)
            spoken_of |= scored.evidence.sides
    return chosen[:MAX_SENTENCES] if len(chosen) > 1 else []


def _without_repetition(chosen: Sequence[Scored]) -> list[Scored]:
    """Return the sentences without those that say the same, letter for letter in either script, as a better one."""
    kept: dict[str, Scored] = {}
    for scored in chosen:
        kept.setdefault(squeezed(scored.evidence.sentence.words), scored)
    return list(kept.values())


def _stands_beside(question: Question, one: Scored, best: Scored, limits: Thresholds) -> bool:
    if _beside(one, best):
        return one.score >= limits.beside * best.score
    if best.evidence.names_subject and not (one.evidence.names_subject or one.evidence.sentence.items):
        return False
    if question.kind in ("version", "date") and best.evidence.topic and not one.evidence.topic:
        return False
    if one.evidence.direct >= best.evidence.direct:
        return True  # it says as much of what is asked, however much more alike the best one may read
    says_enough = one.evidence.coverage >= limits.coverage_also * best.evidence.coverage
    return says_enough and one.score >= limits.also * best.score


def _beside(one: Scored, other: Scored) -> bool:
    """Tell whether two sentences follow one another, or one gives the other its subject."""
    a, b = sorted((one.evidence.sentence, other.evidence.sentence), key=lambda s: s.span)
    return a.document.id == b.document.id and not b.is_item and b.before == a.words
