"""How much a weighed sentence counts for a question: one score from all its signs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.normalize import fold_text
from qa.evidence import Evidence
from qa.question import Question
from qa.reader.candidates import Reading
from qa.reader.reader import Found


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
    margin: float = 0.05  # of the reader, from -6 to 10


@dataclass(frozen=True, slots=True)
class Scored:
    """A weighed sentence with its score, higher is better.

    ``found`` is the best answer that the reader saw in it; ``confidence`` (0 to 1) how likely the sentence answers.
    """

    evidence: Evidence
    score: float
    found: Found | None = None
    confidence: float = 0.0


_MOST = 10.0
_NOTHING_SEEN = -6.0  # tables and code are often further down, though they hold the answer

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
            return evidence.enumerates or _holds_second_form(question, evidence)
        case "command" | "how" if evidence.sentence.code:
            return True
        case kind if kind in _FORMS:
            return bool(_FORMS[kind].search(fold_text(evidence.sentence.words)))
    return True


def _holds_second_form(question: Question, evidence: Evidence) -> bool:
    """Tell whether the sentence holds what a list of versions or dates is made of (分别是哪几版)."""
    wanted = {"version": bool(evidence.versions), "date": evidence.has_date}
    return any(wanted.get(kind, False) for kind in question.kinds)


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


def with_reading(ranked: Sequence[Scored], reading: Reading, weights: Weights | None = None) -> list[Scored]:
    """Return the sentences scored anew by what the reader found in each, best first."""
    w = weights or Weights()
    read = []
    for scored in ranked:
        found = reading.of(scored.evidence.sentence)
        read.append(Scored(scored.evidence, scored.score + w.margin * margin_of(found), found))
    return sorted(read, key=lambda s: -s.score)


def margin_of(found: Found | None) -> float:
    """Return the reader's margin within bounds; a sentence that it saw no answer in has the margin of a poor one."""
    return max(_NOTHING_SEEN, min(_MOST, found.margin)) if found else _NOTHING_SEEN
