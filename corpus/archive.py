"""ZIP archives of documents, read with suspicion: nothing is written to disk, and nothing that an archive states of
itself is believed.
"""

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from corpus.decode import plausibility
from corpus.errors import BinaryFileError, DocumentError, FileTooLargeError, UnreadableFileError, UnsupportedFileError

_ENTRY = b"PK\x01\x02"  # opens each entry of the list of contents
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1 | 0x40
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what is unpacked piece by piece, in bounded memory
_NAME_ENCODINGS = ("gb18030", "big5")
_PLAUSIBLE = 0.6
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DRIVE = re.compile(r"[A-Za-z]:")
_CHUNK = 1 << 16
_FAILURES = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, LookupError, struct.error)


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive: its path, ``inner.zip!/x.md`` for one in an archive inside, and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What an archive may grow to. Text shrinks to a tenth, logs and tables to a hundredth; a bomb to a thousandth."""

    members: int = 2_000
    member_bytes: int = 50 * 1024 * 1024
    total_bytes: int = 500 * 1024 * 1024
    ratio: int = 200
    ratio_from: int = 1024 * 1024  # small files may shrink as they like
    depth: int = 2  # archives inside the archive
    entries: int = 100_000  # of all kinds, since listing them takes memory too


class _StopError(Exception):
    """A limit of the whole archive is reached; the message says which."""


def members(
    data: bytes, name: str, suffixes: Collection[str], limits: ArchiveLimits | None = None
) -> Iterator[Member | DocumentError]:
    """Yield the files with one of ``suffixes`` in the archive ``data``, ordered by path, and what keeps any from being read.

    ``name`` goes into the errors. Folders, hidden files and those of other kinds are left out without a word; entries
    that are encrypted, damaged, too large, links, or whose path would lead out of the archive, are named. When the
    whole archive is too large, the error comes last and what was read before stands.
    """
    reader = _Reader(name, frozenset(suffixes), limits or ArchiveLimits())
    try:
        found = False
        for item in reader.read(data, "", 0):
            found = True
            yield item
    except _StopError as stop:
        yield FileTooLargeError(f"{name} {stop}; what comes after is left out, so split the archive")
        return
    if not found:
        yield UnsupportedFileError(f"{name} holds no document; supported: {' '.join(sorted(suffixes))}")


class _Reader:
    """Counts what is read of one archive and of those inside it."""

    def __init__(self, name: str, suffixes: frozenset[str], limits: ArchiveLimits) -> None:
        self._name = name
        self._suffixes = suffixes
        self._limits = limits
        self._members = self._bytes = 0

    def read(self, data: bytes, around: str, depth: int) -> Iterator[Member | DocumentError]:
        """Yield what is in ``data``, an archive at the path ``around`` inside ``depth`` others."""
        if data.count(_ENTRY) > self._limits.entries:
            raise _StopError(f"lists more than {self._limits.entries:,} entries")
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
        except _FAILURES:
            yield BinaryFileError(f"{self._where(around)} is damaged or not a ZIP archive; pack it again")
            return
        with archive:
            seen: set[str] = set()
            for path, entry in sorted(_named(archive.infolist()), key=lambda pair: pair[0]):
                if not self._wanted(path, entry):
                    continue
                if problem := _problem(path, entry, seen):
                    yield UnreadableFileError(f"{self._where(around, path)} {problem}")
                    continue
                seen.add(path)
                yield from self._entry(archive, entry, f"{around}!/{path}" if around else path, depth)

    def _wanted(self, path: str, entry: zipfile.ZipInfo) -> bool:
        parts = path.replace("\\", "/").split("/")
        if entry.orig_filename.endswith("/") or any(_is_hidden(part) for part in parts):
            return False
        return _suffix(path) in self._suffixes or _suffix(path) == ".zip" or _is_link(entry)

    def _entry(
        self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, depth: int
    ) -> Iterator[Member | DocumentError]:
        self._members += 1
        if self._members > self._limits.members:
            raise _StopError(f"holds more than {self._limits.members:,} documents")
        data = self._unpack(archive, entry, self._where(path))
        if isinstance(data, DocumentError):
            yield data
        elif _suffix(path) != ".zip":
            yield Member(path, data)
        elif depth < self._limits.depth:
            yield from self.read(data, path, depth + 1)
        else:
            yield UnsupportedFileError(f"{self._where(path)} is an archive too deep inside others; unpack it by itself")

    def _where(self, *paths: str) -> str:
        """Return the name that errors give to what is at ``paths``, each inside the one before."""
        return "!/".join([self._name, *(_CONTROL.sub("\ufffd", path) for path in paths if path)])

    def _unpack(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, where: str) -> bytes | DocumentError:
        """Return the bytes of an entry, counted while they are unpacked, or why there are none."""
        limits = self._limits
        ceiling = min(limits.member_bytes, max(limits.ratio * entry.compress_size, limits.ratio_from))
        pieces, size = [], 0
        try:
            with archive.open(entry) as file:
                while piece := file.read(_CHUNK):
                    size += len(piece)
                    self._bytes += len(piece)
                    if self._bytes > limits.total_bytes:
                        raise _StopError(f"unpacks to more than {limits.total_bytes / 1e6:.0f} MB")
                    if size > ceiling:
                        return FileTooLargeError(
                            f"{where} unpacks to more than {ceiling / 1e6:.1f} MB; unpack and split it"
                        )
                    pieces.append(piece)
        except _FAILURES:
            return BinaryFileError(f"{where} is damaged; pack it again")
        return b"".join(pieces)


def _problem(path: str, entry: zipfile.ZipInfo, seen: set[str]) -> str:
    """Return why an entry is not read, for the end of a sentence; "" if it may be."""
    if _leads_out(path):
        return "has a path that is not a plain relative one; rename it and pack it again"
    if _is_link(entry):
        return "is a symbolic link; pack the file itself"
    if entry.flag_bits & _ENCRYPTED:
        return "is encrypted; unpack it with its password and add the file"
    if entry.compress_type not in _METHODS:
        return f"is packed by method {entry.compress_type}, which is not supported; pack it again with Deflate"
    return "is in the archive twice; only the first is read, so rename one" if path in seen else ""


def _leads_out(path: str) -> bool:
    parts = path.split("/")
    return (
        "\\" in path or path.startswith("/") or bool(_DRIVE.match(path)) or ".." in parts or bool(_CONTROL.search(path))
    )


def _is_hidden(part: str) -> bool:
    """Tell files that systems and programs leave behind: .git, __MACOSX, ~$手册.docx."""
    return (part.startswith(".") and part.strip(".") != "") or part == "__MACOSX" or part.startswith("~$")


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _suffix(path: str) -> str:
    stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""


def _named(entries: list[zipfile.ZipInfo]) -> list[tuple[str, zipfile.ZipInfo]]:
    """Return the entries with their paths, those without the UTF-8 mark in the encoding that makes most sense of all."""
    raw = [b"" if e.flag_bits & _UTF8_NAME else e.orig_filename.encode("cp437", "replace") for e in entries]
    encoding = _encoding_of([name for name in raw if not name.isascii()])
    return [(_path(e.orig_filename, name, encoding), e) for e, name in zip(entries, raw, strict=True)]


def _path(stated: str, raw: bytes, encoding: str) -> str:
    for candidate in ("utf-8", encoding) if raw else ():
        try:
            stated = raw.decode(candidate)
            break
        except UnicodeDecodeError:
            continue
    return "/".join(part for i, part in enumerate(stated.split("/")) if part != "." and (part or not i))


def _encoding_of(names: list[bytes]) -> str:
    """Return the encoding of Chinese names that were packed without saying so; cp437, ZIP's own, if none is plausible."""
    best, best_score = "cp437", _PLAUSIBLE
    for encoding in _NAME_ENCODINGS:
        text = "\n".join(name.rpartition(b".")[0].decode(encoding, "replace") for name in names)
        if names and (score := plausibility(text)) > best_score:
            best, best_score = encoding, score
    return best
