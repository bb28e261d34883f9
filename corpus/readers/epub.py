"""E-books in EPUB: the chapters in the order of the spine, without the table of contents."""

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from corpus.errors import DocumentError, FileTooLargeError
from corpus.readers.base import Reading
from corpus.readers.boilerplate import drop_unseen
from corpus.readers.builder import TextBuilder
from corpus.readers.epub_package import Package, labels, read_package, root_file
from corpus.readers.html import decode_page, reading_of
from corpus.readers.html_flow import write_flow
from corpus.readers.html_inline import HEADINGS
from corpus.readers.markup import parse_xhtml

_MAX_FILES = 20_000
_MAX_PART = 20 * 1024 * 1024
_MAX_TEXT = 100 * 1024 * 1024
_MAX_TAGS = 1_000_000
_MAX_RATIO = 200  # of a part's size to its compressed size
_SMALL = 1024 * 1024  # parts below this may be compressed as well as they like
_LOCKS = ("rights.xml", "sinf.xml", "license.lcpl")
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    UnicodeError,
    ValueError,
)
_T = TypeVar("_T")


def read_epub(data: bytes, name: str) -> Reading:
    """Read a book; what the package says of title, author and date goes into ``meta``."""
    book = _Book(data, name)
    package = book.package()
    names = book.labels(package)
    builder = TextBuilder()
    warnings: list[str] = []
    encodings = [_write(builder, book, chapter, names.get(chapter, ""), warnings) for chapter in package.chapters]
    if not any(encodings):
        raise DocumentError(f"{name}: no chapter can be read ({warnings[0]})")
    encoding = next(encoding for encoding in encodings if encoding)
    return replace(reading_of(builder, encoding, "application/epub+zip", package.meta, name), warnings=tuple(warnings))


def _write(builder: TextBuilder, book: "_Book", chapter: str, label: str, warnings: list[str]) -> str:
    """Add a chapter and return its encoding; a chapter that cannot be read becomes a warning."""
    try:
        decoded = decode_page(book.part(chapter), f"{book.name} ({chapter})")
        book.count_tags(decoded.text)
        root = parse_xhtml(decoded.text, f"{book.name} ({chapter})")
    except FileTooLargeError:
        raise
    except DocumentError as error:
        warnings.append(str(error))
        return ""
    body = next(root.iter("body"), root)
    drop_unseen(body)
    if label and next(body.iter(*HEADINGS), None) is None and any(text.strip() for text in body.itertext()):
        builder.heading(1, label)
    write_flow(builder, body)
    return decoded.encoding


class _Book:
    """The archive, read in bounded portions; damage in it is a DocumentError."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._left = _MAX_TEXT
        self._tags_left = _MAX_TAGS
        self._zip = self._sound(lambda: zipfile.ZipFile(io.BytesIO(data)))
        self._files = {info.filename: info for info in self._zip.infolist()}
        self._by_lower = {filename.lower(): filename for filename in self._files}
        if len(self._zip.infolist()) > _MAX_FILES:
            raise FileTooLargeError(f"{name} holds more than {_MAX_FILES:,} files; convert it to HTML or text first")
        if any(f"meta-inf/{mark}" in self._by_lower for mark in _LOCKS):
            raise DocumentError(f"{name} is protected against copying; get an unprotected edition")

    def _sound(self, act: Callable[[], _T]) -> _T:
        try:
            return act()
        except _DAMAGE as error:
            raise DocumentError(f"{self.name} is damaged or not an EPUB book; get the file again") from error

    def part(self, path: str) -> bytes:
        """Return the bytes of a file in the book."""
        info = self._files.get(path) or self._files.get(self._by_lower.get(path.lower(), ""))
        if info is None:
            raise DocumentError(f"{self.name} lacks {path}; get the file again")
        if info.flag_bits & 1:
            raise DocumentError(f"{self.name} is encrypted; get an unprotected edition")
        limit = min(_MAX_PART, self._left)
        crammed = info.file_size > max(_SMALL, _MAX_RATIO * info.compress_size)
        data = b"" if crammed or info.file_size > limit else self._sound(lambda: self._zip.open(info).read(limit + 1))
        if crammed or max(info.file_size, len(data)) > limit:
            raise FileTooLargeError(
                f"{self.name}: {path} unpacks to more than is read of a book; convert it to text first"
            )
        self._left -= len(data)
        return data

    def count_tags(self, text: str) -> None:
        """Keep account of the tags that are read; raises FileTooLargeError where they are too many."""
        self._tags_left -= text.count("<")
        if self._tags_left < 0:
            raise FileTooLargeError(f"{self.name} has more than {_MAX_TAGS:,} tags; split the book")

    def _text(self, path: str) -> str:
        return decode_page(self.part(path), f"{self.name} ({path})").text

    def package(self) -> Package:
        """Return the package document, where the container says or where it is found."""
        if "meta-inf/container.xml" in self._by_lower:
            path = root_file(self._text("META-INF/container.xml"), self.name)
        else:
            path = next((filename for filename in self._files if filename.lower().endswith(".opf")), "")
        if not path:
            raise DocumentError(
                f"{self.name} is not an EPUB book: it has no package document; convert it to text first"
            )
        return read_package(self._text(path), path, self.name)

    def labels(self, package: Package) -> dict[str, str]:
        """Return what the tables of contents call each chapter; a damaged table is passed over."""
        found: dict[str, str] = {}
        for table in package.tables:
            try:
                found = {**labels(self._text(table), table, self.name), **found}
            except FileTooLargeError:
                raise
            except DocumentError:
                continue
        return found
