"""PDFs become text with pages, paragraphs, headings and tables, or one line that says why not."""

import random
import shutil
import subprocess
import time
import zlib
from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas

from corpus import ocr
from corpus.errors import DocumentError, EmptyFileError, KaojuError
from corpus.readers import pdf as pdf_reader
from corpus.readers import pdf_process
from corpus.readers.base import Reading
from corpus.readers.pdf import read_pdf
from corpus.readers.pdf_process import Page, Pdf, Run
from corpus.readers.pdf_properties import properties_of
from tests.corpus.pdf_files import HANT, pdf, text_page, write

BODY = ["节点代理在每台机器上运行，负责启动容器并报告它们的状态，遇到", "资源不足时会按优先级驱逐容器组。"]


def read(*pages: Callable[[Canvas], None], **properties: str) -> Reading:
    return read_pdf(pdf(*pages, **properties), "手册.pdf")


def test_lines_become_a_paragraph_with_its_page() -> None:
    reading = read(text_page(BODY), text_page(["第二页只有一句。"]))
    assert reading.text == "".join(BODY) + "\n\n第二页只有一句。"
    assert [(s.page, s.ocr, s.span.cut(reading.text).strip()) for s in reading.sections] == [
        (1, False, "".join(BODY)),
        (2, False, "第二页只有一句。"),
    ]
    assert (reading.media_type, reading.title, reading.warnings) == ("application/pdf", None, ())


def test_traditional_script() -> None:
    lines = ["排程器會先過濾資源不足的節點，再替剩下的節點評分，分數最高的節點", "就是容器組執行的地方。"]
    assert read(text_page(lines, font=HANT)).text == "".join(lines)


def test_names_and_versions_cut_by_line_ends() -> None:
    lines = ["控 制 面 组 件 包 括 kube-", "scheduler 和 core", "dns，从 1.", "16 开始支", "持双栈。"]
    assert read(text_page(lines)).text == "控制面组件包括 kube-scheduler 和 coredns，从 1.16 开始支持双栈。"


def test_paragraphs_stay_apart() -> None:
    text = read(text_page([*BODY, "", "另起一段，讲的是调度。"])).text
    assert text.split("\n\n") == ["".join(BODY), "另起一段，讲的是调度。"]


def test_an_indent_begins_a_paragraph() -> None:
    def draw(canvas: Canvas) -> None:
        for i, (line, x) in enumerate([(BODY[0], 96), (BODY[1], 72), ("第二段从这里开始，它的首行缩进两个字。", 96)]):
            write(canvas, line, x, 700 - 18 * i)

    assert read(draw).text.split("\n\n") == ["".join(BODY), "第二段从这里开始，它的首行缩进两个字。"]


def test_lines_of_a_list_are_not_run_together() -> None:
    assert read(text_page(["kubelet 1.20", "etcd 3.4", "CoreDNS 1.8"])).text.splitlines() == [
        "kubelet 1.20",
        "etcd 3.4",
        "CoreDNS 1.8",
    ]


def test_bullets_become_items() -> None:
    lines = ["升级之前：", "• 备份数据。", "• 通知用户。"]
    assert read(text_page(lines)).text == "升级之前：\n\n- 备份数据。\n- 通知用户。"


def test_running_heads_and_page_numbers_go() -> None:
    pages = [
        text_page([f"这是第{n}章的正文，讲一个组件。"], head="集群运维手册", foot=f"第 {i} 页")
        for i, n in enumerate("一二三四", 1)
    ]
    assert read(*pages).text.split("\n\n") == [f"这是第{n}章的正文，讲一个组件。" for n in "一二三四"]


def test_numbered_heads_go_but_version_headings_stay() -> None:
    pages = [text_page(BODY, head=f"手册 · {9 + i}", heading=f"1.{10 + i} 的变更", foot=str(9 + i)) for i in range(3)]
    reading = read(*pages)
    assert [s.path for s in reading.sections] == [("1.10 的变更",), ("1.11 的变更",), ("1.12 的变更",)]
    assert "手册" not in reading.text
    assert reading.text.startswith("1.10 的变更\n\n节点代理")
    assert reading.text.endswith("驱逐容器组。")


def test_headings_come_from_the_size_of_the_type() -> None:
    def draw(canvas: Canvas) -> None:
        write(canvas, "组件手册", 72, 780, 24)
        write(canvas, "调度器", 72, 740, 16)
        write(canvas, "调度器给容器组挑选节点。", 72, 700)
        write(canvas, "节点代理", 72, 660, 16)
        write(canvas, "节点代理启动容器。", 72, 620)

    reading = read(draw, text_page(["它还报告状态。"]))
    assert [(s.path, s.page) for s in reading.sections] == [
        (("组件手册", "调度器"), 1),
        (("组件手册", "节点代理"), 1),
        (("组件手册", "节点代理"), 2),
    ]
    assert reading.title == "组件手册"


def test_headings_come_from_the_bookmarks() -> None:
    def draw(canvas: Canvas) -> None:
        for key, words, level, y in [("a", "存储", 0, 760), ("b", "卷快照", 1, 720)]:
            write(canvas, words, 72, y)
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(words, key, level)
        write(canvas, "卷快照保存某一时刻的数据。", 72, 680)

    assert read(draw).sections[0].path == ("存储", "卷快照")


def test_a_table_keeps_its_rows() -> None:
    rows = [("版本", "发布日期", "说明"), ("1.10", "三月", "默认启用存储接口"), ("1.20", "十二月", "弃用旧的运行时")]

    def draw(canvas: Canvas) -> None:
        write(canvas, "各版本如下。", 72, 740)
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                write(canvas, cell, 72 + 110 * j, 700 - 18 * i)
        write(canvas, "是否包括补丁", 292, 628)  # goes on in the last cell
        write(canvas, "以上是全部版本，日期以公告为准，如有不同请看官方的页面。", 72, 590)

    assert read(draw).text.splitlines()[2:7] == [
        "| 版本 | 发布日期 | 说明 |",
        "| --- | --- | --- |",
        "| 1.10 | 三月 | 默认启用存储接口 |",
        "| 1.20 | 十二月 | 弃用旧的运行时是否包括补丁 |",
        "",
    ]


def test_two_columns_are_read_one_after_the_other() -> None:
    left = [f"左栏第{n}行的文字讲调度器的工作方式" for n in "一二三四五六七八九"]
    right = [f"右栏第{n}行的文字讲节点代理的工作方" for n in "一二三四五六七八九"]

    def draw(canvas: Canvas) -> None:
        for i, (one, other) in enumerate(zip(left, right, strict=True)):
            write(canvas, one, 50, 700 - 18 * i)
            write(canvas, other, 310, 700 - 18 * i)

    assert read(draw).text.replace("\n", "") == "".join(left + right)


def test_code_keeps_its_lines_and_indents() -> None:
    def draw(canvas: Canvas) -> None:
        write(canvas, "先看配置文件，再执行下面的命令：", 72, 740)
        write(canvas, "apiVersion: v1", 72, 700, 10, "Courier")
        write(canvas, "name: demo", 84, 686, 10, "Courier")
        write(canvas, "执行之后等待一分钟，直到所有节点都就绪。", 72, 640)

    assert "```\napiVersion: v1\n  name: demo\n```" in read(draw).text


def _chinese_fonts() -> bool:
    """Tell whether fontconfig knows a Chinese font."""
    lister = shutil.which("fc-list")
    return bool(lister and subprocess.run([lister, ":lang=zh"], capture_output=True, check=False).stdout.strip())


@pytest.mark.skipif(
    not _chinese_fonts(), reason="PDFium places the unembedded font of this page by a Chinese system font"
)
def test_a_turned_page_reads_like_any_other() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(90)
        canvas.translate(595, 0)
        canvas.rotate(90)
        for i, line in enumerate(BODY):
            write(canvas, line, 72, 500 - 18 * i)

    assert read(draw).text == "".join(BODY)


def test_properties() -> None:
    reading = read(text_page(BODY), title="容器運行時手冊", author="王小明")
    assert (reading.title, reading.meta["author"], reading.meta["date"]) == ("容器運行時手冊", "王小明", "2000-01-01")


@pytest.mark.parametrize("title", ["", "untitled", "Microsoft Word - 发布说明.doc", "文档1", "a.docx", "(anonymous)"])
def test_titles_that_programs_make_up_are_no_titles(title: str) -> None:
    assert "title" not in properties_of({"Title": title})


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8-sig"])
def test_titles_in_the_wrong_encoding_are_mended(encoding: str) -> None:
    written = "集群升级说明".encode(encoding).decode("latin-1")
    assert properties_of({"Title": written})["title"] == "集群升级说明"


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("D:20180927101500+08'00'", "2018-09-27"),
        ("D:201809", "2018-09"),
        ("D:2018", "2018"),
        ("2018-09-27T10:15:00Z", "2018-09-27"),
        ("D:20181399", "2018"),
        ("昨天", ""),
    ],
)
def test_dates(written: str, date: str) -> None:
    assert properties_of({"CreationDate": written}).get("date", "") == date


def test_a_page_whose_fonts_tell_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    broken = text_page(["\ue001\ue002\ue003\ue004\ue005\ue006" * 4])
    reading = read(text_page(BODY), broken, broken, text_page(["末页。"]))
    assert len(reading.warnings) == 1
    assert reading.warnings[0].startswith("pages 2-3 are unreadable: the fonts")
    assert [s.page for s in reading.sections] == [1, 4]
    with pytest.raises(DocumentError, match=r"手册\.pdf has no page with readable text.*kaoju\[ocr\]"):
        read(broken)


def test_a_password_is_told() -> None:
    with pytest.raises(DocumentError, match=r"^手册\.pdf is protected by a password"):
        read_pdf(pdf(text_page(BODY), encrypt="密码".encode().hex()), "手册.pdf")


# --- hostile files -------------------------------------------------------------------------------------------------


def objects(*bodies: bytes) -> bytes:
    """Return a PDF of numbered objects, the first its catalogue."""
    out, offsets = b"%PDF-1.5\n", []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(bodies) + 1
    return b"%sxref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        out,
        size,
        table,
        size,
        len(out),
    )


def one_page(content: bytes, box: bytes = b"0 0 595 842") -> bytes:
    packed = zlib.compress(content)
    return objects(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>" % box,
        b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(packed), packed),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )


def refused(data: bytes) -> str:
    """Return the words of the refusal, none if the file can be read; any other exception fails the test."""
    try:
        read_pdf(data, "坏.pdf")
    except KaojuError as error:
        return str(error)
    return ""


PAGE = Page(1, 595, 842, (Run("只有一页。", 72, 132, 700, 712, 12, HANT),))
WORDS = b"BT /F 12 Tf 72 700 Td (The node joins the cluster.) Tj ET"
CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"


def test_the_frame_of_the_hostile_files_is_sound() -> None:
    assert read_pdf(one_page(WORDS), "甲.pdf").text == "The node joins the cluster."


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 100,
        b"%PDF-1.7",
        b"PK\x03\x04" + b"\0" * 100,
        "这是文字，不是 PDF。".encode(),
        one_page(WORDS)[:300],
        one_page(WORDS)[:-40],
        objects(CATALOG, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"),
        objects(
            CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
        ),
        objects(
            CATALOG,
            b"<</Type/Pages/Kids[" + b"3 0 R " * 9000 + b"]/Count 9000>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        ),
        one_page(WORDS, b"0 0 1e30 1e30"),
        one_page(WORDS, b"9 9 9 9"),
        one_page(b"BT /F 12 Tf 72 700 Td " + b"(abcdefghij) Tj " * 500_000 + b"ET"),
        one_page(b"0 0 m 1 1 l S " * 500_000),
        one_page(b"q " * 500_000),
        one_page(WORDS.replace(b"12 Tf", b"1e38 Tf")),
    ],
)
def test_hostile_files_end_soon(data: bytes) -> None:
    began = time.monotonic()
    refusal = refused(data)
    assert time.monotonic() - began < 10
    assert refusal == "" or refusal.startswith("坏.pdf")
    assert "\n" not in refusal


def test_damaged_files_end_well() -> None:
    sound = pdf(text_page(BODY, heading="节点"), text_page(["二"]))
    chance = random.Random(7)
    for _ in range(60):
        data = bytearray(sound)
        for _ in range(chance.randint(1, 12)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        assert "\n" not in refused(bytes(data))


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_process, "_FIRST_SECONDS", -1.0)
    with pytest.raises(DocumentError, match="takes too long"):
        read(*[text_page(BODY)] * 50)


def test_pages_beyond_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "open_pdf", lambda *_: Pdf(5000, {}, (), (PAGE,)))
    assert read(text_page(BODY)).warnings == (
        "only the first 1 of 5000 pages are read; split the file to add the rest",
    )


def test_empty_pages_are_an_empty_file() -> None:
    with pytest.raises(EmptyFileError, match="no text on its 2 page"):
        read(text_page([]), text_page([]))
