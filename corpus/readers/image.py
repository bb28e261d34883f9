"""Pictures of text, by text recognition; the frames of a TIFF are its pages."""

import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from corpus import ocr
from corpus.errors import DocumentError, EmptyFileError, FileTooLargeError, OcrUnavailableError
from corpus.ocr import Recogniser
from corpus.readers.base import Reading
from corpus.readers.pdf_layout import lay_out
from corpus.readers.pdf_process import Page
from corpus.readers.recognised import page_of

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP")
_MAX_PIXELS = 60_000_000  # a frame; A3 at 400 dpi has 31 million
_MAX_FRAMES = 500
_WIDTH = 595.0  # points; the page that a picture is laid out on


def read_image(data: bytes, name: str, recognise: Recogniser | None = None) -> Reading:
    """Read a picture; DocumentError if it is none or shows no text, OcrUnavailableError without the extra.

    ``recognise`` is ``corpus.ocr.recognise`` by default.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise EmptyFileError(f"{name} is empty; nothing to add")
    pages: list[Page] = []
    warned: list[str] = []
    media_type = ""
    for number, (frame, kind) in enumerate(_frames(data, name), 1):
        media_type = kind
        if recognise is None and not ocr.available():
            raise OcrUnavailableError(f"{name} is a picture; to have its text recognised, install: {ocr.INSTALL}")
        try:
            found = (recognise or ocr.recognise)(frame)
        except DocumentError as error:
            raise type(error)(f"{name}: {error}") from error
        if found:
            pages.append(page_of(found, number, frame.size, _WIDTH))
        else:
            warned.append(f"page {number} is unreadable: no text is recognised on it")
    if not pages:
        raise EmptyFileError(f"{name} shows no text that can be recognised; try a sharper picture")
    laid = lay_out(pages)
    return Reading(laid.text, "utf-8", media_type, laid.sections, laid.title, warnings=tuple(warned))


def _frames(data: bytes, name: str) -> Iterator[tuple["Image", str]]:
    """Yield each frame of a picture upright, with the media type."""
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's doubts about sizes and tags; the limits are checked here
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                kind = Image.MIME.get(picture.format or "", "image")
                for number in range(min(getattr(picture, "n_frames", 1), _MAX_FRAMES)):
                    picture.seek(number)
                    _refuse_size(picture, name)
                    yield ImageOps.exif_transpose(picture).convert("RGB"), kind
    except DocumentError:
        raise
    except Image.DecompressionBombError as error:
        raise _too_large(name) from error
    except Exception as error:  # Pillow's plugins raise whatever a damaged file provokes
        raise DocumentError(
            f"{name} cannot be read as a picture; open it in a viewer and save it again as PNG"
        ) from error


def _refuse_size(picture: "Image", name: str) -> None:
    if picture.width * picture.height > _MAX_PIXELS:
        raise _too_large(name)


def _too_large(name: str) -> FileTooLargeError:
    return FileTooLargeError(f"{name} has more than {_MAX_PIXELS // 1_000_000} million pixels; save it smaller")
