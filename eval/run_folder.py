"""The folder of a run: which file in it is what, and what the run was made with."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from corpus.errors import InputError
from eval.fingerprint import Fingerprint
from eval.journal import write_through_folder


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The layout: ``run`` says what the run is made with, ``records`` has a line a question, the others come last."""

    path: Path

    @property
    def run(self) -> Path:
        """The fingerprint and the circumstances, as JSON."""
        return self.path / "run.json"

    @property
    def records(self) -> Path:
        """One record a line, in the order in which the questions were done."""
        return self.path / "records.jsonl"

    @property
    def figures(self) -> Path:
        """The figures, as JSON."""
        return self.path / "figures.json"

    @property
    def scores(self) -> Path:
        """The score of each question, as JSON, one a line, in the order of the gold set."""
        return self.path / "scores.jsonl"

    @property
    def report_html(self) -> Path:
        """The report to open in a browser."""
        return self.path / "report.html"

    @property
    def report_md(self) -> Path:
        """The report as Markdown."""
        return self.path / "report.md"

    @property
    def lock(self) -> Path:
        """Held by the process that evaluates into the folder."""
        return self.path / "run.lock"


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What a run is made with. The fingerprint must stay; the other things are told to the reader of a report.

    ``gold`` and ``store`` are paths as they were at the beginning, ``started`` is a UTC time in ISO 8601.
    """

    fingerprint: Fingerprint
    gold: str
    store: str
    started: str
    jobs: int


@contextmanager
def opened(folder: RunFolder, info: RunInfo, *, resume: bool) -> Iterator[None]:
    """Hold the folder for a run: a new one, or with ``resume`` the one in it, whose fingerprint must be the same.

    InputError, and nothing changed, where the folder is in use, holds another run, or has files under these names.
    """
    lock = FileLock(folder.lock, timeout=0)
    try:
        folder.path.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise InputError(
            f"another evaluation is writing to {folder.path}; wait for it or choose another --out"
        ) from error
    except OSError as error:
        raise InputError(f"cannot write to {folder.path}: {error.strerror or error}; choose another --out") from error
    try:
        _begin(folder, info, resume=resume)
        yield
    finally:
        lock.release()


def _begin(folder: RunFolder, info: RunInfo, *, resume: bool) -> None:
    if folder.run.exists():
        if not resume:
            raise InputError(f"{folder.path} holds a run; continue it with --resume, or choose another --out")
        if changes := info.fingerprint.changes(read_info(folder).fingerprint):
            raise InputError(
                f"cannot continue the run in {folder.path}: {'; '.join(changes)}; begin a new one with another --out"
            )
        return
    if strangers := [
        p.name for p in (folder.records, folder.figures, folder.report_html, folder.report_md) if p.exists()
    ]:
        raise InputError(f"{folder.path} holds {strangers[0]} but no run; choose another --out")
    write_whole(folder.run, json.dumps(asdict(info), ensure_ascii=False, indent=2) + "\n")


def read_info(folder: RunFolder) -> RunInfo:
    """Return what the run in ``folder`` was made with; InputError if there is none."""
    try:
        data: dict[str, Any] = json.loads(folder.run.read_text(encoding="utf-8"))
        return RunInfo(**{**data, "fingerprint": Fingerprint(**data["fingerprint"])})
    except FileNotFoundError as error:
        raise InputError(f"there is no run in {folder.path}; name the --out folder of an earlier one") from error
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise InputError(f"{folder.run} cannot be read: {error}; begin anew in another --out") from error


def write_whole(path: Path, text: str) -> None:
    """Write a file so that, whenever this is interrupted, the old or the new text is there as a whole."""
    new = path.with_name(path.name + ".new")
    try:
        with new.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; choose another --out") from error
    write_through_folder(path.parent)
