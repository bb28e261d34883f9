"""Tables, from words that stand under each other in columns on consecutive lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.readers.pdf_lines import Line
from corpus.readers.pdf_process import Run
from corpus.sentences import LIST_MARK

_SPREAD = 3.5  # lines: rows further apart belong to different tables
Rows = list[list[list[str]]]  # rows of cells of lines


@dataclass(slots=True)
class _Column:
    x0: float
    x1: float

    def takes(self, cell: Run) -> bool:
        return cell.x0 < self.x1 and self.x0 < cell.x1

    def widened(self, cell: Run) -> "_Column":
        return _Column(min(self.x0, cell.x0), max(self.x1, cell.x1))


def table_at(lines: Sequence[Line], at: int) -> tuple[Rows, int]:
    """Return the rows of the table that begins at line ``at`` and the number of the line after it; ``at`` if none does."""
    columns = [_Column(cell.x0, cell.x1) for cell in lines[at].cells]
    end = at + 1
    while len(columns) > 1 and end < len(lines) and _near(lines[end - 1], lines[end]):
        wider = _with(columns, lines[end])
        if wider is None:
            break
        columns, end = wider, end + 1
    members = list(lines[at:end])
    while members and len(members[-1].cells) == 1 and not _wraps(members[-1], columns):
        members.pop()
    full = sum(len(line.cells) > 1 for line in members)
    is_table = full >= 2 and len(members) <= 3 * full and not all(LIST_MARK.match(line.text) for line in members)
    return (_rows(members, columns), at + len(members)) if is_table else ([], at)


def _near(above: Line, below: Line) -> bool:
    return 0 < above.middle - below.middle < _SPREAD * max(above.size, below.size, 1.0)


def _with(columns: list[_Column], line: Line) -> list[_Column] | None:
    """Return the columns widened, or added to, for the cells of ``line``; None if a cell would span two."""
    result = list(columns)
    taken: set[int] = set()
    if len(line.cells) == 1 and not _wraps(line, columns):
        return None
    for cell in line.cells:
        under = [i for i, column in enumerate(result) if column.takes(cell)]
        if len(under) > 1 or taken.intersection(under):
            return None
        if under:
            taken.add(under[0])
            result[under[0]] = result[under[0]].widened(cell)
        elif len(line.cells) > 1:
            result.append(_Column(cell.x0, cell.x1))
            taken.add(len(result) - 1)
    return result if _apart(result) else None


def _apart(columns: list[_Column]) -> bool:
    ordered = sorted(columns, key=lambda column: column.x0)
    return all(a.x1 <= b.x0 for a, b in pairwise(ordered))


def _wraps(line: Line, columns: list[_Column]) -> bool:
    """Tell whether a line of one cell only goes on in a column, other than the first."""
    leftmost = min(columns, key=lambda column: column.x0)
    cell = line.cells[0]
    return not leftmost.takes(cell) and any(c.takes(cell) and cell.x0 - c.x0 > -0.5 * cell.size for c in columns)


def _rows(lines: Sequence[Line], columns: list[_Column]) -> Rows:
    ordered = sorted(columns, key=lambda column: column.x0)
    rows: Rows = []
    for line in lines:
        if len(line.cells) > 1 or not rows:
            rows.append([[] for _ in ordered])
        for cell in line.cells:
            index = next((i for i, column in enumerate(ordered) if column.takes(cell)), 0)
            rows[-1][index].append(cell.text)
    return rows
