"""Tables with one row a citation: CSV, and XLSX. Writes with openpyxl, whose other home is the reader."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from qa.export.cells import neutralised
from qa.export.kinds import mark_of
from qa.export.references import references
from qa.export.types import NUMERIC, Claim, Entry, Export, Place

COLUMNS = (
    "n", "key", "title", "authors", "organisation", "date", "url", "accessed", "type", "mark", "language", "section", "page",
    "start", "end", "quote", "doc_id", "sha256", "text_sha256", "generation", "source", "ocr", "statements",
    "converted", "original_title", "converted_quote", "reference",
)  # fmt: skip
NUMBERS = frozenset(("n", "page", "start", "end"))
SECTION_MARK = " › "
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what a workbook cannot hold


def rows(made: Export) -> Iterator[dict[str, Any]]:
    """Yield a row for each place of each entry: text or, in the columns of ``NUMBERS``, numbers; None if not known."""
    texts = {r.entry.n: r.text for r in references(made, NUMERIC).listed}
    for entry in made.entries:
        said = "\n".join(claim.text for claim in _claims(made) if entry.n in claim.entries)
        for place in entry.places:
            yield {**_of_entry(entry), **_of_place(place), "statements": said, "reference": texts[entry.n]}


def _claims(made: Export) -> list[Claim]:
    return [claim for part in made.parts for claim in (*part.statements, *part.items)]


def _of_entry(entry: Entry) -> dict[str, Any]:
    work = entry.work
    return {
        "n": entry.n,
        "key": entry.key,
        "title": work.title,
        "authors": "; ".join(map(str, work.authors)),
        "organisation": work.organisation,
        "date": work.date,
        "url": work.url,
        "accessed": entry.accessed,
        "type": work.kind,
        "mark": mark_of(work),
        "language": work.language,
        "doc_id": work.doc_id,
        "sha256": work.sha256,
        "text_sha256": work.text_sha256,
        "generation": work.generation,
        "source": work.source,
        "converted": entry.mark,
        "original_title": entry.original,
    }


def _of_place(place: Place) -> dict[str, Any]:
    return {
        "section": SECTION_MARK.join(place.section),
        "page": place.page,
        "start": place.start,
        "end": place.end,
        "quote": place.quote,
        "ocr": "ocr" if place.ocr else "",
        "converted_quote": place.converted,
    }


def write_csv(made: Export) -> str:
    """Return a CSV file (RFC 4180) that begins with a byte-order mark, by which Excel knows UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for row in rows(made):
        writer.writerow([_cell(row[column]) for column in COLUMNS])
    return "\ufeff" + out.getvalue()


def _cell(value: Any) -> Any:
    return "" if value is None else neutralised(value) if isinstance(value, str) else value


def write_xlsx(made: Export) -> bytes:
    """Return a workbook whose texts, versions and dates among them, are text cells and no formulas."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    sheet.title = "citations"
    sheet.append(COLUMNS)
    for number, row in enumerate(rows(made), 2):
        for column, name in enumerate(COLUMNS, 1):
            _fill(sheet.cell(number, column), row[name])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        sheet.column_dimensions[cell.column_letter].width = (
            60 if cell.value in ("quote", "statements", "reference") else 16
        )
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(cell: Any, value: Any) -> None:
    """Text is set as text: never a formula, never a number or a date, also when it is edited later."""
    from openpyxl.styles import Alignment

    cell.alignment = Alignment(vertical="top", wrap_text=True)
    if not isinstance(value, str):
        cell.value = value
        return
    if value:
        cell.value = _NO_XML.sub("\ufffd", value)
        cell.data_type = "s"
    cell.number_format = "@"
    cell.quotePrefix = True
