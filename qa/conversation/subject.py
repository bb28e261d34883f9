"""The subject of the conversation so far, and its name in the language that will say it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.terms import Term, TermTable
from corpus.types import Span
from qa.conversation.parts import BASIC, FEATURE, HAN, KUBERNETES, THINGS, Chain, PartKind, Read
from qa.conversation.reading import read_text
from qa.conversation.topic import HEAD, topic_of, with_version
from qa.kinds import Kind, kinds_of


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn: ``question`` in the standalone form that was asked, and its ``short`` answer if it had one."""

    question: str
    short: str | None


Talk = Sequence[tuple[Read, Turn]]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a turn was about; ``term`` is set where the phrase is one term, so that it can be put in another language."""

    words: str
    rank: int
    kind: PartKind
    term: Term | None = None


_SHORT_SUBJECT: tuple[Kind, ...] = ("component",)  # what is found then is what is spoken of next


def subject_of(
    talk: Talk,
    terms: TermTable,
    wanted: tuple[PartKind, ...] = THINGS,
    narrow: bool = False,
    no_version: bool = False,
) -> Subject | None:
    """Return the subject of the latest turn that has one; Kubernetes itself only where nothing narrower was named."""
    found = [s for read, turn in reversed(talk) for s in _subjects(read, turn, terms, wanted, no_version)]
    narrower = [s for s in found if s.rank < KUBERNETES]
    if narrow or no_version:
        return next(iter(narrower or found), None)
    return next((s for s in found if s.rank < KUBERNETES or s.kind == "version"), next(iter(found), None))


def _subjects(
    read: Read, turn: Turn, terms: TermTable, wanted: tuple[PartKind, ...], no_version: bool
) -> Iterator[Subject]:
    if turn.short and kinds_of(read.folded)[0] in _SHORT_SUBJECT:
        short = read_text(turn.short, terms)
        if (chain := topic_of(short, wanted)) and chain.rank < BASIC:
            yield as_subject(short, chain.span, chain)
    chain = topic_of(read, wanted) or topic_of(read)
    if chain and chain.rank < KUBERNETES:
        if wanted != THINGS and len(chain.parts) > 1:
            part = next((p for p in chain.parts if p.kind in wanted), None)
            if part:
                yield Subject(read.cut(part.span), part.rank, part.kind, part.term)
        yield as_subject(read, chain.span if no_version else with_version(read, chain.span), chain)
    elif head := HEAD.match(read.folded):
        yield Subject(read.cut(Span(*head.span(1))), FEATURE, "concept")
    elif chain:
        span = with_version(read, chain.span)
        yield Subject(read.cut(span), KUBERNETES, "version" if span != chain.span else "concept")
    elif versions := read.of("version"):
        yield Subject(read.cut(versions[0].span), KUBERNETES, "version")


def as_subject(read: Read, span: Span, chain: Chain) -> Subject:
    """Return a chain as a subject with the words under the span."""
    part = chain.parts[-1]
    return Subject(read.cut(span), chain.rank, part.kind, part.term if span == part.span else None)


def spoken(subject: Subject, read: Read) -> str:
    """Return the subject's name in the language of the text that will say it, if the term table has one."""
    if subject.term and not read.han and HAN.search(subject.words):
        return next((a for a in subject.term.aliases if a.isascii()), subject.words)
    if subject.term and read.han and " " in subject.words and not HAN.search(subject.words):
        return next((a for a in subject.term.aliases if HAN.search(a)), subject.words)
    return subject.words


def last_version(talk: Talk, terms: TermTable) -> str:
    """Return the version that the latest turn with one names, its answer before its question; empty if none does."""
    for read, turn in reversed(talk):
        for source in (read_text(turn.short, terms) if turn.short else None, read):
            if source and (versions := source.of("version")):
                return source.cut(versions[-1 if source is read else 0].span)
    return ""
