"""What one sentence says happened in which version: a release with its date, or a stage that something reached.

Clause by clause, each version takes the stage or the date that stands with it. Plans, denials, conditions and counts
(11 项进入 beta) are no milestones; a wrong one is worse than none. Everything here works on folded text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.terms import TermTable
from corpus.versions import Version, VersionMention
from qa.clause_reading import Clause, gap, read_clauses
from qa.release_dates import release_dates
from qa.stages import Said
from qa.topics import leaves_open, topics_of

_QUESTION = re.compile(r"[?]\s*$|[吗呢]\s*[?。]?\s*$")
_LATER = re.compile(r"后来|随后|之后|其后|最终|最后|目前|如今|现在|至今|仍|尚|还是|依然|当时|原本|此前")
_FROM = re.compile(r"(?:从|由)\s*$")
_IN_TURN = "分别"  # alpha 和 beta 分别在 1.12 和 1.14
_PARTS = re.compile(r"[、和与及并/]")
_ROSE = re.compile(
    r"\s*(?:版本?)?\s*(?:中|里)?的?\s*(?:alpha|beta)\s*(?:版本?|阶段|状态)?\s*(?:升|变|转|进|到|晋|毕业)"
)
_ACTS = re.compile(
    r"进入|达到|升级?[为到至]|晋升|毕业|成为|变为|转[为正]|正式|形式|首次|引入|新增|加入|增加|被|已|了|^\W*(?:移除|弃用|废弃|删除)"
)


@dataclass(frozen=True, slots=True)
class Context:
    """What a sentence takes from around it: the version it is under, what it may speak of, and whose release it is."""

    version: Version | None = None
    topics: tuple[str, ...] = ()
    product: str | None = None


@dataclass(frozen=True, slots=True)
class Milestone:
    """A version with what happened in it; ``stage`` is released, or how far ``component`` has come. ``date`` is ISO."""

    version: Version
    stage: str
    component: str | None
    date: str | None = None


def milestones(folded: str, terms: TermTable, context: Context, numbered: bool = True) -> list[Milestone]:
    """Return what the folded sentence says happened, in the order of its words, without repetition.

    ``numbered`` is that of ``find_in_folded``: whether a bare number at the start may be that of a section.
    """
    if _QUESTION.search(folded):
        return []
    clauses = read_clauses(folded, terms, numbered)
    released = (Milestone(d.version, "released", d.product, d.date) for d in release_dates(clauses, context.product))
    return list(dict.fromkeys([*released, *_stages(clauses, context)]))


def _stages(clauses: Sequence[Clause], context: Context) -> Iterator[Milestone]:
    versions: list[Version] = [context.version] if context.version else []
    topics, borrowed = context.topics, True  # borrowed: the sentence itself has named no version yet
    reached: set[tuple[str | None, Version]] = set()
    for clause in clauses:
        if clause.versions:
            borrowed = False
        for said in clause.said if clause.happened else ():
            at = _version_of(clause, said, versions)
            if at is None or (borrowed and not _ACTS.search(clause.text)):
                continue
            subjects = topics_of(clause.text, clause.span.start, clause.topics, said) or (
                topics if leaves_open(clause.topics) else ()
            )
            if borrowed and not subjects:
                continue
            for subject in subjects or (None,):
                if said.is_maturity and not clause.versions and (subject, at) in reached:
                    continue  # it cannot be alpha and beta in one version
                if said.is_maturity:
                    reached.add((subject, at))
                yield Milestone(at, said.stage, subject)
            topics = tuple(subjects) or topics
        versions = [m.version for m in clause.versions] or versions
        own = tuple(dict.fromkeys(t.id for t in clause.topics if not t.is_general and not t.is_part))
        topics = topics if clause.said or not own else own[:1]


def _version_of(clause: Clause, said: Said, earlier: Sequence[Version]) -> Version | None:
    """Return the version nearest to a stage in its clause, before it rather than after; else the one before, if one."""
    ours = [m for m in clause.versions if not (m.span.end <= said.span.start and _rose_from(clause, m, said))]
    if clause.versions and not ours:
        return None
    if ours:
        if _IN_TURN in clause.text and len(ours) == len(clause.said):
            return ours[clause.said.index(said)].version

        def distance(m: VersionMention) -> tuple[bool, int, bool]:
            after = m.span.start > said.span.start
            between = clause.between(said.span, m.span) if after else clause.between(m.span, said.span)
            return bool(_PARTS.search(between)), gap(m.span, said.span), after

        return min(ours, key=distance).version
    return earlier[0] if len(earlier) == 1 and not _LATER.search(clause.text) else None


def _rose_from(clause: Clause, mention: VersionMention, said: Said) -> bool:
    """Tell whether a version is that of the stage before: 从 1.12 的 beta 升为正式可用."""
    return bool(_ROSE.match(clause.between(mention.span, said.span))) and bool(
        _FROM.search(clause.text[: mention.span.start - clause.span.start])
    )
