"""What the collection says happened in which version, in order: releases with their dates, and stages reached."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from corpus.layout import code_blocks, table_head
from corpus.normalize import fold_text
from corpus.sentences import LIST_MARK, sentences, without_mark
from corpus.tags import context_versions, versions_in
from corpus.terms import TermTable
from corpus.types import Document, Section, Span
from corpus.versions import Version, find_in_folded, parse_version
from index.snapshot import Snapshot
from qa.milestone_rows import row_milestones
from qa.milestones import Context, Milestone, milestones
from qa.topics import topics_in
from qa.types import Citation

_THIS_VERSION = re.compile(r"(?:这个?|此|该|本|同)一?(?:次|个)?(?:版(?!本控制)|发行版|release)|this release")
_LEANS_BACK = re.compile(
    r"^(?:它|其(?!他|余|实|中)|该(?!版)|此(?!版|外)|这(?:一?[个项]?(?:特性|功能)|是)|同时|并且|而且)|[该此](?:特性|功能|组件|资源|接口|机制)|[这该]一?个?(?:特性|功能)"
)
_MAY_TELL = re.compile(r"\d[.．]\d|版|this release", re.IGNORECASE)
_HEADING_MARKS = re.compile(r"[\s#=\-*]*")


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a version, in the words of a source.

    ``stage`` is released, alpha, beta, ga, deprecated, removed or introduced; ``date`` is the ISO date of a release, as
    precise as written; ``component`` the id of the term it happened to, where one is named. ``citation.quote`` is
    ``statement``.
    """

    version: str
    date: str | None
    component: str | None
    stage: str | None
    statement: str
    citation: Citation


def timeline(
    snapshot: Snapshot, terms: TermTable, component: str | None = None, version: str | None = None
) -> list[Event]:
    """Return the events by version, then date, then place, their citations counted from 1.

    ``component`` is any name of a term, ``version`` any spelling of a version, of which a series covers its patches;
    where the collection or the term table does not know it, there are no events.
    """
    events: Sequence[Event] = _events(snapshot, terms)
    if component is not None:
        ids = _term_ids(component, terms)
        events = [e for e in events if e.component in ids]
    if version is not None:
        asked = _asked_version(version)
        events = [e for e in events if asked is not None and asked.covers(version_of(e))]
    return [replace(e, citation=replace(e.citation, n=n)) for n, e in enumerate(events, 1)]


def version_of(event: Event) -> Version:
    """Return the version of an event, to be compared part by part."""
    return Version(tuple(int(p) for p in event.version.split(".")), written=event.version)


def _term_ids(name: str, terms: TermTable) -> frozenset[str]:
    """Return the ids of the terms that the whole of ``name`` calls."""
    folded = fold_text(name).strip()
    whole = {m.term.id for m in terms.find(folded) if m.span == Span(0, len(folded))}
    return frozenset(whole | {t.id for t in terms.terms if t.id == folded})


def _asked_version(text: str) -> Version | None:
    try:
        return parse_version(text.strip())
    except ValueError:
        found = {m.version for m in find_in_folded(fold_text(text), numbered=False)}
        return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=1)
def _events(snapshot: Snapshot, terms: TermTable) -> tuple[Event, ...]:
    """Return all events of a generation in order, each once; kept for the next question about the same one."""
    found: dict[tuple[str, str | None, str | None, str], Event] = {}
    read = dict.fromkeys((p.doc_id, p.section.span) for p in snapshot.passages)
    sections = {(p.doc_id, p.section.span): p.section for p in snapshot.passages}
    for key in read:
        for event in _section_events(snapshot.documents[key[0]], sections[key], terms):
            found.setdefault((event.version, event.component, event.stage, event.statement), event)
    return tuple(
        sorted(found.values(), key=lambda e: (version_of(e), e.date is None, e.date or ""))
    )  # stable: by place


def _section_events(document: Document, section: Section, terms: TermTable) -> Iterator[Event]:
    for span, milestone in _milestones(document, section, terms):
        words = span.cut(document.text)
        citation = Citation(
            n=1,
            doc_id=document.id,
            title=document.title,
            source=document.source,
            section=section.path,
            page=section.page,
            start=span.start,
            end=span.end,
            quote=words,
            ocr=section.ocr,
        )
        m = milestone
        yield Event(str(m.version), m.date, m.component, m.stage, words, citation)


def _milestones(document: Document, section: Section, terms: TermTable) -> Iterator[tuple[Span, Milestone]]:
    """Yield what the heading and then each sentence of the section says, with the span that says it."""
    text, reader = document.text, _Reader(document, section, terms)
    if section.heading and (heading := _heading_words(text, section.heading)):
        folded = fold_text(heading.cut(text))
        yield from ((heading, m) for m in milestones(folded, terms, Context(product=reader.product)))
    blocks = code_blocks(text, section.span)
    row_end = section.span.start
    for span in sentences(text, section.span):
        if span.start < row_end or any(b.overlaps(span) for b in blocks):
            continue
        if text.startswith("|", span.start):
            line_end = text.find("\n", span.start, section.span.end)
            row = Span(span.start, section.span.end if line_end < 0 else line_end)
            row_end = row.end
            row = Span(row.start, row.start + len(row.cut(text).rstrip()))
            yield from ((row, m) for m in reader.row(row))
        else:
            yield from ((without_mark(text, span), m) for m in reader.sentence(span))


def _heading_words(text: str, heading: Span) -> Span | None:
    start = _HEADING_MARKS.match(text, heading.start, heading.end)
    first = start.end() if start else heading.start
    line = text.find("\n", first, heading.end)
    words = text[first : heading.end if line < 0 else line].rstrip(" \t\r#")
    return Span(first, first + len(words)) if words and _MAY_TELL.search(words) else None


class _Reader:
    """Reads the sentences of one section in order, each in the light of those before and of the headings."""

    def __init__(self, document: Document, section: Section, terms: TermTable) -> None:
        self._document, self._section, self._terms = document, section, terms
        self._about = _only(context_versions(document, section))
        self._under = self._about if _is_named(document, section) else None
        self.product, self._heading_topics = _headings_speak_of((document.title, *section.path), terms)
        self._last_version: Version | None = None
        self._previous: Span | None = None
        self._last_topics: tuple[str, ...] = ()  # of the previous sentence, where it tells something

    def sentence(self, span: Span) -> list[Milestone]:
        """Return what the sentence under ``span`` says."""
        words = span.cut(self._document.text)
        if not (_MAY_TELL.search(words) or self._under):
            self._previous, self._last_topics = span, ()
            return []
        folded = fold_text(words)
        leans = _LEANS_BACK.search(LIST_MARK.sub("", folded, count=1))
        topics = (self._earlier_topics() if leans else ()) or self._heading_topics
        version = (self._last_version or self._about) if _THIS_VERSION.search(folded) else self._under
        found = milestones(folded, self._terms, Context(version, topics, self.product))
        named = [m.version for m in find_in_folded(folded) if not m.version.wildcard]
        self._last_version = named[0] if named else self._last_version
        self._previous = span
        self._last_topics = tuple(dict.fromkeys(m.component for m in found if m.component and m.stage != "released"))
        return found

    def _earlier_topics(self) -> tuple[str, ...]:
        """Return what the sentence before told of, else what it names first."""
        if self._last_topics or self._previous is None:
            return self._last_topics
        named = topics_in(fold_text(self._previous.cut(self._document.text)), self._terms)
        able = tuple(dict.fromkeys(t.id for t in named if not t.is_general and not t.is_part))
        return able if len(able) == 1 else ()

    def row(self, row: Span) -> list[Milestone]:
        """Return what the row of a table says; its head and the rule under it say nothing."""
        head = table_head(self._document.text, self._section.span, row.start)
        if head is None:
            return []
        names, cells = fold_text(head.cut(self._document.text)), fold_text(row.cut(self._document.text))
        return row_milestones(names, cells, self._terms, Context(None, self._heading_topics, self.product))


def _only(versions: Sequence[Version]) -> Version | None:
    return versions[0] if len(versions) == 1 and not versions[0].wildcard else None


def _is_named(document: Document, section: Section) -> bool:
    """Tell whether a heading or the document's title names the version that the section is about."""
    return bool(any(_versions_of(heading) for heading in section.path) or _versions_of(document.title))


@lru_cache(maxsize=4096)
def _versions_of(heading: str) -> tuple[Version, ...]:
    return tuple(versions_in(heading))


@lru_cache(maxsize=4096)
def _headings_speak_of(headings: tuple[str, ...], terms: TermTable) -> tuple[str | None, tuple[str, ...]]:
    """Return whose releases the nearest heading speaks of, and what the nearest heading itself is about."""
    found = [topics_in(fold_text(heading), terms) for heading in headings]
    product = next((t.id for topics in reversed(found) for t in topics if t.is_product), None)
    about = [t.id for t in found[-1] if not t.is_general and not t.is_part] if len(headings) > 1 else []
    return product, tuple(dict.fromkeys(about)) if len(about) == 1 else ()
