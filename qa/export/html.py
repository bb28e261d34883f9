"""A page of HTML: answers, and the references with their quotations."""

from collections.abc import Iterator, Mapping
from html import escape

from qa.export.references import Reference, one_line, origin, place_notes, references, shown
from qa.export.types import Claim, Export, ExportOptions, Part, Place
from qa.export.wording import word

_LANGUAGES = {"hans": "zh-Hans", "hant": "zh-Hant"}
_STYLE = "blockquote{margin:.3em 2em;white-space:pre-wrap} .at{margin:.3em 2em;color:#555;font-size:.85em;overflow-wrap:anywhere}"


def write_html(made: Export, options: ExportOptions) -> str:
    """Return a whole page that loads nothing; every text of a document is escaped."""
    listed = references(made, options.style)
    title = one_line(made.title) or word("citations", made.script)
    body = [f"<h1>{escape(title)}</h1>"] if made.title else []
    for part in made.parts:
        body += _part(made, part, listed.marks)
    if listed.listed:
        body += [f"<h2>{word('references', made.script)}</h2>"]
        body += [line for reference in listed.listed for line in _reference(made, reference, options.bare)]
    return (
        f'<!DOCTYPE html>\n<html lang="{_LANGUAGES[made.script]}">\n<head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _part(made: Export, part: Part, marks: Mapping[int, str]) -> Iterator[str]:
    if part.question:
        yield f"<h2>{escape(one_line(part.question))}</h2>"
    if part.short:
        yield f"<p><strong>{escape(one_line(part.short))}</strong></p>"
    yield from (f"<p>{_claim(claim, marks)}</p>" for claim in part.statements)
    if part.items:
        yield "<ul>" + "".join(f"<li>{_claim(claim, marks)}</li>" for claim in part.items) + "</ul>"
    yield from (f"<p><small>{escape(one_line(note))}</small></p>" for note in part.notes)
    if part.mark:
        yield f"<p><small>（{part.mark}）</small></p>"


def _claim(claim: Claim, marks: Mapping[int, str]) -> str:
    links = "".join(f'<sup><a href="#ref-{n}">{escape(marks[n])}</a></sup>' for n in claim.entries)
    return escape(shown(claim.text)).replace("\n", "<br>") + links


def _reference(made: Export, reference: Reference, bare: bool) -> Iterator[str]:
    entry = reference.entry
    yield f'<div id="ref-{entry.n}"><p>{_linked(reference.line, entry.work.url)}</p>'
    for place, at in zip(entry.places, place_notes(made, entry), strict=True) if not bare else ():
        yield _quotation(made, place, entry.work.url)
        if at:
            yield f'<p class="at">{escape(at)}</p>'
    if not bare and (identity := origin(made, entry)):
        yield f'<p class="at">{escape(identity)}</p>'
    yield "</div>"


def _quotation(made: Export, place: Place, url: str) -> str:
    cite = f' cite="{escape(url)}"' if url else ""
    quote = f"<blockquote{cite}>{escape(shown(place.quote))}</blockquote>"
    if place.converted:
        quote += f"<blockquote>{escape(shown(place.converted))}（{word('converted', made.script)}）</blockquote>"
    return quote


def _linked(text: str, url: str) -> str:
    if not url or url not in text:
        return escape(text)
    before, _, after = text.rpartition(url)
    return f'{escape(before)}<a href="{escape(url)}">{escape(url)}</a>{escape(after)}'
