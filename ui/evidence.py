"""Citations as cards: where the quotation stands, and the passage with the quoted words marked."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from corpus.load import is_address
from corpus.normalize import Script, detect_script
from corpus.tags import versions_in
from corpus.types import Document, Span
from qa.surroundings import surroundings
from qa.types import Citation
from ui.markup import action, data, escape, place
from ui.words import LANG, Language, word

_REACH, _SHORT_REACH, _MANY = 200, 50, 3  # characters shown beside a quotation; fewer beside more than _MANY


def numbers_html(numbers: Sequence[int], prefix: str = "") -> str:
    """Return citation numbers that lead to their cards."""
    return "".join(f'<sup><a class="cite" href="#{prefix}cite-{n}">{n}</a></sup>' for n in numbers)


def numbered(text: str, numbers: Sequence[int], prefix: str = "") -> str:
    """Return a statement with its citation numbers, which stay on the line of its last character."""
    text = text.rstrip()
    return f'{escape(text[:-1])}<span class="last">{escape(text[-1:])}{numbers_html(numbers, prefix)}</span>'


def evidence_html(
    citations: Sequence[Citation],
    documents: Mapping[str, Document],
    language: Language,
    script: Script,
    prefix: str = "",
) -> str:
    """Return the cards of all citations under a heading; nothing where there are none."""
    if not citations:
        return ""
    reach = _REACH if len(citations) <= _MANY else _SHORT_REACH
    cards = "".join(card(c, documents.get(c.doc_id), language, script, reach, prefix) for c in citations)
    return f'<div class="evidence" lang="{LANG[language]}"><h2>{word("quotations", language)}</h2>{cards}</div>'


def card(  # noqa: PLR0913, PLR0917  a citation in its surroundings
    citation: Citation, document: Document | None, language: Language, script: Script, reach: int, prefix: str = ""
) -> str:
    """Return the card of a citation; a click on it opens the source at the quotation."""
    span = Span(citation.start, citation.end)
    before, after = surroundings(document, span, reach) if document else ("", "")
    opens = {"event": "open", "doc": citation.doc_id, "start": span.start, "end": span.end}
    quote_script = detect_script(citation.quote) or script
    return (
        f'<article class="card" id="{prefix}cite-{citation.n}" tabindex="-1"{data(opens)}>'
        f'<h3><span class="number">{citation.n}</span>{escape(place(citation.title, citation.section))}</h3>'
        f'<blockquote lang="{LANG[quote_script]}">'
        f"{escape(before)}<mark>{_quote(citation)}</mark>{escape(after)}</blockquote>"
        f'<p class="source" title="{escape(citation.source)}">{" · ".join(_where(citation, language))}</p>'
        f'<p class="tags">{_badges(citation)}'
        f"{action('open', word('open', language), doc=citation.doc_id, start=span.start, end=span.end)}</p></article>"
    )


def _quote(citation: Citation) -> str:
    """Return the quotation with the very words that answer, where they are known, set off in it."""
    if citation.mark is None:
        return escape(citation.quote)
    start, end = (at - citation.start for at in citation.mark)
    before, words, after = citation.quote[:start], citation.quote[start:end], citation.quote[end:]
    return f"{escape(before)}<b>{escape(words)}</b>{escape(after)}"


def _where(citation: Citation, language: Language) -> Iterator[str]:
    label = escape(file_label(citation.source))
    if is_address(citation.source):
        label = f'<a href="{escape(citation.source)}" target="_blank" rel="noopener noreferrer">{label}</a>'
    yield label
    if citation.page:
        yield escape(word("page", language, page=citation.page))
    yield escape(word("place", language, start=citation.start, end=citation.end))
    if citation.ocr:
        yield escape(word("ocr", language))


def file_label(source: str) -> str:
    """Return the name of a source as it is shown: the file with its folder."""
    return "/".join(Path(source).parts[-2:])


def _badges(citation: Citation) -> str:
    """Return the versions that the quotation names, else those of its nearest heading that names any."""
    named = next((v for words in (citation.quote, *reversed(citation.section)) if (v := versions_in(words))), ())
    return "".join(f'<span class="badge">{escape(v)}</span>' for v in dict.fromkeys(map(str, named)))
