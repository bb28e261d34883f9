"""What must not be torn apart in a text: fenced code, and the rows of a table from the head that names their columns."""

import re

from corpus.types import Span

_FENCED = re.compile(
    r"^[ \t]*(?P<fence>`{3,}+|~{3,}+)[^\n]*\n(?:.*?\n)??[ \t]*(?P=fence)[`~]*[ \t]*$", re.MULTILINE | re.DOTALL
)
_CELL = re.compile(r"[\s*]*(?:`(?P<code>[^`]*)`|(?P<words>.*?))[\s*]*")
_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$", re.MULTILINE)


def code_blocks(text: str, span: Span) -> list[Span]:
    """Return the fenced blocks of code in ``span``, fences included, in order."""
    return [Span(m.start(), m.end()) for m in _FENCED.finditer(text, span.start, span.end)]


def code_lines(text: str, block: Span) -> Span:
    """Return the code of a fenced block without its fences."""
    start = text.index("\n", block.start) + 1
    return Span(start, max(start, text.rfind("\n", start, block.end)))


def table_head(text: str, section: Span, at: int) -> Span | None:
    """Return the row that names the columns of the table row at ``at``; None for that row itself and outside tables."""
    line = Span(max(text.rfind("\n", 0, at) + 1, section.start), _line_end(text, at))
    if not line.cut(text).lstrip().startswith("|"):
        return None
    gap = text.rfind("\n\n", section.start, line.start)
    block = section.start if gap < 0 else gap + 2
    rule = next((m for m in _RULE.finditer(text, block, line.start) if "|" in m.group()), None)
    if rule is None or rule.start() == block:
        return None
    head_start = text.rfind("\n", block, rule.start() - 1) + 1 or block
    return Span(head_start, rule.start() - 1)


def table_cells(row: str) -> list[Span]:
    """Return the cells of a table's row in order, without blanks and marks of emphasis or code around them."""
    opening = len(row) - len(row.lstrip())
    start = opening + row.startswith("|", opening)
    cells = []
    for part in row[start:].rstrip().removesuffix("|").split("|"):
        inner = _CELL.fullmatch(part)
        first, last = inner.span(inner.lastgroup or 0) if inner else (0, 0)
        cells.append(Span(start + first, start + last))
        start += len(part) + 1
    return cells


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
