"""What is written is read back by a parser that is not ours, with every special character in its place."""

import csv
import io
import json
import re
from typing import Any

import bibtexparser
import openpyxl
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware
from hypothesis import given, settings
from hypothesis import strategies as st
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

from corpus.readers import read_bytes
from qa.export.bibtex import escaped, write_bibtex
from qa.export.cells import neutralised, restored
from qa.export.csl_json import write_csl_json
from qa.export.ris import write_ris
from qa.export.tables import COLUMNS, NUMBERS, rows, write_csv, write_xlsx
from qa.export.types import Export, Name, Work
from tests.qa.export.conftest import export_of

_CHARACTERS = st.sampled_from(
    "集叢级級与與张張=+-@'\"\\{}#$%&_~^`!?<>|,;:.()[]/ \u3000　＝＋１1.0aZé𠮷"
) | st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"])
LINES = st.text(_CHARACTERS, min_size=1, max_size=25).map(lambda s: " ".join(s.split())).filter(bool)
QUOTES = st.lists(LINES, min_size=1, max_size=3).map("\n".join)
NAMES = st.lists(LINES.map(Name), max_size=3, unique=True).map(tuple)
WORKS = st.builds(
    Work,
    title=LINES,
    authors=NAMES,
    organisation=LINES,
    date=st.sampled_from(["", "2018", "2018-09-27"]),
    container=LINES,
    doc_id=st.just("ce10a06b22a22ae6"),
    url=st.sampled_from(["", "https://example.org/a_b?c=%E4&d=1;e#f~g"]),
)
EXPORTS = st.builds(
    lambda works, quotes: export_of(*works, quotes=tuple(quotes)),
    st.lists(WORKS, min_size=1, max_size=3),
    st.lists(QUOTES, min_size=1, max_size=2),
)


def _decoder() -> LatexDecodingMiddleware:
    """The parser's own decoder, told of the ASCII circumflex, for which it knows only a typographic one."""
    context = get_default_latex_context_db()
    context.add_context_category("ascii", prepend=True, macros=[MacroTextSpec("textasciicircum", "^")])
    return LatexDecodingMiddleware(decoder=LatexNodes2Text(latex_context=context))


def _read_bibtex(text: str) -> list[dict[str, str]]:
    plain = bibtexparser.parse_string(text)
    decoded = bibtexparser.parse_string(text, append_middleware=[_decoder()])
    assert not plain.failed_blocks
    assert not decoded.failed_blocks
    entries = []
    for raw, entry in zip(plain.entries, decoded.entries, strict=True):
        fields = {f.key: f.value for f in entry.fields}
        fields.update({k: raw[k] for k in ("url", "author") if k in raw})  # verbatim; names are decoded one by one
        entries.append({"key": entry.key, **fields})
    return entries


def _balanced(text: str) -> bool:
    """Tell whether braces match as BibTeX counts them: it does not know escaped ones."""
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


@given(EXPORTS)
@settings(deadline=None)
def test_bibtex(made: Export) -> None:
    text = write_bibtex(made)
    assert _balanced(text)
    read = _read_bibtex(text)
    assert [entry["key"] for entry in read] == [entry.key for entry in made.entries]
    decode = _decoder()._decoder.latex_to_text
    for entry, fields in zip(made.entries, read, strict=True):
        assert fields["title"] == entry.work.title
        assert fields["annote"].count("「") >= len(entry.places)
        assert all(f"「{place.quote}」" in fields["annote"] for place in entry.places)
        authors = fields.get("author", "")
        names = [decode(name[1:-1]) for name in re.split(r"(?<=\}) and (?=\{)", authors) if name]
        assert names == [str(name) for name in entry.work.responsible]
        assert fields.get("url", "") == entry.work.url
        assert fields.get("date", "") == entry.work.date


@given(LINES)
def test_escaped_text_has_no_bare_special_character(text: str) -> None:
    assert not re.search(r"(?<!\\)[#$%&_]", escaped(text).replace("\\\\", ""))


@given(EXPORTS)
@settings(deadline=None)
def test_ris(made: Export) -> None:
    text = write_ris(made)
    assert len(re.findall(r"(?m)^TY  - ", text)) == len(re.findall(r"(?m)^ER  - ", text)) == len(made.entries)
    for entry, record in zip(made.entries, rispy.loads(text), strict=True):
        assert record["title"] == entry.work.title
        assert record.get("authors", []) == [str(name) for name in entry.work.responsible]
        assert ";".join(record.get("urls", [])) == entry.work.url
        assert record["id"] == entry.key
        for place, note in zip(entry.places, record["notes"], strict=False):
            assert f"「{place.quote}」".replace("\n", " ") in note


@given(EXPORTS)
@settings(deadline=None)
def test_csl_json(made: Export) -> None:
    for entry, item in zip(made.entries, json.loads(write_csl_json(made)), strict=True):
        assert (item["id"], item["title"], item.get("URL", "")) == (entry.key, entry.work.title, entry.work.url)
        assert [a["literal"] for a in item.get("author", [])] == [str(name) for name in entry.work.responsible]
        assert [p["quote"] for p in item["custom"]["kaoju"]["places"]] == [p.quote for p in entry.places]


def _as_text(row: dict[str, Any]) -> list[str]:
    return ["" if row[column] is None else str(row[column]) for column in COLUMNS]


@given(EXPORTS)
@settings(deadline=None)
def test_csv(made: Export) -> None:
    text = write_csv(made)
    assert text.startswith("\ufeff")
    head, *table = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    assert head == list(COLUMNS)
    assert [[restored(cell) for cell in row] for row in table] == [_as_text(row) for row in rows(made)]
    assert not any(re.match(r"\s*[=+\-@＝＋－＠\t\r\n]", cell) for row in table for cell in row)


@given(EXPORTS)
@settings(deadline=None)
def test_xlsx(made: Export) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(write_xlsx(made))).active
    assert sheet is not None
    table = list(sheet.iter_rows(min_row=2))
    assert [["" if c.value is None else str(c.value) for c in row] for row in table] == [
        _as_text(r) for r in rows(made)
    ]
    for cell in (cell for row in table for cell in row if cell.value is not None):
        number = COLUMNS[cell.column - 1] in NUMBERS
        assert (cell.data_type, cell.number_format) == (("n", "General") if number else ("s", "@"))


@given(st.text())
def test_a_neutral_cell_can_be_restored(text: str) -> None:
    assert restored(neutralised(text)) == text


@pytest.mark.parametrize("quote", ["版本 1.10", "3-5", "-v=4 参数的含义？", "叢集如何升級？", "@everyone", "＝1+1"])
def test_our_own_reader_takes_the_csv(quote: str) -> None:
    document = read_bytes(write_csv(export_of(Work("版本 1.10 与 1.20"), quotes=(quote,))).encode(), "引文.csv")
    assert "版本 1.10 与 1.20" in document.text
    assert neutralised(quote) in document.text
    assert "\ufeff" not in document.text
