"""Which date is that of which release: the one bound to its version, not any date of the sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.types import Span
from corpus.versions import Version, VersionMention
from qa.clause_reading import Clause, gap

_RELEASE = re.compile(
    r"(?:发布|发行|释出|推出|问世|面世)"
    r"(?!说明|会|周期|流程|记录|日志|计划|节奏|公告|版本?的?(?:节奏|周期)|前|后|之前|之后|以后|以来|者|团队|分支|渠道|候选)"
    r"|\b(?:was |is |were )?released\b|\bcame out\b"
)
_OF_SOMETHING = re.compile(r"了(?!\s*$)")  # 1.3 发布了 alpha 版的 X: what came out is X
_ENDS_LIFE = re.compile(r"\s*(?:起|前|之前|后|之后)?\s*(?:停止|终止|结束|到期|不再|更新|修订|eol|编写|撰写)")
_UNTIL = re.compile(r"(?:支持|维护|更新|修订|修改|持续)[到至于]?\s*$")
_BESIDE = re.compile(r"\s*(?:版本?)?\s*(?:[(:]|[-–—]+)\s*")  # 1.20 (2020-12-08), 1.20: 2020-12-08
_CLOSES = re.compile(r"\s*(?:[),;。]|$)")
_IN_TURN = re.compile(r"分别|先后|依次")
_JOINED = re.compile(r"\s*(?:版本?)?\s*(?:、|和|与|及|以及|/|,|and)+\s*(?:kubernetes\s*|k8s\s*)?")


@dataclass(frozen=True, slots=True)
class Dated:
    """A version with its release date (ISO), and the term whose release it is, if one is known."""

    version: Version
    date: str
    product: str | None


def release_dates(clauses: Sequence[Clause], product: str | None) -> Iterator[Dated]:
    """Yield the releases that a sentence dates; ``product`` is what it speaks of where it names none itself."""
    owner = product
    for i, clause in enumerate(clauses):
        owner = next((t.id for t in clause.topics if t.is_product), owner)
        if not clause.happened:
            continue
        for mention, date in _dated(clauses, i):
            yield Dated(mention.version, date, _owner(clause, mention) or owner)


def _owner(clause: Clause, mention: VersionMention) -> str | None:
    """Return the term that stands right before a version (Gateway API v1.3.0), else one whose release is told of."""
    earlier = [t for t in clause.topics if t.span.end <= mention.span.start]
    beside = [t for t in earlier if re.fullmatch(r"\s*的?\s*", clause.between(t.span, mention.span))]
    able = [t for t in (*beside, *clause.topics) if (t.is_product or not t.is_general) and not t.is_part]
    return next((t.id for t in able if t.span.end <= clause.span.start + _release_ends(clause)), None)


def _release_ends(clause: Clause) -> int:
    word = _RELEASE.search(clause.text)
    return word.end() if word else len(clause.text)


def _dated(clauses: Sequence[Clause], i: int) -> list[tuple[VersionMention, str]]:
    clause = clauses[i]
    word = _RELEASE.search(clause.text)
    if word is None:
        return [(m, d) for m in clause.versions for s, d in clause.dates if _beside(clause, m.span, s)]
    dates = [d for d in clause.dates if _is_of_release(clause, d[0])]
    before, after = clauses[i - 1 : i] if i else [], clauses[i + 1 : i + 2]
    versions = clause.versions or [m for c in before if not c.said for m in c.versions[:1]]
    if not clause.versions and not clause.dates:
        return []  # the previous clause may name a version that something else came out with
    if _OF_SOMETHING.match(clause.text, word.end()) and clause.said:
        return []
    if not dates:
        dates = [d for c in before if not c.versions for d in c.dates if _is_of_release(c, d[0])]
    if not dates:
        dates = [d for c in after if not (c.versions or c.said) for d in c.dates if _is_of_release(c, d[0])][:1]
    at = Span(clause.span.start + word.start(), clause.span.start + word.end())
    return _paired(clause, versions, dates, at)


def _beside(clause: Clause, version: Span, date: Span) -> bool:
    if version.end > date.start or not _BESIDE.fullmatch(clause.between(version, date)):
        return False
    return bool(_CLOSES.match(clause.text, date.end - clause.span.start))


def _is_of_release(clause: Clause, date: Span) -> bool:
    """Tell the date of a release from the one on which its support ends, or of its text."""
    start = clause.span.start
    return not (_ENDS_LIFE.match(clause.text, date.end - start) or _UNTIL.search(clause.text[: date.start - start]))


def _paired(
    clause: Clause, versions: Sequence[VersionMention], dates: Sequence[tuple[Span, str]], word: Span
) -> list[tuple[VersionMention, str]]:
    """Give each version its date: in turn if there are as many, else the one date to all that are listed with it."""
    if not versions or not dates:
        return []
    if len(versions) == len(dates):
        return [(m, d) for m, (_, d) in zip(versions, dates, strict=True)]
    if _IN_TURN.search(clause.text):
        return []  # which is whose cannot be told
    if len(versions) == 1:
        return [(versions[0], min(dates, key=lambda d: (gap(d[0], word), d[0]))[1])]
    if len(dates) == 1:
        return [(m, dates[0][1]) for m in _listed(clause, versions)]
    return []


def _listed(clause: Clause, versions: Sequence[VersionMention]) -> list[VersionMention]:
    """Return the first version with those that are joined to it: 1.10、1.11 和 1.12."""
    kept = [versions[0]]
    for mention in versions[1:]:
        if not _JOINED.fullmatch(clause.between(kept[-1].span, mention.span)):
            break
        kept.append(mention)
    return kept
