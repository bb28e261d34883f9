"""Files become documents, or one line that says why not."""

import os
from pathlib import Path

import pytest

from corpus.errors import (
    BinaryFileError,
    DocumentError,
    EmptyFileError,
    EncodingError,
    FileTooLargeError,
    UnreadableFileError,
    UnsupportedFileError,
)
from corpus.readers import READERS, read_bytes, read_path
from corpus.readers.base import document_id

TEXT = "调度器\n\n调度器先过滤掉资源不足的节点，再打分。\n"


def test_plain_text() -> None:
    document = read_bytes(TEXT.encode(), "/文档/组件.txt")
    assert (document.title, document.media_type, document.encoding) == ("调度器", "text/plain", "utf-8")
    assert document.source == "/文档/组件.txt"
    assert [s.span.cut(TEXT).strip() for s in document.sections] == ["调度器先过滤掉资源不足的节点，再打分。"]


def test_the_name_is_the_title_where_the_text_has_none() -> None:
    assert read_bytes("只有一句话。".encode(), "/文档/发布说明-1.10.txt").title == "发布说明-1.10"


@pytest.mark.parametrize("suffix", [".md", ".MD", ".markdown", ".txt", ".TXT", ".text"])
def test_suffixes_in_either_case(suffix: str) -> None:
    assert read_bytes(TEXT.encode(), f"甲{suffix}").text == TEXT


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("suffix", [".md", ".txt"])
def test_the_text_is_what_the_file_says(encoding: str, suffix: str) -> None:
    text = TEXT.replace("\n", "\r\n")
    assert read_bytes(text.encode(encoding), f"甲{suffix}").text == text


def test_the_same_bytes_have_the_same_id() -> None:
    one, two = read_bytes(TEXT.encode(), "甲.txt"), read_bytes(TEXT.encode(), "/别处/乙.md")
    assert one.id == two.id == document_id(TEXT.encode())
    assert read_bytes((TEXT + " ").encode(), "甲.txt").id != one.id
    assert len(one.id) == 16


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"", "甲.txt", EmptyFileError),
        (b" \n", "甲.md", EmptyFileError),
        (b"%PDF-1.4", "甲.txt", BinaryFileError),
        (b"\x00\x01\x02", "甲.md", BinaryFileError),
        (b"\xff\xff\xff", "甲.txt", EncodingError),
        (TEXT.encode(), "甲.docx", UnsupportedFileError),
        (TEXT.encode(), "甲", UnsupportedFileError),
        (TEXT.encode(), ".md", UnsupportedFileError),
    ],
)
def test_a_refusal_is_one_line_with_the_name(data: bytes, name: str, error: type[DocumentError]) -> None:
    with pytest.raises(error) as caught:
        read_bytes(data, name)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_suffixes_are_told_the_known_ones() -> None:
    with pytest.raises(UnsupportedFileError, match="supported: .*" + ".*".join(sorted(READERS))):
        read_bytes(b"x", "甲.zip")


def test_a_path_gives_bytes_and_an_absolute_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "甲.txt").write_bytes(b"abc")
    monkeypatch.chdir(tmp_path)
    assert read_path(Path("甲.txt")) == (b"abc", str((tmp_path / "甲.txt").resolve()))


def test_a_file_at_the_limit_is_read_and_one_above_is_not(tmp_path: Path) -> None:
    path = tmp_path / "甲.txt"
    path.write_bytes(b"x" * 10)
    assert read_path(path, max_bytes=10)[0] == b"x" * 10
    with pytest.raises(FileTooLargeError, match="above the limit"):
        read_path(path, max_bytes=9)


@pytest.mark.parametrize("name", ["没有.txt", "目录.md"])
def test_what_cannot_be_read_is_explained(tmp_path: Path, name: str) -> None:
    (tmp_path / "目录.md").mkdir()
    with pytest.raises(UnreadableFileError, match="cannot read") as caught:
        read_path(tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may read everything")
def test_a_file_without_permission_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "甲.txt"
    path.write_bytes(b"x")
    path.chmod(0)
    with pytest.raises(UnreadableFileError, match="permissions"):
        read_path(path)


@pytest.mark.parametrize("suffix", [".md", ".txt"])
def test_one_long_line_takes_no_time(suffix: str) -> None:
    assert len(read_bytes(("先备份，" * 75_000).encode(), f"甲{suffix}").text) == 300_000
