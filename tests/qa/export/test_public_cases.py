"""Faults known from other programs' exports: each case of that kind, as far as it is at hand, runs through ours."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import bibtexparser
import openpyxl
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware

from qa.export.cells import restored
from qa.export.formats import export
from tests.qa.export.conftest import OPTIONS, answer, citation

CASES = Path(__file__).parents[4] / "shared" / "cases" / "dev.jsonl"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES.exists(), reason="the public cases do not stand beside this checkout"),
]


def _inputs(field: str) -> list[dict[str, Any]]:
    """Return the inputs of export cases that have ``field``."""
    if not CASES.exists():
        return []
    cases = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    return [c["input"] for c in cases if c["kind"] == "g_export" and field in c["input"]]


def _citing(texts: list[str]) -> dict[str, Any]:
    """An answer that quotes each text from a source that it also names."""
    return answer(*(citation(n, doc_id=f"{n:016x}", title=text, quote=text) for n, text in enumerate(texts, 1)))


def _csv(texts: list[str]) -> list[dict[str, str]]:
    text = export(_citing(texts), "csv", OPTIONS).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def _xlsx(texts: list[str]) -> list[Any]:
    sheet = openpyxl.load_workbook(io.BytesIO(export(_citing(texts), "xlsx", OPTIONS))).active
    assert sheet is not None
    head = [cell.value for cell in sheet[1]]
    return [row[head.index("quote")] for row in sheet.iter_rows(min_row=2)]


@pytest.mark.parametrize("given", _inputs("rows"))
def test_versions_and_chinese_survive_a_spreadsheet(given: dict[str, Any]) -> None:
    texts = [cell for row in given["rows"] for cell in row]
    assert export(_citing(texts), "csv", OPTIONS).startswith(b"\xef\xbb\xbf")
    assert [restored(row["quote"]) for row in _csv(texts)] == texts
    cells = _xlsx(texts)
    assert [(c.value, c.data_type, c.number_format) for c in cells] == [(text, "s", "@") for text in texts]


@pytest.mark.parametrize("given", _inputs("cells"))
def test_no_text_is_taken_for_a_formula(given: dict[str, Any]) -> None:
    texts = given["cells"]
    quotes = [row["quote"] for row in _csv(texts)]
    assert not any(re.match(r"\s*[=+\-@＝＋－＠]", quote) for quote in quotes)
    assert [restored(quote) for quote in quotes] == texts
    assert [(c.value, c.data_type) for c in _xlsx(texts)] == [(text, "s") for text in texts]
    data = json.loads(export(_citing(texts), "json", OPTIONS))
    assert [entry["places"][0]["quote"] for entry in data["entries"]] == texts


@pytest.mark.parametrize("given", _inputs("sources"))
def test_every_source_keeps_its_entry(given: dict[str, Any]) -> None:
    sources = given["sources"]
    selection = [{"quote": "原文", "start": 0, "end": 2, **source} for source in sources]
    text = export(selection, "bibtex", OPTIONS).decode()
    read = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    assert not read.failed_blocks
    assert [entry["title"] for entry in read.entries] == [source["title"] for source in sources]
    assert [entry["year"] for entry in read.entries] == [str(source["year"]) for source in sources]
    keys = [entry.key for entry in read.entries]
    assert len(set(keys)) == len(sources)
    assert "".join(keys).isascii()
    assert export(list(selection), "bibtex", OPTIONS).decode() == text
    records = rispy.loads(export(selection, "ris", OPTIONS).decode("utf-8"))
    assert [record["title"] for record in records] == [source["title"] for source in sources]
