"""A book becomes its chapters, in the order in which they are read."""

import io
import random
import zipfile

import pytest

from corpus.errors import DocumentError, FileTooLargeError, KaojuError
from corpus.readers.base import Reading
from corpus.readers.epub import read_epub

CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PACKAGE = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0"
 xmlns:opf="http://www.idpf.org/2007/opf"><metadata>
<dc:title>雲台手冊</dc:title><dc:creator>林小川</dc:creator><dc:creator opf:role="ill">畫師</dc:creator>
<dc:date>2021-03-04T00:00:00Z</dc:date><dc:source>https://example.org/book</dc:source></metadata><manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="b" href="%E7%AB%A0/2.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="章/1.xhtml" media-type="application/xhtml+xml"/>
<item id="c" href="3.xhtml" media-type="application/xhtml+xml"/>
<item id="img" href="a.png" media-type="image/png"/></manifest>
<spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/><itemref idref="img"/></spine></package>"""
NAV = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>'
    '<li><a href="章/1.xhtml">其一</a></li><li><a href="3.xhtml#x">附錄</a></li></ol></nav></body></html>'
)


def chapter(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title/></head><body>{body}</body></html>"
    )


FILES = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": PACKAGE,
    "OEBPS/nav.xhtml": NAV,
    "OEBPS/章/1.xhtml": chapter(
        "<h1>第一章</h1><p>雲台自 1.9 起支援<b>叢集</b>。</p><h2>小節</h2><p>见&nbsp;1.10。</p>"
    ),
    "OEBPS/章/2.xhtml": chapter(
        "<h1>第二章</h1><pre>run\n  --all</pre><table><tr><th>版</th></tr><tr><td>1.20</td></tr></table>"
    ),
    "OEBPS/3.xhtml": chapter(
        "<p>没有标题的一章。</p><nav><p>上一篇：书里的话都是正文</p></nav><p hidden='hidden'>隐</p>"
    ),
    "OEBPS/a.png": "图",
}
TEXT = (
    "第一章\n\n雲台自 1.9 起支援叢集。\n\n小節\n\n见\u00a01.10。\n\n第二章\n\n```\nrun\n  --all\n```\n\n| 版 |\n| --- |\n| 1.20 |\n\n"
    "附錄\n\n没有标题的一章。\n\n上一篇：书里的话都是正文"
)


def book(**changes: str | bytes | None) -> bytes:
    """Return the book with some of its files changed, by the last part of their names without suffix; None removes one."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in FILES.items():
            key = name.rpartition("/")[2].partition(".")[0]
            changed = changes.get(f"_{key}" if key.isdigit() else key, content)
            if changed is not None:
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), changed, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def test_the_chapters_in_the_order_of_the_spine() -> None:
    reading = read_epub(book(), "书.epub")
    assert reading.text == TEXT
    assert [s.path for s in reading.sections] == [("第一章",), ("第一章", "小節"), ("第二章",), ("附錄",)]
    assert (reading.title, reading.encoding, reading.media_type) == ("雲台手冊", "utf-8", "application/epub+zip")
    assert reading.meta == {
        "title": "雲台手冊",
        "author": "林小川",
        "date": "2021-03-04",
        "url": "https://example.org/book",
    }
    assert reading.warnings == ()


def test_old_books_have_an_ncx_and_legacy_encodings() -> None:
    ncx = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>附录</text></navLabel>'
        '<content src="3.xhtml"/></navPoint></navMap></ncx>'
    )
    package = PACKAGE.replace('application/xhtml+xml" properties="nav"', 'application/x-dtbncx+xml"')
    gbk = '<?xml version="1.0" encoding="gb2312"?><html><body><p>旧书用旧编码，读出来要一样。</p></body></html>'
    reading = read_epub(book(book=package, nav=ncx, _3=gbk.encode("gb18030")), "书.epub")
    assert reading.text.endswith("附录\n\n旧书用旧编码，读出来要一样。")


def test_a_chapter_that_is_not_sound_xml_is_read_as_html() -> None:
    reading = read_epub(book(_3="<html><body><p>甲<br>乙<p>丙 & 丁</body>"), "书.epub")
    assert reading.text.endswith("甲\n乙\n\n丙 & 丁")


@pytest.mark.parametrize("broken", [None, b"\x00\x01\x02\x03", b""])
def test_a_chapter_that_cannot_be_read_is_a_warning(broken: bytes | None) -> None:
    reading = read_epub(book(_1=broken), "书.epub")
    assert reading.text.startswith("第二章")
    assert len(reading.warnings) == 1
    assert "章/1.xhtml" in reading.warnings[0]


def test_entities_are_not_expanded() -> None:
    bomb = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    evil = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">{bomb}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    reading = read_epub(book(_3=f"{evil}<html><body><p>正文&l9;&f;</p></body></html>"), "书.epub")
    assert reading.text.endswith("正文&l9;&f;")
    package = evil + PACKAGE.partition("?>")[2].replace("雲台手冊", "&l9;&f;")
    with pytest.raises(DocumentError, match=r"书\.epub"):
        read_epub(book(book=package), "书.epub")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04",
        b"\x00" * 1000,
        "不是书".encode(),
        b"<html>x</html>",
        book()[:-30],
        book()[:200],
        book(container="<container/>"),
        book(container=CONTAINER.replace("OEBPS/book.opf", "../../etc/passwd")),
        book(book=None),
        book(book="<package><spine/></package>"),
        book(book="<package>"),
        book(_1=None, _2=None, _3=None),
        book(_1=chapter(""), _2=chapter(" "), _3=chapter("<p/>")),
    ],
)
def test_a_refusal_is_one_line_with_the_name(data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"书\.epub") as caught:
        read_epub(data, "书.epub")
    assert "\n" not in str(caught.value)


def test_without_a_container_the_package_is_found() -> None:
    assert read_epub(book(container=None), "书.epub").text == TEXT


def test_a_chapter_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(FileTooLargeError, match="unpacks"):
        read_epub(book(_1=b"<p>" + b" " * 30_000_000), "书.epub")
    with pytest.raises(FileTooLargeError, match="unpacks"):
        read_epub(book(_1=b"<p>" + b" " * 3_000_000), "书.epub")


def test_more_tags_than_a_book_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corpus.readers.epub._MAX_TAGS", 1000)
    assert read_epub(book(_1="<p>字" * 900), "书.epub")
    with pytest.raises(FileTooLargeError, match="tags"):
        read_epub(book(_1="<p>字" * 600, _2="<p>字" * 600), "书.epub")


def test_a_size_that_lies_is_found_out() -> None:
    data = bytearray(book())
    at = data.rindex(b"PK\x01\x02", 0, data.rindex("章/1.xhtml".encode()))
    data[at + 24 : at + 28] = (5).to_bytes(4, "little")  # the central directory's uncompressed size
    assert isinstance(read_epub(bytes(data), "书.epub"), Reading)


def test_protected_books_are_refused() -> None:
    out = io.BytesIO(book())
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("META-INF/rights.xml", "<rights/>")
    with pytest.raises(DocumentError, match="protected"):
        read_epub(out.getvalue(), "书.epub")
    data = bytearray(book())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(signature, at + 4)
    with pytest.raises(DocumentError, match="encrypted"):
        read_epub(bytes(data), "书.epub")


def complaint(data: bytes) -> str:
    """Return what is said against ``data``; nothing if it can be read."""
    try:
        read_epub(data, "书.epub")
    except KaojuError as error:
        return str(error)
    return ""


def test_damaged_books_end_in_a_reading_or_a_refusal() -> None:
    rng, whole = random.Random(11), book()
    for _ in range(80):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 9)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        assert "\n" not in complaint(bytes(data))
