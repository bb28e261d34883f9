"""A Word document: answers, numbered references, quotations as block quotes. Writes with python-docx."""

import io
from typing import Any

from qa.export.references import Reference, References, one_line, origin, place_notes, references, shown
from qa.export.types import Claim, Export, ExportOptions, Part
from qa.export.wording import word

_FONT = {"hans": "SimSun", "hant": "PMingLiU"}
_LANGUAGE = {"hans": "zh-CN", "hant": "zh-TW"}


def write_docx(made: Export, options: ExportOptions) -> bytes:
    """Return a document with the built-in styles of Word, so that its reader can restyle it at one stroke."""
    from docx import Document

    listed = references(made, options.style)
    document = Document()
    _set_styles(document, made)
    document.core_properties.title = one_line(made.title) or word("citations", made.script)
    document.core_properties.author = ""
    if made.title:
        document.add_heading(one_line(made.title), 0)
    for part in made.parts:
        _add_part(document, part, listed)
    if listed.listed:
        document.add_heading(word("references", made.script), 1)
    for reference in listed.listed:
        _add_reference(document, made, reference, options.bare)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _set_styles(document: Any, made: Export) -> None:
    """Name a font and a language for Chinese, which Word otherwise chooses by the reader's system; indent quotations."""
    from docx.oxml.ns import qn
    from docx.shared import Pt

    quotation = document.styles["Quote"]
    quotation.font.italic = False  # slanted Chinese is hard to read
    quotation.paragraph_format.left_indent = quotation.paragraph_format.right_indent = Pt(42)

    properties = document.styles["Normal"].element.get_or_add_rPr()
    properties.get_or_add_rFonts().set(qn("w:eastAsia"), _FONT[made.script])
    language = properties.makeelement(qn("w:lang"), {qn("w:eastAsia"): _LANGUAGE[made.script]})
    properties.append(language)


def _add_part(document: Any, part: Part, listed: References) -> None:
    if part.question:
        document.add_heading(one_line(part.question), 1)
    if part.short:
        document.add_paragraph().add_run(one_line(part.short)).bold = True
    for claim in part.statements:
        _add_claim(document.add_paragraph(), claim, listed)
    for claim in part.items:
        _add_claim(document.add_paragraph(style="List Bullet"), claim, listed)
    for note in (*part.notes, f"（{part.mark}）" if part.mark else ""):
        if note:
            document.add_paragraph().add_run(one_line(note)).italic = True


def _add_claim(paragraph: Any, claim: Claim, listed: References) -> None:
    paragraph.add_run(shown(claim.text))
    paragraph.add_run(listed.mark(claim.entries)).font.superscript = all(
        listed.marks[n] == f"[{n}]" for n in claim.entries
    )


def _add_reference(document: Any, made: Export, reference: Reference, bare: bool) -> None:
    from docx.shared import Pt

    paragraph = document.add_paragraph(reference.line)
    paragraph.paragraph_format.left_indent, paragraph.paragraph_format.first_line_indent = Pt(21), Pt(-21)
    if bare:
        return
    entry = reference.entry
    for place, at in zip(entry.places, place_notes(made, entry), strict=True):
        document.add_paragraph(shown(place.quote), style="Quote")
        if place.converted:
            document.add_paragraph(f"{shown(place.converted)}（{word('converted', made.script)}）", style="Quote")
        _add_small(document, at)
    _add_small(document, origin(made, entry))


def _add_small(document: Any, text: str) -> None:
    from docx.shared import Pt

    if text:
        paragraph = document.add_paragraph()
        paragraph.paragraph_format.left_indent = Pt(21)
        paragraph.add_run(text).font.size = Pt(8)
