"""Text put together from the parts of a structured file, in one plain form that the rest of the program knows.

Paragraphs stand between blank lines, list items open with a dash, table rows are ``| a | b |`` under a head and a
rule, code stands between fences. So a quotation reads the same whatever kind of file it comes from.
"""

import re
from collections.abc import Sequence

from corpus.types import Section, Span

_BLANKS = re.compile(r"(?<![ \t\u00a0\u3000])[ \t\u00a0\u3000]*[\r\n\v\f\u2028\u2029]+[ \t\u00a0\u3000]*")
_TICKS = re.compile(r"^[ \t]*(`{3,})", re.MULTILINE)


class TextBuilder:
    """Collects a file's parts in reading order and gives its text and sections."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._path: list[tuple[int, str]] = []
        self._page: int | None = None
        self._ocr = False
        self._start = 0
        self._heading: Span | None = None
        self._has_body = False
        self._sections: list[Section] = []

    def page(self, number: int, *, ocr: bool = False) -> None:
        """Begin a page; ``number`` counts from 1, ``ocr`` marks recognised text."""
        self._close()
        self._page, self._ocr = number, ocr

    def heading(self, level: int, words: str) -> None:
        """Begin a section under the nearest heading of a lower ``level`` (1 is the highest)."""
        if not (words := one_line(words)):
            return
        self._close()
        self._write(words, "\n\n")
        self._heading = Span(self._length - len(words), self._length)
        self._path = [(rank, name) for rank, name in self._path if rank < level] + [(level, words)]
        self._start = self._length

    def paragraph(self, words: str) -> None:
        """Add a paragraph; line breaks in it are kept."""
        self._add(words.strip())

    def item(self, words: str, depth: int = 0) -> None:
        """Add a list item, ``depth`` levels below the outermost."""
        if words := one_line(words):
            self._add(f"{'  ' * depth}- {words}", gap="\n" if self._in_list() else "\n\n")

    def code(self, words: str) -> None:
        """Add a block of code as it is, between fences longer than any in it."""
        if words.strip():
            fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(words)), default=0))
            self._add(f"{fence}\n{words.strip(chr(10))}\n{fence}")

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Add a table; its first row names the columns, short rows are filled up, empty ones left out."""
        cells = [[one_line(cell).replace("|", "｜") for cell in row] for row in rows]
        cells = [row for row in cells if any(row)]
        if not cells:
            return
        width = max(map(len, cells))
        lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in cells]
        self._add("\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]]))

    def build(self) -> tuple[str, tuple[Section, ...]]:
        """Return the text and its sections."""
        self._close()
        return "".join(self._parts), tuple(self._sections)

    def _in_list(self) -> bool:
        return bool(self._parts) and self._parts[-1].lstrip().startswith("- ")

    def _add(self, words: str, gap: str = "\n\n") -> None:
        if words:
            self._write(words, gap)
            self._has_body = True

    def _write(self, words: str, gap: str) -> None:
        for part in (gap if self._length else "", words):
            self._parts.append(part)
            self._length += len(part)

    def _close(self) -> None:
        """End the section begun last, if it has any text."""
        if self._has_body:
            path = tuple(name for _, name in self._path)
            span = Span(self._start, self._length)
            self._sections.append(Section(path, span, self._heading, self._page, self._ocr))
            self._heading, self._has_body = None, False
        self._start = self._length


def one_line(words: str) -> str:
    """Return ``words`` on one line, with the blanks at its ends gone; breaks become one blank."""
    return _BLANKS.sub(" ", words).strip(" \t\u00a0\u3000\r\n")
