"""Readers, one a file format; ``READERS`` maps a suffix to its reader and is open to more."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from corpus.errors import FileTooLargeError, UnreadableFileError, UnsupportedFileError
from corpus.meta import completed
from corpus.readers.base import Reading, document_id
from corpus.readers.csv import read_csv
from corpus.readers.docx import read_docx
from corpus.readers.epub import read_epub
from corpus.readers.html import read_html
from corpus.readers.image import read_image
from corpus.readers.markdown import read_markdown
from corpus.readers.mhtml import read_mhtml
from corpus.readers.pdf import read_pdf
from corpus.readers.pptx import read_pptx
from corpus.readers.text import read_text
from corpus.readers.xlsx import read_xlsx
from corpus.types import Document

Reader = Callable[[bytes, str], Reading]

IMAGES: dict[str, Reader] = dict.fromkeys((".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp"), read_image)
READERS: dict[str, Reader] = {
    **dict.fromkeys((".txt", ".text"), read_text),
    **dict.fromkeys((".md", ".markdown"), read_markdown),
    **dict.fromkeys((".html", ".htm", ".xhtml"), read_html),
    **dict.fromkeys((".mhtml", ".mht"), read_mhtml),
    **dict.fromkeys((".csv", ".tsv", ".tab"), read_csv),
    **dict.fromkeys((".xlsx", ".xlsm"), read_xlsx),
    ".pdf": read_pdf,
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm", ".doc"), read_docx),  # .doc is told apart, not read
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm", ".ppt", ".pps"), read_pptx),
    ".epub": read_epub,
    **IMAGES,
}

DEFAULT_MAX_BYTES = 50 * 1024 * 1024


def read_bytes(data: bytes, source: str, suffix: str | None = None) -> Document:
    """Turn the bytes of a file named ``source`` into a document; raises a DocumentError with one line for the user.

    ``suffix`` says what the bytes are where the name does not.
    """
    path = Path(source)
    reader = READERS.get(suffix or path.suffix.lower())
    if reader is None:
        raise UnsupportedFileError(
            f"{source}: no reader for {path.suffix or 'a file without suffix'}; supported: {' '.join(sorted(READERS))}"
        )
    reading = reader(data, source)
    return Document(
        id=document_id(data),
        title=reading.title or path.stem,
        source=source,
        media_type=reading.media_type,
        encoding=reading.encoding,
        text=reading.text,
        sections=reading.sections,
        meta=_meta(reading, data),
    )


def _meta(reading: Reading, data: bytes) -> dict[str, str]:
    """Return what is known of the document beside its text; ``sha256`` of the file lets a citation be checked later."""
    warnings = {"warnings": "\n".join(reading.warnings)} if reading.warnings else {}
    return {**completed(reading.meta, reading.text), **warnings, "sha256": hashlib.sha256(data).hexdigest()}


def read_path(path: Path, max_bytes: int = DEFAULT_MAX_BYTES) -> tuple[bytes, str]:
    """Return the bytes of a file and its absolute path as its source, without reading more than ``max_bytes``."""
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise FileTooLargeError(
                f"{path} has {size / 2**20:.0f} MB, above the limit of {max_bytes / 2**20:.0f} MB; raise it with --max-mb"
            )
        return path.read_bytes(), str(path.resolve())
    except OSError as error:
        raise UnreadableFileError(
            f"cannot read {path}: {error.strerror or error}; check the path and its permissions"
        ) from error
