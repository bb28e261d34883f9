"""What the answers of a run depend on; a run can only be continued while all of it is the same."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qa.service import Service

_ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("corpus", "index", "qa")  # what decides an answer; scoring is done anew at the end of a run
_APART = {"sample", "__pycache__"}


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """One line for each thing that answers depend on.

    ``store`` names the generation of the collection, ``gold`` is the SHA-256 of the gold file's bytes, ``code`` the
    version of the package with a digest of its sources, ``settings`` how the questions are asked.
    """

    model: str
    store: str
    terms: str
    gold: str
    settings: str
    code: str

    def changes(self, before: "Fingerprint") -> list[str]:
        """Return what differs from ``before``, each in words with both values."""
        now, then = asdict(self), asdict(before)
        return [f"{_WORDS[name]} {then[name]}, now {now[name]}" for name in now if now[name] != then[name]]


_WORDS = {
    "model": "the model was",
    "store": "the state of the collection was",
    "terms": "the term table was",
    "gold": "the gold file's SHA-256 was",
    "settings": "the settings were",
    "code": "the code was",
}


def fingerprint(service: "Service", stamp: str, gold: Path, settings: str) -> Fingerprint:
    """Return what answers to ``gold`` depend on, over ``service`` in the generation ``stamp``."""
    return Fingerprint(
        model=service.embedder.fingerprint,
        store=stamp,
        terms=service.terms.fingerprint,
        gold=hashlib.sha256(gold.read_bytes()).hexdigest(),
        settings=settings,
        code=_running_code(),
    )


def code_version(root: Path = _ROOT) -> str:
    """Return the version of the package, and a digest of the files that ``corpus``, ``index`` and ``qa`` consist of."""
    digest = hashlib.sha256()
    for path in _files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    try:
        number = version("kaoju")
    except PackageNotFoundError:
        number = "uninstalled"
    return f"{number}+{digest.hexdigest()[:12]}"


@cache
def _running_code() -> str:
    """Return the code version, looked up once: a process keeps the code that it has loaded."""
    return code_version()


def _files(root: Path) -> Iterator[Path]:
    """Yield sources and package data in order: the word lists decide answers as well."""
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*")):
            inside = path.relative_to(root).parts
            if path.is_file() and not _APART.intersection(inside) and not any(p.startswith(".") for p in inside):
                yield path
