"""Comma, semicolon, tab and bar files become tables whose fields read as they are written."""

import random
import time

import pytest

from corpus.errors import BinaryFileError, EmptyFileError, KaojuError
from corpus.layout import table_head
from corpus.readers.base import Reading
from corpus.readers.builder import TextBuilder
from corpus.readers.csv import read_csv
from corpus.readers.rows import RowLimits, add_rows
from corpus.split import split
from corpus.types import Document

PLAN = "组件,版本,说明\nkube-proxy,1.10,默认用 IPVS\nCoreDNS,1.9,取代 kube-dns\n"
TABLE = "| 组件 | 版本 | 说明 |\n| --- | --- | --- |\n| kube-proxy | 1.10 | 默认用 IPVS |\n| CoreDNS | 1.9 | 取代 kube-dns |"
HANT = "元件,版本,說明\nkube-proxy,1.10,負責叢集網路\n"


def text_of(words: str, name: str = "甲.csv") -> str:
    return read_csv(words.encode(), name).text


def test_a_table() -> None:
    reading = read_csv(PLAN.encode(), "甲.csv")
    assert (reading.text, reading.encoding, reading.media_type) == (TABLE, "utf-8", "text/csv")
    assert reading.title is None
    assert [section.span.cut(reading.text) for section in reading.sections] == [TABLE]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["甲.csv", "甲.tsv"])
def test_the_delimiter_is_found(delimiter: str, name: str) -> None:
    assert text_of(PLAN.replace(",", delimiter), name) == TABLE


def test_other_marks_in_the_fields_do_not_mislead() -> None:
    assert (
        text_of("版本;大小\n1,10;2,5\n1,20;3,5\n") == "| 版本 | 大小 |\n| --- | --- |\n| 1,10 | 2,5 |\n| 1,20 | 3,5 |"
    )
    assert text_of("版本\t说明\n1.10\t甲,乙,丙\n") == "| 版本 | 说明 |\n| --- | --- |\n| 1.10 | 甲,乙,丙 |"


@pytest.mark.parametrize("mark", ["sep=;\n", "sep=;\r\n", "SEP=;\n"])
def test_the_delimiter_may_be_announced(mark: str) -> None:
    assert text_of(mark + "甲,a;乙\n1,5;2\n") == "| 甲,a | 乙 |\n| --- | --- |\n| 1,5 | 2 |"


@pytest.mark.parametrize(
    ("words", "encoding", "found"),
    [
        (PLAN, "utf-8-sig", "utf-8-sig"),
        (PLAN, "gbk", "gb18030"),
        (PLAN, "utf-16", "utf-16"),
        (HANT, "big5", "big5"),
        (HANT, "utf-16", "utf-16"),
    ],
)
def test_encodings(words: str, encoding: str, found: str) -> None:
    reading = read_csv(words.encode(encoding), "甲.csv")
    assert reading.encoding == found
    assert reading.text == text_of(words)
    assert "\ufeff" not in reading.text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    assert text_of(PLAN.replace("\n", end)) == TABLE


def test_quoted_fields_may_hold_anything() -> None:
    words = '组件,说明\n"kube-proxy, 旧","第一行\n第二行 ""引号"" | 竖线"\n'
    assert text_of(words) == '| 组件 | 说明 |\n| --- | --- |\n| kube-proxy, 旧 | 第一行 第二行 "引号" ｜ 竖线 |'


def test_ragged_rows_are_filled_up() -> None:
    assert text_of("甲,乙\n1\n1,2,3\n") == "| 甲 | 乙 |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |"


@pytest.mark.parametrize("version", ["1.10", "1.1", "01.10", "1.10.0", "v1.20-rc.1", "1e5", "007", "1,5", "TRUE", "无"])
def test_fields_stay_as_they_are_written(version: str) -> None:
    assert f"| {version} | 是 |" in text_of(f"版本;发布\n{version};是\n")


def test_marks_that_do_not_pair_up() -> None:
    reading = read_csv('组件,说明\n"坏,引号\n"好,的",1.10\n'.encode(), "甲.csv")
    assert reading.text == '| 组件 | 说明 |\n| --- | --- |\n| "坏 | 引号 |\n| 好,的 | 1.10 |'
    assert reading.warnings == ("甲.csv: its quotation marks do not pair up; each line was read as a row",)


def test_inches_inside_a_field_are_harmless() -> None:
    reading = read_csv('机型,屏幕\n甲,5" 屏\n'.encode(), "甲.csv")
    assert reading.text.endswith('| 甲 | 5" 屏 |')
    assert not reading.warnings


def test_titles_notes_and_one_column() -> None:
    assert text_of("发布计划\n\n版本,日期\n1.10,2018-03\n\n说明：仅供参考\n") == (
        "发布计划\n\n| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 2018-03 |\n\n说明：仅供参考"
    )
    assert text_of("先备份。\n再升级。\n") == "先备份。\n\n再升级。"


def test_long_tables_keep_their_head() -> None:
    reading = read_csv(("组件,版本\n" + "".join(f"组件{i},1.{i}0\n" for i in range(200))).encode(), "甲.csv")
    document = Document("d", "t", "s", reading.media_type, reading.encoding, reading.text, reading.sections)
    passages = [piece.passage for piece in split(document)]
    assert len(passages) > 5
    for passage in passages[1:]:
        head = table_head(reading.text, passage.section.span, passage.span.start)
        assert head is not None
        assert head.cut(reading.text) == "| 组件 | 版本 |"


def test_limits_are_told() -> None:
    words = "甲,乙\n" + "1,2\n" * 20
    reading = read_csv(words.encode(), "甲.csv", RowLimits(rows=5))
    assert reading.text.count("\n") == 5
    assert reading.warnings == ("甲.csv: it has 21 rows, more than are read; split the file to have them all",)
    assert read_csv(words.encode(), "甲.csv", RowLimits(cells=10)).text.count("\n") == 5
    reading = read_csv(words.encode(), "甲.csv", RowLimits(characters=30))
    assert reading.warnings == ("甲.csv: only the first 30 characters were read",)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EmptyFileError),
        (b"\n \n", EmptyFileError),
        (b",,,\n,,\n", EmptyFileError),
        (b"PK\x03\x04rest", BinaryFileError),
        (b"a,b\0c\n", BinaryFileError),
        (bytes(range(256)) * 4, KaojuError),
    ],
)
def test_refusals(data: bytes, error: type[KaojuError]) -> None:
    with pytest.raises(error, match=r"甲\.csv") as caught:
        read_csv(data, "甲.csv")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        "甲,乙\n" + "x" * 1_000_000 + ",1\n",
        "甲,乙\n1" + " " * 500_000 + "2,3\n",
        "甲,乙\n" + ",".join("x" * 200_000) + "\n" + "1,2\n" * 50_000,
        '甲,乙\n"' + "1,2\n" * 200_000,
        '"' * 999_999,
        "," * 999_999 + "甲",
        "甲\r" * 300_000,
    ],
)
def test_absurd_files_take_no_time(words: str) -> None:
    start = time.monotonic()
    assert isinstance(read_csv(words.encode(), "甲.csv"), Reading)
    assert time.monotonic() - start < 5


def test_mutations_end_in_a_reading_or_a_refusal() -> None:
    random_ = random.Random(20)
    whole = (PLAN + '"引,号","两\n行",1.20\n').encode("gbk")
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(random_.randrange(1, 5)):
            data[random_.randrange(len(data))] = random_.randrange(256)
        try:
            assert read_csv(bytes(data), "甲.csv").text
        except KaojuError as error:
            assert "甲.csv" in str(error)  # noqa: PT017


def rows_text(*rows: list[str]) -> str:
    builder = TextBuilder()
    add_rows(builder, rows)
    return builder.build()[0]


def test_a_title_begins_a_new_table() -> None:
    assert rows_text(["版本", "日期"], ["1.10", "三月"], [], ["组件"], ["名称", "负责"], ["CoreDNS", "解析"]) == (
        "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |\n\n组件\n\n| 名称 | 负责 |\n| --- | --- |\n| CoreDNS | 解析 |"
    )


def test_blank_rows_and_group_names_do_not_cut_a_table_from_its_head() -> None:
    assert rows_text(["版本", "日期"], ["1.10", "三月"], ["", ""], ["1.20", "六月"]) == (
        "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |\n| 1.20 | 六月 |"
    )
    assert rows_text(["版本", "日期"], ["1.10", "三月"], [], ["旧版"], ["1.9", "一月"]) == (
        "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |\n\n旧版\n\n| 版本 | 日期 |\n| --- | --- |\n| 1.9 | 一月 |"
    )


def test_a_table_with_other_columns_has_its_own_head() -> None:
    assert rows_text(["版本", "日期"], ["1.10", "三月"], [], ["組件", "版本", "說明"], ["CoreDNS", "1.10", "解析"]) == (
        "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |\n\n"
        "| 組件 | 版本 | 說明 |\n| --- | --- | --- |\n| CoreDNS | 1.10 | 解析 |"
    )


def test_a_head_repeated_is_written_once() -> None:
    assert rows_text(["版本", "日期"], ["1.10", "三月"], [], ["版本", "日期"], ["1.9", "一月"]) == (
        "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |\n| 1.9 | 一月 |"
    )


def test_empty_columns_go() -> None:
    assert rows_text(["", "版本", "", "日期"], ["", "1.10", " ", "三月"]) == (
        "| 版本 | 日期 |\n| --- | --- |\n| 1.10 | 三月 |"
    )
