"""PDFium at work in a process of its own. Sole home of pypdfium2.

Its calls cannot be interrupted, are not thread-safe, and a crafted file may exhaust the memory or crash them; so this
file runs as a program, and ``corpus.readers.pdf_process`` starts it, speaks with it and ends it. It reads a PDF from
standard input and writes one line of JSON for each thing found: first the head, then the pages, last the end.

    python pdfium.py pages         {"pages", "meta", "outline"}, {"n", "width", "height", "runs", ...}, ..., {"end"}
    python pdfium.py image NUMBER  {"png": base64}, {"end"}
"""

import base64
import ctypes
import io
import json
import math
import sys
from collections.abc import Iterator
from typing import Any

MAX_PAGES = 3000
MAX_CHARS = 100_000  # on one page; a page full of six-point type has about 15,000
_MEMORY = 900 * 1024 * 1024
_RENDER_SIDE = 2200  # pixels; A4 at about 190 dpi
_MANY_OBJECTS = 20_000  # a drawing, not a scan, and slow to look through
_SCANT = 30  # characters that a scanned page may have beside its image


def main(arguments: list[str]) -> None:
    """Answer one request; every failure becomes a line {"error": kind}."""
    _limit_memory()
    try:
        import pypdfium2

        document = pypdfium2.PdfDocument(sys.stdin.buffer.read())
        answers = _image(document, int(arguments[1])) if arguments[0] == "image" else _pages(document)
        for answer in answers:
            _say(answer)
        _say({"end": True})
    except ImportError as error:
        _say({"error": "missing", "detail": str(error)})
    except MemoryError:
        _say({"error": "memory"})
    except Exception as error:  # noqa: BLE001  the process boundary: the parent names the file and explains
        _say({"error": "password" if "password" in str(error).lower() else "damaged", "detail": str(error)})


def _words(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")[:200]


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _pages(document: Any) -> Iterator[dict[str, Any]]:
    count = len(document)
    yield {"pages": count, "meta": _meta(document), "outline": _outline(document) if count else []}
    for index in range(min(count, MAX_PAGES)):
        try:
            yield _page(document, index)
        except (RuntimeError, ValueError, OverflowError) as error:  # PdfiumError is a RuntimeError
            yield {"n": index + 1, "width": 0, "height": 0, "runs": [], "problem": f"damaged ({_words(error)})"}


def _meta(document: Any) -> dict[str, str]:
    try:
        return {key: str(value) for key, value in document.get_metadata_dict().items() if value}
    except (RuntimeError, ValueError):
        return {}


def _outline(document: Any) -> list[tuple[int, str, int]]:
    """Return (level, title, page from 1) of each bookmark."""
    found: list[tuple[int, str, int]] = []
    try:
        for mark in document.get_toc(max_depth=6):
            target = mark.get_dest()
            index = target.get_index() if target else None
            if index is not None and len(found) < 5000:
                found.append((mark.level + 1, mark.get_title(), index + 1))
    except (RuntimeError, ValueError):
        pass
    return found


def _page(document: Any, index: int) -> dict[str, Any]:
    page = document[index]
    width, height = page.get_size()
    text = page.get_textpage()
    count = text.count_chars()
    answer: dict[str, Any] = {"n": index + 1, "width": width, "height": height, "runs": []}
    if count > MAX_CHARS:
        answer["problem"] = f"more than {MAX_CHARS} characters"
    else:
        answer["runs"] = list(_runs(text.raw, count, _turn(page)))
        scant = sum(len(run[0].strip()) for run in answer["runs"]) < _SCANT
        answer["image"] = _is_image(page, width * height) if scant else False
        answer["hidden"] = not scant and _is_hidden(page) and _is_image(page, width * height)
    text.close()
    page.close()
    return answer


def _turn(page: Any) -> Any:
    """Return what maps a box (x0, bottom, x1, top) of the page to where it is seen when the page is turned."""
    left, bottom, right, top = page.get_mediabox()
    turned = {
        90: lambda a, b, c, d: (b - bottom, right - c, d - bottom, right - a),
        180: lambda a, b, c, d: (right - c, top - d, right - a, top - b),
        270: lambda a, b, c, d: (top - d, a - left, top - b, c - left),
    }
    return turned.get(page.get_rotation(), lambda a, b, c, d: (a - left, b - bottom, c - left, d - bottom))


def _runs(raw: Any, count: int, turn: Any) -> Iterator[tuple[str, float, float, float, float, float, str]]:
    """Yield (text, x0, x1, bottom, top, size, font): characters in reading order that stand close on one line."""
    import pypdfium2.raw as c

    box = c.FS_RECTF()
    box_at = ctypes.byref(box)
    code_of, place = c.FPDFText_GetUnicode, c.FPDFText_GetLooseCharBox
    chars: list[str] = []
    x0 = x1 = bottom = top = 0.0
    first = 0
    blank = ""
    for i in range(count):
        char = _char(code_of(raw, i))
        if char.isspace():
            blank = blank or (" " if char not in "\r\n" else "")
            continue
        if not place(raw, i, box_at):
            continue
        left, low, right, high = turn(box.left, box.bottom, box.right, box.top)
        tall = high - low
        near = abs(low + high - bottom - top) < tall and -0.6 * tall < left - x1 < 0.8 * tall
        if chars and not near:
            yield ("".join(chars) + blank, x0, x1, bottom, top, *_face(c, raw, (first + i - 1) // 2, first))
            chars = []
        if chars:
            chars.append(blank)
        else:
            x0, bottom, top, first = left, low, high, i
        chars.append(char)
        blank, x1 = "", right
    if chars:
        yield ("".join(chars), x0, x1, bottom, top, *_face(c, raw, (first + count - 1) // 2, first))


def _char(code: int) -> str:
    if code in (0x02, 0xFFFE):
        return "-"  # PDFium's mark of a hyphen at the end of a line
    return chr(code) if 0 < code < 0x110000 else "\ufffd"


def _face(c: Any, raw: Any, middle: int, first: int) -> tuple[float, str]:
    """Return the size in points and the font's name of a character, of ``first`` where the ``middle`` is no real one."""
    index = first if c.FPDFText_IsGenerated(raw, middle) else middle
    matrix = c.FS_MATRIX()
    scale = 1.0
    if c.FPDFText_GetMatrix(raw, index, ctypes.byref(matrix)):
        scale = math.hypot(matrix.c, matrix.d) or 1.0
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    c.FPDFText_GetFontInfo(raw, index, name, 128, ctypes.byref(flags))
    return c.FPDFText_GetFontSize(raw, index) * scale, name.value.decode("utf-8", errors="replace")


def _is_image(page: Any, area: float) -> bool:
    """Tell whether images cover most of the page; some scanners cut it into strips."""
    import pypdfium2.raw as c

    if c.FPDFPage_CountObjects(page.raw) > _MANY_OBJECTS:
        return False
    boxes = (item.get_bounds() for item in page.get_objects(filter=[c.FPDF_PAGEOBJ_IMAGE], max_depth=3))
    covered: float = sum((right - left) * (top - bottom) for left, bottom, right, top in boxes)
    return covered > 0.5 * area


def _is_hidden(page: Any) -> bool:
    """Tell whether the text is invisible, as the layer is that text recognition puts under a scan."""
    import pypdfium2.raw as c

    item = next(page.get_objects(filter=[c.FPDF_PAGEOBJ_TEXT], max_depth=3), None)
    return item is not None and c.FPDFTextObj_GetTextRenderMode(item.raw) == c.FPDF_TEXTRENDERMODE_INVISIBLE


def _image(document: Any, number: int) -> Iterator[dict[str, Any]]:
    page = document[number - 1]
    side = max(*page.get_size(), 1.0)
    picture = page.render(scale=_RENDER_SIDE / side).to_pil().convert("RGB")
    png = io.BytesIO()
    picture.save(png, "PNG", compress_level=1)
    yield {"png": base64.b64encode(png.getvalue()).decode("ascii")}


if __name__ == "__main__":
    main(sys.argv[1:])
