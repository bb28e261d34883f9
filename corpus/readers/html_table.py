"""Tables of a page as rows of cells in which every spanned cell says its words again."""

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.readers.builder import TextBuilder, one_line
from corpus.readers.html_inline import HEADINGS, PREFORMATTED, code_of, visible, words_of
from corpus.readers.markup import Element

_MAX_SPAN = 1000
_MAX_COPIES = 20_000  # of cells in one table
_LONG = 200  # characters; longer cells are not repeated
_MAX_AREA = 1_000_000  # cells of a table that is filled up to be rectangular


@dataclass(frozen=True, slots=True)
class _Cell:
    words: str
    columns: int
    rows: int
    is_head: bool


def write_table(builder: TextBuilder, table: Element) -> bool:
    """Add a table of data; False if the table only lays out a page or holds blocks that must stay whole."""
    rows = [_cells(row) for row in _rows(table)]
    rows = [row for row in rows if row]
    if not rows or _is_layout(table, rows):
        return False
    for caption in table.iterchildren("caption"):
        builder.paragraph(words_of(caption))
    if _is_key_value(rows):
        for key, value in rows:
            builder.item(f"{key.words.rstrip('：:')}：{value.words}" if key.words else value.words)
        return True
    heads = _head_rows(table, rows)
    while len(rows) > 1 and len(rows[0]) == 1 < rows[0][0].columns:  # a title over all columns
        builder.paragraph(rows.pop(0)[0].words)
        heads = max(1, heads - 1)
    grid = _grid(rows, heads)
    if len(grid) * max(map(len, grid)) > _MAX_AREA:
        for row in grid:
            builder.paragraph(" | ".join(row))
    else:
        builder.table(grid)
    return True


def _rows(table: Element) -> Iterator[Element]:
    """Yield the rows of a table, not those of tables inside it."""
    for child in table:
        if child.tag == "tr" and visible(child):
            yield child
        elif child.tag in ("thead", "tbody", "tfoot") and visible(child):
            yield from (row for row in child.iterchildren("tr") if visible(row))


def _cells(row: Element) -> list[_Cell]:
    return [
        _Cell(one_line(words_of(cell)), _span(cell, "colspan"), _span(cell, "rowspan"), cell.tag == "th")
        for cell in row.iterchildren("td", "th")
        if visible(cell)
    ]


def _span(cell: Element, attribute: str) -> int:
    digits = cell.get(attribute, "1").strip()
    if not (digits.isascii() and digits.isdigit()):
        return 1
    return min(int(digits[:6]), _MAX_SPAN) or (_MAX_SPAN if attribute == "rowspan" else 1)  # 0: to the end


def _is_layout(table: Element, rows: list[list[_Cell]]) -> bool:
    if table.get("role") in ("presentation", "none") or sum(map(len, rows)) == 1:
        return True
    if any(cell.is_head for row in rows for cell in row) and next(table.iterdescendants("table"), None) is None:
        return any("\n" in code_of(pre).strip() for pre in table.iterdescendants(*PREFORMATTED))
    if next(table.iterdescendants("table", *HEADINGS, *PREFORMATTED), None) is not None:
        return True
    return max(map(len, rows)) == 1 and table.get("border", "0") == "0"


def _is_key_value(rows: list[list[_Cell]]) -> bool:
    """Tell whether each row is a name and its value, so that no row names the columns."""
    return all([cell.is_head for cell in row] == [True, False] for row in rows)


def _head_rows(table: Element, rows: list[list[_Cell]]) -> int:
    """Return how many rows name the columns: those of the ``thead``, or the first ones that only have ``th``."""
    count = sum(1 for head in table.iterchildren("thead") for row in head.iterchildren("tr") if len(row))
    if count == 0:
        count = next((i for i, row in enumerate(rows) if not all(cell.is_head for cell in row)), 1)
    return min(max(count, 1), len(rows))


def _grid(rows: list[list[_Cell]], heads: int) -> list[list[str]]:
    """Return the rows with spans filled in; the rows that name the columns become one."""
    grid: list[list[str]] = []
    above: dict[int, tuple[int, str]] = {}  # column: (rows still to fill, words)
    budget = _MAX_COPIES
    width = sum(cell.columns for cell in rows[0])
    for row in rows:
        line: list[str] = []
        for cell in row:
            budget -= _fill_from_above(line, above)
            whole_row = len(row) == 1 and cell.columns >= width > 1
            repeated = cell.words if len(cell.words) <= _LONG and not whole_row else ""
            columns = min(cell.columns, max(1, budget)) if not whole_row else 1
            if cell.rows > 1 and budget > 0:
                above |= {len(line) + i: (cell.rows - 1, repeated) for i in range(columns)}
            line += [cell.words, *[repeated] * (columns - 1)]
            budget -= columns - 1
        budget -= _fill_from_above(line, above)
        grid.append(line)
        if budget <= 0:
            above.clear()
    return [_joined(grid[:heads]), *grid[heads:]]


def _fill_from_above(line: list[str], above: dict[int, tuple[int, str]]) -> int:
    """Extend ``line`` by the cells that reach down into its next columns; return how many."""
    count = 0
    while (column := len(line)) in above:
        rows, words = above.pop(column)
        if rows > 1:
            above[column] = (rows - 1, words)
        line.append(words)
        count += 1
    return count


def _joined(heads: list[list[str]]) -> list[str]:
    """Return one row that names each column by what stands over it, from the top."""
    width = max(map(len, heads))
    columns = ([row[i] for row in heads if i < len(row)] for i in range(width))
    return [" ".join(dict.fromkeys(name for name in names if name)) for names in columns]
