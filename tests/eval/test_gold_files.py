import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from corpus.errors import InputError
from corpus.readers import read_bytes, read_path
from eval.gold import load_gold, read_gold
from eval.gold_files.questions import joined, split_field
from eval.gold_files.template import FORMATS, template
from eval.types import Example, GoldEvidence
from qa.service import SAMPLE

TABLE = "question,answers\n哪个版本引入了它？,1.10\n默认的节点上限是多少？,\n它的取值是什么？,None\n镜像仓库叫什么？,N/A\n有没有上限？,无\n"
ANSWERS = [("1.10",), (), ("None",), ("N/A",), ("无",)]


def _write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def _workbook(folder: Path, rows: list[list[object]], formats: dict[str, str] | None = None) -> Path:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    for cell, code in (formats or {}).items():
        book.active[cell].number_format = code
    book.save(folder / "gold.xlsx")
    return folder / "gold.xlsx"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
def test_a_table_in_the_encodings_that_programs_save(tmp_path: Path, encoding: str) -> None:
    examples = load_gold(_write(tmp_path, "gold.csv", TABLE.encode(encoding)))
    assert [e.answers for e in examples] == ANSWERS
    assert [e.answerable for e in examples] == [True, False, True, True, True]  # only the empty cell holds no answer
    assert examples[0].question == "哪个版本引入了它？"


def test_big5_loads(tmp_path: Path) -> None:
    text = (
        "問題,答案\n預設的轉發方式從哪個版本開始使用？,從第二版開始\n叢集裡的節點由誰來管理？,管理員負責管理所有節點\n"
    )
    assert load_gold(_write(tmp_path, "gold.csv", text.encode("big5")))[1].answers == ("管理員負責管理所有節點",)


def test_an_encoding_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="UTF-8"):
        load_gold(_write(tmp_path, "gold.csv", b"question,answers\n" + bytes(range(0x80, 0x100)) * 3))


def test_columns_of_numbers_stay_text(tmp_path: Path) -> None:
    examples = load_gold(_write(tmp_path, "gold.csv", "id,question,gold\n01,甲,1.10\n02,乙,1.20\n03,丙,2e3\n"))
    assert [(e.id, e.answers) for e in examples] == [("01", ("1.10",)), ("02", ("1.20",)), ("03", ("2e3",))]


def test_json_numbers_stay_text(tmp_path: Path) -> None:
    line = '{"id": 7, "question": "甲", "answers": [1.10, "1.20", 1e400], "items": [[1.0, "1.00"]]}\n'
    (found,) = load_gold(_write(tmp_path, "gold.jsonl", line))
    assert (found.id, found.answers, found.items) == ("7", ("1.10", "1.20", "1e400"), (("1.0", "1.00"),))


def test_cells_of_a_workbook_are_read_as_shown(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["question", "answers"], ["甲", "1.10"], ["乙", 1.1], ["丙", 1.1], ["丁", None], ["戊", "None"], ["己", 9],
    ]  # fmt: skip
    gold = read_gold(_workbook(tmp_path, rows, {"B3": "0.00"}))
    assert [e.answers for e in gold.examples] == [("1.10",), ("1.10",), ("1.1",), (), ("None",), ("9",)]
    (doubt,) = gold.doubts  # 1.1 in the General format may have been written as 1.10
    assert doubt.line == 4
    assert "B4" in doubt.message
    assert "text" in doubt.message


def test_all_fields_of_a_table(tmp_path: Path) -> None:
    text = (
        "id;question;answers;kind;items;answerable;evidence;tags;note\n"
        'a;有哪些？;甲、乙|乙、甲;list;"甲; 阿|乙";是;"库/一.md::甲 \\| 乙|二.md::乙：是";table | code;evidence=any; either\n'
    )
    (found,) = load_gold(_write(tmp_path, "gold.csv", text.replace("evidence=any; either", "evidence=any")))
    assert found == Example(
        "a", "有哪些？", ("甲、乙", "乙、甲"), "list", (("甲", "阿"), ("乙",)), True,
        (GoldEvidence("库/一.md", "甲 | 乙"), GoldEvidence("二.md", "乙：是")), ("table", "code"), "hans", "any",
        "evidence=any",
    )  # fmt: skip


def test_only_the_question_and_an_answer_are_needed(tmp_path: Path) -> None:
    (found,) = load_gold(_write(tmp_path, "gold.jsonl", '{"question": "預設是哪個？", "answer": "甲|乙"}'))
    assert (found.answers, found.kind, found.script, found.answerable) == (("甲|乙",), "other", "hant", True)
    (listed,) = load_gold(_write(tmp_path, "gold.jsonl", '{"question": "有哪些？", "items": ["a;b", ["c", "d"]]}'))
    assert (listed.items, listed.answerable) == ((("a;b",), ("c", "d")), True)
    again = load_gold(_write(tmp_path, "again.csv", "其他,答案,问题\n,甲,預設是哪個？\n"))[0]
    assert again.id == found.id  # the same question has the same id wherever it stands


@pytest.mark.parametrize(
    ("question", "script"), [("哪个？", "hans"), ("哪個？", "hant"), ("Which one?", "en"), ("甲？", "hans")]
)
def test_the_script_is_that_of_the_question(tmp_path: Path, question: str, script: str) -> None:
    assert load_gold(_write(tmp_path, "gold.jsonl", json.dumps({"question": question})))[0].script == script


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        ('{"question": "甲", "answers": [NaN]}', "NaN"),
        ('{"answers": ["甲"]}', "no question"),
        ('{"question": "甲", "answers": [true]}', "answers"),
        ('{"question": "甲", "answers": [""]}', "blank"),
        ('{"question": "甲", "answers": {"a": 1}}', "answers"),
        ('{"question": ["甲"]}', "question"),
        ('{"question": "\\ud800"}', "surrogates"),
        ('{"question": "甲", "answerable": true}', "no answer"),
        ('{"question": "甲", "answers": ["乙"], "answerable": false}', "unanswerable"),
        ('{"question": "甲", "answerable": "maybe"}', "maybe"),
        ('{"question": "甲", "items": [[]]}', "items"),
        ('{"question": "甲", "items": {"a": 1}}', "items"),
        ('{"question": "甲", "evidence": [{"doc": "甲.md"}]}', "quote"),
        ('{"question": "甲", "evidence": {"doc": "甲.md"}}', "evidence"),
        ('{"question": "甲", "evidence_needed": "two"}', "two"),
        ('{"id": "a", "question": "甲"}', "line 1"),  # an id twice
        ("[" * 5000, "JSON"),
    ],
)
def test_a_bad_row_is_named_by_its_line_and_the_rest_can_be_checked(tmp_path: Path, row: str, wrong: str) -> None:
    good = ('{"id": "a", "question": "乙", "answers": ["甲"]}', '{"id": "z", "question": "丙"}')
    path = _write(tmp_path, "gold.jsonl", f"{good[0]}\n\n{row}\n{good[1]}\n")
    with pytest.raises(InputError, match=r"line 3: .*--lenient") as error:
        read_gold(path)
    assert wrong in str(error.value)
    assert "\n" not in str(error.value)
    gold = read_gold(path, lenient=True)
    assert [e.id for e in gold.examples] == ["a", "z"]
    assert [p.line for p in gold.problems] == [3]


def test_bad_rows_of_a_table_are_named_by_their_line(tmp_path: Path) -> None:
    text = 'question,answers\n"两行的\n问题？",甲\n,乙\n没有引号,的逗号,丙\n没有答案一栏\n\n"好，",丁\n'
    gold = read_gold(_write(tmp_path, "gold.csv", text), lenient=True)
    assert [(e.question, e.answers) for e in gold.examples] == [("两行的\n问题？", ("甲",)), ("好，", ("丁",))]
    assert [p.line for p in gold.problems] == [4, 5, 6]
    torn = _write(tmp_path, "torn.csv", 'question,answers\n甲,乙\n"丙,丁\n')
    with pytest.raises(InputError, match="line 3"):
        read_gold(torn, lenient=True)


def test_a_bad_row_of_a_workbook_is_named_by_its_row(tmp_path: Path) -> None:
    path = _workbook(tmp_path, [[], ["question", "answers"], ["甲", "乙"], [None, "丙"], ["丁", "戊"]])
    with pytest.raises(InputError, match="line 4"):
        read_gold(path)
    assert [e.question for e in read_gold(path, lenient=True).examples] == ["甲", "丁"]


@pytest.mark.parametrize(
    ("name", "content", "wrong"),
    [
        ("gold.txt", "甲", "not a gold file"),
        ("gold.csv", "", "empty"),
        ("gold.csv", "\ufeff", "blanks"),
        ("gold.csv", "甲,乙\n丙,丁\n", "question"),
        ("gold.csv", "question,note\n甲,乙\n", "answers"),
        ("gold.csv", "question,answers,gold\n甲,乙,丙\n", "several columns"),
        ("gold.csv", "question,answers\n", "no question"),
        ("gold.jsonl", b"PK\x03\x04 a workbook with another name", "text"),
        ("gold.xlsx", b"question,answers\n", "Excel"),
    ],
)
def test_a_file_that_is_none_is_told_in_one_line(tmp_path: Path, name: str, content: str | bytes, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong) as error:
        read_gold(_write(tmp_path, name, content), lenient=True)
    assert "\n" not in str(error.value)


def test_an_absent_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        load_gold(tmp_path / "gold.csv")


def test_a_line_break_of_unicode_inside_json_is_no_line(tmp_path: Path) -> None:
    path = _write(tmp_path, "gold.jsonl", json.dumps({"question": "甲\u2028乙", "answers": ["丙"]}, ensure_ascii=False))
    assert load_gold(path)[0].question == "甲\u2028乙"


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_template_is_a_gold_file_over_the_sample(tmp_path: Path, file_format: str) -> None:
    gold = read_gold(_write(tmp_path, f"gold.{file_format}", template(file_format)))
    assert (gold.problems, gold.doubts) == ((), ())
    assert gold.examples == read_gold(_write(tmp_path, "same.jsonl", template("jsonl"))).examples
    texts = {path.name: read_bytes(*read_path(path)).text for path in SAMPLE.rglob("*") if path.is_file()}
    assert all(e.quote in texts[e.doc] for example in gold.examples for e in example.evidence)
    assert {(e.script, e.answerable, bool(e.items)) for e in gold.examples} == {
        ("hans", True, False), ("hant", True, True), ("hans", False, False),
    }  # fmt: skip


def test_cells_of_the_template_are_text_even_where_they_are_blank() -> None:
    from openpyxl import load_workbook

    sheet = load_workbook(io.BytesIO(template("xlsx"))).worksheets[0]
    assert {cell.number_format for row in sheet.iter_rows() for cell in row} == {"@"}
    assert sheet.column_dimensions["C"].number_format == "@"


def test_there_are_no_other_templates() -> None:
    with pytest.raises(InputError, match="jsonl, csv, xlsx"):
        template("pdf")


@given(st.lists(st.text("甲乙|;: a", min_size=1, max_size=6).map(str.strip).filter(bool), max_size=4))
def test_a_cell_of_several_texts_can_be_taken_apart(texts: list[str]) -> None:
    assert split_field(joined(texts, "|"), "|") == texts
    assert split_field(joined(texts, ";"), ";") == texts
