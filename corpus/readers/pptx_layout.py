"""What the placeholders of a slide take from its layout and master: their places and the bullets of their lists."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from corpus.readers.pptx_text import A, P

if TYPE_CHECKING:
    from pptx.oxml.xmlchemy import BaseOxmlElement as Element


def placeholder_mark(shape: "Element") -> "Element | None":
    """Return what makes a shape a placeholder."""
    mark: Element | None = shape.find(f"*/{P}nvPr/{P}ph")
    return mark


class Layout:
    """A slide layout with its master; a placeholder of the layout is known by its index, one of the master by its type."""

    def __init__(self, layout: "Element", master: "Element") -> None:
        self._by_index = {mark.get("idx", "0"): shape for mark, shape in _placeholders(layout)}
        self._by_type = {_kind(mark): shape for mark, shape in _placeholders(master)}
        self._body_style = next(master.iter(f"{P}bodyStyle"), None)

    def place(self, shape: "Element") -> tuple[int, int]:
        """Return how far from the top and from the left a shape stands, in English metric units."""
        for owner in (shape, *self._above(shape)):
            offset = next(owner.iter(f"{A}off"), None)
            if offset is not None:
                return int(offset.get("y", "0")), int(offset.get("x", "0"))
        return 0, 0

    def list_styles(self, shape: "Element") -> "list[Element]":
        """Return the list styles that a placeholder inherits, the nearest first; a free text box has none."""
        if placeholder_mark(shape) is None:
            return []
        styles = [style for owner in self._above(shape) for style in owner.iter(f"{A}lstStyle")]
        return styles if self._body_style is None else [*styles, self._body_style]

    def _above(self, shape: "Element") -> "list[Element]":
        mark = placeholder_mark(shape)
        if mark is None:
            return []
        layout = self._by_index.get(mark.get("idx", "0"))
        model = placeholder_mark(layout) if layout is not None else None
        master = self._by_type.get(_kind(mark if model is None else model))
        return [owner for owner in (layout, master) if owner is not None]


def _placeholders(root: "Element") -> "Iterator[tuple[Element, Element]]":
    for shape in root.iter(f"{P}sp"):
        mark = placeholder_mark(shape)
        if mark is not None:
            yield mark, shape


def _kind(mark: "Element") -> str:
    """Return the type under which the master keeps a placeholder: all that holds text or objects is a body there."""
    kind: str = mark.get("type", "obj")
    return {"ctrTitle": "title", "title": "title", "dt": "dt", "ftr": "ftr", "sldNum": "sldNum"}.get(kind, "body")
