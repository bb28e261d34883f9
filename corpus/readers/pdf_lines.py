"""Lines of a page from its runs of characters, in reading order, without running heads and page numbers."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from corpus.readers.pdf_process import Page, Run

_EDGE = 0.12  # of the page's height, at the top and at the bottom
_EDGE_LINES = 3  # at most so many lines of a running head or foot
_NUMBER = re.compile(r"(?<![\d.])\d{1,5}(?![\d.])")
_PAGE_NUMBER = re.compile(
    r"(?:第\s*)?[-–—·|\s]*(?:page\s*)?(?P<n>\d{1,4})(?:\s*(?:/|of|页\s*[,，/／]?\s*共|頁\s*[,，/／]?\s*共)\s*\d{1,4})?\s*[页頁]?[-–—·|\s]*",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"[-–—\s]*[ivxlc]{1,7}[-–—\s]*")
_MARK = re.compile(r"[•·▪●○◦‣■□◆➢✓*–\ue000-\uf8ff-]|\d{1,3}[.)、）]|[（(]\d{1,3}[)）]|[a-zA-Z][.)]")  # of a list
_BULLET = re.compile(r"^[\ue000-\uf8ff](?=\s)")


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one base line; ``cells`` are its parts with wide gaps between them."""

    cells: tuple[Run, ...]

    @property
    def x0(self) -> float:
        """The left end."""
        return self.cells[0].x0

    @property
    def x1(self) -> float:
        """The right end."""
        return self.cells[-1].x1

    @property
    def middle(self) -> float:
        """The height of its middle above the foot of the page."""
        return (self._longest.bottom + self._longest.top) / 2

    @property
    def size(self) -> float:
        """The size of most of its type, in half points."""
        return round(self._longest.size * 2) / 2

    @property
    def font(self) -> str:
        """The font of most of its type."""
        return self._longest.font

    @property
    def text(self) -> str:
        """Its words; a blank at the end stands in the file."""
        words = " ".join([*(cell.text.rstrip() for cell in self.cells[:-1]), self.cells[-1].text])
        return _BULLET.sub("•", words)  # symbol fonts put their bullets into the private use area

    @property
    def _longest(self) -> Run:
        return max(self.cells, key=lambda cell: len(cell.text))


def lines_of(page: Page) -> list[Line]:
    """Return the lines of a page from top to bottom, one column after the other."""
    runs = [run for run in page.runs if run.text.strip()]
    gutter = _gutter(runs)
    if gutter is None:
        return _by_height(runs)
    ordered = sorted(runs, key=lambda run: -run.top)
    lines: list[Line] = []
    for across, band in groupby(ordered, key=lambda run: run.x0 < gutter < run.x1):
        members = list(band)
        left = [run for run in members if across or run.x1 <= gutter]
        lines += _by_height(left) + _by_height([run for run in members if not across and run.x1 > gutter])
    return lines


def _by_height(runs: Sequence[Run]) -> list[Line]:
    rows: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: (-(run.top + run.bottom), run.x0)):
        if rows and _level(rows[-1][0], run):
            rows[-1].append(run)
        else:
            rows.append([run])
    return [Line(tuple(_merged(sorted(row, key=lambda run: run.x0)))) for row in rows]


def _level(one: Run, other: Run) -> bool:
    """Tell whether two runs stand on one line: their middles are nearer than half the lower one's height."""
    lower = min(one.top - one.bottom, other.top - other.bottom)
    return abs((one.top + one.bottom) - (other.top + other.bottom)) < lower


def _merged(row: list[Run]) -> list[Run]:
    cells = row[:1]
    for run in row[1:]:
        last = cells[-1]
        marks = len(cells) == 1 and _MARK.fullmatch(last.text.strip())
        if run.x0 - last.x1 > 0.8 * max(last.size, run.size, 1.0) and not marks:
            cells.append(run)
            continue
        blank = " " if run.x0 - last.x1 > 0.15 * run.size and not last.text.endswith(" ") else ""
        main = max(last, run, key=lambda part: len(part.text))
        low, high = min(last.bottom, run.bottom), max(last.top, run.top)
        cells[-1] = Run(last.text + blank + run.text, last.x0, max(last.x1, run.x1), low, high, main.size, main.font)
    return cells


def _gutter(runs: Sequence[Run]) -> float | None:
    """Return where a page of two columns of prose is parted, None for any other page."""
    if len(runs) < 16:
        return None
    left, right = min(run.x0 for run in runs), max(run.x1 for run in runs)
    width = right - left
    tries = [left + width * share / 100 for share in range(42, 59, 2)]
    crossings = [sum(run.x0 < x < run.x1 for run in runs) for x in tries]
    least = min(crossings)
    at = tries[crossings.index(least)]
    sides = [[run for run in runs if run.x1 <= at], [run for run in runs if run.x0 >= at]]
    if least > 0.15 * len(runs) or not all(len(side) >= 8 for side in sides):
        return None
    full = [sum(run.x1 - run.x0 > 0.35 * width for run in side) / len(side) for side in sides]
    return at if min(full) > 0.5 else None


def without_running(pages: Sequence[Page], lines: Sequence[list[Line]]) -> list[list[Line]]:
    """Leave out page numbers, and the lines at the edges of most pages that differ in the page's number only."""
    edges = [_edge(page, page_lines) for page, page_lines in zip(pages, lines, strict=True)]
    filled = sum(bool(page_lines) for page_lines in lines)
    seen = Counter(
        key
        for page, edge in zip(pages, edges, strict=True)
        for key in {key for line in edge for key in _keys(line, page)}
    )
    most = max(2, 0.4 * filled) if filled < 5 else max(3, 0.4 * filled)
    kept = []
    for page, page_lines, edge in zip(pages, lines, edges, strict=True):
        dropped = [
            line
            for line in edge
            if _is_page_number(line, page, seen) or max(seen[k] for k in _keys(line, page)) >= most
        ]
        kept.append([line for line in page_lines if not any(line is other for other in dropped)])
    return kept


def _edge(page: Page, lines: Sequence[Line]) -> list[Line]:
    by_height = sorted(lines, key=lambda line: -line.middle)
    outer = by_height[:_EDGE_LINES] + by_height[max(_EDGE_LINES, len(by_height) - _EDGE_LINES) :]
    return [line for line in outer if not _EDGE * page.height < line.middle < (1 - _EDGE) * page.height]


def _keys(line: Line, page: Page) -> list[tuple[int, str]]:
    """Return what the line has in common with its like on other pages: height, words, and a number that counts pages."""
    words, height = " ".join(line.text.split()), round(line.middle / 6)
    numbered = [
        f"{words[: m.start()]}\0{int(m.group()) - page.number}\0{words[m.end() :]}" for m in _NUMBER.finditer(words)
    ]
    return [(height, key) for key in (words, *numbered[:4])]


def _is_page_number(line: Line, page: Page, seen: Counter[tuple[int, str]]) -> bool:
    """A number by itself counts pages where it is said to, is the page's own, or grows with the pages."""
    words = line.text.strip()
    match = _PAGE_NUMBER.fullmatch(words)
    if match is None:
        return bool(_ROMAN.fullmatch(words))
    said = not words.isdigit()
    return said or int(match["n"]) == page.number or max(seen[key] for key in _keys(line, page)[1:]) >= 2
