"""What the styles of a Word document make of a paragraph: a title, a heading, a list item, code, hidden text."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from corpus.readers.code_font import is_monospaced
from corpus.readers.docx_xml import W, child, is_on, number

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement as Element

_VAL = f"{W}val"

_TITLE = re.compile(r"(?:title|标题|標題)")
_HEADING = re.compile(r"(?:heading|标题|標題)[ _]?([1-9])")
_CONTENTS = re.compile(r"(?:toc|目录|目錄|wpsoffice手动目录)[ _]?(?:[1-9]|heading|标题|標題)")
_LIST = re.compile(r"list (?:bullet|number)(?: ([2-5]))?")
_CODE = re.compile(
    r"(?:source ?|html ?)?(?:code|verbatim|preformatted)(?: ?(?:text|block))?|macro(?: ?text)?"
    r"|(?:源)?代码(?:块)?|(?:原始|程式)?碼|程式碼(?:區塊)?|html ?(?:预设格式|預設格式)"
)
_LONGEST_CHAIN = 20  # styles based on one another; people get by with three
_BODY_LEVEL = 9  # the outline level that means body text


@dataclass(frozen=True, slots=True)
class Style:
    """A style with what it inherits; ``level`` is 1 to 9 for a heading, ``depth`` counts from 0 for a list item."""

    title: bool = False
    contents: bool = False
    level: int | None = None
    depth: int | None = None
    code: bool = False
    monospaced: bool = False
    hidden: bool = False


class Stylesheet:
    """The styles of a document by their ids."""

    def __init__(self, root: "Element") -> None:
        self._elements = {s.get(f"{W}styleId", ""): s for s in root.iter(f"{W}style")}
        self._default = next(
            (
                key
                for key, s in self._elements.items()
                if s.get(f"{W}type") == "paragraph" and s.get(f"{W}default") in ("1", "true", "on")
            ),
            None,
        )
        self._known: dict[str, Style] = {}

    def style(self, style_id: str | None, chain: int = 0) -> Style:
        """Return a style, the plain one for None; ``chain`` is how many are based on it in the question at hand."""
        if style_id is None or chain > _LONGEST_CHAIN:
            return Style()
        if style_id not in self._known:
            self._known[style_id] = Style()  # what one in a circle is based on
            self._known[style_id] = self._resolved(style_id, chain)
        return self._known[style_id]

    def of(self, paragraph: "Element") -> Style:
        """Return the style of a paragraph together with what the paragraph itself says of outline and list."""
        properties = child(paragraph, "pPr")
        style = self.style(_value(child(properties, "pStyle")) or self._default)
        outline = number(child(properties, "outlineLvl"))
        depth = _depth(properties, style.depth)
        if outline is None and depth == style.depth:
            return style
        return replace(style, level=style.level if outline is None else _level(outline), depth=depth)

    def _resolved(self, style_id: str, chain: int) -> Style:
        """Return what a style says and, where it says nothing, the one that it is based on; its id may be all there is."""
        element = self._elements.get(style_id)
        base = self.style(_value(child(element, "basedOn")), chain + 1)
        name = (_value(child(element, "name")) or style_id).strip().lower()
        font = None if style_id == self._default else font_of(child(element, "rPr"))  # a whole text's font says nothing
        hidden = is_on(child(element, "rPr", "vanish"))
        return Style(
            title=bool(_TITLE.fullmatch(name)),
            contents=base.contents or bool(_CONTENTS.fullmatch(name)),
            level=_heading_level(element, name, base.level),
            depth=_list_depth(element, name, base.depth),
            code=base.code or bool(_CODE.fullmatch(name)),
            monospaced=is_monospaced(font) if font else base.monospaced,
            hidden=base.hidden if hidden is None else hidden,
        )


def font_of(properties: "Element | None") -> str | None:
    """Return the font of Latin letters in run properties, if they name one."""
    fonts = child(properties, "rFonts")
    return None if fonts is None else fonts.get(f"{W}ascii") or fonts.get(f"{W}hAnsi")


def _value(element: "Element | None") -> str | None:
    return None if element is None else element.get(_VAL)


def _level(outline: int) -> int | None:
    return outline + 1 if outline < _BODY_LEVEL else None


def _heading_level(element: "Element | None", name: str, inherited: int | None) -> int | None:
    outline = number(child(element, "pPr", "outlineLvl"))
    if outline is not None:
        return _level(outline)
    match = _HEADING.fullmatch(name)
    return int(match[1]) if match else inherited


def _list_depth(element: "Element | None", name: str, inherited: int | None) -> int | None:
    depth = _depth(child(element, "pPr"), inherited)
    match = _LIST.fullmatch(name)
    return max(int(match[1] or 1) - 1, depth or 0) if match else depth


def _depth(properties: "Element | None", inherited: int | None) -> int | None:
    """Return the depth of a list item by its paragraph properties; number 0 takes a paragraph out of its list."""
    numbering = child(properties, "numPr")
    if numbering is None:
        return inherited
    list_id, level = number(child(numbering, "numId")), number(child(numbering, "ilvl"))
    if list_id == 0 or (list_id is None and inherited is None):
        return None
    return min(level if level is not None else inherited or 0, 8)
