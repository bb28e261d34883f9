"""A sentence read clause by clause: the versions, dates, stages and topics in each, and whether it tells what happened.

Everything here works on folded text; spans are those of the sentence.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.dates import find_dates
from corpus.terms import TermTable
from corpus.types import Span
from corpus.versions import Version, VersionMention, find_in_folded
from qa.stages import Said, stages_in
from qa.topics import Topic, topics_in

_PLAN = re.compile(
    r"(?<!按)(?<!按照)(?:计划|规划)(?!任务|器)|预计|预期|打算|有望|拟[于在]|即将|准备[在于]|路线图"
    r"|将(?=会|要|在|于|被|从|由|随|是|进|达|成为|移|弃|废|删|升|发|推|引|不|停|正式)"
    r"|\b(?:will|plan(?:s|ned)?|expected|scheduled|going to)\b"
)
_DONE = re.compile(r"已经?|最终|实际|终于|后来|结果|\b(?:finally|actually)\b")
_UNSAID = re.compile(
    r"没有|没能|未能|尚未|还未|并未|未曾|未在|从未|不会|并不|不在|不是|无法|如果|假如|倘若|若在|是否|可能|也许|或许|大概|取消|推迟|延期|做准备|铺路"
    r"|\b(?:not|never|if|may|might)\b"
)
_RANGE = re.compile(
    r"\s*(?:版本?)?\s*(?:[及或和]?(?:其?更[早高新低]|之前|以前|以上|以下)|之后|以后|前(?!端|缀)|后(?!端|缀))"
)
_COMPARED = re.compile(
    r"(?:比|距离?|相比|[低高早晚]于|截[至止]|直到)\s*(?:kubernetes\s*|k8s\s*)?$|(?:linux|内核|kernel)\s*(?:版本)?\s*$"
)
_OF_THAT_YEAR = re.compile(r"\s*(?:、|和|与|及|以及)\s*(\d{1,2})\s*月(?:份)?(?:\s*(\d{1,2})\s*[日号])?")
_CLAUSE = re.compile(r"[,;。!?\n]")
_ADDRESS = re.compile(r"(?<=\])\([^)\s]*\)|https?://[\w./?=&#%:~+-]+")
_MARKS = re.compile(r"[*`~\[\]]|(?<!\w)_|_(?!\w)")
_PARENTHESIS = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with what stands in it; ``happened`` is false for plans and denials. Spans are those of the sentence."""

    text: str
    span: Span
    versions: tuple[VersionMention, ...]
    dates: tuple[tuple[Span, str], ...]
    said: tuple[Said, ...]
    topics: tuple[Topic, ...]
    happened: bool = True

    def between(self, one: Span, other: Span) -> str:
        """Return the words from the end of one span to the start of a later one."""
        return self.text[one.end - self.span.start : other.start - self.span.start]


def read_clauses(folded: str, terms: TermTable, numbered: bool = True) -> list[Clause]:
    """Return the clauses of a folded sentence in order; ``numbered`` as in ``find_in_folded``."""
    return _without_plans(_clauses(_plain(folded), terms, numbered))


def _plain(folded: str) -> str:
    """Return the sentence without addresses and marks of Markdown; commas in a parenthesis part nothing."""
    text = _MARKS.sub("", _ADDRESS.sub(" ", folded))
    text = text.replace("|", " ")

    def unfold(match: re.Match[str]) -> str:
        inner = match[1]
        if find_in_folded(inner, numbered=False) and re.search(r"[a-z\u4e00-\u9fff]{2}", inner):
            return f",{inner},"  # a clause by itself: (v1.9 Alpha, v1.10 Beta)
        return f"({_CLAUSE.sub(' ', inner)})"

    return _PARENTHESIS.sub(unfold, text)


def _clauses(text: str, terms: TermTable, numbered: bool) -> list[Clause]:
    versions = [m for f in find_in_folded(text, numbered) if (m := _series(text, f)) and _is_point(text, m.span)]
    dates = _dates(text)
    said, topics = stages_in(text, terms), topics_in(text, terms)
    clauses, at = [], 0
    ends = [m.start() for m in _CLAUSE.finditer(text) if not any(s.start <= m.start() < s.end for s, _ in dates)]
    for end in [*ends, len(text)]:
        span = Span(at, end)
        if span.cut(text).strip():
            clauses.append(
                Clause(
                    span.cut(text),
                    span,
                    tuple(m for m in versions if span.contains(m.span)),
                    tuple(d for d in dates if span.contains(d[0])),
                    tuple(s for s in said if span.contains(s.span)),
                    tuple(t for t in topics if span.contains(t.span)),
                )
            )
        at = min(end + 1, len(text))
    return clauses


def _series(text: str, mention: VersionMention) -> VersionMention | None:
    """1.6.x is said of the release 1.6; 1.1x names several releases, of which none is meant."""
    version = mention.version
    if not version.wildcard:
        return mention
    dotted = text[: mention.span.end].endswith(".x")
    return VersionMention(Version(version.parts, written=version.written), mention.span) if dotted else None


def _is_point(text: str, span: Span) -> bool:
    """Tell a version at which something happens from one that only bounds a range or is compared with."""
    return not (_RANGE.match(text, span.end) or _COMPARED.search(text[max(0, span.start - 20) : span.start]))


def _dates(text: str) -> list[tuple[Span, str]]:
    """Return the dates; one without a year (2018 年 9 月和 12 月) takes that of the date before it."""
    found: list[tuple[Span, str]] = []
    for mention in find_dates(text):
        if mention.value:
            found.append((mention.span, iso(mention.value)))
            while match := _OF_THAT_YEAR.match(text, found[-1][0].end):
                value = (mention.value[0], *(int(p) for p in match.groups() if p))
                found.append((Span(match.start(1), match.end()), iso(value)))
    return found


def _without_plans(clauses: Sequence[Clause]) -> list[Clause]:
    """Mark what did not happen; a plan reaches on until a clause says what became of it."""
    planned, marked = False, []
    for clause in clauses:
        planned = bool(_PLAN.search(clause.text)) or (planned and not _DONE.search(clause.text))
        marked.append(replace(clause, happened=not planned and not _UNSAID.search(clause.text)))
    return marked


def iso(value: Sequence[int]) -> str:
    """Return (year[, month[, day]]) as an ISO date of the same precision."""
    return "-".join([f"{value[0]:04}", *(f"{part:02}" for part in value[1:])])


def gap(one: Span, other: Span) -> int:
    """Return how many characters lie between two spans."""
    return max(other.start - one.end, one.start - other.end, 0)
