"""What a sentence shows of its worth: what it speaks of, what it tells happened, whether it says what something is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.segment import search_words
from corpus.terms import TermTable
from corpus.versions import Version
from qa.clause_reading import read_clauses
from qa.milestones import Context, milestones
from qa.stages import stages_in
from qa.summary.candidates import Candidate

_DEFINES = re.compile(
    r"^\W*(?P<what>[^,。:;]{1,30}?)\s*(?:\([^)]*\)\s*)?(?:是(?![在由否因从不])|指的?是|is\s(?:an?|the)\s|are\s)"
)
_AIM = re.compile(r"目[标的](?:主要)?(?:是|集中|在于)|旨在|用来|用于|负责|核心功能|作用是|的范围是|重点是|成果是")
_TALKS = re.compile(
    r"[你您](?!们的集群)|!|相信|可能.{0,6}(?:清楚|知道|听说)|有意思的是|当然|其实|事实上|可以说|毋庸置疑|众所周知"
)
_MAY_TELL = re.compile(r"\d\.\d|\d ?年|ga\b|beta|alpha|弃用|移除|引入|正式|废弃")
_FEW_LETTERS = 14
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Signals:
    """The signs of one sentence; shares are 0 to 1.

    ``told`` is what it tells happened (!1.12 ga csi), ``release`` whether that is the date of one; ``concepts`` are that
    with its words, terms (#id) and versions (@1.12).
    """

    concepts: tuple[str, ...]
    heading: float
    title: float
    told: tuple[str, ...]
    tells: bool
    release: bool
    stage: bool
    defines: bool
    aim: bool
    talks: bool
    is_scrap: bool


def signals_of(candidate: Candidate, terms: TermTable, asked: Sequence[Version] = ()) -> Signals:
    """Read one candidate; what it tells of counts where it happened in a version ``asked`` for, else in its headings'."""
    folded = candidate.folded
    words = [w for w in search_words(folded) if len(w) > 1]
    own = candidate.versions if candidate.names_version else ()
    told = _told(candidate, terms, asked) if _MAY_TELL.search(folded) else ()
    concepts = (*words, *sorted("#" + i for i in terms.ids(folded)), *(f"@{v}" for v in own), *told)
    definition = _DEFINES.match(folded)
    subject = set(search_words(definition["what"])) if definition else set()
    return Signals(
        concepts,
        _share(candidate.headings[-1:], words),
        _share(candidate.headings[:1], words),
        told,
        bool(told),
        any(" released " in t for t in told),
        bool(stages_in(folded, terms)) and bool(candidate.versions),
        bool(subject & set(search_words(" ".join((*candidate.headings[:1], *candidate.headings[-1:]))))),
        bool(_AIM.search(folded)),
        bool(_TALKS.search(folded)),
        not told and not candidate.is_heading and len(_LETTER.findall(folded)) < _FEW_LETTERS,
    )


def _told(candidate: Candidate, terms: TermTable, asked: Sequence[Version]) -> tuple[str, ...]:
    only = candidate.about[0] if len(candidate.about) == 1 and not candidate.about[0].wildcard else None
    wanted = asked or candidate.about
    found = milestones(candidate.folded, terms, Context(only))
    told = [(str(m.version), m.stage, m.component) for m in found if _is_wanted(m.version, wanted)]
    if not found and only is not None and _is_wanted(only, wanted):  # Watch Bookmarks GA: no verb, and none is needed
        clauses = [c for c in read_clauses(candidate.folded, terms) if c.happened and not c.versions]
        told = [(str(only), said.stage, None) for clause in clauses for said in clause.said]
    return tuple(dict.fromkeys(f"!{v} {stage} {what or '~' + candidate.folded}" for v, stage, what in told))


def _is_wanted(version: Version, wanted: Sequence[Version]) -> bool:
    return not wanted or any(v.covers(version) for v in wanted)


def _share(headings: Sequence[str], words: Sequence[str]) -> float:
    heading = {w for h in headings for w in search_words(h) if len(w) > 1}
    return len(heading & set(words)) / len(heading) if heading else 0.0
