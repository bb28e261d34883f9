"""Small PDFs for the tests, drawn by reportlab, whose CID fonts need no font file."""

import io
from collections.abc import Callable, Sequence

import pytest

pytest.importorskip("reportlab", reason="reportlab draws the PDFs of the tests")

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

HANS, HANT = "STSong-Light", "MSung-Light"
for font in (HANS, HANT):
    pdfmetrics.registerFont(UnicodeCIDFont(font))


def pdf(*pages: Callable[[Canvas], None], title: str = "", encrypt: str | None = None, **info: str) -> bytes:
    """Return a PDF of the pages that the functions draw."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(595, 842), encrypt=encrypt, invariant=1)
    canvas.setTitle(title)
    if "author" in info:
        canvas.setAuthor(info["author"])
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def write(canvas: Canvas, words: str, x: float, y: float, size: float = 12, font: str = HANS) -> None:
    canvas.setFont(font, size)
    canvas.drawString(x, y, words)


def text_page(
    lines: Sequence[str], *, head: str = "", foot: str = "", heading: str = "", font: str = HANS, top: float = 700
) -> Callable[[Canvas], None]:
    """Return what draws lines 18 points apart, an empty one making a wider gap, between a head and a foot."""

    def draw(canvas: Canvas) -> None:
        write(canvas, head, 250, 810, 9, font)
        write(canvas, foot, 290, 30, 9, font)
        write(canvas, heading, 72, 740, 20, font)
        for i, line in enumerate(lines):
            write(canvas, line, 72, top - 18 * i, 12, font)

    return draw
