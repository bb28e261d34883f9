"""A page over a small collection, and a browser that notices what no visitor should: errors and foreign requests."""

import asyncio
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from qa.service import Service, ServiceSettings
from tests.fakes import HashEmbedder

CHROMIUM = Path("/usr/bin/chromium")
DOCUMENTS = {
    "发布说明.md": (
        "# Kubernetes 1.12 与 1.13 发布说明\n\n本页介绍两个版本。\n\n## 1.12\n\n"
        "Kubernetes 1.12 于 2018 年 9 月 27 日发布，是当年的第三个版本。这一版的重点是节点安全。\n\n"
        "## 1.13\n\nKubernetes 1.13 于 2018 年 12 月 3 日发布，是当年的最后一个版本。\n"
    ),
    "元件.md": (
        "# CoreDNS 與 kube-dns\n\n## 版本沿革\n\n"
        "CoreDNS 從 1.13 起成為叢集預設的 DNS 伺服器。kube-dns 的支援在 1.21 移除。\n"
    ),
    "kube-proxy.md": (
        "# kube-proxy：流量转发\n\n## 工作模式\n\nkube-proxy 有以下三种模式：\n\n"
        "- iptables：从 1.2 起成为默认模式；\n- ipvs：1.8 引入；\n- nftables：1.29 引入。\n"
    ),
    "<b>说明</b>.txt": (
        "插件 meshctl 的说明 <script>document.title='坏'</script>\n\n"
        "meshctl 在 1.25 版移除了 <img src=x onerror=\"document.title='坏'\"> 标签、{{value}} 和 ${document.title='坏'} 写法。\n"
    ),
}


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def fetch(
    request: urllib.request.Request | str, opener: urllib.request.OpenerDirector | None = None
) -> tuple[int, str]:
    """Return the status and the text of what the server answers, be it a refusal."""
    try:
        with (opener or urllib.request.build_opener()).open(request, timeout=30) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    """A service over ``DOCUMENTS``, without the model."""
    folder = tmp_path_factory.mktemp("documents")
    for name, text in DOCUMENTS.items():
        path = folder / name  # the slash of </b> makes a folder of what stands before it
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    service = Service(ServiceSettings(tmp_path_factory.mktemp("store")), HashEmbedder())
    assert [r.outcome for r in service.ingest(service.plan([folder]))] == ["added"] * len(DOCUMENTS)
    return service


@contextmanager
def serving(service: Service, examples: Sequence[str] | None = None, **options: Any) -> Iterator[str]:
    """Serve a page over ``service`` and give its address; ``options`` are those of ``app.ServeOptions``."""
    import app

    chosen = app.ServeOptions(**options)

    async def start() -> tuple[Any, str]:
        page = app.build_app(service, examples, chosen.page)
        return page, app.launch(page, "127.0.0.1", free_port(), chosen)

    with ThreadPoolExecutor(1) as thread:  # where no event loop runs, Gradio makes some and leaves them open
        page, at = thread.submit(asyncio.run, start()).result()
    yield at
    page.close(verbose=False)


@pytest.fixture(scope="session")
def address(service: Service) -> Iterator[str]:
    """The address of the page, served from this process."""
    with serving(service, ["kube-proxy 有哪些模式？"]) as at:
        yield at


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; skips where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Visit:
    """A visitor's page with what it sent to the server, and what went wrong."""

    page: Any
    sent: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def ask(self, question: str) -> None:
        """Type a question, press Enter and wait for its answer."""
        self.page.fill("#question textarea", question)
        self.page.press("#question textarea", "Enter")
        self.wait_for_answer(question)

    def wait_for_answer(self, question: str) -> None:
        """Wait until the page shows the answer to the question."""
        shown = "text => document.querySelector('#answer .asked')?.textContent === text"
        self.page.wait_for_function(shown, arg=question)

    def count(self, selector: str) -> int:
        """Return how many elements match."""
        return int(self.page.locator(selector).count())

    def text(self, selector: str) -> str:
        """Return the text of the only element that matches."""
        return str(self.page.locator(selector).text_content())


@pytest.fixture
def open_page(chromium: Any, address: str) -> Iterator[Any]:
    """A function that opens the page as a new visitor; afterwards nothing may have gone wrong in any of them."""
    contexts: list[Any] = []
    visits: list[Visit] = []

    def open_(query: str = "", at: str = address, **options: Any) -> Visit:
        context = chromium.new_context(**{"locale": "zh-CN", **options})
        context.set_default_timeout(10_000)
        visit = Visit(context.new_page())
        contexts.append(context)
        visits.append(visit)

        def check(request: Any) -> None:
            url = urlsplit(request.url)
            if url.scheme.startswith(("http", "ws")) and url.hostname != "127.0.0.1":
                visit.wrong.append(f"request to {request.url}")
            elif request.method == "POST" and "json" in request.headers.get("content-type", ""):
                visit.sent.append("".join(map(str, (request.post_data_json or {}).get("data", [])[:1])))

        visit.page.on("request", check)
        visit.page.on("console", lambda m: visit.wrong.append(m.text) if m.type == "error" else None)
        visit.page.on("pageerror", lambda error: visit.wrong.append(str(error)))
        visit.page.goto(at + query)
        visit.page.locator("#ask").wait_for()
        return visit

    yield open_
    for context in contexts:
        context.close()
    assert [w for v in visits for w in v.wrong] == []


@pytest.fixture
def visit(open_page: Any) -> Visit:
    """The page as one visitor sees it."""
    return open_page()
