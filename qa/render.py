"""Answers and listings as text for a terminal."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from corpus.types import Document
from index.records import Listing
from qa.timeline import Event
from qa.types import Answer, Citation


def printable(text: str) -> str:
    """Return ``text`` without control characters, so that a document cannot steer the terminal."""
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf") else "" for c in text)


def one_line(text: str) -> str:
    """Return ``text`` on one line, printable."""
    return re.sub(r"\s+", " ", printable(text)).strip()


def render_answer(answer: Answer) -> str:
    """Return the answer with its citations as text."""
    return "\n".join(_answer_lines(answer))


def _answer_lines(answer: Answer) -> Iterator[str]:
    if answer.short:
        yield one_line(answer.short)
        yield ""
    for statement in answer.statements:
        yield f"{_lines(statement.text)} {marks(statement.citations)}"
    for item in answer.items:
        yield f"  • {one_line(item.text)} {marks(item.citations)}"
    if answer.citations:
        yield ""
        yield "引文："
        yield from map(citation_line, answer.citations)
    yield from map(one_line, answer.notes)


def _lines(text: str) -> str:
    """Return code as it stands, indented, and anything else on one line."""
    if "\n" not in text.strip():
        return one_line(text)
    return "\n".join(f"    {line}" for line in printable(text).strip("\n").splitlines())


def marks(numbers: Sequence[int]) -> str:
    """Return the numbers of citations as they stand after a statement: [1][3]."""
    return "".join(f"[{n}]" for n in numbers)


def citation_line(citation: Citation) -> str:
    """Return the quotation with its title, section and place, on two lines."""
    place = " › ".join((citation.title, *citation.section))
    page = f" p. {citation.page}" if citation.page else ""
    at = f"{one_line(citation.source)} {citation.start}-{citation.end}"
    return f"  [{citation.n}] 「{one_line(citation.quote)}」\n      {one_line(place)}{page} ({at})"


def render_timeline(events: Sequence[Event]) -> str:
    """Return one line an event: version, date, stage, component, and the words with their place."""
    return "\n".join(
        f"{e.version:<8} {e.date or '':<10}  {e.stage or '':<10}  {e.component or '':<24}  "
        f"「{one_line(e.statement)}」 ({one_line(e.citation.source)} {e.citation.start}-{e.citation.end})"
        for e in events
    )


def render_listing(entries: list[Listing]) -> str:
    """Return one line a document: id, when added and updated, sizes, encoding, title, sources."""
    return "\n".join(
        f"{e.id}  {e.added_at[:10]}  {e.updated_at[:10]}  {e.characters:>8,} chars  {e.pages or '-':>4} pages  "
        f"{e.passages:>5} passages  {e.units:>5} units  {e.encoding:<9}  {one_line(e.title)}  {', '.join(map(one_line, e.sources))}"
        for e in entries
    )


def render_document(document: Document) -> str:
    """Return what is known of a document, then its text."""
    head = [
        f"{document.id}  {one_line(document.title)}",
        f"{one_line(document.source)}  {document.media_type}  {document.encoding}  {len(document.text):,} characters",
        *(f"{one_line(k)}: {one_line(v)}" for k, v in document.meta.items()),
    ]
    return "\n".join([*head, "", printable(document.text)])
