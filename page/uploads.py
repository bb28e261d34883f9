"""Files that visitors upload: taken from Gradio's folder, read into the collection, and deleted."""

import re
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from corpus.walk import Found
from qa.service import Ingested, Service

_ODD = re.compile(r'[\\/:*?"<>|\x00-\x1f]')
_one_at_a_time = threading.Lock()  # two files of one name would take each other's place


def add_uploads(service: Service, paths: Sequence[Path]) -> Iterator[tuple[Ingested, int]]:
    """Add uploaded files one by one; yield what became of each, with how many files there are.

    A file is known by its name: uploading a changed one replaces its older self. The files themselves are not kept.
    """
    with _one_at_a_time, _staged(paths, service.settings.store / "uploads") as files:
        found: list[Found] = service.plan(files)
        for outcome in service.ingest(found):
            yield outcome, len(found)


@contextmanager
def _staged(paths: Sequence[Path], folder: Path) -> Iterator[list[Path]]:
    """Move files where their names make their sources, outside of what is served; afterwards they are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    staged: list[Path] = []
    try:
        for path in paths:
            target = _free(folder / plain_name(path.name), staged)
            shutil.move(path, target)
            staged.append(target)
        yield staged
    finally:
        for path in staged:
            path.unlink(missing_ok=True)
        forget(paths)


def forget(paths: Sequence[Path]) -> None:
    """Delete uploaded files, each with the folder that Gradio made for it."""
    for path in paths:
        path.unlink(missing_ok=True)
        if path.parent.is_dir() and not any(path.parent.iterdir()):
            path.parent.rmdir()


def plain_name(name: str) -> str:
    """Return ``name`` as the name of one visible file."""
    return _ODD.sub("_", name).lstrip(".") or "_"


def _free(path: Path, taken: Sequence[Path]) -> Path:
    """Return ``path`` with a number where a file of the same upload has its name: folders may hold the same name twice."""
    numbered = (path.with_name(f"{path.stem} ({n}){path.suffix}") for n in range(2, len(taken) + 3))
    return path if path not in taken else next(p for p in numbered if p not in taken)
