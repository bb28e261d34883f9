"""Where sentences end, in Chinese and English; every span points into the text it was given."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.types import Span

_CLOSERS = re.escape("”’」』）】》〉\"')]")
_END = re.compile(
    rf"(?:[。！？…]+|[!?]+(?=[\s{_CLOSERS}\u4e00-\u9fff]|\Z))[{_CLOSERS}]*(?:\*{{1,3}}(?!\w))?"
    r"|[；;](?=\s*\n)|(?<=[a-z0-9)\"'])\.(?=\s+[A-Z\"'(]|\s*$)",
    re.MULTILINE,
)
_CLAUSE_END = re.compile(r"[；;，,、：:]\s*|\s+")
LIST_MARK = re.compile(
    r"\s*(?:[•·▪●○◦‣*+\-–]\s+|\d{1,3}(?:[.．](?![\d.])|[)、）])\s*|[（(]\d{1,3}[)）]\s*|[a-zA-Z][.)]\s+|[一二三四五六七八九十]{1,3}、|\|)"
)


@dataclass(frozen=True, slots=True)
class _Line:
    span: Span
    words: str  # without surrounding blanks


def _lines(text: str, span: Span) -> list[_Line]:
    lines, at = [], span.start
    for raw in span.cut(text).splitlines(keepends=True):
        lines.append(_Line(Span(at, at + len(raw)), raw.strip()))
        at += len(raw)
    return lines


def width(text: str) -> int:
    """Return the display width of ``text`` in columns: wide and full-width characters count two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _continues(line: _Line, following: _Line, widest: int) -> bool:
    """Tell whether a line break only wraps the sentence: a full line without an end, and no list mark next."""
    return (
        bool(line.words and following.words)
        and not LIST_MARK.match(following.words)
        and not re.search(rf"[。！？!?；;：:][{_CLOSERS}]*$", line.words)
        and width(line.words) >= 0.8 * widest
    )


def _paragraphs(text: str, span: Span) -> Iterator[Span]:
    """Yield runs of lines that read as one: a line by itself, or lines that a hard wrap cut apart."""
    lines = _lines(text, span)
    block: list[_Line] = []
    for line in [*lines, _Line(Span(span.end, span.end), "")]:
        if line.words:
            block.append(line)
            continue
        yield from _unwrapped(block)
        block = []


def _unwrapped(block: list[_Line]) -> Iterator[Span]:
    wrapped = len(block) > 1 and _looks_wrapped(block)
    widest = max((width(line.words) for line in block), default=0)
    start: int | None = None
    for i, line in enumerate(block):
        start = line.span.start if start is None else start
        if wrapped and i + 1 < len(block) and _continues(line, block[i + 1], widest):
            continue
        yield Span(start, line.span.end)
        start = None


def _looks_wrapped(block: list[_Line]) -> bool:
    """A hard-wrapped paragraph has lines of nearly one width, between 50 and 130 columns, except the last."""
    widths = [width(line.words) for line in block[:-1]]
    return 50 <= max(widths) <= 130 and sum(w >= 0.8 * max(widths) for w in widths) >= 0.7 * len(widths)


def _trim(text: str, span: Span) -> Span | None:
    words = span.cut(text)
    start = span.start + len(words) - len(words.lstrip())
    end = start + len(words.strip())
    return Span(start, end) if end > start else None


def sentences(text: str, span: Span | None = None) -> list[Span]:
    """Return the sentences of ``text`` (or of ``span`` in it) without surrounding blanks, in order.

    A line break ends a sentence unless the paragraph was hard-wrapped; so list items and table rows stand alone.
    """
    found = []
    for paragraph in _paragraphs(text, Span(0, len(text)) if span is None else span):
        at = paragraph.start
        for match in _END.finditer(text, paragraph.start, paragraph.end):
            if sentence := _trim(text, Span(at, match.end())):
                found.append(sentence)
            at = match.end()
        if rest := _trim(text, Span(at, paragraph.end)):
            found.append(rest)
    return found


def without_mark(text: str, span: Span) -> Span:
    """Return the span without the bullet or number that opens a list item; a table row keeps its bar."""
    mark = LIST_MARK.match(text, span.start, span.end)
    if mark is None or mark.end() >= span.end or "|" in mark.group():
        return span
    return Span(mark.end(), span.end)


def cut_long(text: str, sentence: Span, limit: int) -> list[Span]:
    """Cut a sentence of more than ``limit`` code points at clause ends, or anywhere if it has none."""
    pieces, at = [], sentence.start
    while sentence.end - at > limit:
        ends = [m.end() for m in _CLAUSE_END.finditer(text, at + limit // 2, at + limit)]
        end = ends[-1] if ends else at + limit
        if piece := _trim(text, Span(at, end)):
            pieces.append(piece)
        at = end
    if rest := _trim(text, Span(at, sentence.end)):
        pieces.append(rest)
    return pieces
