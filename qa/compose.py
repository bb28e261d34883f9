"""The chosen sentences become statements with citations, in the order of the text. Quotations are cut, never written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.normalize import squeezed
from corpus.sentences import sentences, without_mark
from corpus.tags import versions_in
from corpus.types import Document, Passage, Span
from qa.evidence import Evidence
from qa.lists import parts_of
from qa.question import Question
from qa.reading import Sentence, says_something
from qa.scoring import Scored
from qa.select import MAX_SENTENCES
from qa.types import Citation, Statement

_FENCE = re.compile(r"```|~~~")
_ANSWERED_BY_CODE = frozenset({"command", "how"})
_LONGEST_CODE = 600  # characters; of a longer block only the line is quoted


@dataclass(frozen=True, slots=True)
class Quoted:
    """A span of a document to be quoted; ``is_item`` if it stands as an item of the answer's list.

    ``parts`` are the items that a sentence enumerates; ``mark`` is the answer that the reader found in it.
    """

    document: Document
    passage: Passage
    span: Span
    is_item: bool = False
    parts: tuple[Span, ...] = ()
    mark: Span | None = None


@dataclass(frozen=True, slots=True)
class Composition:
    """Statements and items with the citations they rely on."""

    statements: tuple[Statement, ...]
    items: tuple[Statement, ...]
    citations: tuple[Citation, ...]


def compose(question: Question, chosen: Sequence[Scored]) -> Composition:
    """Return the answer's body for the chosen sentences, best first."""
    quoted = _with_context(question, chosen)
    order = {doc_id: i for i, doc_id in enumerate(dict.fromkeys(q.document.id for q in quoted))}
    quoted.sort(key=lambda q: (order[q.document.id], q.span))
    citations = tuple(_citation(n, q) for n, q in enumerate(quoted, 1))
    pairs = list(zip(quoted, citations, strict=True))
    whole = [Statement(c.quote, (c.n,)) for q, c in pairs if q.is_item]
    parts = [Statement(p.cut(q.document.text), (c.n,)) for q, c in pairs for p in q.parts]
    return Composition(
        tuple(Statement(c.quote, (c.n,)) for q, c in pairs if not q.is_item),
        tuple(_distinct([*whole, *parts] if len(whole) != 1 or not parts else parts)),
        citations,
    )


def _distinct(items: Sequence[Statement]) -> Sequence[Statement]:
    """Return the items, one that is said in several places once, with all its citations."""
    merged: dict[str, Statement] = {}
    for item in items:
        key = squeezed(item.text)
        known = merged.get(key)
        merged[key] = replace(known, citations=(*known.citations, *item.citations)) if known else item
    return list(merged.values())


def _with_context(question: Question, chosen: Sequence[Scored]) -> list[Quoted]:
    """Return the sentences with what they lean on and the lists they lead in, no span twice, within the limit."""
    is_list = "list" in question.kinds
    wants_code = bool(_ANSWERED_BY_CODE & set(question.kinds))
    quoted: list[Quoted] = []
    marks = _marks(chosen)

    def add(sentence: Sentence, span: Span, is_item: bool = False, parts: tuple[Span, ...] = ()) -> None:
        if not any(q.document.id == sentence.document.id and q.span.overlaps(span) for q in quoted):
            words = span if span == sentence.code else without_mark(sentence.document.text, span)
            mark = next((m for m in marks.get(sentence.document.id, ()) if words.contains(m)), None)
            quoted.append(Quoted(sentence.document, sentence.passage, words, is_item, parts, mark))

    several = sum(s.evidence.sentence.is_item for s in chosen) > 1
    for scored in chosen:
        evidence, sentence = scored.evidence, scored.evidence.sentence
        code = sentence.code if wants_code and sentence.code and len(sentence.code) <= _LONGEST_CODE else None
        if code is None or not code.contains(sentence.span):
            parts = parts_of(question, sentence) if is_list and not (sentence.items or several) else ()
            add(sentence, sentence.span, is_list and sentence.is_item, parts)
        if code:
            add(sentence, code)
        for span in sentence.items if is_list else ():
            add(sentence, span, is_item=True)
        if len(quoted) < MAX_SENTENCES or is_list:
            for span in _leaned_on(evidence):
                add(sentence, span)
    return quoted if is_list else quoted[:MAX_SENTENCES]


def _marks(chosen: Sequence[Scored]) -> dict[str, list[Span]]:
    """Return by document what the reader takes for answers in the chosen sentences."""
    marks: dict[str, list[Span]] = {}
    for scored in chosen:
        if scored.found and scored.found.margin > 0:
            marks.setdefault(scored.evidence.sentence.document.id, []).append(scored.found.span)
    return marks


def _leaned_on(evidence: Evidence) -> list[Span]:
    """Return the sentence before one that says it or this, and the one that names the version of "this version"."""
    sentence, spans = evidence.sentence, []
    text, earlier = sentence.document.text, _earlier(sentence)
    if sentence.leans_back and earlier and not _FENCE.search(text, earlier[-1].end, sentence.span.start):
        spans.append(earlier[-1])
    naming = names_this_version(evidence)
    if naming is not None and naming not in spans:
        spans.append(naming)
    return spans


def names_this_version(evidence: Evidence) -> Span | None:
    """Return the sentence before that names the version which the sentence calls this one, None where it names its own."""
    if not evidence.this_version or evidence.versions:
        return None
    text = evidence.sentence.document.text
    return next((s for s in reversed(_earlier(evidence.sentence)) if versions_in(s.cut(text))), None)


def _earlier(sentence: Sentence) -> list[Span]:
    """Return the sentences of the section that stand before."""
    text, section = sentence.document.text, sentence.passage.section.span
    return [s for s in sentences(text, Span(section.start, sentence.span.start)) if says_something(s.cut(text))]


def _citation(n: int, quoted: Quoted) -> Citation:
    d, section = quoted.document, quoted.passage.section
    return Citation(
        n=n,
        doc_id=d.id,
        title=d.title,
        source=d.source,
        section=section.path,
        page=section.page,
        start=quoted.span.start,
        end=quoted.span.end,
        quote=quoted.span.cut(d.text),
        ocr=section.ocr,
        mark=(quoted.mark.start, quoted.mark.end) if quoted.mark else None,
    )
