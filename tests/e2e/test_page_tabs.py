"""Summaries, the timeline and exports as visitors use them."""

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from qa.export.formats import FORMATS
from qa.export.types import FormatName
from tests.e2e.conftest import Visit

pytestmark = pytest.mark.browser
RELEASED = "Kubernetes 1.12 是什么时候发布的？"
MODES = "kube-proxy 有哪些模式？"
TITLE = "Kubernetes 1.12 与 1.13 发布说明"


def _open_tab(visit: Visit, number: int) -> None:
    visit.page.locator("#tabs [role=tab]").nth(number).click()


def test_a_summary_quotes_and_leads_to_its_evidence(visit: Visit) -> None:
    _open_tab(visit, 1)
    visit.page.click("#summary-documents input")
    visit.page.click("[role=option] >> text=发布说明")
    visit.page.keyboard.press("Escape")
    visit.page.click("#summary-changes input")
    visit.page.click("#summarize")
    visit.page.locator("#summary .turn").wait_for()
    assert visit.page.locator("#summary .said h2").all_text_contents() == [TITLE]
    rows = visit.page.locator("#summary table.changes tbody tr").all_text_contents()
    assert [row[:4] for row in rows] == ["1.12", "1.13"]
    assert "2018-09-27" in rows[0]
    visit.page.locator("#summary .said a.cite").first.click()
    visit.page.wait_for_function("document.activeElement.id.startsWith('summary-cite-')")
    visit.page.locator("#summary .card .link").first.click()
    visit.page.locator("dialog.reader[open] mark").wait_for()


def test_a_scope_that_cannot_be_read_is_one_line(visit: Visit) -> None:
    _open_tab(visit, 1)
    visit.page.fill("#summary-range textarea, #summary-range input", "不是区间")
    visit.page.click("#summarize")
    visit.page.locator("#summary [role=alert]").wait_for()
    assert "不是区间" in visit.text("#summary [role=alert]")


def test_the_timeline_leads_to_the_quotation(visit: Visit) -> None:
    _open_tab(visit, 2)
    visit.page.locator("#timeline-plot .js-plotly-plot .point").first.wait_for()
    entries = visit.page.locator("#events li").all_text_contents()
    assert any("2018 年 9 月 27 日发布" in entry for entry in entries)
    visit.page.wait_for_selector("#timeline-plot .js-plotly-plot[data-wired]")
    point = visit.page.locator("#timeline-plot .point").first.bounding_box()
    x, y = point["x"] + point["width"] / 2, point["y"] + point["height"] / 2
    visit.page.mouse.move(x, y)
    visit.page.wait_for_selector("#timeline-plot .hovertext")
    visit.page.mouse.click(x, y)
    visit.page.locator("dialog.reader[open] mark").wait_for()
    assert "发布" in visit.text("dialog.reader mark")


def test_the_timeline_can_be_filtered_by_component(visit: Visit) -> None:
    _open_tab(visit, 2)
    visit.page.locator("#events li").first.wait_for()
    every = visit.count("#events li")
    visit.page.click("#timeline-component input")
    visit.page.click("[role=option][aria-label=IPVS]")
    visit.page.wait_for_function("n => document.querySelectorAll('#events li').length < n", arg=every)
    assert set(visit.page.locator("#events li b").all_text_contents()) == {"IPVS"}


def _zip_member(data: bytes, name: str) -> str:
    return zipfile.ZipFile(io.BytesIO(data)).read(name).decode()


READS: dict[FormatName, Callable[[bytes], str]] = {
    "gbt7714": lambda data: data.decode(),
    "gbt7714-author-date": lambda data: data.decode(),
    "bibtex": lambda data: data.decode(),
    "ris": lambda data: data.decode("utf-8-sig"),
    "csl-json": lambda data: json.loads(data)[0]["title"],
    "markdown": lambda data: data.decode(),
    "html": lambda data: data.decode(),
    "csv": lambda data: str(list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))),
    "xlsx": lambda data: str(list(load_workbook(io.BytesIO(data)).worksheets[0].values)),
    "docx": lambda data: _zip_member(data, "word/document.xml"),
    "text": lambda data: data.decode(),
    "json": lambda data: str(json.loads(data)),
}


def test_every_format_can_be_previewed_and_downloaded(visit: Visit, tmp_path: Path) -> None:
    visit.ask(RELEASED)
    visit.page.click("#export > button, #export button.label-wrap")
    for form, read in READS.items():
        visit.page.click("#export-format input")
        visit.page.click(f"[role=option][aria-label='{form}']")
        known = FORMATS[form]
        button = visit.page.locator(f"#export [data-download='kaoju{known.suffix}'][data-type='{known.media_type}']")
        button.wait_for()
        with visit.page.expect_download() as downloaded:
            button.click()
        path = tmp_path / downloaded.value.suggested_filename
        downloaded.value.save_as(path)
        assert TITLE in read(path.read_bytes()), form


def test_a_whole_conversation_can_be_exported(visit: Visit) -> None:
    visit.ask(RELEASED)
    visit.ask(MODES)
    visit.page.click("#export button.label-wrap")
    visit.page.locator("#export-text").wait_for()
    assert TITLE not in visit.text("#export-text")
    visit.page.click("#export-what label >> text=整个对话")
    visit.page.wait_for_function("t => document.querySelector('#export-text').textContent.includes(t)", arg=TITLE)
    assert "kube-proxy：流量转发" in visit.text("#export-text")


def test_an_export_can_be_copied(open_page: Any) -> None:
    visit = open_page(permissions=["clipboard-read", "clipboard-write"])
    visit.ask(RELEASED)
    visit.page.click("#export button.label-wrap")
    visit.page.click("#export [data-copy]")
    visit.page.locator("#export >> text=已复制").wait_for()
    assert TITLE in visit.page.evaluate("navigator.clipboard.readText()")
