"""Headings, paragraphs, list items, tables and code from the lines of pages: what their type and their places tell."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from corpus.readers.builder import TextBuilder
from corpus.readers.joining import Wording, continues, join_lines
from corpus.readers.pdf_lines import Line, lines_of, without_running
from corpus.readers.pdf_process import Page
from corpus.readers.pdf_tables import table_at
from corpus.sentences import LIST_MARK, width
from corpus.types import Section

_ENDS = re.compile(r"[。！？!?：:；;…][”’」』）】》)\"']*$|[a-z)\]”’\"']\.$")
_ENDS_LIKE_TEXT = re.compile(r"[。！!；;，,、：:]$")
_MARK = re.compile(r"[•·▪●○◦‣■□◆➢✓*–-]\s*(?=\S)")
_BOLD = re.compile(r"bold|black|heavy|simhei|(?<![a-z])hei(?![a-z])", re.IGNORECASE)
_MONO = re.compile(r"mono|courier|consol|menlo|typewriter|cmtt", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_HEADING_COLUMNS = 84
_FULL_COLUMNS = 30  # the longest of a few short lines does not fill its column


@dataclass(frozen=True, slots=True)
class Typography:
    """What the type of a whole document tells: the body's size and font, and the sizes of headings, largest first."""

    size: float
    font: str
    ranks: tuple[float, ...]
    bookmarks: dict[tuple[int, str], int]  # (page, words without blanks) to level

    @classmethod
    def of(cls, pages: Sequence[Sequence[Line]], outline: Sequence[tuple[int, str, int]] = ()) -> "Typography":
        """Measure the lines of all pages."""
        lines = [line for page in pages for line in page]
        sizes: Counter[float] = Counter()
        fonts: Counter[str] = Counter()
        for line in lines:
            sizes[line.size] += len(line.text)
            fonts[line.font] += len(line.text)
        body = sizes.most_common(1)[0][0] if sizes else 0.0
        font = fonts.most_common(1)[0][0] if fonts else ""
        large = {line.size for line in lines if line.size >= 1.12 * body and _may_head(line)}
        bookmarks = {(page, _bare(title)): level for level, title, page in outline}
        return cls(body, font, tuple(sorted(large, reverse=True)), bookmarks)

    def level(self, line: Line, page: int) -> int:
        """Return the level of a heading, 0 for any other line: from the bookmarks, its size, its weight."""
        if mark := self.bookmarks.get((page, _bare(line.text))):
            return mark
        if not _may_head(line):
            return 0
        if line.size in self.ranks:
            return min(self.ranks.index(line.size) + 1, 6)
        heavy = _BOLD.search(line.font) and not _BOLD.search(self.font) and line.size >= self.size
        return min(len(self.ranks) + 1, 6) if heavy and len(line.cells) == 1 else 0

    def is_code(self, line: Line) -> bool:
        """Tell whether a line is set in type of one width, unlike the body."""
        return bool(_MONO.search(line.font)) and not _MONO.search(self.font)


def _may_head(line: Line) -> bool:
    words = line.text.strip()
    return (
        1 < width(words) <= _HEADING_COLUMNS
        and bool(_LETTER.search(words))
        and not _ENDS_LIKE_TEXT.search(words)
        and not _MARK.match(words)
        and not _MONO.search(line.font)
    )


def _bare(words: str) -> str:
    return "".join(words.split()).lower()


@dataclass(frozen=True, slots=True)
class Laid:
    """The text of a document, its sections, and the title that its first page shows."""

    text: str
    sections: tuple[Section, ...]
    title: str | None


def lay_out(pages: Sequence[Page], outline: Sequence[tuple[int, str, int]] = ()) -> Laid:
    """Return the text of ``pages``; ``outline`` has (level, title, page) of each bookmark."""
    lines = without_running(pages, [lines_of(page) for page in pages])
    wording = Wording.of(line.text for page in lines for line in page)
    typography = Typography.of(lines, outline)
    builder = TextBuilder()
    for page, page_lines in zip(pages, lines, strict=True):
        builder.page(page.number, ocr=page.ocr)
        _build_page(builder, page_lines, page.number, typography, wording)
    text, sections = builder.build()
    return Laid(text, sections, _title(lines[0], pages[0].number, typography, wording) if lines else None)


def _build_page(
    builder: TextBuilder, lines: Sequence[Line], page: int, typography: Typography, wording: Wording
) -> None:
    """Add the lines of one page to ``builder``."""
    levels = [0 if typography.is_code(line) else typography.level(line, page) for line in lines]
    at = 0
    body: list[Line] = []
    while at < len(lines):
        code = typography.is_code(lines[at])
        rows, end = ([], at) if code else table_at(lines, at)
        if end == at and not code and not levels[at]:
            body.append(lines[at])
            at += 1
            continue
        _add_body(builder, body, wording)
        body = []
        if end > at:
            builder.table([[join_lines(cell, wording) for cell in row] for row in rows])
        elif code:
            end = next((i for i in range(at, len(lines)) if not typography.is_code(lines[i])), len(lines))
            builder.code(_code(lines[at:end]))
        else:
            end = _heading_end(lines, levels, at)
            builder.heading(levels[at], join_lines([line.text for line in lines[at:end]], wording))
        at = end
    _add_body(builder, body, wording)


def _code(lines: Sequence[Line]) -> str:
    """Return a block of code, its indents counted in characters."""
    left = min(line.x0 for line in lines)
    indents = [round((line.x0 - left) / max(0.6 * line.size, 1.0)) for line in lines]
    return "\n".join(" " * min(indent, 80) + line.text.rstrip() for indent, line in zip(indents, lines, strict=True))


def _heading_end(lines: Sequence[Line], levels: Sequence[int], at: int) -> int:
    """Return the number of the line after the heading at line ``at``, which may fill up to three."""
    end = at + 1
    while end < min(len(lines), at + 3) and (levels[end], lines[end].size) == (levels[at], lines[at].size):
        apart = lines[end - 1].middle - lines[end].middle > 1.6 * lines[at].size
        if apart or LIST_MARK.match(lines[end].text):
            break
        end += 1
    return end


def _add_body(builder: TextBuilder, lines: Sequence[Line], wording: Wording) -> None:
    if not lines:
        return
    right = max(line.x1 for line in lines)
    left = min(line.x0 for line in lines)
    for group in _groups(lines, wording):
        parts = [join_lines(part, wording) for part in _parts(group, right, wording)]
        if mark := _MARK.match(parts[0]):
            depth = min(round((group[0].x0 - left) / (2 * max(group[0].size, 1.0))), 4)
            builder.item(parts.pop(0)[mark.end() :], depth)
        builder.paragraph("\n".join(parts))


def _groups(lines: Sequence[Line], wording: Wording) -> Iterator[list[Line]]:
    """Yield lines that stand together: without a wider gap, an indent, a list mark or other type between them."""
    pitches = [a.middle - b.middle for a, b in pairwise(lines) if 0 < a.middle - b.middle < 3 * a.size]
    usual = sorted(pitches)[len(pitches) // 2] if pitches else 0.0
    group: list[Line] = []
    for line in lines:
        if group and _parts_from(group, line, usual, wording):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _parts_from(group: list[Line], line: Line, usual: float, wording: Wording) -> bool:
    last = group[-1]
    pitch = last.middle - line.middle
    if pitch > max(1.35 * usual, 1.1 * line.size) or pitch < -line.size or abs(last.size - line.size) > 1:
        return not (pitch < 0 and not _ENDS.search(last.text.rstrip()))  # a sentence runs on in the next column
    if continues(last.text.rstrip(), line.text.lstrip(), wording):
        return False
    if LIST_MARK.match(line.text) or _MARK.match(line.text):
        return True
    hanging = len(group) == 1 and bool(LIST_MARK.match(last.text) or _MARK.match(last.text))
    return line.x0 - last.x0 > 1.2 * line.size and not hanging


def _parts(group: list[Line], right: float, wording: Wording) -> list[list[str]]:
    """Cut a group into runs of lines that read on, since a line that had room for more ends what it says."""
    ends = [line.x1 for line in group[:-1]]
    if len(ends) > 1 and sum(max(ends) - end < 1.5 * group[0].size for end in ends) > 0.5 * len(ends):
        right = max(ends)  # of a narrower column
    parts = [[group[0].text]]
    for i, following in enumerate(group[1:]):
        if _reads_on(group, i, right, wording):
            parts[-1].append(following.text)
        else:
            parts.append([following.text])
    return parts


def _reads_on(group: list[Line], i: int, right: float, wording: Wording) -> bool:
    line, following = group[i], group[i + 1]
    if continues(line.text.rstrip(), following.text.lstrip(), wording):
        return True
    word = re.match(r"[!-~]+|\S{1,2}", following.text)
    room = (following.x1 - following.x0) * len(word.group() if word else "") / max(len(following.text), 1)
    if right - line.x1 < room + 0.5 * line.size and width(line.text) >= _FULL_COLUMNS:
        return True
    if _ENDS.search(line.text.rstrip()):
        return False
    heads = i == 0 and width(following.text) > 2 * width(line.text) and not re.search(r"[，、,（(]", line.text)
    return not heads and any(_ENDS.search(other.text.rstrip()) for other in group[i + 1 :])


def _title(lines: Sequence[Line], page: int, typography: Typography, wording: Wording) -> str | None:
    """Return the heading of the first page in the largest type, if it stands near its top."""
    top = [
        line
        for line in lines[:6]
        if typography.ranks and line.size == typography.ranks[0] and typography.level(line, page)
    ]
    together = [list(group) for _, group in groupby(top, key=lambda line: line.font)]
    return join_lines([line.text for line in together[0][:3]], wording) if together else None
