"""Markdown with footnotes (as in GitHub, Pandoc and PHP Markdown Extra): one a source, with its quotations."""

import re
from collections.abc import Iterator

from qa.export.references import one_line, origin, place_notes, references, shown
from qa.export.types import Claim, Entry, Export, ExportOptions, Part
from qa.export.wording import word

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~$&!]|^(?:\s*[-+=])|^(?:\s*\d+[.)])(?=\s|$)", re.MULTILINE)
_ADDRESS = re.compile(r"https?://[^\s<>]+")


def write_markdown(made: Export, options: ExportOptions) -> str:
    """Return answers with footnotes; every text of a document is escaped, so that none of it is markup."""
    listed = references(made, options.style)
    lines = [f"# {escaped(one_line(made.title))}", ""] if made.title else []
    for part in made.parts:
        lines += _part_lines(made, part)
    for reference in listed.listed:
        lines += [*_footnote(made, reference.entry, reference.text, options.bare), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """Return ``text`` as Markdown that shows it; web addresses become links to themselves."""
    parts, at = [], 0
    for match in _ADDRESS.finditer(text):
        address = match[0].rstrip(".")  # the full stop that ends a reference
        parts += [_plain(text[at : match.start()]), f"<{address}>"]
        at = match.start() + len(address)
    return "".join([*parts, _plain(text[at:])])


def _plain(text: str) -> str:
    return _SPECIAL.sub(lambda m: f"{m[0][:-1]}\\{m[0][-1]}", text)


def _part_lines(made: Export, part: Part) -> Iterator[str]:
    if part.question:
        yield f"## {escaped(one_line(part.question))}"
        yield ""
    if part.short:
        yield f"**{escaped(one_line(part.short))}**"
        yield ""
    for claim in part.statements:
        yield from (_marked(claim, "\n"), "")
    for claim in part.items:
        yield f"- {_marked(claim, ' ')}"
    if part.items:
        yield ""
    for note in (*part.notes, f"（{part.mark}）" if part.mark else ""):
        if note:
            yield from (escaped(one_line(note)), "")


def _marked(claim: Claim, line_break: str) -> str:
    text = line_break.join(escaped(line) for line in shown(claim.text).split("\n") if line.strip())
    return text + "".join(f"[^{n}]" for n in claim.entries)


def _footnote(made: Export, entry: Entry, text: str, bare: bool) -> Iterator[str]:
    yield f"[^{entry.n}]: {escaped(text)}"
    if bare:
        return
    for place, at in zip(entry.places, place_notes(made, entry), strict=True):
        yield ""
        yield from _quoted(place.quote)
        if place.converted:
            yield "    >"
            yield from _quoted(place.converted)
            yield f"    > （{word('converted', made.script)}）"
        if at:
            yield from ("", f"    {escaped(at)}")
    if identity := origin(made, entry):
        yield from ("", f"    {escaped(identity)}")


def _quoted(quote: str) -> Iterator[str]:
    return (f"    > {escaped(line)}" for line in shown(quote).split("\n"))
