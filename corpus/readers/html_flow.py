"""A page's tree written as text: headings, paragraphs, lists, tables and code, in reading order."""

from corpus.readers.builder import TextBuilder
from corpus.readers.html_inline import (
    HEADINGS,
    PREFORMATTED,
    Line,
    code_of,
    is_block,
    is_line_numbers,
    visible,
    walk,
    words_of,
)
from corpus.readers.html_table import write_table
from corpus.readers.markup import Element

_LISTS = frozenset(("ul", "ol", "menu", "dir", "dl"))
_ITEMS = frozenset(("li", "dt", "dd"))
_KEPT_SPACE = ("white-space:pre", "white-space: pre")


def write_flow(builder: TextBuilder, root: Element) -> None:
    """Write everything visible under ``root``."""
    _Flow(builder).write(root)


class _Flow:
    """Turns the events of a walk into a builder's parts."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._line = Line()
        self._depth = -1  # of the innermost open list, 0 for an outermost one
        self._item: int | None = None  # the depth of the item whose words are being gathered

    def write(self, root: Element) -> None:
        for ended, text in walk(root, self._enter):
            if ended is None:
                self._line.text(text)
            elif ended is not root:
                self._leave(ended)
        self._flush()

    def _enter(self, element: Element) -> bool:
        tag = element.tag
        if not visible(element) or (tag in ("td", "ul") and is_line_numbers(element)):
            return False
        if tag in HEADINGS or tag in PREFORMATTED or tag == "table" or _keeps_space(element):
            self._flush()
            return not self._write_whole(element)
        if tag in _LISTS:
            self._flush()
            self._depth += 1
        elif tag in _ITEMS:
            self._flush()
            self._item = max(self._depth, 0) + (tag == "dd")
        elif is_block(element):
            self._end_block()
        else:
            return self._line.enter(element)
        return True

    def _write_whole(self, element: Element) -> bool:
        """Write a heading, a block of code or a table of data; False if the element must be walked instead."""
        if element.tag == "table":
            return write_table(self._builder, element)
        if element.tag in HEADINGS:
            self._builder.heading(int(element.tag[1]), words_of(element))
        else:
            self._builder.code(code_of(element))
        return True

    def _leave(self, element: Element) -> None:
        if element.tag in _LISTS:
            self._flush()
            self._depth -= 1
        elif element.tag in _ITEMS:
            self._flush()
            self._item = None
        elif is_block(element):
            self._end_block()
        else:
            self._line.leave(element)

    def _end_block(self) -> None:
        """Paragraphs of one list item stay together; elsewhere a block is a paragraph."""
        if self._item is None:
            self._flush()
        else:
            self._line.break_line()

    def _flush(self) -> None:
        words = self._line.take()
        if not words:
            return
        if self._item is not None:
            self._builder.item(words, self._item)
            self._item = None
        else:
            for paragraph in words.split("\n\n"):
                self._builder.paragraph(paragraph)


def _keeps_space(element: Element) -> bool:
    return element.tag == "code" and any(mark in element.get("style", "") for mark in _KEPT_SPACE)
