"""The search indexes on disk: caches of one generation of the store, rebuilt when missing, stale or damaged."""

import hashlib
import json
import logging
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from index.dense import DenseIndex
from index.lexical import LexicalIndex

log = logging.getLogger("kaoju")

_STAMP = "stamp.json"
_DENSE = "dense.faiss"
_LEXICAL = "lexical"


@dataclass(frozen=True, slots=True)
class Indexes:
    """Both indexes of one generation."""

    dense: DenseIndex
    lexical: LexicalIndex


def load_or_build(root: Path, stamp: str, build: Callable[[], Indexes]) -> Indexes:
    """Return the indexes of generation ``stamp`` from the cache under ``root``, or build and cache them."""
    directory = root / _folder(stamp)
    if directory.exists():
        try:
            return _load(directory, stamp)
        except (OSError, ValueError, KeyError) as error:
            log.warning("the search index in %s is damaged (%s); rebuilt from the store", directory, error)
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
    if written["stamp"] != stamp:
        raise ValueError("it belongs to another generation")
    if written["files"] != _checksums(directory):
        raise ValueError("a checksum does not match")
    return Indexes(DenseIndex.from_bytes((directory / _DENSE).read_bytes()), LexicalIndex.load(directory / _LEXICAL))


def _save(root: Path, directory: Path, stamp: str, indexes: Indexes) -> None:
    """Write aside, then swap the whole folder in; folders of other generations go."""
    root.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix="new-", dir=root))
    try:
        (aside / _DENSE).write_bytes(indexes.dense.to_bytes())
        indexes.lexical.save(aside / _LEXICAL)
        content = {"stamp": stamp, "files": _checksums(aside)}
        (aside / _STAMP).write_text(json.dumps(content), encoding="utf-8")
        if directory.exists():
            shutil.rmtree(directory)
        aside.replace(directory)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    for old in root.iterdir():
        if old != directory and not old.name.startswith("new-"):
            shutil.rmtree(old, ignore_errors=True)
