"""Sections of plain text, from the unmarked headings that pages saved as text have."""

import re
from dataclasses import dataclass

from corpus.sentences import LIST_MARK, width
from corpus.types import Section, Span

_MAX_WIDTH = 84  # columns; a heading fits on one line
_BYLINE = re.compile(
    r"\s*(?:作者|译者|譯者|编辑|編輯|文|图|來源|来源|出处|日期|时间|時間|发布于|發布於|by)\s*[:：|｜/]",
    re.IGNORECASE,
)
_ENDS_LIKE_TEXT = re.compile(r"，.*[？?]$|[。！!；;，,、：:…\\]$|->|=>|\s=\s|^https?:|^[#$>|`{<]")
_COMMAND = re.compile(r"[\x21-\x7e]+\s[\x20-\x7e]*(?:(?<=\s)--?[a-z]|\w=\S)[\x20-\x7e]*")  # kubectl logs -l app=web
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Line:
    span: Span
    words: str


def _lines(text: str) -> list[_Line]:
    lines, at = [], 0
    for raw in text.splitlines(keepends=True):
        words = raw.strip()
        start = at + len(raw) - len(raw.lstrip()) if words else at
        lines.append(_Line(Span(start, start + len(words)), words))
        at += len(raw)
    return lines


def _may_be_heading(words: str) -> bool:
    return (
        1 < width(words) <= _MAX_WIDTH
        and bool(_LETTER.search(words))
        and not _ENDS_LIKE_TEXT.search(words)
        and not _BYLINE.match(words)
        and not _COMMAND.fullmatch(words)
        and not words.endswith(".")
    )


def _is_heading(lines: list[_Line], i: int, has_body: bool) -> bool:
    """A short line without end punctuation that stands apart from the text, with something under it."""
    words = lines[i].words
    if not _may_be_heading(words):
        return False
    blank_before = i == 0 or not lines[i - 1].words
    following = lines[i + 1].words if i + 1 < len(lines) else ""
    if LIST_MARK.match(words):  # "2. Knative 变更" alone between blanks, but not an item of a list
        return has_body and blank_before and not following and not words.endswith(("？", "?"))
    if not following:
        after_item = i > 0 and bool(LIST_MARK.match(lines[i - 1].words)) and not blank_before
        return has_body and not after_item
    return blank_before and width(following) > 2 * width(words) and not LIST_MARK.match(following)


def find_headings(text: str) -> list[Span]:
    """Return the spans of the lines that head a section."""
    lines = _lines(text)
    last = max((i for i, line in enumerate(lines) if line.words), default=0)
    return [line.span for i, line in enumerate(lines) if line.words and _is_heading(lines, i, has_body=i < last)]


def sections_of(text: str) -> tuple[str | None, tuple[Section, ...]]:
    """Return the title (the first heading that opens the text) and the sections of plain ``text``.

    Two headings without text between them are parent and child; a heading after text takes the place of the last.
    """
    headings = find_headings(text)
    title = headings[0].cut(text) if headings and len(text[: headings[0].start].strip()) < 200 else None
    sections: list[Section] = []
    path: tuple[str, ...] = ()
    head: Span | None = None
    starts = [0, *(h.end for h in headings)]
    ends = [*(h.start for h in headings), len(text)]
    for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
        heading = headings[i - 1] if i else None
        if heading is not None:
            name = heading.cut(text)
            under_heading = i > 1 and not text[headings[i - 2].end : heading.start].strip()
            is_title = i == 1 and title is not None
            path = () if is_title else (path[-1:] if under_heading else path[:-1]) + (name,)
            head = heading
        if text[start:end].strip():
            sections.append(Section(path, Span(start, end), head))
            head = None
    return title, tuple(sections)
