"""Gold as a workbook: the first visible sheet, cells as they are shown."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date, time, timedelta
from typing import Any

from corpus.readers.number_format import shown_date, shown_number
from corpus.readers.ooxml import EXCEL, explained, open_package, packed
from eval.gold_files.rows import Problem, Row, table_rows


def read_xlsx(data: bytes, name: str) -> Iterator[Row | Problem]:
    """Yield the rows. A cell kept as a number is read as its format shows it, and doubted where that may have lost zeros."""
    return table_rows(_cells(data, name), name, padded=False)


def _cells(data: bytes, name: str) -> Iterator[tuple[int, Sequence[str], tuple[str, ...]]]:
    from openpyxl import load_workbook

    parts = open_package(data, name, EXCEL)
    with explained(name, EXCEL), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl tells of styles and extensions that it leaves out
        with closing(load_workbook(packed(parts), read_only=True, data_only=True, keep_links=False)) as book:
            sheet = next((s for s in book.worksheets if s.sheet_state == "visible"), None)
            if sheet is not None:
                sheet.reset_dimensions()  # the stated ones may be wrong
                rows = [(n, _shown_row(row), _doubts(row)) for n, row in enumerate(sheet.iter_rows(), 1)]
            else:
                rows = []
    yield from rows


def _shown_row(row: Sequence[Any]) -> list[str]:
    return ["" if cell.value is None else _shown(cell.value, cell.number_format) for cell in row]


def _shown(value: object, code: str | None) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return shown_number(value, code)
    if isinstance(value, date | time | timedelta):
        return shown_date(value, code)
    return str(value)


def _doubts(row: Sequence[Any]) -> tuple[str, ...]:
    return tuple(
        f"the cell {cell.coordinate} is kept as the number {_shown(cell.value, cell.number_format)}; "
        "if it is a version such as 1.10, format the column as text and write it again"
        for cell in row
        if isinstance(cell.value, float) and cell.number_format == "General"
    )
