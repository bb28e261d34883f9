"""Text recognised from pictures. Sole home of rapidocr, an optional extra that carries its models and needs no network."""

import importlib.util
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from corpus.errors import DocumentError, OcrUnavailableError

if TYPE_CHECKING:
    from PIL.Image import Image

INSTALL = "pip install 'kaoju[ocr]'"
_MODULES = ("rapidocr", "onnxruntime")
_STRIP = 1800  # pixels; rapidocr shrinks what is longer than 2,000, which makes a long screenshot unreadable
_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Line:
    """A recognised line: pixels from the upper left corner of the picture, and how sure the recognition is, 0 to 1."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    score: float = 1.0


Recogniser = Callable[["Image"], list[Line]]


def available() -> bool:
    """Tell whether text recognition is installed."""
    return all(importlib.util.find_spec(name) is not None for name in _MODULES)


def recognise(image: "Image") -> list[Line]:
    """Return the lines of a picture from top to bottom; OcrUnavailableError without the extra, else DocumentError."""
    picture = image.convert("RGB")
    lines = []
    with _LOCK:  # the engine keeps state between its steps
        engine = _engine()
        for top, bottom in _strips(picture):
            lines += _recognised(engine, picture.crop((0, top, picture.width, bottom)), top)
    return lines


@cache
def _engine() -> Any:
    try:
        from rapidocr import RapidOCR

        return RapidOCR(params={"Global.log_level": "critical"})
    except ImportError as error:
        raise OcrUnavailableError(f"text recognition is not installed ({error}); install it with: {INSTALL}") from error
    except Exception as error:  # its models may be missing or damaged, in as many ways as it has libraries
        raise OcrUnavailableError(
            f"text recognition does not start ({_first_line(error)}); install it again with: {INSTALL}"
        ) from error


def _recognised(engine: Any, picture: "Image", offset: int) -> list[Line]:
    import numpy as np

    try:
        result = engine(np.asarray(picture)[:, :, ::-1])  # it wants blue, green, red
        found = zip(result.boxes, result.txts, result.scores, strict=True) if result.txts else ()
        return [_line(box, text, score, offset) for box, text, score in found if text.strip()]
    except Exception as error:  # onnxruntime, OpenCV and rapidocr have no error in common
        raise DocumentError(f"text recognition failed ({_first_line(error)}); try a smaller picture") from error


def _line(box: Any, text: str, score: float, offset: int) -> Line:
    xs, ys = [float(x) for x, _ in box], [float(y) for _, y in box]
    return Line(text.strip(), min(xs), min(ys) + offset, max(xs), max(ys) + offset, float(score))


def _strips(picture: "Image") -> Iterator[tuple[int, int]]:
    """Yield (top, bottom) of parts not too high for their width, cut where a row of pixels is most even."""
    import numpy as np

    top = 0
    while picture.height - top > _STRIP * 1.2 and picture.height > 2 * picture.width:
        low = top + _STRIP * 2 // 3
        rows = np.asarray(picture.crop((0, low, picture.width, top + _STRIP)).convert("L"), dtype=np.float32)
        bottom = low + int(rows.std(axis=1).argmin())
        yield top, bottom
        top = bottom
    yield top, picture.height


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]
