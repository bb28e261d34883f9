"""One fact in every kind of file: it is found, quoted, and the quotation cuts from the document's text."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from qa.service import Service, ServiceSettings
from tests.fakes import HashEmbedder

HANS = ("升级说明", "甲组件在 1.10 版本启用快照。")
HANT = ("升級說明", "甲元件在 1.10 版本啟用快照。")


def _docx(title: str, fact: str) -> bytes:
    from docx import Document

    document = Document()
    document.add_heading(title, 1)
    document.add_paragraph(fact)
    return _saved(document.save)


def _pptx(title: str, fact: str) -> bytes:
    from pptx import Presentation

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = title
    slide.placeholders[1].text = fact
    return _saved(deck.save)


def _xlsx(title: str, fact: str) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in (("版本", "说明"), ("1.9", "没有变化"), ("1.10", fact)):
        sheet.append(row)
    return _saved(book.save)


def _pdf(title: str, fact: str) -> bytes:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfgen.canvas import Canvas

    font = "MSung-Light" if "說" in title else "STSong-Light"
    pdfmetrics.registerFont(UnicodeCIDFont(font))
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for words in ((title, "前言在此。"), (fact,)):
        canvas.setFont(font, 12)
        for line, text in enumerate(words):
            canvas.drawString(72, 760 - 20 * line, text)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _html(title: str, fact: str) -> bytes:
    return (
        f"<html><head><meta charset='gb18030'><title>{title}</title></head><body><nav>首页 导航 登录</nav>"
        f"<article><h1>{title}</h1><p>{fact}</p><p>其余内容与往常一样，没有值得一提的地方。</p></article></body></html>"
    ).encode("gb18030")


def _zip(title: str, fact: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(f"{title}.txt", f"{title}\n\n{fact}\n")
    return buffer.getvalue()


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    buffer = io.BytesIO()
    save(buffer)
    return buffer.getvalue()


MAKERS: dict[str, Callable[[str, str], bytes]] = {
    "a.txt": lambda title, fact: f"{title}\n\n{fact}\n".encode("utf-16"),
    "a.md": lambda title, fact: f"# {title}\n\n{fact}\n".encode(),
    "a.csv": lambda title, fact: f"版本,说明\n1.9,{title}\n1.10,{fact}\n".encode("utf-8-sig"),
    "a.html": _html,
    "a.docx": _docx,
    "a.pptx": _pptx,
    "a.xlsx": _xlsx,
    "a.pdf": _pdf,
    "a.zip": _zip,
}


@pytest.mark.parametrize("words", [HANS, HANT], ids=["hans", "hant"])
@pytest.mark.parametrize("name", MAKERS)
def test_a_fact_is_found_in_every_format(tmp_path: Path, name: str, words: tuple[str, str]) -> None:
    path = tmp_path / name
    path.write_bytes(MAKERS[name](*words))
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    (result,) = service.ingest(service.plan([path]))
    assert result.outcome == "added", result.message
    answer = service.ask("甲组件在哪个版本启用快照？" if words is HANS else "甲元件在哪個版本啟用快照？")
    assert answer.status == "answered"
    documents = service.collection.snapshot().documents
    for c in answer.citations:
        assert documents[c.doc_id].text[c.start : c.end] == c.quote
        assert not c.ocr
    assert any("1.10" in c.quote for c in answer.citations)
    if name in ("a.pdf", "a.pptx"):
        assert answer.citations[0].page == {"a.pdf": 2, "a.pptx": 1}[name]
