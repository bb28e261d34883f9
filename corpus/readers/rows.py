"""Rows of cells become titles, tables and notes, whether they come from a worksheet or from a CSV file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from corpus.readers.builder import TextBuilder

Row = Sequence[str]

_DATUM = re.compile(r"\s*[vV]?\d")


@dataclass(frozen=True, slots=True)
class RowLimits:
    """How much of one file is taken in; the rest is left out with a warning."""

    rows: int = 50_000
    cells: int = 300_000
    characters: int = 10_000_000


class _Tables:
    """Writes blocks of rows; knows the head of the table above."""

    def __init__(self, builder: TextBuilder, limits: RowLimits) -> None:
        self._builder = builder
        self._limits = limits
        self._head: Row = ()
        self._rows: list[Row] = []
        self.cut = False

    def block(self, rows: list[Row]) -> None:
        """Take rows that stand together: titles, if single cells lead, then a table."""
        start = next((i for i, row in enumerate(rows) if len(_filled(row)) > 1), len(rows))
        titles, table = rows[:start], rows[start:]
        if titles:
            self.flush()
        for row in titles:
            self._builder.paragraph(next(cell for cell in row if cell.strip()))
        if not table:
            return
        if self._has_own_head(table[0], titled=bool(titles)):
            self.flush()
            self._head = table[0]
        self._rows = self._rows or [self._head]
        self._rows += table[1:] if _same(table[0], self._head) else table

    def flush(self) -> None:
        """Write the table collected so far, without empty columns."""
        if not self._rows:
            return
        columns = sorted({i for row in self._rows for i in _filled(row)})
        most = max(1, self._limits.cells // len(columns))
        self.cut = self.cut or len(self._rows) > most
        self._builder.table([[row[i] if i < len(row) else "" for i in columns] for row in self._rows[:most]])
        self._rows = []

    def _has_own_head(self, row: Row, *, titled: bool) -> bool:
        """Tell whether ``row`` names columns anew: the first of all, one under a title, or one for other columns."""
        if not self._head:
            return True
        return _names_columns(row) and (titled or not _filled(row) <= _filled(self._head))


def add_rows(builder: TextBuilder, rows: Sequence[Row], limits: RowLimits | None = None) -> bool:
    """Add ``rows``, cells as shown, to ``builder``; return whether some were left out for their number.

    Blank rows part blocks. A block of single cells, and single cells that lead a block, are paragraphs. A block
    continues the table before it, unless its first row names columns of its own; blank rows and columns go.
    """
    tables = _Tables(builder, limits or RowLimits())
    for filled, block in groupby(rows, key=lambda row: any(cell.strip() for cell in row)):
        if filled:
            tables.block(list(block))
    tables.flush()
    return tables.cut


def _filled(row: Row) -> set[int]:
    return {i for i, cell in enumerate(row) if cell.strip()}


def _same(one: Row, other: Row) -> bool:
    return one is other or [c.strip() for c in one if c.strip()] == [c.strip() for c in other if c.strip()]


def _names_columns(row: Row) -> bool:
    cells = [cell for cell in row if cell.strip()]
    return len(set(cells)) == len(cells) and not any(_DATUM.match(cell) for cell in cells)
