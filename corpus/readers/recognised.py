"""Recognised lines put where a page's own text would stand, so that both are laid out alike."""

from collections.abc import Sequence
from statistics import median

from corpus.ocr import Line
from corpus.readers.pdf_process import Page, Run
from corpus.sentences import width as columns_of

_TYPE_SHARE = 0.75  # of a box's height that the type takes
_STEADY = 1.25  # lines of one type size seem to differ by so much


def page_of(lines: Sequence[Line], number: int, pixels: tuple[int, int], width: float) -> Page:
    """Return page ``number``, ``width`` points wide, from the lines of its picture of so many ``pixels``."""
    scale = width / pixels[0]
    height = pixels[1] * scale
    sizes = [_size(line) for line in lines]
    usual = median(sizes) if sizes else 0.0
    runs = []
    for line, seen in zip(lines, sizes, strict=True):
        size = usual if usual / _STEADY < seen < usual * _STEADY else seen
        bottom, top = height - line.bottom * scale, height - line.top * scale
        runs.append(Run(line.text, line.left * scale, line.right * scale, bottom, top, size * scale, ""))
    return Page(number, width, height, tuple(runs), ocr=True)


def _size(line: Line) -> float:
    """Return the size of the type: of Chinese its width tells it better than the box's height, which wavers."""
    columns = columns_of(line.text)
    wide = columns - len(line.text)  # characters of two columns
    return 2 * (line.right - line.left) / columns if 3 * wide >= columns else (line.bottom - line.top) * _TYPE_SHARE
