"""Merged cells of a worksheet: each row and each column head says for itself what the eye sees once."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_RANGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]{0,200}?ref=[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']")
_HEAD_DEPTH = 3  # rows that a head of merged cells may have
_WIDEST = 1_000  # columns of a merged cell in a head
_MOST = 20_000  # merged ranges that are looked at


@dataclass(frozen=True, slots=True)
class Merge:
    """A merged range in columns from 0 and sheet rows from 1, ends included."""

    left: int
    top: int
    right: int
    bottom: int


def merges_of(sheet: bytes) -> Iterator[Merge]:
    """Yield the merged ranges that the XML of a worksheet lists; openpyxl's streaming reader leaves them out."""
    for number, found in enumerate(_RANGE.finditer(sheet)):
        if number == _MOST:
            return
        left, top, right, bottom = found.groups()
        yield Merge(_column(left), int(top), _column(right), int(bottom))


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def fill_merged(rows: list[list[str]], numbers: list[int], merges: list[Merge]) -> None:
    """Repeat the value of cells merged downwards in each row, and make one row of a head with merged cells.

    ``numbers`` are the rows' numbers in the sheet, ascending. Cells merged to the right are not repeated: a title
    stays one cell.
    """
    head = next((i for i, row in enumerate(rows) if sum(map(bool, row)) > 1), None)
    if head is None:
        return
    below = [m.bottom - m.top + 1 for m in merges if m.top == numbers[head]]
    depth = max((height for height in below if height <= _HEAD_DEPTH), default=1)
    for merge in merges:
        if merge.bottom > merge.top:
            _fill_down(rows, numbers, merge)
    if depth > 1:
        _join_head(rows, numbers, merges, slice(head, bisect_left(numbers, numbers[head] + depth)))


def _fill_down(rows: list[list[str]], numbers: list[int], merge: Merge) -> None:
    first, end = bisect_left(numbers, merge.top), bisect_right(numbers, merge.bottom)
    if first == end or numbers[first] != merge.top or merge.left >= len(rows[first]):
        return
    value = rows[first][merge.left]
    for row in rows[first + 1 : end] if value else ():
        if row:
            row.extend([""] * (merge.left + 1 - len(row)))
            row[merge.left] = row[merge.left] or value


def _join_head(rows: list[list[str]], numbers: list[int], merges: list[Merge], head: slice) -> None:
    """Replace the rows of the head by one: 版本 over 发布 and 终止 gives 版本 发布 and 版本 终止."""
    names = dict(zip(numbers[head], rows[head], strict=True))
    for merge in merges:
        row = names.get(merge.top)
        if row is not None and merge.left < len(row) and merge.right - merge.left < _WIDEST:
            row.extend([""] * (merge.right + 1 - len(row)))
            row[merge.left : merge.right + 1] = [row[merge.left]] * (merge.right + 1 - merge.left)
    width = max(map(len, names.values()))
    columns = [[row[i] for row in names.values() if i < len(row) and row[i]] for i in range(width)]
    rows[head] = [[" ".join(dict.fromkeys(column)) for column in columns]]
    numbers[head] = numbers[head.start : head.start + 1]
