"""Office Open XML packages (.docx, .pptx), opened with suspicion: what is unpacked is counted while it is unpacked.

Of a package only the XML parts are kept. Pictures, films and embedded files are left out together with the
relationships that lead to them, so a document cannot hide a bomb in them, and one that lacks them can still be read.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from corpus.errors import EmptyFileError, FileTooLargeError, KaojuError, UnreadableFileError, UnsupportedFileError

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement as Element

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_CENTRAL_ENTRY = b"PK\x01\x02"
_DOCTYPES = tuple(
    mark.encode(encoding) for mark in ("<!DOCTYPE", "<!ENTITY") for encoding in ("ascii", "utf-16-le", "utf-16-be")
)
_CHUNK = 1 << 20
_CONTENT_TYPES = "[Content_Types].xml"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")  # the namespaces of ISO Strict; libraries know the others
_OFFICE = b"application/vnd.openxmlformats-officedocument."


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of Office file: the program that writes it, its suffix, what marks it in the list of content types."""

    program: str
    suffix: str
    mark: bytes


WORD = Kind("Word", ".docx", b"wordprocessingml.document.main+xml")
POWERPOINT = Kind("PowerPoint", ".pptx", b"presentationml.presentation.main+xml")
EXCEL = Kind("Excel", ".xlsx", b"spreadsheetml.sheet.main+xml")
_KINDS = {
    b"word": WORD,
    b"presentation": POWERPOINT,
    b"powerpoint": POWERPOINT,
    b"spreadsheet": EXCEL,
    b"excel": EXCEL,
}
_MAIN_TYPE = re.compile(
    rb"application/vnd\.[\w.-]{0,40}?(" + b"|".join(_KINDS) + rb")[\w.-]{0,60}?\.main\+xml", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a package may grow to; a handbook of a thousand pages needs about a third of it.

    ``nodes`` counts elements and attributes, which take some 200 bytes each once parsed.
    """

    entries: int = 10_000
    part_bytes: int = 48 * 1024 * 1024
    total_bytes: int = 64 * 1024 * 1024
    nodes: int = 1_500_000


DEFAULT_LIMITS = Limits()


@contextmanager
def explained(name: str, kind: Kind) -> Iterator[None]:
    """Turn whatever a parser raises over a broken file into one line; a KaojuError passes."""
    try:
        yield
    except KaojuError:
        raise
    except Exception as error:
        raise UnreadableFileError(
            f"{name} is damaged and cannot be read ({type(error).__name__}); "
            f"open it in {kind.program} and save it again as {kind.suffix}, or get another copy"
        ) from error


def open_package(data: bytes, name: str, kind: Kind, limits: Limits = DEFAULT_LIMITS) -> dict[str, bytes]:
    """Return the XML parts of an Office file by name; raises a DocumentError that names the file."""
    if not data.strip(b"\0 \t\r\n"):
        raise EmptyFileError(f"{name} is empty; nothing to add")
    _refuse_other_formats(data, name, kind)
    if data.count(_CENTRAL_ENTRY) > limits.entries:
        raise _too_large(name, kind, f"more than {limits.entries:,} entries")
    with explained(name, kind), zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = _xml_parts(archive, name, kind, limits)
        if _CONTENT_TYPES not in parts:
            raise UnsupportedFileError(
                f"{name} is a ZIP archive, not a {kind.program} file; unpack it and add its files"
            )
        parts[_CONTENT_TYPES] = _plain_types(parts[_CONTENT_TYPES])
        _refuse_other_kinds(parts[_CONTENT_TYPES], name, kind)
        return {part: _without_lost(part, xml, parts) if part.endswith(".rels") else xml for part, xml in parts.items()}


def packed(parts: Mapping[str, bytes]) -> io.BytesIO:
    """Return the parts as an uncompressed package, for the libraries that want a file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, xml in parts.items():
            archive.writestr(name, xml)
    stream.seek(0)
    return stream


def _refuse_other_formats(data: bytes, name: str, kind: Kind) -> None:
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise _protected(name, kind)
        raise UnsupportedFileError(
            f"{name} is in the binary format of old Office versions; open it in {kind.program} and save it as {kind.suffix}"
        )
    if not data.startswith(b"PK"):
        raise UnsupportedFileError(
            f"{name} is not a {kind.suffix} file, whatever its name says; open it in {kind.program} and save it as {kind.suffix}"
        )


def _refuse_other_kinds(content_types: bytes, name: str, kind: Kind) -> None:
    if kind.mark in content_types:
        return
    for other in _KINDS.values():
        if other.mark in content_types:
            raise UnsupportedFileError(f"{name} is a {other.program} file; rename it so that it ends in {other.suffix}")
    raise UnsupportedFileError(
        f"{name} holds no {kind.program} document; open it in {kind.program} and save it as {kind.suffix}"
    )


def _protected(name: str, kind: Kind) -> UnsupportedFileError:
    return UnsupportedFileError(
        f"{name} is protected by a password; open it in {kind.program}, remove the password and save it as {kind.suffix}"
    )


def _too_large(name: str, kind: Kind, what: str) -> FileTooLargeError:
    return FileTooLargeError(f"{name} unpacks to {what}; split it in {kind.program} and add the parts")


def _xml_parts(archive: zipfile.ZipFile, name: str, kind: Kind, limits: Limits) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    total = nodes = 0
    for entry in archive.infolist():
        part = _part_name(entry.filename, name)
        if not part.lower().endswith((".xml", ".rels")):
            continue
        if entry.flag_bits & 1:
            raise _protected(name, kind)
        xml = _unpacked(archive, entry, name, kind, min(limits.part_bytes, limits.total_bytes - total))
        total += len(xml)
        nodes += xml.count(b"<") - xml.count(b"</") + xml.count(b"=")
        if nodes > limits.nodes:
            raise _too_large(name, kind, f"more than {limits.nodes:,} elements")
        if any(mark in xml for mark in _DOCTYPES):
            raise UnsupportedFileError(
                f"{name} defines XML entities in {part}, which {kind.program} never does; it was not read, check where it is from"
            )
        parts[part] = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", xml)
    return parts


def _part_name(entry: str, name: str) -> str:
    part = entry.replace("\\", "/").lstrip("/")
    if ".." in part.split("/") or re.match(r"[A-Za-z]:", part):
        raise UnsupportedFileError(
            f"{name} holds an entry that points outside it; it was not read, check where it is from"
        )
    return part


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, kind: Kind, limit: int) -> bytes:
    """Return the bytes of an entry, read piece by piece, since the size that it declares may be a lie."""
    pieces, size = [], 0
    with archive.open(entry) as stream:
        while piece := stream.read(_CHUNK):
            size += len(piece)
            if size > limit:
                raise _too_large(name, kind, f"more than {limit // 1_000_000} MB")
            pieces.append(piece)
    return b"".join(pieces)


def _plain_types(content_types: bytes) -> bytes:
    """Return the content types with templates, shows and files with macros named as plain documents.

    They hold the same parts; the libraries only know some of their types.
    """
    return _MAIN_TYPE.sub(lambda match: _OFFICE + _KINDS[match[1].lower()].mark, content_types)


def _without_lost(rels: str, xml: bytes, parts: Mapping[str, bytes]) -> bytes:
    """Return the relationships without those to parts that are not there; some writers leave a Target="NULL"."""
    base = posixpath.dirname(posixpath.dirname(rels))
    root = ET.fromstring(xml)  # noqa: S314  entities were refused
    for link in list(root):
        target = posixpath.normpath(posixpath.join("/", base, link.get("Target", ""))).lstrip("/")
        if link.get("TargetMode") != "External" and target not in parts:
            root.remove(link)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def unwrap_alternatives(root: "Element") -> None:
    """Put in the place of each mc:AlternateContent what its first choice holds, or its fallback where that is empty.

    Both say the same for programs of different age; reading both would say it twice.
    """
    for both in list(root.iter(f"{_MC}AlternateContent")):
        choice = next((c for c in both.iter(f"{_MC}Choice") if c.getparent() is both and len(c)), None)
        chosen = both.find(f"{_MC}Fallback") if choice is None else choice
        for element in list(chosen) if chosen is not None else ():
            both.addprevious(element)
        both.getparent().remove(both)
