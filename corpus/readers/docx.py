"""Word documents (.docx): paragraphs, lists, code, tables and notes in the order in which they are read.

Deleted and hidden text, field codes, comments, tables of contents, headers and footers are not part of the text;
inserted text, text boxes and the results of fields are. A note follows the paragraph that refers to it.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from corpus.errors import EmptyFileError
from corpus.readers.base import Reading
from corpus.readers.builder import TextBuilder, one_line
from corpus.readers.code_font import is_mostly_ascii
from corpus.readers.docx_runs import Words, words_of
from corpus.readers.docx_styles import Style, Stylesheet
from corpus.readers.docx_xml import W, child, is_on, number, outermost
from corpus.readers.office_table import Repeats, put_table
from corpus.readers.ooxml import WORD, explained, open_package, packed, unwrap_alternatives
from corpus.readers.properties import core_properties
from corpus.types import Section

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement as Element
    from docx.parts.document import DocumentPart

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_PARAGRAPH, _TABLE = f"{W}p", f"{W}tbl"
_MOST_COLUMNS = 63
_LONGEST_HEADING = 200  # characters; above, someone gave an outline level to a paragraph


def read_docx(data: bytes, name: str) -> Reading:
    """Read a Word document, also a template or one with macros; raises a DocumentError that names the file."""
    import docx

    parts = open_package(data, name, WORD)
    with explained(name, WORD):
        meta = core_properties(parts)
        stream = packed(parts)
        parts.clear()  # a large document is in memory once less
        story = _Story(docx.Document(stream).part)
        text, sections = story.read()
    if not text.strip():
        raise EmptyFileError(
            f"{name} holds no text, only pictures or nothing; there is nothing to add without text recognition"
        )
    title = meta.pop("title", None) or story.title
    sections = tuple(replace(s, path=tuple(n for n in s.path if n != story.title)) for s in sections)
    return Reading(text, "utf-8", MEDIA_TYPE, sections, title, meta)


class _Story:
    """Reads the body of a document into a builder."""

    def __init__(self, part: "DocumentPart") -> None:
        self._body = part.element.body
        unwrap_alternatives(self._body)
        self._sheet = Stylesheet(part.styles.element)
        self._notes = _notes(part)
        self._told = 0
        self._repeats = Repeats()
        self._builder = TextBuilder()
        self._code: list[str] = []
        self._carried: list[str] = []  # words whose paragraph mark was deleted: they open the next paragraph
        self._stated_title: str | None = None
        self._first_heading: str | None = None

    @property
    def title(self) -> str | None:
        """The first paragraph styled as a title, else the first heading."""
        return self._stated_title or self._first_heading

    def read(self) -> tuple[str, tuple[Section, ...]]:
        """Return the text and its sections."""
        self._blocks(self._body)
        self._end_code()
        self._builder.paragraph("".join(self._carried))
        return self._builder.build()

    def _blocks(self, parent: "Element") -> None:
        for block in _blocks_in(parent):
            if block.tag == _PARAGRAPH:
                self._paragraph(block)
            else:
                self._table(block)

    def _paragraph(self, paragraph: "Element") -> None:
        style = self._sheet.of(paragraph)
        if style.contents:
            return
        words = words_of(paragraph, style, self._sheet)
        self._carried.append(words.text)
        if child(paragraph, "pPr", "rPr", "del") is None:
            text, self._carried = "".join(self._carried), []
            self._put(text, style, words)
        self._hanging(words)

    def _put(self, text: str, style: Style, words: Words) -> None:
        set_as_code = not words.proportional and is_mostly_ascii(text) and style.level is None and style.depth is None
        if style.code or set_as_code:
            self._code.append(text)
        elif not text.strip():
            self._code.extend([""] if self._code else [])
        else:
            self._end_code()
            self._put_prose(text, style)

    def _put_prose(self, text: str, style: Style) -> None:
        line = one_line(text)
        level = 1 if style.title else style.level
        if level is not None and len(line) <= _LONGEST_HEADING:
            self._builder.heading(level, line)
            self._stated_title = self._stated_title or (line if style.title else None)
            self._first_heading = self._first_heading or line
        elif style.depth is not None:
            self._builder.item(text, style.depth)
        else:
            self._builder.paragraph(text)

    def _end_code(self) -> None:
        self._builder.code("\n".join(self._code).rstrip())
        self._code = []

    def _hanging(self, words: Words) -> None:
        """Add the notes and text boxes that belong to words that were just added."""
        for note in words.notes:
            self._note(note)
        for box in words.boxes:
            self._end_code()
            self._blocks(box)

    def _note(self, key: tuple[str, str]) -> None:
        note = self._notes.pop(key, None)
        if note is None:
            return
        text = "\n".join(filter(None, (one_line(w.text) for w in self._all_words(note))))
        if text:
            self._end_code()
            self._told += 1
            self._builder.paragraph(f"[{self._told}] {text}")

    def _all_words(self, parent: "Element") -> Iterator[Words]:
        """Yield the words of every paragraph in a note or cell, those of tables in it too."""
        for block in _blocks_in(parent):
            if block.tag == _PARAGRAPH:
                yield words_of(block, self._sheet.of(block), self._sheet)
            else:
                for cell in (cell for row in _inside(block, "tr") for cell in _inside(row, "tc")):
                    yield from self._all_words(cell)

    def _table(self, table: "Element") -> None:
        self._end_code()
        rows = list(_inside(table, "tr"))
        cells = [list(_inside(row, "tc")) for row in rows]
        if len(cells) == 1 and len(cells[0]) == 1:  # a frame around text
            self._blocks(cells[0][0])
            self._end_code()
            return
        hanging: list[Words] = []
        grid: list[list[str]] = []
        for row, its_cells in zip(rows, cells, strict=True):
            above = grid[-1] if grid else []
            grid.append(self._row(row, its_cells, above, hanging))
        put_table(self._builder, grid, heads=_heads(rows))
        for words in hanging:
            self._hanging(words)
        for inner in (t for its_cells in cells for cell in its_cells for t in _blocks_in(cell) if t.tag == _TABLE):
            self._table(inner)

    def _row(self, row: "Element", cells: "list[Element]", above: list[str], hanging: list[Words]) -> list[str]:
        """Return the values of a row in every column; a cell that continues the one above repeats it."""
        values = self._repeats.of("", _span(child(row, "trPr", "gridBefore"), default=0))
        for cell in cells:
            properties = child(cell, "tcPr")
            merge = child(properties, "vMerge")
            width = _span(child(properties, "gridSpan"), default=1)
            if merge is not None and merge.get(f"{W}val", "continue") == "continue" and len(above) > len(values):
                for value in above[len(values) : len(values) + width]:
                    values += self._repeats.of(value, 1) or [""]
                continue
            words = [words_of(p, self._sheet.of(p), self._sheet) for p in _blocks_in(cell) if p.tag == _PARAGRAPH]
            hanging += words
            value = "\n".join(w.text for w in words)
            values += [value, *self._repeats.of(value, width - 1)] if len(cells) > 1 else [value]
        return values


def _blocks_in(parent: "Element") -> "Iterator[Element]":
    """Yield the paragraphs and tables in ``parent``, also those in content controls, but not those in others of them."""
    return outermost(parent, "p", "tbl")


def _inside(parent: "Element", name: str) -> "Iterator[Element]":
    """Yield the rows of a table or the cells of a row, also those in content controls, without deleted rows."""
    for element in outermost(parent, name):
        properties = child(element, "trPr")
        if child(properties, "del") is None and not is_on(child(properties, "hidden")):
            yield element


def _heads(rows: "list[Element]") -> int:
    """Return how many rows at the top are marked to be repeated as the head on each page; at least one."""
    marked = (bool(is_on(child(row, "trPr", "tblHeader"))) for row in rows)
    return max(1, sum(1 for _ in takewhile(bool, marked)))


def _span(element: "Element | None", default: int) -> int:
    """Return the number of columns that an element states, within what Word allows."""
    stated = number(element)
    return default if stated is None else min(max(stated, default), _MOST_COLUMNS)


def _notes(part: "DocumentPart") -> "dict[tuple[str, str], Element]":
    """Return footnotes and endnotes by the name of the element that refers to them and their id."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml.parser import parse_xml

    found = {}
    for kind, relation in (("footnote", RELATIONSHIP_TYPE.FOOTNOTES), ("endnote", RELATIONSHIP_TYPE.ENDNOTES)):
        for link in part.rels.values():
            if link.reltype == relation and not link.is_external:
                root = parse_xml(link.target_part.blob)
                unwrap_alternatives(root)
                for note in root.iter(f"{W}{kind}"):
                    if note.get(f"{W}type", "normal") == "normal":
                        found[f"{W}{kind}Reference", note.get(f"{W}id", "")] = note
    return found
