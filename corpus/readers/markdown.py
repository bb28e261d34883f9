"""Markdown, by a CommonMark parser: headings, front matter, comments that a reader of the page never sees."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from corpus.decode import decode
from corpus.readers.base import Reading
from corpus.types import Section, Span

_MARK = re.compile(r"`+|<!--")
_PARAGRAPH_END = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?=[\r\n])")
_ANCHOR = re.compile(r"\s?\{#[^{}]*\}$")

# Template calls of site generators, {{< … >}} and {{% … %}}; the page shows what they stand for. Those that carry words
# of the page are kept: the version of a feature, the text of a link to the glossary.
_SHORTCODE = re.compile(r"\{\{(?:<(?:[^>\n]|>(?!\}\})){0,500}>|%(?:[^%\n]|%(?!\}\})){0,500}%)\}\}")
_SAYS_SOMETHING = re.compile(r"feature-state|\btext=")


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    text: str
    span: Span  # of the heading's lines


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table").use(front_matter_plugin)


def read_markdown(data: bytes, name: str) -> Reading:
    """Read Markdown; text, offsets and quotations stay those of the source file."""
    decoded = decode(data, name)
    text = decoded.text
    offsets = [0, *accumulate(len(line) for line in _lines(text))]
    tokens = _parser().parse(_unix(text))
    headings = _headings(tokens, text, offsets)
    meta = _front_matter(tokens)
    title = meta.get("title") or next((h.text for h in headings if h.level == 1), None)
    hidden = _hidden(tokens, text, offsets)
    return Reading(text, decoded.encoding, "text/markdown", _sections(text, headings, hidden, title), title, meta)


def _lines(text: str) -> list[str]:
    """Split as CommonMark does, so that the parser's line numbers hold; ``str.splitlines`` knows more line ends."""
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", text)


def _unix(text: str) -> str:
    return re.sub(r"\r\n?", "\n", text)


def _span(token: Token, offsets: list[int]) -> Span:
    first, last = token.map or (0, 0)
    return Span(offsets[first], offsets[min(last, len(offsets) - 1)])


def _headings(tokens: list[Token], text: str, offsets: list[int]) -> list[_Heading]:
    found = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0:
            written = _ANCHOR.sub("", _plain(inline))
            words = _SHORTCODE.sub("", written).strip() or written
            found.append(_Heading(int(token.tag[1:]), words, _span(token, offsets)))
    return [h for h in found if h.text]


def _plain(inline: Token) -> str:
    parts = (c.content if c.type in ("text", "code_inline") else " " for c in inline.children or [])
    return " ".join("".join(part for part in parts).split())


def _front_matter(tokens: list[Token]) -> Mapping[str, str]:
    """Return the scalars of a YAML front matter as strings exactly as written, and lists of them joined by 、.

    So version: 1.10 stays 1.10.
    """
    if not tokens or tokens[0].type != "front_matter":
        return {}
    try:
        data = yaml.load(tokens[0].content, Loader=yaml.BaseLoader)  # noqa: S506  BaseLoader makes strings only
    except yaml.YAMLError:
        return {}
    if not isinstance(data, dict):
        return {}
    return {str(k).lower(): written for k, v in data.items() if (written := _scalar(v))}


def _scalar(value: object) -> str:
    values = value if isinstance(value, list) else [value]
    return "、".join(v.strip() for v in values if isinstance(v, str) and v.strip())


def _hidden(tokens: list[Token], text: str, offsets: list[int]) -> list[Span]:
    """Return the spans that a reader of the page does not see: front matter, and comments and shortcodes outside code."""
    front = [_span(t, offsets) for t in tokens if t.type == "front_matter"]
    blocks = [_span(t, offsets) for t in tokens if t.type in ("fence", "code_block")]
    hidden = sorted(front + _comments(text, front + blocks))
    taken = sorted(hidden + blocks)
    calls = (Span(*m.span()) for m in _SHORTCODE.finditer(text) if not _SAYS_SOMETHING.search(m.group()))
    return sorted(hidden + [call for call in calls if not _inside(call, taken)])


def _inside(span: Span, others: list[Span]) -> bool:
    """Tell whether ``span`` overlaps one of ``others``, which are in order."""
    after = bisect_right(others, span.start, key=lambda other: other.end)
    return after < len(others) and others[after].overlaps(span)


def _comments(text: str, blocks: list[Span]) -> list[Span]:
    """Return the comments that begin outside ``blocks`` and code spans; an unterminated one reaches to the end."""
    marks = list(_MARK.finditer(text))
    closers = _closing_ticks(text, marks)
    pending = sorted(blocks, reverse=True)
    comments: list[Span] = []
    at = 0
    for mark in marks:
        while pending and pending[-1].end <= mark.start():
            pending.pop()
        if mark.start() < at:
            continue
        if pending and pending[-1].start <= mark.start():
            at = pending[-1].end
        elif mark.group() == "<!--":
            end = text.find("-->", mark.start() + 2)
            at = len(text) if end < 0 else end + 3
            comments.append(Span(mark.start(), at))
        else:
            at = closers.get(mark.start(), mark.end())
    return comments


def _closing_ticks(text: str, marks: list[re.Match[str]]) -> dict[int, int]:
    """Map the start of each run of backticks to the end of the next equal run in its paragraph, if there is one."""
    breaks = [m.start() for m in _PARAGRAPH_END.finditer(text)]
    closers: dict[int, int] = {}
    following: dict[str, re.Match[str]] = {}
    for mark in reversed(marks):
        while breaks and breaks[-1] >= mark.end():
            breaks.pop()
            following.clear()
        if close := following.get(mark.group()):
            closers[mark.start()] = close.end()
        following[mark.group()] = mark
    return closers


def _sections(text: str, headings: list[_Heading], hidden: list[Span], title: str | None) -> tuple[Section, ...]:
    sections: list[Section] = []
    stack: list[tuple[int, str]] = []
    starts = [(None, 0), *((h, h.span.end) for h in headings)]
    ends = [*(h.span.start for h in headings), len(text)]
    for (heading, start), end in zip(starts, ends, strict=True):
        if heading is not None:
            stack = [(level, name) for level, name in stack if level < heading.level]
            stack.append((heading.level, heading.text))
        path = tuple(name for _, name in stack if name != title)
        head = heading.span if heading else None
        for visible in _visible(Span(start, end), hidden):
            if visible.cut(text).strip():
                sections.append(Section(path, visible, head))
                head = None
    return tuple(sections)


def _visible(span: Span, hidden: list[Span]) -> list[Span]:
    """Return what is left of ``span`` without the hidden spans, which are in order and do not overlap."""
    left, at = [], span.start
    for gap in hidden[bisect_right(hidden, span.start, key=lambda gap: gap.end) :]:
        if gap.start >= span.end:
            break
        if gap.start > at:
            left.append(Span(at, gap.start))
        at = gap.end
    if at < span.end:
        left.append(Span(at, span.end))
    return left
