"""Workbooks become a section a sheet, with tables whose cells read as they are shown."""

import io
import random
import re
import time
import zipfile
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.worksheet.table import Table

from corpus.errors import EmptyFileError, FileTooLargeError, KaojuError, UnreadableFileError
from corpus.layout import table_head
from corpus.readers.base import Reading
from corpus.readers.rows import RowLimits
from corpus.readers.xlsx import read_xlsx
from corpus.split import split
from corpus.types import Document


def saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def book_of(*rows: list[Any], name: str = "发布", merges: tuple[str, ...] = (), **formats: str) -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = name
    for row in rows:
        sheet.append(row)
    for cell, code in formats.items():
        sheet[cell].number_format = code
    for cells in merges:
        sheet.merge_cells(cells)
    return saved(book)


def body(data: bytes) -> str:
    """Return the text under the name of the only sheet."""
    return read_xlsx(data, "甲.xlsx").text.partition("\n\n")[2]


def changed(data: bytes, part: str, old: str, new: str) -> bytes:
    """Return the workbook with a text in one of its parts replaced, wherever it stands."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            xml = source.read(name).decode()
            if name == part:
                assert old in xml
                xml = xml.replace(old, new)
            target.writestr(name, xml)
    return stream.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def test_sheets_are_sections() -> None:
    book = Workbook()
    plan = book.active
    plan.title = "发布计划"
    plan.append(["版本", "日期"])
    plan.append(["1.10", date(2018, 3, 26)])
    parts = book.create_sheet("元件")
    parts.append(["元件", "說明"])
    parts.append(["kube-proxy", "負責叢集網路"])
    reading = read_xlsx(saved(book), "甲.xlsx")
    assert reading.text == (
        "发布计划\n\n| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 2018-03-26 |\n\n"
        "元件\n\n| 元件 | 說明 |\n| --- | --- |\n| kube-proxy | 負責叢集網路 |"
    )
    assert [section.path for section in reading.sections] == [("发布计划",), ("元件",)]
    assert reading.encoding == "utf-8"
    assert reading.warnings == ()


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_hidden_sheets_are_left_out(state: str) -> None:
    book = Workbook()
    book.active.append(["甲", "乙"])
    secret = book.create_sheet("秘密")
    secret.append(["密碼", "1.10"])
    secret.sheet_state = state
    reading = read_xlsx(saved(book), "甲.xlsx")
    assert "秘密" not in reading.text
    assert "密碼" not in reading.text


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (1.1, "0.00", "1.10"),
        ("1.10", "General", "1.10"),
        ("1.10", "0.0", "1.10"),
        (1.1, "General", "1.1"),
        (12, "General", "12"),
        (12.0, "General", "12"),
        (0.255, "0.0%", "25.5%"),
        (datetime(2018, 9, 27), "d/m/yy", "2018-09-27"),
        (datetime(2018, 9, 27), 'yyyy"年"m"月"', "2018-09"),
        (datetime(2018, 9, 27, 8, 30), "yyyy/m/d h:mm", "2018-09-27 08:30"),
        (True, "General", "TRUE"),
        ("#N/A", "General", "#N/A"),
        ("  两\n行 | 竖线 ", "General", "两 行 ｜ 竖线"),
        ("硬_x000D_\n换行", "General", "硬 换行"),
    ],
)
def test_cells_read_as_they_are_shown(value: Any, code: str, shown: str) -> None:
    assert body(book_of(["名", "值"], ["甲", value], B2=code)).splitlines()[-1] == f"| 甲 | {shown} |"


def test_date_formats_of_chinese_excel() -> None:
    """Format 31 is built in there, so no code for it stands in the file; 43370 is 27 September 2018."""
    data = book_of(["名", "值"], ["甲", 43370], B2="0.000")
    data = changed(data, "xl/styles.xml", 'numFmtId="164" formatCode', 'numFmtId="999" formatCode')
    data = changed(data, "xl/styles.xml", 'numFmtId="164"', 'numFmtId="31"')
    assert "| 甲 | 2018-09-27 |" in body(data)


def test_formulas_show_their_saved_value_or_nothing() -> None:
    data = book_of(["甲", "乙", "丙"], ["1", "=1+1", "3"])
    assert body(data).endswith("| 1 |  | 3 |")
    empty = next(form for form in ("<v></v>", "<v />", "<v/>") if form in _xml(data))
    data = changed(data, SHEET, empty, "<v>2</v>")
    assert body(data).endswith("| 1 | 2 | 3 |")


def _xml(data: bytes, part: str = SHEET) -> str:
    return zipfile.ZipFile(io.BytesIO(data)).read(part).decode()


def test_titles_and_notes_stand_outside_the_table() -> None:
    data = book_of(
        ["1.10 發布計畫"], ["2018 年"], ["版本", "日期"], ["1.10", "三月"], [], ["註：僅供參考"], merges=("A1:B1",)
    )
    assert body(data) == "1.10 發布計畫\n\n2018 年\n\n| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |\n\n註：僅供參考"


def test_empty_rows_and_columns_go() -> None:
    data = book_of([], [None, "版本", None, "日期"], [], [None, "1.10", "", "三月"])
    assert body(data) == "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |"


def test_cells_merged_downwards_are_told_in_each_row() -> None:
    data = book_of(
        ["组件", "版本"], ["kube-proxy", "1.10"], [None, "1.11"], [None, "1.12"], ["CoreDNS", "1.9"], merges=("A2:A4",)
    )
    assert body(data).splitlines()[2:] == [
        "| kube-proxy | 1.10 |",
        "| kube-proxy | 1.11 |",
        "| kube-proxy | 1.12 |",
        "| CoreDNS | 1.9 |",
    ]


def test_a_head_of_merged_cells_becomes_one_row() -> None:
    data = book_of(
        ["计划"],
        ["组件", "版本", None, "负责"],
        [None, "发布", "终止", None],
        ["CoreDNS", "1.10", "1.20", "张三"],
        merges=("A1:D1", "A2:A3", "B2:C2", "D2:D3"),
    )
    assert body(data) == (
        "计划\n\n| 组件 | 版本 发布 | 版本 终止 | 负责 |\n| --- | --- | --- | --- |\n| CoreDNS | 1.10 | 1.20 | 张三 |"
    )


def test_long_tables_keep_their_head() -> None:
    reading = read_xlsx(book_of(["组件", "版本"], *([f"组件{i}", f"1.{i}0"] for i in range(200))), "甲.xlsx")
    document = Document("d", "t", "s", reading.media_type, reading.encoding, reading.text, reading.sections)
    passages = [piece.passage for piece in split(document)]
    assert len(passages) > 5
    for passage in passages[1:]:
        head = table_head(reading.text, passage.section.span, passage.span.start)
        assert head is not None
        assert head.cut(reading.text) == "| 组件 | 版本 |"


def test_what_the_workbook_says_of_itself() -> None:
    book = Workbook()
    book.active.append(["甲"])
    book.properties.title = "版本计划 1.10"
    book.properties.creator = "张三"
    book.properties.modified = datetime(2018, 9, 27, 8)
    data = saved(book)
    stated = re.search(r"modified[^>]*>(\d{4}-\d\d-\d\d)", _xml(data, "docProps/core.xml"))
    assert stated  # openpyxl writes the time of saving
    reading = read_xlsx(data, "甲.xlsx")
    assert reading.title == "版本计划 1.10"
    assert reading.meta == {"title": "版本计划 1.10", "author": "张三", "date": stated[1]}


def test_workbooks_with_macros_and_templates() -> None:
    data = book_of(["甲", "乙"])
    for kind in ("ms-excel.sheet.macroEnabled", "openxmlformats-officedocument.spreadsheetml.template"):
        old = "openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
        assert "| 甲 | 乙 |" in body(changed(data, "[Content_Types].xml", old, f"{kind}.main+xml"))


def test_charts_comments_and_named_tables_do_no_harm() -> None:
    book = Workbook()
    sheet = book.active
    for row in (["版本", "数"], ["1.10", 3], ["1.11", 4]):
        sheet.append(row)
    sheet["A1"].comment = Comment("批注", "张三")
    sheet.add_table(Table(displayName="T", ref="A1:B3"))
    for place in (sheet, book.create_chartsheet("图")):
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3))
        place.add_chart(chart)
    assert body(saved(book)) == "| 版本 | 数 |\n| --- | --- |\n| 1.10 | 3 |\n| 1.11 | 4 |"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("</sheetData>", '</sheetData><dataValidations><dataValidation type="未知" sqref="?"/></dataValidations>'),
        (
            "<sheetData>",
            '<sheetViews><sheetView workbookViewId="x"><pane state="?"/></sheetView></sheetViews><sheetData>',
        ),
    ],
)
def test_what_other_programs_write_around_the_cells_does_no_harm(old: str, new: str) -> None:
    assert body(changed(book_of(["甲", "乙"]), SHEET, old, new)) == "| 甲 | 乙 |\n| --- | --- |"


def test_limits_are_told() -> None:
    data = book_of(["版本", "数"], *([f"1.{i}", i] for i in range(20)))
    for limits in (RowLimits(rows=5), RowLimits(cells=10), RowLimits(characters=25)):
        reading = read_xlsx(data, "甲.xlsx", limits)
        assert reading.text.count("\n") < 9
        assert reading.warnings == ("甲.xlsx: sheet 发布 has more than is read; split it to have it all",)


def test_stated_dimensions_are_not_believed() -> None:
    data = book_of(["版本", "数"], ["1.10", 3])
    for stated in ("A1:A1", "A1:XFD1048576"):
        start = time.monotonic()
        assert body(changed(data, SHEET, 'ref="A1:B2"', f'ref="{stated}"')).endswith("| 1.10 | 3 |")
        assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    "cells",
    [
        '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
        '<row r="99999999999"><c r="A1"><v>1</v></c></row>',
        "".join(f'<row r="{i}"><c r="XFD{i}"><v>1</v></c></row>' for i in range(3, 4000)),
        '<row r="3">' + "<c><v>1</v></c>" * 100_000 + "</row>",
        '<row r="3"><c r="A3"><v>' + "9" * 100_000 + "</v></c></row>",
        '<row r="3"><c r="A3"><v>1e999</v></c></row>',
        '<row r="3"><c r="A3" t="s"><v>999</v></c></row>',
        '<row r="3"><c r="A3" s="999"><v>1</v></c></row>',
        '<row r="3"><c r="A3" t="d"><v>99-99</v></c></row>',
        "<x>" * 5_000 + "</x>" * 5_000,
        "<x/>" * 300_000,
    ],
)
def test_absurd_sheets_take_no_time(cells: str) -> None:
    data = changed(book_of(["版本", "数"], ["1.10", 3]), SHEET, "</sheetData>", cells + "</sheetData>")
    start = time.monotonic()
    try:
        assert "| 1.10 | 3 |" in read_xlsx(data, "甲.xlsx").text
    except KaojuError as error:
        assert "甲.xlsx" in str(error)  # noqa: PT017
    assert time.monotonic() - start < 8


def sharing(data: bytes, words: str, rows: str) -> bytes:
    """Return the workbook with ``words`` in its table of shared strings, as Excel keeps them, and more rows."""
    part = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{part}"/></Types>'
    stream = io.BytesIO(changed(changed(data, "[Content_Types].xml", "</Types>", override), *_more(rows)))
    with zipfile.ZipFile(stream, "a") as archive:
        space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{space}"><si>{words}</si></sst>')
    return stream.getvalue()


def _more(rows: str) -> tuple[str, str, str]:
    return SHEET, "</sheetData>", f"{rows}</sheetData>"


def test_shared_strings_are_read_without_formats_and_readings() -> None:
    words = "<r><t>叢</t></r><r><rPr><b/></rPr><t>集</t></r><rPh sb='0' eb='1'><t>ㄘㄨㄥˊ</t></rPh>"
    data = sharing(book_of(["名", "值"]), words, '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>')
    assert body(data).endswith("| 叢集 | 1 |")


def test_one_long_string_in_many_cells_is_cut() -> None:
    rows = '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>' * 5_000
    reading = read_xlsx(sharing(book_of(["名", "值"]), f"<t>{'长' * 5_000}</t>", rows), "甲.xlsx")
    assert len(reading.text) < 11_000_000
    assert reading.warnings


def test_bombs_are_refused() -> None:
    data = book_of(["甲", "乙"])
    with pytest.raises(FileTooLargeError):
        read_xlsx(changed(data, SHEET, "</sheetData>", " " * 70_000_000 + "</sheetData>"), "甲.xlsx")
    with pytest.raises(FileTooLargeError):
        read_xlsx(changed(data, "xl/styles.xml", "<fonts", "<x/>" * 400_000 + "<fonts"), "甲.xlsx")
    laughs = '<!DOCTYPE x [<!ENTITY a "哈哈哈哈"><!ENTITY b "&a;&a;&a;&a;">]>'
    xml = _xml(data)
    with pytest.raises(KaojuError):
        read_xlsx(changed(data, SHEET, xml, laughs + xml[xml.index("<worksheet") :]), "甲.xlsx")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 100,
        "版本,日期\n".encode(),
        b"PK\x03\x04" + b"x" * 100,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        b"%PDF-1.4",
        book_of(["甲", "乙"])[:2000],
        book_of(),
        changed(book_of(["甲", "乙"]), SHEET, "</sheetData>", ""),
        changed(book_of(["甲", "乙"]), "xl/workbook.xml", "<sheets>", "<sheets><sheet/>"),
    ],
)
def test_refusals_are_one_line_with_the_name(data: bytes) -> None:
    with pytest.raises(KaojuError, match=r"甲\.xlsx") as caught:
        read_xlsx(data, "甲.xlsx")
    assert "\n" not in str(caught.value)


def test_a_workbook_without_words_is_empty() -> None:
    with pytest.raises(EmptyFileError, match="no visible cell"):
        read_xlsx(book_of([None, "  "]), "甲.xlsx")


def test_a_broken_sheet_is_explained() -> None:
    with pytest.raises(UnreadableFileError, match="damaged"):
        read_xlsx(changed(book_of(["甲"]), SHEET, "<row", "<<row"), "甲.xlsx")


def test_mutations_end_in_a_reading_or_a_refusal() -> None:
    random_ = random.Random(20)
    whole = book_of(["组件", "版本"], ["kube-proxy", 1.1], ["叢集", date(2018, 9, 27)], merges=("A2:A3",), B2="0.00")
    with zipfile.ZipFile(io.BytesIO(whole)) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    for i in range(60):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as target:  # stored, so that a change of a part is not just a wrong checksum
            for name, xml in parts.items():
                target.writestr(name, _mutated(xml, random_) if random_.random() < 0.3 and i % 3 else xml)
        data = stream.getvalue() if i % 3 else _mutated(whole, random_)
        try:
            assert isinstance(read_xlsx(data, "甲.xlsx"), Reading)
        except KaojuError as error:
            assert "甲.xlsx" in str(error)  # noqa: PT017
            assert "\n" not in str(error)  # noqa: PT017


def _mutated(data: bytes, random_: random.Random) -> bytes:
    changing = bytearray(data)
    for _ in range(random_.randrange(1, 4)):
        at = random_.randrange(len(changing))
        if random_.random() < 0.5:
            changing[at] = random_.choice(b'0123456789<>/="AZaz&\0\xff')
        else:
            del changing[at : at + random_.randrange(1, 30)]
    return bytes(changing)
