"""Plain text: lists of references, and answers with their references."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from qa.export.references import Reference, one_line, origin, place_notes, references, shown
from qa.export.types import AUTHOR_DATE, NUMERIC, Export, ExportOptions, Part
from qa.export.wording import word


def write_references(made: Export, options: ExportOptions) -> str:
    """Return the references alone in the style of the options, with what is quoted unless ``bare``."""
    blocks = ("\n".join(_reference_lines(made, r, options.bare)) for r in references(made, options.style).listed)
    return "".join(f"{block}\n" for block in blocks)


def write_numeric(made: Export, options: ExportOptions) -> str:
    """Return the references by GB/T 7714-2015, numbered; in author-date style where the options say so."""
    style = options.style if options.style == AUTHOR_DATE else NUMERIC
    return _in_style(made, options, style)


def write_author_date(made: Export, options: ExportOptions) -> str:
    """Return the references by GB/T 7714-2015, by author and date."""
    return _in_style(made, options, AUTHOR_DATE)


def _in_style(made: Export, options: ExportOptions, style: str) -> str:
    return write_references(made, replace(options, style=style))


def write_text(made: Export, options: ExportOptions) -> str:
    """Return answers and references as plain text."""
    listed = references(made, options.style)
    lines = [made.title, ""] if made.title else []
    for part in made.parts:
        lines += [*_part_lines(part, made, listed.mark), ""]
    if listed.listed:
        lines += [word("references", made.script), ""]
        for reference in listed.listed:
            lines += _reference_lines(made, reference, options.bare)
    return "\n".join(lines).rstrip("\n") + "\n"


def _part_lines(part: Part, made: Export, mark: Callable[[Sequence[int]], str]) -> Iterator[str]:
    if part.question:
        yield word("question", made.script) + one_line(part.question)
        yield ""
    if part.short:
        yield one_line(part.short)
    for claim in part.statements:
        yield f"{shown(claim.text)}{mark(claim.entries)}"
    for claim in part.items:
        yield f"• {shown(claim.text)}{mark(claim.entries)}"
    yield from map(one_line, part.notes)
    if part.mark:
        yield f"（{part.mark}）"


def _reference_lines(made: Export, reference: Reference, bare: bool) -> Iterator[str]:
    yield reference.line
    if bare:
        return
    entry = reference.entry
    for place, at in zip(entry.places, place_notes(made, entry), strict=True):
        yield _indented(f"「{shown(place.quote)}」")
        if place.converted:
            yield _indented(f"「{shown(place.converted)}」（{word('converted', made.script)}）")
        if at:
            yield _indented(at)
    if identity := origin(made, entry):
        yield _indented(identity)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))
