"""Office packages are opened with suspicion, and what is wrong with one is told in a line."""

import io
import struct
import zipfile
from collections.abc import Callable

import docx
import pytest

from corpus.errors import (
    DocumentError,
    EmptyFileError,
    FileTooLargeError,
    UnreadableFileError,
    UnsupportedFileError,
)
from corpus.readers.docx import read_docx
from corpus.readers.office_table import Repeats
from corpus.readers.ooxml import EXCEL, POWERPOINT, WORD, Limits, open_package, packed
from corpus.readers.pptx import read_pptx
from corpus.readers.properties import core_properties
from tests.corpus.office import changed, package, paragraph, parts_of, plain_powerpoint, plain_word, word

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def test_a_package_gives_its_xml_and_nothing_else() -> None:
    data = changed(
        plain_word(), lambda parts: parts.update({"word/media/图.png": b"\x89PNG", "word\\extra.xml": b"<x/>"})
    )
    parts = open_package(data, "甲.docx", WORD)
    assert {"[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/extra.xml"} <= set(parts)
    assert all(name.endswith((".xml", ".rels")) for name in parts)
    assert b"thumbnail" not in parts["_rels/.rels"]
    assert zipfile.ZipFile(packed(parts)).read("word/document.xml") == parts["word/document.xml"]


@pytest.mark.parametrize(
    ("data", "error", "says"),
    [
        (b"", EmptyFileError, "is empty"),
        (b"\0\0 \n", EmptyFileError, "is empty"),
        ("正文。".encode(), UnsupportedFileError, "is not a .docx file"),
        (b"{\\rtf1 x}", UnsupportedFileError, "save it as .docx"),
        (b"%PDF-1.7", UnsupportedFileError, "is not a .docx file"),
        (OLE, UnsupportedFileError, "binary format of old Office versions; open it in Word and save it as .docx"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), UnsupportedFileError, "is protected by a password"),
        (package({"甲.txt": b"x"}), UnsupportedFileError, "is a ZIP archive, not a Word file"),
        (package({"[Content_Types].xml": b"<Types/>"}), UnsupportedFileError, "holds no Word document"),
        (plain_powerpoint(), UnsupportedFileError, "is a PowerPoint file; rename it so that it ends in .pptx"),
        (b"PK\x03\x04" + bytes(100), UnreadableFileError, "is damaged"),
        (plain_word()[:5000], UnreadableFileError, "is damaged"),
        (plain_word().replace(b"PK\x05\x06", b"XXXX"), UnreadableFileError, "is damaged"),
    ],
)
def test_a_refusal_is_one_line_with_the_name(data: bytes, error: type[DocumentError], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        read_docx(data, "甲.docx")
    assert str(caught.value).startswith("甲.docx ")
    assert "\n" not in str(caught.value)


def test_old_presentations_are_told_their_own_program() -> None:
    with pytest.raises(UnsupportedFileError, match=r"open it in PowerPoint and save it as \.pptx"):
        read_pptx(OLE, "乙.ppt")
    with pytest.raises(UnsupportedFileError, match="is a Word file"):
        read_pptx(plain_word(), "乙.pptx")


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (Limits(entries=5), "more than 5 entries"),
        (Limits(part_bytes=2_000_000, nodes=10**9), "more than 2 MB"),
        (Limits(total_bytes=3_000_000, nodes=10**9), r"more than \d MB"),
        (Limits(nodes=1000), "more than 1,000 elements"),
    ],
)
def test_what_grows_too_large_is_refused(limits: Limits, says: str) -> None:
    bomb = changed(plain_word(), lambda parts: parts.update({"word/bomb.xml": b"<x>" + b"<a/>" * 1_000_000 + b"</x>"}))
    assert len(bomb) < 100_000
    with pytest.raises(FileTooLargeError, match=says):
        open_package(bomb, "甲.docx", WORD, limits)


def test_a_bomb_that_understates_its_size_is_cut() -> None:
    data = bytearray(changed(plain_word(), lambda parts: parts.update({"word/bomb.xml": b" " * 30_000_000})))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.rindex(b"word/bomb.xml", 0, None if signature == b"PK\x01\x02" else data.rindex(b"word/bomb.xml"))
        struct.pack_into("<I", data, data.rindex(signature, 0, at) + offset, 100)
    with pytest.raises(UnreadableFileError, match="is damaged"):
        open_package(bytes(data), "甲.docx", WORD)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding: str) -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "哈哈"><!ENTITY b "&a;&a;">]><x>&b;</x>'.encode(encoding)
    with pytest.raises(UnsupportedFileError, match=r"defines XML entities in word/document\.xml"):
        read_docx(changed(plain_word(), lambda parts: parts.update({"word/document.xml": laughs})), "甲.docx")


@pytest.mark.parametrize("name", ["../甲.xml", "word/../../甲.xml", "..\\甲.xml", "C:\\甲.xml"])
def test_names_that_point_outside_are_refused(name: str) -> None:
    with pytest.raises(UnsupportedFileError, match="points outside"):
        open_package(changed(plain_word(), lambda parts: parts.update({name: b"<x/>"})), "甲.docx", WORD)


def test_an_encrypted_entry_is_told_as_a_password() -> None:
    data = bytearray(plain_word())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(UnsupportedFileError, match="password"):
        open_package(bytes(data), "甲.docx", WORD)


@pytest.mark.parametrize(
    "main",
    [
        "vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
        "vnd.ms-word.document.macroEnabled.main+xml",
        "vnd.ms-word.template.macroEnabledTemplate.main+xml",
    ],
)
def test_templates_and_macros_are_documents(main: str) -> None:
    plain = b"vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"

    def rename(parts: dict[str, bytes]) -> None:
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(plain, main.encode())

    assert read_docx(changed(word(paragraph("模板正文。")), rename), "甲.dotx").text == "模板正文。"


def test_a_show_is_a_presentation() -> None:
    def rename(parts: dict[str, bytes]) -> None:
        types = parts["[Content_Types].xml"]
        parts["[Content_Types].xml"] = types.replace(b"presentation.main+xml", b"slideshow.main+xml")

    with pytest.raises(EmptyFileError, match="no text"):
        read_pptx(changed(plain_powerpoint(), rename), "乙.ppsx")
    assert EXCEL.mark not in open_package(plain_powerpoint(), "乙.pptx", POWERPOINT)["[Content_Types].xml"]


def test_the_strict_format_is_read() -> None:
    def strict(parts: dict[str, bytes]) -> None:
        for name, xml in parts.items():
            if name.endswith((".xml", ".rels")):
                parts[name] = xml.replace(
                    b"http://schemas.openxmlformats.org/wordprocessingml/2006/",
                    b"http://purl.oclc.org/ooxml/wordprocessingml/",
                ).replace(
                    b"http://schemas.openxmlformats.org/officeDocument/2006/",
                    b"http://purl.oclc.org/ooxml/officeDocument/",
                )

    assert read_docx(changed(word(paragraph("嚴格格式。")), strict), "甲.docx").text == "嚴格格式。"


def test_links_to_parts_that_are_not_there_do_no_harm() -> None:
    link = b'<Relationship Id="rId77" Type="http://x/image" Target="NULL"/></Relationships>'

    def add(parts: dict[str, bytes]) -> None:
        rels = "word/_rels/document.xml.rels"
        parts[rels] = parts[rels].replace(b"</Relationships>", link)

    assert read_docx(changed(word(paragraph("正文。")), add), "甲.docx").text == "正文。"


def stated(set_properties: Callable[[docx.document.Document], object]) -> dict[str, str]:
    document = docx.Document()
    set_properties(document)
    stream = io.BytesIO()
    document.save(stream)
    return core_properties(parts_of(stream.getvalue()))


def test_properties_that_a_person_set() -> None:
    def fill(document: docx.document.Document) -> None:
        properties = document.core_properties
        properties.title, properties.author = " 发布\n说明 1.10 ", "王小明"

    assert stated(fill) == {"title": "发布 说明 1.10", "author": "王小明"}


@pytest.mark.parametrize("title", ["PowerPoint 演示文稿", "簡報 1", "文档1", "Microsoft Word - 甲.doc", "Untitled"])
@pytest.mark.parametrize("author", ["Administrator", "微软用户", "Microsoft Office User", "python-docx"])
def test_properties_that_programs_set_by_themselves(title: str, author: str) -> None:
    def fill(document: docx.document.Document) -> None:
        document.core_properties.title, document.core_properties.author = title, author

    assert stated(fill) == {}


@pytest.mark.parametrize(
    ("created", "modified", "date"),
    [
        ("2018-09-27T08:00:00Z", "2019-01-02T09:00:00Z", "2019-01-02"),
        ("2018-09-27T08:00:00Z", "", "2018-09-27"),
        ("2018-09-27", "2013-12-23T23:15:00Z", "2018-09-27"),
        ("gestern", "2019-13-40T00:00:00Z", None),
    ],
)
def test_the_date_is_that_of_the_last_change(created: str, modified: str, date: str | None) -> None:
    xml = f'<p xmlns:t="http://purl.org/dc/terms/"><t:created>{created}</t:created><t:modified>{modified}</t:modified></p>'
    assert core_properties({"docProps/core.xml": xml.encode()}).get("date") == date


def test_damaged_properties_are_none() -> None:
    assert core_properties({"docProps/core.xml": b"<p"}) == {}
    assert core_properties({}) == {}


def test_repeats_end() -> None:
    repeats = Repeats(characters=20)
    assert repeats.of("甲", 2) == ["甲", "甲"]
    assert repeats.of("乙" * 300, 1) == [""]
    assert repeats.of("丙", 3) == []
