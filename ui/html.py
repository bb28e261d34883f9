"""Answers as HTML. Whatever comes from documents, file names and questions is escaped here."""

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from corpus.errors import InputError, KaojuError
from corpus.normalize import Script, detect_script
from corpus.types import Document, Section, Span
from qa.answer import AskOptions
from qa.conversation import Turn
from qa.question import MAX_QUESTION
from qa.service import Service
from qa.types import Answer, Citation, Statement
from ui.words import KINDS, LANG, word

_TURNS = 8  # of a conversation that a follow-up may lean on
_REACH, _SHORT_REACH, _MANY = 200, 50, 3  # characters shown beside a quotation; fewer beside more than _MANY


def _documents(service: Service) -> Mapping[str, Document]:
    return service.collection.snapshot().documents


def _escape(text: str) -> str:
    return html.escape(text.encode("utf-8", "replace").decode())  # file names may carry lone surrogates


def masthead_html(service: Service, script: Script) -> str:
    """Return the head of the page, with the number of documents in the collection."""
    try:
        holds = word("holds", script, n=len(_documents(service)))
    except KaojuError as error:
        holds = word("failed", script, reason=error)
    return (
        f'<header class="masthead" lang="{LANG[script]}"><h1>考据</h1><p>{word("tagline", script)}</p>'
        f"<p>{_escape(holds)}</p></header>"
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer as HTML, and the conversation with it."""

    html: str
    history: tuple[Turn, ...]


def answered_html(service: Service, question: str, history: tuple[Turn, ...] = ()) -> Shown:
    """Return the answer to a question that follows ``history``; a failure becomes a line in the page."""
    script = detect_script(question) or "hans"
    try:
        answer = service.ask(question, AskOptions(history=history))
        if answer.understood and answer.status != "needs_clarification":
            history = (*history, Turn(answer.understood.question, answer.short))[-_TURNS:]
        return Shown("".join(_answer(answer, _documents(service))), history)
    except InputError:
        size = len(question.strip())
        line = word("long" if size > MAX_QUESTION else "empty", script, n=size, most=MAX_QUESTION)
    except KaojuError as error:
        line = word("failed", script, reason=error)
    return Shown(f'<section lang="{LANG[script]}"><p class="note" role="alert">{_escape(line)}</p></section>', history)


def _answer(answer: Answer, documents: Mapping[str, Document]) -> Iterator[str]:
    script = answer.script
    yield f'<section lang="{LANG[script]}"><p class="asked">{_escape(answer.question)}</p>'
    yield from _chips(answer)
    if answer.short:
        yield f'<p class="short">{_escape(answer.short)}</p>'
    yield from _body(answer)
    yield from (f'<p class="note">{_escape(note)}</p>' for note in answer.notes)
    if answer.citations:
        yield f"<h2>{word('quotations', script)}</h2>"
    reach = _REACH if len(answer.citations) <= _MANY else _SHORT_REACH
    for citation in answer.citations:
        yield _card(citation, documents.get(citation.doc_id), script, reach)
    if answer.status == "no_evidence" and (places := list(_nearest(answer, documents))):
        items = "".join(f"<li>{_escape(place)}</li>" for place in places)
        yield f'<div class="nearest"><p>{word("nearest", script)}</p><ul>{items}</ul></div>'
    foot = word("foot", script, n=len(documents), seconds=answer.elapsed_ms / 1000)
    yield f'<p class="foot">{foot}</p></section>'


def _chips(answer: Answer) -> Iterator[str]:
    """Return how the question was read, as small labels."""
    if answer.understood is None:
        return
    read = answer.understood
    labels = [KINDS.get(read.kind, {}).get(answer.script, ""), *read.versions, *read.components, *read.stages]
    chips = "".join(f"<span>{_escape(label)}</span>" for label in labels if label)
    if chips:
        yield f'<div class="chips" title="{word("understood", answer.script)}">{chips}</div>'


def _body(answer: Answer) -> Iterator[str]:
    """Return statements and list items in the order of their citations, as they follow each other in the sources."""
    parts = [("p", s) for s in answer.statements] + [("li", s) for s in answer.items]
    parts.sort(key=lambda part: min(part[1].citations, default=0))
    for tag, run in groupby(parts, key=lambda part: part[0]):
        lines = "".join(f"<{tag}>{_statement(s)}</{tag}>" for _, s in run)
        yield f"<ul>{lines}</ul>" if tag == "li" else lines


def _statement(statement: Statement) -> str:
    """Return a statement with its citation numbers, which stay on the line of its last character."""
    numbers = "".join(f'<sup><a class="cite" href="#cite-{n}">{n}</a></sup>' for n in statement.citations)
    text = statement.text.rstrip()
    return f'{_escape(text[:-1])}<span class="last">{_escape(text[-1:])}{numbers}</span>'


def _nearest(answer: Answer, documents: Mapping[str, Document]) -> Iterator[str]:
    """Return where the best passages stand, at most three, when none of them answers."""
    for hit in answer.hits[:3]:
        if document := documents.get(hit.doc_id):
            section = _section(document, Span(hit.start, hit.end))
            yield _place(document.title, section.path if section else ())


def _section(document: Document, span: Span) -> Section | None:
    return next((s for s in document.sections if s.span.contains(span)), None)


def _place(title: str, section: Sequence[str]) -> str:
    return " › ".join(dict.fromkeys((title, *section)))


def _card(citation: Citation, document: Document | None, script: Script, reach: int) -> str:
    """Return the card of a citation: where it stands, and the passage with the quoted words marked."""
    before, after = surroundings(document, Span(citation.start, citation.end), reach) if document else ("", "")
    where = ["/".join(Path(citation.source).parts[-2:])]
    if citation.page:
        where.append(word("page", script, page=citation.page))
    where.append(word("place", script, start=citation.start, end=citation.end))
    return (
        f'<article class="card" id="cite-{citation.n}" tabindex="-1"><h3><span class="number">{citation.n}</span>'
        f"{_escape(_place(citation.title, citation.section))}</h3>"
        f'<blockquote lang="{LANG[detect_script(citation.quote) or script]}">'
        f"{_escape(before)}<mark>{_escape(citation.quote)}</mark>{_escape(after)}</blockquote>"
        f'<p class="source" title="{_escape(citation.source)}">{_escape(" · ".join(where))}</p></article>'
    )


def surroundings(document: Document, quote: Span, reach: int) -> tuple[str, str]:
    """Return up to ``reach`` characters of the same section before and after a quotation, cut at a line end or by …."""
    found = _section(document, quote)
    section = found.span if found else Span(0, len(document.text))
    start, end = max(section.start, quote.start - reach), min(section.end, quote.end + reach)
    before, after = document.text[start : quote.start], document.text[quote.end : end]
    if start > section.start:
        _, line_end, rest = before.partition("\n")
        before = rest if line_end and rest.strip() else f"…{before}"
    if end < section.end:
        rest, line_end, _ = after.rpartition("\n")
        after = rest if line_end and rest.strip() else f"{after}…"
    return before.lstrip(), after.rstrip()
