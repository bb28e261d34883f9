"""Records on disk survive whatever the end of the process leaves of the last line."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from eval.journal import appending, read_records
from eval.records import Record

KEPT = Record("s1", "ok", {"short": "1.10", "confidence": 0.9}, "", 12.5)
LATE = Record("s2", "timeout", None, "no answer within 30 seconds", 30_000.0)
LAST = Record("第三題", "ok", {"short": "調度器\u2028\ud800\r\n", "notes": ["「引文」"]}, "", 3.0)


def write(path: Path, *records: Record) -> None:
    with appending(path) as append:
        for record in records:
            append(record)


def test_records_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    assert read_records(path) == []
    write(path, KEPT, LATE)
    write(path, LAST)
    assert read_records(path) == [KEPT, LATE, LAST]
    assert path.read_bytes().count(b"\n") == 3
    assert "調度器" in path.read_text(encoding="utf-8")


def test_a_record_is_on_the_disk_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "records.jsonl"
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_size))
    with appending(path) as append:
        for number, record in enumerate((KEPT, LATE), 1):
            append(record)
            assert len(read_records(path)) == number
            assert synced[-1] == path.stat().st_size


@contextmanager
def whole_file() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        write(path, KEPT, LATE, LAST)
        yield path


def test_cut_off_at_any_byte_nothing_whole_is_lost_and_nothing_comes_twice() -> None:
    with whole_file() as path:
        whole = path.read_bytes()
        for size in range(len(whole) + 1):
            path.write_bytes(whole[:size])
            left = [KEPT, LATE, LAST][: whole[:size].count(b"\n")]
            assert read_records(path) == left
            write(path, *[KEPT, LATE, LAST][len(left) :])
            assert path.read_bytes() == whole


@given(st.binary(max_size=40).filter(lambda tail: b"\n" not in tail[:-1] and b"\r" not in tail))
def test_whatever_a_crash_left_as_the_last_line_is_cut_off(tail: bytes) -> None:
    with whole_file() as path:
        whole = path.read_bytes()
        path.write_bytes(whole + tail)
        write(path)
        assert path.read_bytes() == whole


def test_reading_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    write(path, KEPT)
    torn = path.read_bytes() + b'{"example_id": "s2", "sta'
    path.write_bytes(torn)
    assert read_records(path) == [KEPT]
    assert path.read_bytes() == torn


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{}", "KEPT"], "line 1 is no record"),
        (["KEPT", "", "LATE"], "line 2 is no record"),
        (["KEPT", "LATE", "KEPT"], "line 3 is a second record of question s1"),
    ],
)
def test_a_file_changed_by_hand_is_refused_and_left_alone(tmp_path: Path, lines: list[str], message: str) -> None:
    path = tmp_path / "records.jsonl"
    write(path, KEPT, LATE)
    written = dict(zip(("KEPT", "LATE"), path.read_text(encoding="utf-8").splitlines(), strict=True))
    text = "".join(written.get(line, line) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message), appending(path):
        pass
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"records\.jsonl"), appending(tmp_path / "没有" / "records.jsonl"):
        pass
