"""PowerPoint presentations (.pptx): a slide is a page and a section under its title, its notes follow its shapes.

Hidden slides and shapes, dates, footers and slide numbers are left out; shapes read from the top, then from the left.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from corpus.errors import EmptyFileError
from corpus.readers.base import Reading
from corpus.readers.builder import TextBuilder, one_line
from corpus.readers.office_table import Repeats
from corpus.readers.ooxml import POWERPOINT, explained, open_package, packed, unwrap_alternatives
from corpus.readers.pptx_layout import Layout, placeholder_mark
from corpus.readers.pptx_text import A, P, all_words, put_diagram, put_grid, put_text, words_of
from corpus.readers.properties import core_properties
from corpus.types import Section

if TYPE_CHECKING:
    from pptx.oxml.xmlchemy import BaseOxmlElement as Element
    from pptx.slide import Slide

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_SAME_LINE = 228_600  # English metric units, a quarter of an inch: shapes that stand so near begin one line
_SHAPE, _GROUP, _FRAME = f"{P}sp", f"{P}grpSp", f"{P}graphicFrame"
_DIAGRAM_URI = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_DIAGRAM_DATA = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"
_FURNITURE = frozenset(("dt", "ftr", "hdr", "sldNum", "sldImg"))
_TITLES = ("title", "ctrTitle")


def read_pptx(data: bytes, name: str) -> Reading:
    """Read a presentation, also a show, a template or one with macros; raises a DocumentError that names the file."""
    from pptx import Presentation

    parts = open_package(data, name, POWERPOINT)
    with explained(name, POWERPOINT):
        meta = core_properties(parts)
        stream = packed(parts)
        parts.clear()  # a large presentation is in memory once less
        show = _Show()
        for number, slide in enumerate(Presentation(stream).slides, 1):
            show.put(number, slide)
        text, sections = show.read()
    if not text:
        raise EmptyFileError(
            f"{name} has no text on its visible slides; there is nothing to add without text recognition"
        )
    pictures = ", ".join(map(str, show.pictures))
    warnings = (f"{name}: slides that are only pictures were not read: {pictures}",) if pictures else ()
    return Reading(text, "utf-8", MEDIA_TYPE, sections, meta.pop("title", None) or show.title, meta, warnings)


class _Show:
    """Reads slides into a builder; ``pictures`` are the numbers of those that show pictures and say nothing."""

    def __init__(self) -> None:
        self.pictures: list[int] = []
        self._builder = TextBuilder()
        self._repeats = Repeats()
        self._titles: dict[int, str] = {}
        self._layouts: dict[str, Layout] = {}

    @property
    def title(self) -> str | None:
        """The first title of a slide."""
        return next(filter(None, self._titles.values()), None)

    def read(self) -> tuple[str, tuple[Section, ...]]:
        """Return the text and its sections; the path of each is the title of its slide, if that is not the show's."""
        text, sections = self._builder.build()
        return text, tuple(self._under_its_title(section) for section in sections)

    def _under_its_title(self, section: Section) -> Section:
        title = self._titles[section.page or 0]
        return replace(
            section,
            path=(title,) if title and title != self.title else (),
            heading=section.heading if title else None,
        )

    def put(self, number: int, slide: "Slide") -> None:
        """Add a slide unless it is hidden; ``number`` is its place among all of them."""
        root: Element = slide._element
        unwrap_alternatives(root)
        if root.get("show") in ("0", "false"):
            return
        layout = self._layout_of(slide)
        shapes = _shapes_in(root.find(f"{P}cSld/{P}spTree"), layout)
        head = next((shape for shape in shapes if _placeholder(shape) in _TITLES), None)
        title = "" if head is None else one_line(all_words(head.find(f"{P}txBody")))
        self._builder.page(number)
        self._builder.heading(1, title)
        self._titles[number] = title
        for shape in shapes:
            if shape is not head:
                self._put_shape(shape, slide, layout)
        self._put_notes(slide)
        if _is_picture(root):
            self.pictures.append(number)

    def _layout_of(self, slide: "Slide") -> Layout:
        name = slide.slide_layout.part.partname
        if name not in self._layouts:
            self._layouts[name] = Layout(slide.slide_layout._element, slide.slide_layout.slide_master._element)
        return self._layouts[name]

    def _put_shape(self, shape: "Element", slide: "Slide", layout: Layout) -> None:
        if _placeholder(shape) in _FURNITURE:
            return
        if shape.tag == _GROUP:
            for inner in _shapes_in(shape, layout):
                self._put_shape(inner, slide, layout)
        elif shape.tag == _FRAME:
            for table in shape.iter(f"{A}tbl"):
                put_grid(self._builder, table, self._repeats)
            for data in shape.iter(f"{A}graphicData"):
                if data.get("uri") == _DIAGRAM_URI:
                    self._put_diagram(data, slide)
        elif (body := shape.find(f"{P}txBody")) is not None:
            put_text(self._builder, body, layout.list_styles(shape))

    def _put_diagram(self, data: "Element", slide: "Slide") -> None:
        from pptx.oxml import parse_xml

        for link in filter(None, (pointer.get(_DIAGRAM_DATA) for pointer in data)):
            put_diagram(self._builder, parse_xml(slide.part.related_part(link).blob))

    def _put_notes(self, slide: "Slide") -> None:
        if not slide.has_notes_slide:
            return
        for shape in slide.notes_slide._element.iter(_SHAPE):
            body = shape.find(f"{P}txBody") if _placeholder(shape) == "body" else None
            for paragraph in [] if body is None else body.findall(f"{A}p"):
                self._builder.paragraph(words_of(paragraph))


def _shapes_in(parent: "Element", layout: Layout) -> "list[Element]":
    """Return what can hold words in a slide or group and is not hidden: line by line, each from the left."""
    shapes = [shape for shape in parent if shape.tag in (_SHAPE, _GROUP, _FRAME) and not _is_hidden(shape)]
    ordered: list[Element] = []
    line: list[tuple[int, int, Element]] = []
    for top, left, shape in sorted(((*layout.place(s), s) for s in shapes), key=lambda item: item[:2]):
        if line and top - line[0][0] > _SAME_LINE:
            ordered += (item[2] for item in sorted(line, key=lambda item: item[1]))
            line = []
        line.append((top, left, shape))
    return ordered + [item[2] for item in sorted(line, key=lambda item: item[1])]


def _placeholder(shape: "Element") -> str | None:
    """Return the type of a placeholder as the file names it, None for other shapes."""
    mark = placeholder_mark(shape)
    return None if mark is None else mark.get("type", "obj")


def _is_hidden(shape: "Element") -> bool:
    named = shape.find(f"*/{P}cNvPr")
    return named is not None and named.get("hidden") in ("1", "true")


def _is_picture(slide: "Element") -> bool:
    pictures, words = slide.iter(f"{P}pic"), slide.iter(f"{A}t")
    return next(pictures, None) is not None and not any((t.text or "").strip() for t in words)
