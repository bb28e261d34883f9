"""The words of a Word paragraph: what a reader of the accepted text sees, without deletions, field codes, hidden text."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from corpus.readers.code_font import is_monospaced
from corpus.readers.docx_styles import Style, Stylesheet, font_of
from corpus.readers.docx_xml import DROPPED, W, child, is_on, is_placeholder, outermost

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement as Element

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_BREAKS = {f"{W}{name}": text for name, text in (("tab", "\t"), ("ptab", "\t"), ("br", "\n"), ("cr", "\n"))}
_TEXT = {**_BREAKS, f"{W}noBreakHyphen": "-"}
_NOTES = frozenset((f"{W}footnoteReference", f"{W}endnoteReference"))
_FRAMES = frozenset((f"{W}drawing", f"{W}pict", f"{W}object"))
# the symbols of two fonts without Unicode that tables of features use
_SYMBOLS = {
    ("wingdings", "F0FC"): "✓",
    ("wingdings", "F0FB"): "✗",
    ("wingdings", "F0FE"): "☑",
    ("wingdings", "F0FD"): "☒",
    ("wingdings", "F0A8"): "□",
    ("wingdings", "F0E0"): "→",
    ("wingdings 2", "F050"): "✓",
    ("wingdings 2", "F04F"): "✗",
    ("symbol", "F0B7"): "•",
    ("symbol", "F0A3"): "≤",
    ("symbol", "F0B3"): "≥",
    ("symbol", "F0AE"): "→",
}


@dataclass(slots=True)
class Words:
    """What a paragraph says, and what hangs on it: notes as (element name, id), the contents of text boxes."""

    parts: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: "list[Element]" = field(default_factory=list)
    proportional: bool = False  # whether any of it is set in another font than code is

    @property
    def text(self) -> str:
        """The words as one string."""
        return "".join(self.parts)


@dataclass(slots=True)
class _Fields:
    """Where a paragraph stands in its fields: for each open one, whether its result has begun."""

    results: list[bool] = field(default_factory=list)
    codes: int = 0  # how many of them are still in their code

    def meet(self, mark: str | None) -> None:
        if mark == "begin":
            self.results.append(False)
            self.codes += 1
        elif mark == "separate" and self.results and not self.results[-1]:
            self.results[-1] = True
            self.codes -= 1
        elif mark == "end" and self.results:
            self.codes -= not self.results.pop()


def words_of(paragraph: "Element", style: Style, sheet: Stylesheet) -> Words:
    """Return the words of a paragraph in ``style``."""
    return _Walk(style, sheet).walked(paragraph)


class _Walk:
    def __init__(self, style: Style, sheet: Stylesheet) -> None:
        self._style, self._sheet = style, sheet
        self._words, self._fields = Words(), _Fields()

    def walked(self, paragraph: "Element") -> Words:
        self._inline(paragraph)
        return self._words

    def _inline(self, parent: "Element") -> None:
        """Take in runs, and whatever holds runs: links, insertions, content controls, field results."""
        for element in parent:
            tag = element.tag
            if tag == f"{W}r":
                self._run(element)
            elif tag == f"{_M}t":
                self._words.parts.append(element.text or "")
            elif tag in (f"{_M}den", f"{_M}sup", f"{_M}sub"):
                self._words.parts.append({"den": "/", "sup": "^", "sub": "_"}[tag[len(_M) :]])
                self._inline(element)
            elif isinstance(tag, str) and tag not in DROPPED and not is_placeholder(element):
                self._inline(element)

    def _run(self, run: "Element") -> None:
        properties = child(run, "rPr")
        named = child(properties, "rStyle")
        style = self._sheet.style(None if named is None else named.get(f"{W}val"))
        vanish = is_on(child(properties, "vanish"))
        hidden = vanish if vanish is not None else style.hidden or self._style.hidden
        before = len(self._words.parts)
        for element in run:
            if element.tag == f"{W}fldChar":
                self._fields.meet(element.get(f"{W}fldCharType"))
            elif not hidden and not self._fields.codes:
                self._content(element)
        if not self._words.proportional and any(part.strip() for part in self._words.parts[before:]):
            font = font_of(properties)
            code = is_monospaced(font) if font else style.monospaced or self._style.monospaced
            self._words.proportional = not code

    def _content(self, element: "Element") -> None:
        tag = element.tag
        if tag == f"{W}t":
            self._words.parts.append(element.text or "")
        elif tag in _TEXT:
            self._words.parts.append(_TEXT[tag])
        elif tag == f"{W}sym":
            key = (element.get(f"{W}font", "").lower(), element.get(f"{W}char", "").upper())
            self._words.parts.append(_SYMBOLS.get(key, ""))
        elif tag in _NOTES:
            self._words.notes.append((tag, element.get(f"{W}id", "")))
        elif tag in _FRAMES:
            self._words.boxes.extend(outermost(element, "txbxContent"))
        elif tag == f"{W}ruby":
            self._inline(element)
