"""A file, an archive of files or a web address becomes documents; what fails is a value, so that the rest goes on."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus import ocr
from corpus.archive import Member, members
from corpus.errors import DocumentError
from corpus.fetch import fetch
from corpus.readers import IMAGES, READERS, read_bytes, read_path
from corpus.types import Document
from corpus.walk import Found

ARCHIVES = frozenset({".zip"})
IN_ARCHIVE = "!/"  # stands between an archive's path and the path of a file in it
SUFFIXES = frozenset(READERS) | ARCHIVES


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document, or why ``source`` gives none."""

    source: str
    document: Document | None = None
    error: DocumentError | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read of one source, and which addresses may be asked."""

    max_bytes: int
    seconds: float = 30.0
    allow_private: bool = False


def folder_suffixes() -> frozenset[str]:
    """Return what is looked for in folders: pictures only where their text can be recognised."""
    return SUFFIXES if ocr.available() else SUFFIXES - set(IMAGES)


def is_address(name: str) -> bool:
    """Tell a web address from a path."""
    return name.lower().startswith(("http://", "https://"))


def load(found: Found, limits: Limits) -> Iterator[Loaded]:
    """Yield the document of a file, or the documents of an archive in the order of their names."""
    source = str(found.path)
    try:
        if found.error:
            raise found.error
        data, source = read_path(found.path, limits.max_bytes)
    except DocumentError as error:
        yield Loaded(source, error=error)
        return
    if found.path.suffix.lower() in ARCHIVES:
        yield from _load_archive(data, source)
    else:
        yield _read(data, source)


def load_address(address: str, limits: Limits) -> Loaded:
    """Return the document at a web address; its source is the address as given."""
    try:
        fetched = fetch(address, max_bytes=limits.max_bytes, seconds=limits.seconds, allow_private=limits.allow_private)
        document = read_bytes(fetched.data, address, fetched.suffix)
    except DocumentError as error:
        return Loaded(address, error=error)
    return Loaded(address, document)


def _load_archive(data: bytes, source: str) -> Iterator[Loaded]:
    for member in members(data, source, folder_suffixes() - ARCHIVES):
        if isinstance(member, Member):
            yield _read(member.data, f"{source}{IN_ARCHIVE}{member.path}")
        else:
            yield Loaded(source, error=member)


def _read(data: bytes, source: str) -> Loaded:
    try:
        return Loaded(source, read_bytes(data, source))
    except DocumentError as error:
        return Loaded(source, error=error)


def belongs_to(source: str, path: Path) -> bool:
    """Tell whether ``source`` is ``path``, a file of the archive ``path``, or lies under the folder ``path``."""
    name = str(path)
    return source == name or source.startswith((name + IN_ARCHIVE, name + "/", name + "\\"))
