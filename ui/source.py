"""A whole source as a dialog: its headings to move by, its text with the quotation marked."""

from collections.abc import Iterator
from itertools import pairwise

from corpus.normalize import detect_script
from corpus.types import Document, Span
from ui.evidence import file_label
from ui.markup import action, escape
from ui.words import LANG, Language, word

_MOST = 200_000  # characters shown at once, which a browser lays out in about a second


def source_html(document: Document | None, quote: Span | None, language: Language) -> str:
    """Return the dialog that shows ``document`` at ``quote``, or at its beginning."""
    if document is None:
        return _dialog(word("source", language), f'<p class="note">{word("gone", language)}</p>', language)
    total = len(document.text)
    quote = quote if quote and quote.end <= total else None
    shown = _window(total, quote)
    label = " · ".join((file_label(document.source), document.encoding))
    part = ""
    if len(shown) < total:
        line = word("part", language, start=shown.start, end=shown.end, total=total)
        part = f'<p class="note">{escape(line)}</p>'
    text_lang = LANG[detect_script(document.text[:2000]) or "hans"]
    body = (
        f'<p class="source" title="{escape(document.source)}">{escape(label)}</p>{part}<div class="leaf">'
        f'{_headings(document, shown, language)}<div class="text" lang="{text_lang}" tabindex="0">'
        f"{''.join(_text(document, shown, quote))}</div></div>"
    )
    return _dialog(document.title, body, language)


def _dialog(title: str, body: str, language: Language) -> str:
    close = word("close", language)
    return (
        f'<dialog class="reader" lang="{LANG[language]}" aria-labelledby="reader-title"><div class="bar">'
        f'<h2 id="reader-title">{escape(title)}</h2>'
        f'<button type="button" class="close" data-close aria-label="{close}" title="{close}">×</button></div>{body}</dialog>'
    )


def _window(total: int, quote: Span | None) -> Span:
    if total <= _MOST:
        return Span(0, total)
    start = max(0, min((quote.start if quote else 0) - _MOST // 2, total - _MOST))
    return Span(start, start + _MOST)


def _headings(document: Document, shown: Span, language: Language) -> str:
    """Return the headings: those in sight are jumped to, others open the part that they are in."""
    rows = [
        f'<li style="--depth:{min(len(path), 6)}">{_to_heading(document, path, at, shown)}</li>'
        for path, at in _places(document)
    ]
    label = word("headings", language)
    return f'<nav aria-label="{label}"><h3>{label}</h3><ol>{"".join(rows)}</ol></nav>' if rows else ""


def _places(document: Document) -> list[tuple[tuple[str, ...], Span]]:
    """Return the headings with their places, or the beginnings of the sections that have only a path."""
    places: dict[tuple[str, ...], Span] = {}
    for section in document.sections:
        if section.path and section.path not in places:
            places[section.path] = section.heading or Span(section.span.start, section.span.start)
    return sorted(places.items(), key=lambda item: item[1])


def _to_heading(document: Document, path: tuple[str, ...], at: Span, shown: Span) -> str:
    name = path[-1] or document.title
    if shown.contains(Span(at.start, at.start)):
        return f'<a href="#at-{at.start}" data-jump>{escape(name)}</a>'
    return action("open", name, doc=document.id, start=at.start, end=at.end)


def _text(document: Document, shown: Span, quote: Span | None) -> Iterator[str]:
    """Yield the text of ``shown``, headings with their ids and the quotation marked, the rest as it stands."""
    headings = {at.start: at for _, at in _places(document)}
    edges = {shown.start, shown.end, *(e for at in headings.values() for e in (at.start, at.end))}
    if quote:
        edges |= {quote.start, quote.end}
    cuts = sorted(e for e in edges if shown.start <= e <= shown.end)
    for start, end in pairwise(cuts):
        if start in headings:
            yield f'<span id="at-{start}" tabindex="-1"></span>'
        piece = Span(start, end)
        yield _piece(document, piece, quote, any(at.contains(piece) and len(at) for at in headings.values()))


def _piece(document: Document, piece: Span, quote: Span | None, in_heading: bool) -> str:
    words = escape(piece.cut(document.text))
    if quote and len(quote) and quote.contains(piece):
        first = ' id="quoted" tabindex="-1"' if piece.start == quote.start else ""
        return f"<mark{first}>{words}</mark>"
    return f"<strong>{words}</strong>" if in_heading else words
