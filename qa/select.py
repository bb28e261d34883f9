"""From weighed sentences to the few that answer, or to none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.normalize import fold_text
from qa.evidence import Evidence
from qa.question import Question

MAX_SENTENCES = 3
MAX_ITEMS = 12


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each sign counts in a sentence's score; set on development questions in both scripts."""

    coverage: float = 0.50
    direct: float = 0.15
    cosine: float = 0.25  # within the sentences read, from the least to the most similar
    passage: float = 0.20
    form: float = 0.15  # it holds the form asked for: a date, a version, a number
    reason: float = 0.25  # the same where a reason is asked for, which few sentences hold
    subject: float = 0.10  # it names what the question is about
    topic: float = 0.05  # and speaks of that itself
    leads_list: float = 0.10  # a list is asked for, and it leads one in
    stage: float = 0.10
    version: float = 0.10
    other_version: float = -0.40
    other_stage: float = -0.15


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a sentence supports an answer at all."""

    coverage: float = 0.25
    coverage_general: float = 0.45  # the same where the question names no thing and no version
    coverage_also: float = 0.5  # a further sentence says at least this share of what the best says
    direct_also: float = 0.7  # of a list's items, how much of what the best says in its own words
    rival: float = 0.05  # by how much more an item must say than the lead-in of another list, to stand for the answer
    also: float = 0.75  # a further sentence is quoted if it scores at least this share of the best
    beside: float = 0.55  # the same for a sentence next to the best


@dataclass(frozen=True, slots=True)
class Scored:
    """A weighed sentence with its score, higher is better."""

    evidence: Evidence
    score: float


_FORMS = {
    "why": re.compile(r"因为|由于|原因|所以|使得|导致|为了|以便|从而|以免|否则|because|so that"),
    "how": re.compile(r"可以|通过|使用|需要|执行|运行|设置|配置|命令|先|再|`|\$ "),
    "definition": re.compile(r"是|指|即|用于|用来|负责|提供|作用|称为|叫|支持|就是"),
    "person": re.compile(
        r"作者|译者|编辑|[由被].{1,24}(?:写|开发|提出|创建|发起|维护|设计|发布|推出|主导|负责|组织)|我是|创始人|负责人|主席|\blead\b|author|founder|撰"
    ),
    "command": re.compile(r"(?:^|[`$#] ?)(?:sudo )?[a-z][\w./-]+ (?:-|[a-z]+ )[^`]*|--[a-z][\w-]+", re.MULTILINE),
    "compare": re.compile(r"不同|区别|而|相比|分别|与|比"),
    "yesno": re.compile(r"不|没|无|可以|能|会|支持|需要|必须|仍|已"),
}


def fits(question: Question, evidence: Evidence) -> bool:  # noqa: PLR0911  one return a form
    """Tell whether the sentence holds the form of answer that is asked for."""
    match question.kind:
        case "date":  # when something came is often told by the release it came with
            return evidence.has_date or bool(evidence.versions and not question.names_version)
        case "version":
            return bool(evidence.versions) or evidence.this_version
        case "number":
            return evidence.has_number
        case "list":
            return evidence.enumerates
        case "command" | "how" if evidence.sentence.code:
            return True
        case kind if kind in _FORMS:
            return bool(_FORMS[kind].search(fold_text(evidence.sentence.words)))
    return True


def score(question: Question, evidences: Sequence[Evidence], weights: Weights | None = None) -> list[Scored]:
    """Return the sentences with their scores, best first; equal scores keep the order of retrieval."""
    w = weights or Weights()
    cosines = [e.sentence.cosine for e in evidences]
    low, spread = min(cosines, default=0.0), max(cosines, default=0.0) - min(cosines, default=0.0)
    scored = []
    for e in evidences:
        total = w.coverage * e.coverage + w.direct * e.direct + w.passage * min(e.sentence.hit.score, 1.0)
        total += w.cosine * ((e.sentence.cosine - low) / spread if spread else 0.0)
        total += (w.reason if question.kind == "why" else w.form) * fits(question, e)
        total += w.leads_list * bool("list" in question.kinds and e.sentence.items)
        total += w.subject * e.names_subject + w.topic * e.topic
        total += w.version * e.names_version + w.other_version * e.other_version
        if question.stages:
            total += w.stage * bool(question.stages & e.stages)
            total += w.other_stage * bool(e.stages and not question.stages & e.stages)
        scored.append(Scored(e, total))
    return sorted(scored, key=lambda s: -s.score)


_FORM_IS_NEEDED = frozenset({"date", "version", "number", "list", "person"})
_PREDICATE_IS_NEEDED = frozenset({"yesno", "why", "how"})


def answers(question: Question, evidence: Evidence) -> bool:
    """Tell whether the sentence is about the subject, in the form, at the stage and of the version asked for."""
    if not (evidence.has_subject and evidence.has_attribute):
        return False
    if question.kind in _FORM_IS_NEEDED and not fits(question, evidence):
        return False
    if question.kind in _PREDICATE_IS_NEEDED and not evidence.has_predicate:
        return False
    if question.versions and evidence.other_version and question.kind != "version":
        return False
    if evidence.stage_elsewhere and question.kind != "version":
        return False
    needs_stage = question.stages and question.kind in ("version", "date", "yesno", "list")
    return not (needs_stage and not question.stages & evidence.stages)


def select(question: Question, ranked: Sequence[Scored], thresholds: Thresholds | None = None) -> list[Scored]:
    """Return the sentences that answer, best first: up to three, or a list's items; empty when none does.

    The best must say enough of what the question names; the others stand beside it.
    """
    limits = thresholds or Thresholds()
    good = [s for s in ranked if answers(question, s.evidence)]
    names_nothing = not question.versions and not any(k.is_term or k.is_name for k in question.keys)
    least = limits.coverage_general if names_nothing else limits.coverage
    enough = [i for i, s in enumerate(good) if s.evidence.coverage >= least]
    if not enough:
        return []
    best = good[enough[0]]
    if "list" in question.kinds and best.evidence.sentence.items and best.evidence.names_subject:
        rivals = [s for s in good if s.evidence.coverage > best.evidence.coverage + limits.rival]
        if not rivals:
            return [best]
        best = rivals[0]  # the list led in is about less than what is asked
    most = MAX_ITEMS if "list" in question.kinds else MAX_SENTENCES
    chosen = [best, *(s for s in good if s is not best and _stands_beside(question, s, best, limits))]
    return _without_repetition(chosen)[:most]


def _without_repetition(chosen: Sequence[Scored]) -> list[Scored]:
    """Return the sentences without those that say the same, letter for letter in either script, as a better one."""
    kept: dict[str, Scored] = {}
    for scored in chosen:
        kept.setdefault("".join(fold_text(scored.evidence.sentence.words).split()), scored)
    return list(kept.values())


def _stands_beside(question: Question, one: Scored, best: Scored, limits: Thresholds) -> bool:
    if _beside(one, best):
        return one.score >= limits.beside * best.score
    if best.evidence.names_subject and not (one.evidence.names_subject or one.evidence.sentence.items):
        return False
    if question.kind in ("version", "date") and best.evidence.topic and not one.evidence.topic:
        return False
    leads_list = bool(one.evidence.sentence.items) and not best.evidence.sentence.is_item
    if "list" in question.kinds and not leads_list and one.evidence.direct < limits.direct_also * best.evidence.direct:
        return False
    if one.evidence.direct >= best.evidence.direct:
        return True  # it says as much of what is asked, however much more alike the best one may read
    says_enough = one.evidence.coverage >= limits.coverage_also * best.evidence.coverage
    return says_enough and one.score >= limits.also * best.score


def _beside(one: Scored, other: Scored) -> bool:
    """Tell whether two sentences follow one another, or one gives the other its subject."""
    a, b = sorted((one.evidence.sentence, other.evidence.sentence), key=lambda s: s.span)
    return a.document.id == b.document.id and not b.is_item and b.before == a.words
