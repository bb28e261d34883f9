"""Workbooks, by openpyxl: a section a sheet, rows as tables, cells as they are shown."""

import re
import warnings
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from typing import TYPE_CHECKING

from corpus.errors import EmptyFileError, FileTooLargeError
from corpus.readers.base import Reading
from corpus.readers.builder import TextBuilder
from corpus.readers.number_format import shown_date, shown_number
from corpus.readers.ooxml import EXCEL, Limits, explained, open_package, packed
from corpus.readers.properties import core_properties
from corpus.readers.rows import RowLimits, add_rows
from corpus.readers.xlsx_merged import fill_merged, merges_of

if TYPE_CHECKING:
    from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PACKAGE = Limits(nodes=1_800_000)  # 300,000 cells with their strings; openpyxl takes some 10 µs for each cell
_HELD_NODES = 300_000  # of all other parts, which are read at once
_STREAMED = ("xl/worksheets/", "xl/sharedStrings")
_UNREAD = ("docProps/", "customXml/", "xl/chartsheets/", "xl/externalLinks/", "xl/theme/")
_MAX_ROWS = 1_048_576  # of a sheet
_MAX_PLACES = 8_000_000  # cells, filled or not, up to the last one in each row
_EASTERN_DATES = frozenset([*range(27, 37), *range(50, 59)])  # built-in date formats of Chinese and Japanese Excel
_WORKSHEET = re.compile(rb"<((?:\w+:)?)worksheet(?:\s[^>]*)?>")
_ESCAPED_BREAK = re.compile(r"_x000[dD]_\n?|_x000[aA]_")


@dataclass(slots=True)
class _Budget:
    """What may still be read of a workbook."""

    rows: int
    cells: int
    characters: int
    places: int = _MAX_PLACES

    def spend(self, cells: list[str], places: int) -> bool:
        """Take a row off; return whether it is still within the limits."""
        self.places -= places + 1
        if cells:
            self.rows -= 1
            self.cells -= sum(map(bool, cells))
            self.characters -= sum(map(len, cells))
        return min(self.rows, self.cells, self.characters, self.places) >= 0


@dataclass(slots=True)
class _Sheet:
    """The rows of a sheet and their numbers in it; runs of blank rows are one."""

    rows: list[list[str]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    complete: bool = True


def read_xlsx(data: bytes, name: str, limits: RowLimits | None = None) -> Reading:
    """Read the visible sheets of a workbook; numbers read as their format shows them, dates in ISO form.

    A cell merged downwards is repeated in each row. Formulas show the value that was saved with them, if any.
    """
    limits = limits or RowLimits()
    parts = open_package(data, name, EXCEL, _PACKAGE)
    _refuse_heavy(parts, name)
    builder = TextBuilder()
    with explained(name, EXCEL), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl tells of styles and extensions that it leaves out
        with closing(_open(parts)) as book:
            cut = _write(book, parts, builder, limits)
        meta = core_properties(parts)
    text, sections = builder.build()
    if not text:
        raise EmptyFileError(f"{name} has no visible cell with text; nothing to add")
    told = tuple(f"{name}: sheet {sheet} has more than is read; split it to have it all" for sheet in cut)
    return Reading(text, "utf-8", MEDIA_TYPE, sections, meta.get("title"), meta, told)


def _refuse_heavy(parts: Mapping[str, bytes], name: str) -> None:
    nodes = sum(xml.count(b"<") + xml.count(b"=") for part, xml in parts.items() if not part.startswith(_STREAMED))
    if nodes > _HELD_NODES:
        raise FileTooLargeError(f"{name} has more styles and names than can be read; copy its sheets to a new workbook")


def _open(parts: Mapping[str, bytes]) -> "Workbook":
    """Open the workbook, with the date formats that Chinese Excel takes for known and openpyxl does not know."""
    from openpyxl import load_workbook

    needed = {part: _cells_only(xml) for part, xml in parts.items() if not part.startswith(_UNREAD)}
    book = load_workbook(packed(needed), read_only=True, data_only=True, keep_links=False)
    eastern = {i for i, style in enumerate(book._cell_styles) if style.numFmtId in _EASTERN_DATES}
    book._date_formats = set(book._date_formats) | eastern
    return book


def _cells_only(xml: bytes) -> bytes:
    """Return a worksheet without views, validations and extensions, of which openpyxl refuses what it does not know."""
    if (root := _WORKSHEET.search(xml, 0, 4096)) is None:
        return xml
    prefix = root[1]
    end_tag = b"</" + prefix + b"sheetData>"
    start, end = xml.find(b"<" + prefix + b"sheetData", root.end()), xml.rfind(end_tag)
    if not root.end() <= start < end:
        return xml
    size = b"<" + prefix + b'dimension ref="A1"/>'  # openpyxl looks for one, through the whole sheet if need be
    return b"".join((xml[: root.end()], size, xml[start:end], end_tag, b"</", prefix, b"worksheet>"))


def _write(book: "Workbook", parts: Mapping[str, bytes], builder: TextBuilder, limits: RowLimits) -> list[str]:
    """Write the visible sheets to ``builder``; return the names of those that were cut."""
    budget, cut = _Budget(limits.rows, limits.cells, limits.characters), []
    for source in book.worksheets:
        if source.sheet_state != "visible":
            continue
        sheet = _taken(source, budget)
        fill_merged(sheet.rows, sheet.numbers, list(merges_of(parts.get(source._worksheet_path, b""))))
        if sheet.rows:
            builder.heading(1, source.title)
        if add_rows(builder, sheet.rows, limits) or not sheet.complete:
            cut.append(source.title)
    return cut


def _taken(source: "ReadOnlyWorksheet", budget: _Budget) -> _Sheet:
    """Read the rows of a sheet while the budget lasts."""
    sheet = _Sheet()
    source.reset_dimensions()  # the stated ones may be wrong, or enormous
    for number, row in enumerate(source.iter_rows(), 1):
        cells = _shown_row(row)
        if number > _MAX_ROWS or not budget.spend(cells, len(row)):
            sheet.complete = False
            break
        if cells or (sheet.rows and sheet.rows[-1]):
            sheet.rows.append(cells)
            sheet.numbers.append(number)
    return sheet


def _shown_row(row: "Iterable[ReadOnlyCell | EmptyCell]") -> list[str]:
    """Return the cells as shown up to the last that is not blank."""
    cells = ["" if cell.value is None else _shown(cell) for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _shown(cell: "ReadOnlyCell | EmptyCell") -> str:
    value = cell.value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return shown_number(value, cell.number_format)
    if isinstance(value, date | time | timedelta):
        return shown_date(value, cell.number_format)
    return _ESCAPED_BREAK.sub("\n", str(value)).strip()
