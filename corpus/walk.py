"""Files under the paths a user names, in a stable order; links are not followed out of a folder."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import DocumentError, UnreadableFileError


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read, or what is wrong with the path; ``named`` if the user named the file itself."""

    path: Path
    named: bool
    error: DocumentError | None = None


def walk(paths: Collection[Path], suffixes: Collection[str]) -> Iterator[Found]:
    """Yield the files to read: those named, and those in named folders that have one of ``suffixes``.

    Hidden files and folders are left out, and so are symbolic links inside folders.
    """
    for path in paths:
        if path.is_dir():
            found = sorted(_files(path), key=lambda f: f.path)
            yield from (f for f in found if f.error or f.path.suffix.lower() in suffixes)
        elif path.exists():
            yield Found(path, named=True)
        else:
            yield Found(path, True, UnreadableFileError(f"{path} does not exist; check the path"))


def _files(folder: Path) -> Iterator[Found]:
    try:
        children = list(folder.iterdir())
    except OSError as error:
        why = f"cannot list {folder}: {error.strerror or error}; check its permissions"
        yield Found(folder, False, UnreadableFileError(why))
        return
    for child in children:
        if child.name.startswith(".") or child.is_symlink():
            continue
        if child.is_dir():
            yield from _files(child)
        elif child.is_file():
            yield Found(child, named=False)
