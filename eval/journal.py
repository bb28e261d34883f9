"""The records of a run on disk: one line of JSON a question, written through to the disk as soon as it is answered.

A process killed while it writes leaves a torn last line at worst; that question is asked again.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import InputError
from eval.records import Record, record_from_json

Append = Callable[[Record], None]


def read_records(path: Path) -> list[Record]:
    """Return the records in the order they were written, without a torn last line; InputError for a damaged file."""
    return list(_sound(path).records)


@contextmanager
def appending(path: Path) -> Iterator[Append]:
    """Yield a function that appends a record and returns when it is on the disk; a torn last line is cut off first."""
    sound = _sound(path)
    new = not path.exists()
    with _explained(path):
        file = path.open("ab")
    with file:
        with _explained(path):
            file.truncate(sound.length)
            os.fsync(file.fileno())
            if new:
                write_through_folder(path.parent)

        def append(record: Record) -> None:
            line = json.dumps(record.to_json(), ensure_ascii=False, allow_nan=False)
            with _explained(path):
                file.write(f"{line}\n".encode("utf-8", "backslashreplace"))  # a lone surrogate as its JSON escape
                file.flush()
                os.fsync(file.fileno())

        yield append


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror or error}; see to it, then continue with --resume"
        ) from error


@dataclass(frozen=True, slots=True)
class _Sound:
    """The records of the sound beginning of a file, and its length in bytes."""

    records: Sequence[Record]
    length: int


def _sound(path: Path) -> _Sound:
    records: dict[str, Record] = {}
    length = 0
    lines = _lines(path)
    for number, line in enumerate(lines, 1):
        record = _record(line)
        if record is None and number == len(lines):
            break  # torn
        if record is None or record.example_id in records:
            what = "no record" if record is None else f"a second record of question {record.example_id}"
            raise InputError(
                f"{path} line {number} is {what}; the file was changed by hand, begin anew in another --out"
            )
        records[record.example_id] = record
        length += len(line)
    return _Sound(tuple(records.values()), length)


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}; choose another --out") from error


def _record(line: bytes) -> Record | None:
    """Return the record of a whole line."""
    if not line.endswith(b"\n"):
        return None
    try:
        return record_from_json(json.loads(line))
    except (ValueError, InputError):
        return None


def write_through_folder(folder: Path) -> None:
    """Make new names in ``folder`` last; where a folder cannot be opened, as on Windows, its system sees to that."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some network file systems refuse it for folders
    finally:
        os.close(descriptor)
