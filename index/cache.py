"""The search indexes on disk: caches of one generation of the store, rebuilt when missing, stale or damaged."""

import hashlib
import json
import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from index.dense import DenseIndex
from index.lexical import LexicalIndex

log = logging.getLogger("kaoju")

_FORMAT = "1"  # changes when the same store would give other files
_STAMP = "stamp.json"
_DENSE = "dense.faiss"
_LEXICAL = "lexical"


@dataclass(frozen=True, slots=True)
class Indexes:
    """Both indexes of one generation."""

    dense: DenseIndex
    lexical: LexicalIndex


def load_or_build(root: Path, stamp: str, build: Callable[[], Indexes]) -> Indexes:
    """Return the indexes of generation ``stamp`` from the cache under ``root``, or build and cache them.

    Files that the system does not let us read are left as they are: they may be good.
    """
    directory = root / _folder(stamp)
    try:
        return _load(directory, stamp)
    except (FileNotFoundError, ValueError, KeyError, TypeError) as error:
        if directory.exists():
            log.warning("the search index in %s is damaged (%s); rebuilt from the store", directory, error)
        else:
            log.info("the search index in %s is built from the store", directory)
    except OSError as error:
        log.warning("the search index in %s cannot be read (%s); built in memory", directory, error.strerror or error)
        return build()
    indexes = build()
    try:
        _save(root, directory, stamp, indexes)
    except OSError as error:
        log.warning("the search index cannot be cached in %s (%s); it stays in memory", root, error.strerror or error)
    return indexes


def _folder(stamp: str) -> str:
    return stamp.replace(":", "-")


def _files(directory: Path) -> list[Path]:
    return sorted(p for p in directory.rglob("*") if p.is_file() and p.name != _STAMP)


def _checksums(directory: Path) -> dict[str, str]:
    return {p.relative_to(directory).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in _files(directory)}


def _load(directory: Path, stamp: str) -> Indexes:
    written = json.loads((directory / _STAMP).read_text(encoding="utf-8"))
    if (written["format"], written["stamp"]) != (_FORMAT, stamp):
        raise ValueError("it belongs to another generation")
    if written["files"] != _checksums(directory):
        raise ValueError("a checksum does not match")
    return Indexes(DenseIndex.from_bytes((directory / _DENSE).read_bytes()), LexicalIndex.load(directory / _LEXICAL))


def _save(root: Path, directory: Path, stamp: str, indexes: Indexes) -> None:
    """Write aside, then swap the whole folder in; all others go, those that a killed process left half written too.

    Nothing is forced to the disk: after a power failure the checksums tell. If another process is at it, it may finish.
    """
    root.mkdir(parents=True, exist_ok=True)
    with suppress(Timeout), FileLock(root / "lock", timeout=0):
        aside = root / "new"
        shutil.rmtree(aside, ignore_errors=True)
        try:
            _write(aside, stamp, indexes)
            shutil.rmtree(directory, ignore_errors=True)
            aside.replace(directory)
        finally:
            for other in root.iterdir():
                if other.is_dir() and other != directory:
                    shutil.rmtree(other, ignore_errors=True)


def _write(directory: Path, stamp: str, indexes: Indexes) -> None:
    directory.mkdir()
    (directory / _DENSE).write_bytes(indexes.dense.to_bytes())
    indexes.lexical.save(directory / _LEXICAL)
    content = {"format": _FORMAT, "stamp": stamp, "files": _checksums(directory)}
    (directory / _STAMP).write_text(json.dumps(content), encoding="utf-8")
