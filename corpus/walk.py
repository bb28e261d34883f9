"""Files under the paths a user names, in a stable order; links are not followed out of a folder."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from corpus.errors import DocumentError, InputError, UnreadableFileError

IGNORE_FILE = ".kaojuignore"


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read with its size in bytes, or what is wrong with the path; ``named`` if the user named the file itself."""

    path: Path
    named: bool
    error: DocumentError | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files of a folder are wanted: those with one of ``suffixes`` that no pattern leaves out.

    ``exclude`` holds patterns as in .gitignore, relative to the folder; the lines of its .kaojuignore come before them.
    """

    suffixes: frozenset[str]
    exclude: tuple[str, ...] = ()

    def spec(self, folder: Path) -> GitIgnoreSpec:
        """Return the patterns that hold for ``folder``; InputError if its file of patterns cannot be read."""
        lines: Sequence[str] = ()
        ignore = folder / IGNORE_FILE
        try:
            if ignore.is_file():
                lines = ignore.read_text(encoding="utf-8").splitlines()
            return GitIgnoreSpec.from_lines([*lines, *self.exclude])
        except (OSError, ValueError) as error:
            raise InputError(
                f"cannot use the patterns of {ignore} and --exclude: {error}; write them as in .gitignore"
            ) from error


def walk(paths: Collection[Path], selection: Selection) -> Iterator[Found]:
    """Yield the files to read: those named, and those that are wanted of the named folders.

    Hidden files and folders are left out, and so are symbolic links inside folders.
    """
    for path in paths:
        if path.is_dir():
            yield from walk_folder(path, selection)
        elif path.exists():
            yield Found(path, named=True, size=_size(path))
        else:
            yield Found(path, True, UnreadableFileError(f"{path} does not exist; check the path"))


def walk_folder(folder: Path, selection: Selection) -> list[Found]:
    """Return the wanted files of ``folder``, and what in it cannot be listed, sorted by path."""
    spec = selection.spec(folder)
    found = sorted(_files(folder, folder, spec), key=lambda f: f.path)
    return [f for f in found if f.error or f.path.suffix.lower() in selection.suffixes]


def _files(folder: Path, root: Path, spec: GitIgnoreSpec) -> Iterator[Found]:
    try:
        children = list(folder.iterdir())
    except OSError as error:
        why = f"cannot list {folder}: {error.strerror or error}; check its permissions"
        yield Found(folder, False, UnreadableFileError(why))
        return
    for child in children:
        if child.name.startswith(".") or child.is_symlink():
            continue
        within = child.relative_to(root).as_posix()
        if child.is_dir():
            if not spec.match_file(within + "/"):
                yield from _files(child, root, spec)
        elif child.is_file() and not spec.match_file(within):
            yield Found(child, named=False, size=_size(child))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it will say why
