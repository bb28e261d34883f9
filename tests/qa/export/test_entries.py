"""Citations become entries: one a source, numbers that match, keys that last, and data from the store."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.readers import read_bytes
from qa.export.entries import key_of, make_export
from qa.export.library import Library
from qa.export.material import material, parse
from qa.export.types import ExportOptions, Name, Work
from tests.qa.export.conftest import OPTIONS, answer, citation

NOTES = """---
title: 集群升级说明
author: 张三、李四
organisation: 云原生社区
date: 2020-05-06
url: https://example.org/升级?a=1
---
# 集群升级说明

## 步骤

先升级主节点，再升级工作节点。
"""


def test_a_source_cited_twice_is_one_entry_with_two_places() -> None:
    first = citation(1)
    second = citation(2, start=20, end=26, quote="再升级工作节", section=["步骤", "其次"])
    other = citation(3, doc_id="00112233445566aa", title="叢集升級", source="/文件/升級.md")
    made = make_export(answer(first, second, other), OPTIONS, Library())
    assert [(e.n, e.work.title, len(e.places)) for e in made.entries] == [(1, "集群升级说明", 2), (2, "叢集升級", 1)]
    assert [claim.entries for claim in made.parts[0].statements] == [(1,), (1,), (2,)]


def test_a_statement_that_cites_one_source_twice_names_it_once() -> None:
    data = answer(citation(1), citation(2, start=20, end=26), statements=[{"text": "句", "citations": [1, 2]}])
    assert make_export(data, OPTIONS, Library()).parts[0].statements[0].entries == (1,)


def test_a_conversation_counts_on() -> None:
    other = citation(1, doc_id="00112233445566aa", title="叢集升級")
    made = make_export([answer(citation(1)), answer(other, citation(2))], OPTIONS, Library())
    assert [c.entries for part in made.parts for c in part.statements] == [(1,), (2,), (1,)]


def test_what_the_store_knows_of_a_source(tmp_path: Path) -> None:
    path = tmp_path / "升级.md"
    path.write_text(NOTES, encoding="utf-8")
    document = read_bytes(path.read_bytes(), str(path))
    at = document.text.index("先升级主节点")
    data = answer(citation(doc_id=document.id, start=at, end=at + 6, title="旧题名", source=str(path)))
    made = make_export(data, OPTIONS, Library({document.id: document}, {str(path): document.id}, "store:7"))
    work = made.entries[0].work
    assert (work.title, work.authors, work.organisation) == ("集群升级说明", (Name("张三"), Name("李四")), "云原生社区")
    assert (work.date, work.url, work.kind) == ("2020-05-06", "https://example.org/升级?a=1", "webpage")
    assert (work.language, work.generation) == ("zh-Hans", "store:7")
    assert work.sha256.startswith(document.id)
    assert len(work.sha256) == len(work.text_sha256) == 64
    path.write_text("别的", encoding="utf-8")
    changed = make_export(data, OPTIONS, Library({document.id: document})).entries[0].work
    assert (changed.sha256, changed.text_sha256) == (work.sha256, work.text_sha256)  # of the bytes that were read


def test_a_quotation_that_the_document_does_not_have_is_refused() -> None:
    document = read_bytes(NOTES.encode(), "升级.md")
    with pytest.raises(InputError, match="citation 1 is not what its document"):
        make_export(answer(citation(doc_id=document.id)), OPTIONS, Library({document.id: document}))


def test_without_the_store_the_answer_itself_tells() -> None:
    data = answer(citation(authors=["王五"], year=2020, url="https://example.org/a", publisher="某社", type="报告"))
    work = make_export(data, OPTIONS, Library()).entries[0].work
    assert (work.authors, work.date, work.url, work.publisher, work.kind) == (
        (Name("王五"),), "2020", "https://example.org/a", "某社", "report",
    )  # fmt: skip


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "ftp://a.example"])
def test_only_web_addresses_are_addresses(url: str) -> None:
    assert make_export(answer(citation(url=url)), OPTIONS, Library()).entries[0].work.url == ""


def test_a_selection_of_citations() -> None:
    made = make_export([citation(5), citation(9, doc_id="00112233445566aa")], OPTIONS, Library())
    assert [entry.n for entry in made.entries] == [1, 2]


def test_an_answer_without_evidence_has_no_entries() -> None:
    made = make_export(answer(status="no_evidence", notes=["没有原文。"]), OPTIONS, Library())
    assert (made.entries, made.parts[0].notes) == ((), ("没有原文。",))


def test_lines_of_answers_and_questions_that_could_not_be_read() -> None:
    import json

    lines = [answer(citation(1)), {"question": "坏", "error": "the question is too long"}]
    parsed = parse("\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n")
    assert [p["question"] for p in parsed] == ["如何升级？", "坏"]
    assert make_export(parsed, OPTIONS, Library()).parts[1].notes == ("the question is too long",)


@pytest.mark.parametrize(
    "text",
    ["", "   \n", "不是 JSON", "42", '"句"', "{}", '{"citations": 3}', '{"citations": ["a"]}', "[]",
     '{"citations": [], "statements": [{"text": "句", "citations": [1]}]}',
     '{"citations": [{"n": 1, "quote": "a"}, {"n": 1, "quote": "b"}]}',
     '{"citations": [{"n": 1, "quote": "a", "start": 9, "end": 3}]}',
     '{"citations": [{"n": 1, "quote": "a", "start": 9}]}', "[" * 5000 + "]" * 5000],
)  # fmt: skip
def test_what_does_not_hold_together_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        make_export(parse(text), OPTIONS, Library())
    assert "\n" not in str(caught.value)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.lists(st.builds(Work, title=TEXTS, source=TEXTS, url=TEXTS), unique=True, max_size=20))
def test_keys_are_ascii_distinct_and_stable(works: list[Work]) -> None:
    keys = [key_of(work) for work in works]
    assert len(set(keys)) == len(works)
    assert all(key.isascii() and key.replace("-", "").isalnum() for key in keys)
    assert keys == [key_of(work) for work in works]


FIELDS = st.sampled_from(
    ["citations", "statements", "n", "quote", "start", "end", "text", "answers", "section", "authors", "page", "doc_id"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS, lambda inner: st.lists(inner) | st.dictionaries(FIELDS, inner)
)


@given(VALUES)
@settings(deadline=None)
def test_any_json_gives_an_export_or_one_line(value: object) -> None:
    try:
        made = make_export(value, OPTIONS, Library())
    except InputError:
        return
    known = {entry.n for entry in made.entries}
    assert all(set(claim.entries) <= known for part in made.parts for claim in (*part.statements, *part.items))


def test_the_other_script_is_marked_and_leaves_quotations() -> None:
    data = answer(citation(title="集群升级说明", authors=["范后里"]))
    made = make_export(data, ExportOptions(OPTIONS.accessed, "hant"), Library())
    entry = made.entries[0]
    assert (entry.work.title, entry.mark, entry.original) == ("集群升級說明", "已由簡體轉換", "集群升级说明")
    assert (entry.places[0].quote, entry.places[0].converted) == ("先升级主节点", "")
    assert entry.work.authors == (Name("范后里"),)
    assert (made.parts[0].statements[0].text, made.parts[0].mark) == ("先升級主節點", "已由簡體轉換")
    both = make_export(data, ExportOptions(OPTIONS.accessed, "hant", convert_quotes=True), Library())
    assert (both.entries[0].places[0].quote, both.entries[0].places[0].converted) == ("先升级主节点", "先升級主節點")


def test_what_is_in_the_wanted_script_already_has_no_mark() -> None:
    made = make_export(answer(citation()), ExportOptions(OPTIONS.accessed, "hans", convert_quotes=True), Library())
    assert (made.entries[0].mark, made.parts[0].mark, made.entries[0].places[0].converted) == ("", "", "")


def test_a_summary_is_material_too() -> None:
    data = {"title": "升级概要", "statements": [{"text": "先升级主节点", "citations": [1], "is_item": False}],
            "citations": [citation(1)], "coverage": {"sentences_in_scope": 3}, "script": "hans"}  # fmt: skip
    assert material(data) == [data]
    assert make_export(data, OPTIONS, Library()).title == "升级概要"
