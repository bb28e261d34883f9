"""The public failure cases about pages that stand beside the checkout."""

import http.client
import json
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from qa.service import Service, ServiceSettings
from tests.e2e.conftest import serving
from tests.fakes import HashEmbedder

CASES = Path(__file__).parents[3] / "shared" / "cases" / "dev.jsonl"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES.is_file(), reason="the data beside the checkout is absent"),
]


def _cases() -> list[dict[str, Any]]:
    lines = CASES.read_text(encoding="utf-8").splitlines() if CASES.is_file() else []
    return [case for case in map(json.loads, lines) if case["kind"] == "f_gradio"]


def _input(number: int) -> dict[str, Any]:
    return next(dict(case["input"]) for case in _cases() if case["id"] == number)


def test_every_case_has_a_test() -> None:
    assert {case["id"] for case in _cases()} == {32, 33, 34}


@pytest.mark.browser
def test_one_visitor_sees_nothing_of_another_nor_of_ones_own_other_tab(open_page: Any) -> None:
    asked = "Kubernetes 1.12 是什么时候发布的？"
    first, second = open_page(), open_page()
    first.ask(asked)
    other_tab = first.page.context.new_page()
    other_tab.goto(first.page.url)
    other_tab.locator("#ask").wait_for()
    assert (other_tab.locator("#answer").text_content() or "").strip() == ""
    assert second.text("#answer").strip() == ""
    assert not second.page.locator("#export").is_visible()
    second.ask("那它是什么时候发布的？")
    assert "请写明" in second.text("#answer .note")
    second.ask("kube-proxy 有哪些模式？")
    second.page.click("#export button.label-wrap")
    second.page.click("#export-what label >> text=整个对话")
    second.page.locator("#export-text").wait_for()
    assert "1.12" not in second.text("#export-text")


@pytest.mark.browser
def test_markup_in_a_document_is_text_in_every_view(open_page: Any, tmp_path: Path) -> None:
    case = _input(33)
    path = tmp_path / "docs" / case["file_name"].replace("/", "／")
    path.parent.mkdir()
    path.write_text(case["doc"], encoding="utf-8")
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    list(service.ingest(service.plan([path])))
    with serving(service) as address:
        visit = open_page(at=address)
        visit.ask(case["ask"])
        visit.page.locator("#answer [data-event=open]").first.click()
        visit.page.locator("dialog.reader[open]").wait_for()
        assert visit.text("dialog.reader .text") == case["doc"]
        visit.page.keyboard.press("Escape")
        visit.page.locator("#tabs [role=tab]").nth(3).click()
        visit.page.locator("#documents >> text=<b>说明<").first.wait_for()
        assert visit.page.title() == "考据"
        assert visit.count(".html-container :is(img, iframe, script, b)") == 0


def _status(address: str, path: str) -> tuple[int, bytes]:
    """Ask for a path as it stands; clients would take the dots out of it."""
    parts = urlsplit(address)
    with closing(http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=30)) as connection:
        connection.request("GET", path)
        with connection.getresponse() as response:
            return response.status, response.read()


def test_no_path_leads_out_of_the_collection(address: str, service: Service) -> None:
    store = service.settings.store
    tricks = (
        "../" * 8 + "etc/passwd",
        quote("../" * 8, safe="") + "etc%2Fpasswd",
        "/etc/passwd",
        str(store / "kaoju.sqlite3"),
    )
    refused = [_status(address, f"/gradio_api/file={trick}") for trick in tricks]
    absent = _status(address, "/gradio_api/file=/etc/no-such-file")
    assert {status for status, _ in refused} <= {403, 404}
    assert absent[0] in {status for status, _ in refused}
    assert all(b"root:" not in body and b"SQLite" not in body for _, body in refused)


def test_an_uploaded_name_is_only_a_label(tmp_path: Path) -> None:
    import httpx
    from gradio.utils import get_upload_folder

    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    with serving(service) as address:
        for name in ("../../etc/passwd", "／．．／密.md"):
            sent = httpx.post(f"{address}gradio_api/upload", files={"files": (name, "甲".encode())}, timeout=30)
            (stored,) = sent.json()
            assert ".." not in Path(stored).parts
            assert Path(stored).resolve().is_relative_to(Path(get_upload_folder()).resolve())
