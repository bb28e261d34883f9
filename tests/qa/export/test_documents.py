"""What people read: text, Markdown, HTML and Word, with numbers that lead to the references."""

import io
import os
import shutil
import subprocess
import unicodedata
from pathlib import Path

import docx
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from corpus.errors import InputError
from qa.export.formats import FORMATS, export
from qa.export.library import Library
from qa.export.markdown import escaped
from qa.export.types import ExportOptions
from tests.qa.export.conftest import DAY, OPTIONS, answer, citation

NASTY = "<script>alert(1)</script> [x](javascript:y) **粗** `a|b` $z$ 1. =2"
CITATIONS = (
    citation(1, url="https://example.org/a_b", authors=["张三"], date="2018-09-27"),
    citation(2, start=20, end=26, quote="再升级工作节", page=3),
    citation(3, doc_id="00112233445566aa", title=NASTY, quote=NASTY, section=[]),
)
ANSWER = answer(*CITATIONS, short="先主后从")
FIRST = "[1] 张三. 集群升级说明[EB/OL]. (2018-09-27)[2024-05-31]. https://example.org/a_b."


def _text(form: str, options: ExportOptions = OPTIONS) -> str:
    return export(ANSWER, form, options).decode()


def test_plain_text_has_marks_references_and_places() -> None:
    text = _text("text")
    assert "先升级主节点[1]\n再升级工作节[1]\n" in text
    assert (
        f"{FIRST}\n    「先升级主节点」\n    步骤，第 10–16 字符\n    「再升级工作节」\n    步骤，第 3 页，第 20–26 字符"
        in text
    )
    assert "文档 ce10a06b22a22ae6" in text


def test_references_alone() -> None:
    bare = ExportOptions(DAY, bare=True)
    assert _text("gbt7714", bare).splitlines()[0] == FIRST
    assert len(_text("gbt7714", bare).splitlines()) == 2
    assert _text("gbt7714-author-date", bare).startswith("张三, 2018. 集群升级说明[EB/OL].")


def test_any_style_by_name() -> None:
    apa = _text("csl", ExportOptions(DAY, style="apa", bare=True)).splitlines()[0]
    assert apa.startswith("[1] 张三. (2018")
    with pytest.raises(InputError, match="no citation style"):
        _text("csl", ExportOptions(DAY, style="../../etc/passwd"))


def test_a_title_that_begins_with_a_number_keeps_it_in_any_style() -> None:
    data = answer(citation(1, title="1.12 发布说明", section=[]))
    for style in ("apa", "ieee", "nature", "american-medical-association"):
        line = export(data, "csl", ExportOptions(DAY, style=style, bare=True)).decode()
        assert line.count("[1]") == 1
        assert "1.12 发布说明" in line


def test_footnotes_in_markdown() -> None:
    text = _text("markdown")
    assert "先升级主节点[^1]\n" in text
    assert "\n[^1]: 张三. 集群升级说明\\[EB/OL\\]." in text
    assert "<https://example.org/a_b>." in text
    assert "\n    > 先升级主节点\n" in text


@given(
    st.text(
        st.sampled_from("集叢a1 .-+=#*_`[]()<>!|~$&\\:/\n") | st.characters(categories=["L", "P", "S"]), max_size=40
    )
)
@settings(deadline=None)
def test_escaped_markdown_shows_the_text_and_nothing_else(text: str) -> None:
    line = " ".join(unicodedata.normalize("NFC", text).split())
    tokens = MarkdownIt("commonmark").parse(f"〇{escaped(line)}")
    shown = "".join(
        "\n" if t.type == "softbreak" else t.content
        for token in tokens
        for t in token.children or []
        if t.content or t.type == "softbreak"
    )
    assert [t.type for t in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert shown == f"〇{line}"


def test_lists_and_headings_of_a_document_are_not_markup() -> None:
    for line in ("- 项", "1. 项", "# 题", "+ 项", "=== ", "1) 项", "> 引"):
        (first, *_) = MarkdownIt("commonmark").parse(escaped(line))
        assert first.type == "paragraph_open", line


def test_html_is_inert_and_linked() -> None:
    root = lxml_html.fromstring(_text("html").encode())
    assert root.xpath("count(//script)") == 0
    assert [e.text_content() for e in root.xpath("//blockquote")] == ["先升级主节点", "再升级工作节", NASTY]
    assert root.xpath("//sup/a/@href") == ["#ref-1", "#ref-1", "#ref-2"]
    assert root.xpath("//p/a/@href") == ["https://example.org/a_b"]
    assert [e.get("id") for e in root.xpath("//div")] == ["ref-1", "ref-2"]


def test_word_has_numbered_references_and_block_quotes() -> None:
    paragraphs = docx.Document(io.BytesIO(export(ANSWER, "docx", OPTIONS))).paragraphs
    assert [p.text for p in paragraphs if p.style.name == "Quote"] == ["先升级主节点", "再升级工作节", NASTY]
    assert FIRST in [p.text for p in paragraphs]
    assert "先升级主节点[1]" in [p.text for p in paragraphs]


def test_control_characters_do_not_stop_any_format() -> None:
    data = answer(citation(1, title="题\x00\x0b名\ufffe", quote="甲\x01乙\r\n丙", source="/文件/\udce4.md"))
    for name in FORMATS:
        assert export(data, name, ExportOptions(DAY, style="apa" if name == "csl" else "gbt7714"))


def test_nothing_to_cite_is_still_a_file() -> None:
    data = answer(status="no_evidence", notes=["没有原文。"])
    for name in FORMATS:
        assert isinstance(export(data, name, ExportOptions(DAY, style="apa" if name == "csl" else "gbt7714")), bytes)


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no export format endnote; take one of: gbt7714, .*json"):
        export(ANSWER, "endnote", OPTIONS)


def test_traditional_words_for_a_traditional_answer() -> None:
    data = answer(citation(1, title="叢集升級", quote="先升級主節點", page=2), script="hant")
    text = export(data, "text", OPTIONS, Library()).decode()
    assert "參考文獻" in text
    assert "第 2 頁，第 10–16 字元" in text


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed")
def test_libreoffice_makes_a_pdf_of_it(tmp_path: Path) -> None:
    path = tmp_path / "引文.docx"
    path.write_bytes(export(ANSWER, "docx", OPTIONS))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=180, env={**os.environ, "HOME": str(tmp_path)})
    with pypdfium2.PdfDocument(tmp_path / "引文.pdf") as pdf:
        text = "".join("".join(page.get_textpage().get_text_range() for page in pdf).split())
    for wanted in ("先升级主节点[1]", "张三.集群升级说明[EB/OL].(2018-09-27)[2024-05-31]", "再升级工作节", "参考文献"):
        assert wanted in text
