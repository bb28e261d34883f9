"""Tables with merged cells, brought to rows that each tell the whole."""

from collections.abc import Sequence
from itertools import zip_longest

from corpus.readers.builder import TextBuilder, one_line

_LONGEST_REPEATED = 200  # characters; a merged cell that rows need is a name or a version, not an essay
_MOST_COLUMNS = 75


class Repeats:
    """Repeats the values of merged cells, as far as a document may grow by it: merging is a cheap way to ask for much."""

    def __init__(self, characters: int = 2_000_000) -> None:
        self._left = characters

    def of(self, value: str, times: int) -> list[str]:
        """Return ``value`` for as many places, blanks where it is long, nothing when enough has been repeated."""
        value = value if len(value) <= _LONGEST_REPEATED else ""
        self._left -= times * (len(value) + 3)
        return [value] * times if self._left >= 0 else []


def put_table(builder: TextBuilder, rows: Sequence[Sequence[str]], heads: int = 1) -> None:
    """Add a table whose first ``heads`` rows name its columns.

    ``rows`` repeat the value of a merged cell in every place that it covers, except that a cell as wide as the table
    is a row of its own; where such a row stands first, it is the table's caption and becomes a paragraph.
    """
    left = [_bounded([one_line(cell) for cell in row]) for row in rows if any(cell.strip() for cell in row)]
    width = max(map(len, left), default=0)
    while left and len(left[0]) < min(width, 2):
        builder.paragraph(left.pop(0)[0])
        heads -= 1
    heads = max(heads, 1)
    head = [" ".join(dict.fromkeys(filter(None, names))) for names in zip_longest(*left[:heads], fillvalue="")]
    builder.table([head, *left[heads:]] if left else [])


def _bounded(row: list[str]) -> list[str]:
    """Return a row with no more cells than Office lets a table have; the words of those beyond go into the last."""
    return [*row[: _MOST_COLUMNS - 1], " ".join(row[_MOST_COLUMNS - 1 :])] if len(row) > _MOST_COLUMNS else row
