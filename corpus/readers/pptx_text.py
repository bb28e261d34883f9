"""The words of a slide's shapes: paragraphs, list items, code, tables, diagrams."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from corpus.readers.builder import TextBuilder
from corpus.readers.code_font import is_monospaced, is_mostly_ascii
from corpus.readers.office_table import Repeats, put_table

if TYPE_CHECKING:
    from pptx.oxml.xmlchemy import BaseOxmlElement as Element

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_BULLETS = (f"{A}buChar", f"{A}buAutoNum", f"{A}buBlip")
_DEEPEST = 8  # levels of a list, from 0


def put_text(builder: TextBuilder, body: "Element", inherited: "list[Element]") -> None:
    """Add the paragraphs of a text body; ``inherited`` are the list styles that it looks to, the nearest first."""
    code: list[str] = []
    styles = [*body.findall(f"{A}lstStyle"), *inherited]
    for paragraph in body.findall(f"{A}p"):
        text = words_of(paragraph)
        if _is_code(paragraph, text) or (code and not text.strip()):
            code.append(text)
            continue
        builder.code("\n".join(code).rstrip())
        code = []
        depth = _depth(paragraph)
        if _has_bullet(paragraph, depth, styles):
            builder.item(text, depth)
        else:
            builder.paragraph(text)
    builder.code("\n".join(code).rstrip())


def words_of(paragraph: "Element") -> str:
    """Return the words of a paragraph, its breaks as line breaks."""
    return "".join(_words(paragraph))


def _words(parent: "Element") -> Iterator[str]:
    for element in parent:
        if element.tag in (f"{A}t", f"{_M}t"):
            yield element.text or ""
        elif element.tag == f"{A}br":
            yield "\n"
        else:
            yield from _words(element)


def all_words(body: "Element | None") -> str:
    """Return the words of every paragraph in a text body, a line each."""
    return "" if body is None else "\n".join(words_of(p) for p in body.iter(f"{A}p"))


def _depth(paragraph: "Element") -> int:
    properties = paragraph.find(f"{A}pPr")
    level = "0" if properties is None else properties.get("lvl", "0")
    return min(int(level), _DEEPEST) if level.isdecimal() else 0


def _has_bullet(paragraph: "Element", depth: int, styles: "list[Element]") -> bool:
    """Tell whether a paragraph has a bullet or number: the nearest that says something about it decides."""
    properties = [paragraph.find(f"{A}pPr"), *(style.find(f"{A}lvl{depth + 1}pPr") for style in styles)]
    for stated in properties:
        if stated is not None and stated.find(f"{A}buNone") is not None:
            return False
        if stated is not None and any(stated.find(bullet) is not None for bullet in _BULLETS):
            return True
    return depth > 0


def _is_code(paragraph: "Element", text: str) -> bool:
    runs = [run for run in paragraph.iter(f"{A}r") if (run.findtext(f"{A}t") or "").strip()]
    fonts = (run.find(f"{A}rPr/{A}latin") for run in runs)
    return (
        bool(runs)
        and all(font is not None and is_monospaced(font.get("typeface")) for font in fonts)
        and is_mostly_ascii(text)
    )


def put_grid(builder: TextBuilder, table: "Element", repeats: Repeats) -> None:
    """Add a table; what a merged cell says is repeated in the places that it covers."""
    rows: list[list[str]] = []
    for row in table.findall(f"{A}tr"):
        cells = row.findall(f"{A}tc")
        values: list[str] = []
        for column, cell in enumerate(cells):
            if cell.get("vMerge") in ("1", "true") and rows and column < len(rows[-1]):
                values += repeats.of(rows[-1][column], 1) or [""]
            elif cell.get("hMerge") in ("1", "true") and values:
                values += repeats.of(values[-1], 1) or [""]
            else:
                values.append(all_words(cell.find(f"{A}txBody")))
        whole = bool(cells) and cells[0].get("gridSpan") == str(len(cells)) and len(cells) > 1
        rows.append(values[:1] if whole else values)
    put_table(builder, rows)


def put_diagram(builder: TextBuilder, model: "Element") -> None:
    """Add the words of a SmartArt diagram as a list, as deep as its points hang under one another."""
    points = {p.get("modelId", ""): all_words(p.find(f"{_DIAGRAM}t")) for p in model.iter(f"{_DIAGRAM}pt")}
    children: dict[str, list[tuple[int, str]]] = {}
    for link in model.iter(f"{_DIAGRAM}cxn"):
        if link.get("type", "parOf") == "parOf":
            order = link.get("srcOrd", "0")
            place = int(order) if order.isdecimal() else 0
            children.setdefault(link.get("srcId", ""), []).append((place, link.get("destId", "")))
    below = {point for links in children.values() for _, point in links}
    waiting = [(0, point) for point in points if point not in below]
    waiting.reverse()
    while waiting:
        depth, point = waiting.pop()
        words = points.pop(point, "")  # once, even in a circle
        if words.strip():
            builder.item(words, min(depth, _DEEPEST))
        deeper = depth + 1 if words.strip() else depth
        waiting += [(deeper, inner) for _, inner in sorted(children.pop(point, []), reverse=True)]
