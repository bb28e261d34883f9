"""What is in a ZIP archive comes out, and what is wrong in it is named without stopping the rest."""

import io
import random
import stat
import struct
import time
import zipfile

import pytest

from corpus.archive import ArchiveLimits, Member, members
from corpus.errors import BinaryFileError, DocumentError, FileTooLargeError, UnreadableFileError, UnsupportedFileError

SUFFIXES = {".md", ".txt"}
TEXT = "自 1.10 起，CoreDNS 取代 kube-dns。\n".encode()


def packed(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            archive.writestr(info, data)
    return stream.getvalue()


def packed_raw(*names: bytes) -> bytes:
    """An archive whose names stand in it as these bytes, without the UTF-8 mark, as older programs write them."""
    marks = [f"{i:0{len(name)}d}" for i, name in enumerate(names)]
    data = packed(*((mark, TEXT) for mark in marks))
    for mark, name in zip(marks, names, strict=True):
        data = data.replace(mark.encode(), name)
    return data


def read(data: bytes, limits: ArchiveLimits | None = None) -> tuple[list[str], list[str]]:
    """Return the paths that came out and the errors."""
    found = list(members(data, "資料.zip", SUFFIXES, limits))
    errors = [str(item) for item in found if isinstance(item, DocumentError)]
    assert all(error.startswith("資料.zip") and "\n" not in error for error in errors)
    return [item.path for item in found if isinstance(item, Member)], errors


def test_files_come_in_the_order_of_their_paths() -> None:
    data = packed(("乙/说明.txt", b"2"), ("甲.md", TEXT), ("乙/", b""), ("乙/圖.png", b"x"), ("乙/A.MD", b"1"))
    assert list(members(data, "a.zip", SUFFIXES)) == [
        Member("乙/A.MD", b"1"),
        Member("乙/说明.txt", b"2"),
        Member("甲.md", TEXT),
    ]


def test_archives_inside_are_opened_to_the_second() -> None:
    third = packed(("四.md", b"4"))
    second = packed(("三.md", b"3"), ("third.zip", third))
    first = packed(("二.md", b"2"), ("second.ZIP", second))
    paths, errors = read(packed(("一.md", b"1"), ("first.zip", first)))
    assert paths == ["first.zip!/second.ZIP!/三.md", "first.zip!/二.md", "一.md"]
    assert errors == [
        "資料.zip!/first.zip!/second.ZIP!/third.zip is an archive too deep inside others; unpack it by itself"
    ]


@pytest.mark.parametrize(
    "path",
    [
        "../逃.md",
        "甲/../../逃.md",
        "/etc/逃.md",
        "//server/逃.md",
        "C:/逃.md",
        "c:逃.md",
        "..\\逃.md",
        "甲\\乙.md",
        "a\x1b.md",
    ],
)
def test_paths_that_lead_out_are_named_and_left(path: str) -> None:
    paths, errors = read(packed((path, TEXT), ("好.md", TEXT)))
    assert paths == ["好.md"]
    assert len(errors) == 1
    assert "not a plain relative one" in errors[0]
    assert "\x1b" not in errors[0]


def test_links_are_named_and_left() -> None:
    link = zipfile.ZipInfo("链接.md")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("好.md", TEXT)
    assert read(stream.getvalue()) == (["好.md"], ["資料.zip!/链接.md is a symbolic link; pack the file itself"])


def test_what_systems_leave_behind_is_left_out_without_a_word() -> None:
    hidden = ("__MACOSX/._甲.md", ".git/说明.md", "甲/.隐藏.md", "~$手册.md", "..md")
    assert read(packed(*((path, TEXT) for path in hidden), ("./甲.md", TEXT), ("乙//丙.md", TEXT))) == (
        ["乙/丙.md", "甲.md"],
        [],
    )


def test_two_files_of_one_name() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = packed(("甲.md", b"1"), ("甲.md", b"2"), ("乙.md", b"3"))
    found = list(members(data, "a.zip", SUFFIXES))
    assert [m for m in found if isinstance(m, Member)] == [Member("乙.md", b"3"), Member("甲.md", b"1")]
    assert [str(e) for e in found if isinstance(e, UnreadableFileError)] == [
        "a.zip!/甲.md is in the archive twice; only the first is read, so rename one"
    ]


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        (["发布说明/节点升级.md", "用户手册.txt"], "gb18030"),
        (["版本说明.md"], "gb18030"),
        (["版本說明/叢集升級.md", "使用手冊.txt"], "big5"),
        (["成功許可說明.md"], "big5"),  # 功 and 許 end in the byte of a backslash
        (["说明/升級.md"], "utf-8"),
    ],
)
def test_names_in_old_encodings(names: list[str], encoding: str) -> None:
    paths, errors = read(packed_raw(*(name.encode(encoding) for name in names)))
    assert (sorted(paths), errors) == (sorted(names), [])


def test_western_names_stay_western() -> None:
    assert read(packed_raw("Ä-notes.md".encode("cp437")))[0] == ["Ä-notes.md"]


def test_encrypted_entries_are_named() -> None:
    data = bytearray(packed(("密.md", TEXT), ("明.md", TEXT)))
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    paths, errors = read(bytes(data))
    assert paths == ["明.md"]
    assert errors == ["資料.zip!/密.md is encrypted; unpack it with its password and add the file"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_methods_are_named(method: int) -> None:
    paths, errors = read(packed(("甲.md", TEXT), method=method))
    assert paths == []
    assert f"method {method}" in errors[0]


def test_a_damaged_entry_does_not_stop_the_rest() -> None:
    data = packed(("甲.md", b"aaaa"), ("乙.md", b"bbbb"), method=zipfile.ZIP_STORED).replace(b"aaaa", b"aaab")
    assert read(data) == (["乙.md"], ["資料.zip!/甲.md is damaged; pack it again"])


def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed(("炸.txt", b"0" * 40_000_000), ("好.md", TEXT))
    paths, errors = read(bomb)
    assert paths == ["好.md"]
    assert "炸.txt unpacks to more than" in errors[0]


def test_stated_sizes_are_not_believed() -> None:
    """The list of contents says 10 bytes; the entry holds a million."""
    data = bytearray(packed(("谎.txt", b"0" * 1_000_000)))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(mark) + at
        data[start : start + 4] = struct.pack("<I", 10)
    assert read(bytes(data)) == ([], ["資料.zip!/谎.txt is damaged; pack it again"])


def test_limits_of_the_whole_stand_after_what_was_read() -> None:
    files = [(f"{i}.md", bytes([65 + i]) * 100) for i in range(5)]
    paths, errors = read(packed(*files), ArchiveLimits(members=3))
    assert paths == ["0.md", "1.md", "2.md"]
    assert errors == ["資料.zip holds more than 3 documents; what comes after is left out, so split the archive"]
    paths, errors = read(packed(*files), ArchiveLimits(total_bytes=250))
    assert paths == ["0.md", "1.md"]
    assert "unpacks to more than" in errors[0]
    inner = packed(*files[:3])
    assert read(packed(("a.zip", inner), ("b.zip", inner)), ArchiveLimits(members=6))[1][0].startswith(
        "資料.zip holds more than 6"
    )
    assert read(packed(*files), ArchiveLimits(entries=4)) == (
        [],
        ["資料.zip lists more than 4 entries; what comes after is left out, so split the archive"],
    )


def test_a_large_member_is_named() -> None:
    data = packed(("大.md", random.Random(1).randbytes(3000)), ("小.md", b"x"))
    assert read(data, ArchiveLimits(member_bytes=2000))[0] == ["小.md"]
    assert isinstance(next(members(data, "a.zip", SUFFIXES, ArchiveLimits(member_bytes=2000))), FileTooLargeError)


@pytest.mark.parametrize("data", [b"", b"PK", b"\0" * 100, TEXT, b"PK\x03\x04" + b"x" * 50])
def test_what_is_no_archive(data: bytes) -> None:
    (error,) = members(data, "甲.zip", SUFFIXES)
    assert isinstance(error, BinaryFileError)
    assert str(error) == "甲.zip is damaged or not a ZIP archive; pack it again"


def test_an_archive_without_documents() -> None:
    for data in (packed(), packed(("圖.png", b"x"))):
        (error,) = members(data, "甲.zip", SUFFIXES)
        assert isinstance(error, UnsupportedFileError)
        assert str(error) == "甲.zip holds no document; supported: .md .txt"


def test_nothing_is_unpacked_before_it_is_asked_for() -> None:
    found = members(packed(("甲.md", b"1"), ("乙.md", b"2")), "a.zip", SUFFIXES)
    assert next(found) == Member("乙.md", b"2")


def test_mutations_end_in_values() -> None:
    inner = packed(("三.md", TEXT * 5))
    whole = packed(("甲.md", TEXT * 20), ("乙/丙.txt", b"x" * 300), ("内.zip", inner))
    random_ = random.Random(20)
    start = time.monotonic()
    for i in range(300):
        data = bytearray(whole)
        for _ in range(1 + i % 6):
            data[random_.randrange(len(data))] = random_.randrange(256)
        cut = bytes(data[: random_.randrange(len(data))]) if i % 5 == 0 else bytes(data)
        for item in members(cut, "a.zip", SUFFIXES):
            assert isinstance(item, Member | DocumentError)
    assert time.monotonic() - start < 10


def test_an_entry_without_a_name_is_nobody() -> None:
    data = packed(("x", b"1"), ("甲.md", b"2"))
    start = data.index(b"PK\x01\x02")
    nameless = bytearray(data)
    nameless[start + 28 : start + 30] = b"\0\0"  # the name's length ...
    nameless[start + 30 : start + 32] = b"\1\0"  # ... is given to the extra field, which takes its byte
    assert read(bytes(nameless))[0] == ["甲.md"]
