"""The named endpoints: the same JSON as the command line prints, and nothing else that can be called."""

import base64
import io
import json
import urllib.request
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from qa.service import Service
from tests.e2e.conftest import fetch

RELEASED = "Kubernetes 1.12 是什么时候发布的？"


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Any]:
    client = pytest.importorskip("gradio_client").Client(address, verbose=False)
    yield client
    client.close()


def test_only_the_named_endpoints_are_public(client: Any) -> None:
    info = client.view_api(return_format="dict")
    assert list(info["named_endpoints"]) == ["/ask", "/summarize", "/export", "/documents", "/evaluate"]
    assert not info["unnamed_endpoints"]


def test_ask_answers_as_json(client: Any, service: Service) -> None:
    answer = client.predict(question=RELEASED, api_name="/ask")
    assert answer["short"] == "2018 年 9 月 27 日"
    assert answer["citations"][0]["quote"] == service.ask(RELEASED).citations[0].quote


def test_ask_can_be_narrowed_to_a_document(client: Any) -> None:
    documents = {d["title"]: d["id"] for d in client.predict(api_name="/documents")}
    proxy = documents["kube-proxy：流量转发"]
    narrowed = client.predict(question=RELEASED, documents=[proxy], api_name="/ask")
    assert narrowed["status"] == "no_evidence"


def test_an_answer_can_be_exported(client: Any) -> None:
    answer = client.predict(question=RELEASED, api_name="/ask")
    text = client.predict(answer=answer, format="bibtex", api_name="/export")
    assert text["name"] == "kaoju.bib"
    assert "Kubernetes 1.12 与 1.13 发布说明" in text["text"]
    sheet = client.predict(answer=answer, format="xlsx", api_name="/export")
    assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(base64.b64decode(sheet["base64"]))).namelist()


def test_a_summary_has_its_citations(client: Any) -> None:
    summary = client.predict(version="1.12", sentences=2, api_name="/summarize")
    assert summary["status"] == "summarised"
    assert 1 <= len(summary["statements"]) <= 2
    assert all(s["citations"] for s in summary["statements"])


@pytest.mark.parametrize(
    ("endpoint", "data", "message"),
    [
        ("ask", ["", [], "", "auto"], "the question is empty"),
        ("ask", [RELEASED, ["../../secret"], "", "auto"], "no document is called ../../secret"),
        ("ask", [RELEASED, [], "", "klingon"], "there is no script klingon"),
        ("export", [{"citations": []}, "../../etc/passwd"], "there is no export format"),
        ("export", [{"no": "answer"}, "gbt7714"], "citations"),
        ("summarize", [[], "", "x.y", "", "", 8, False], "x.y"),
    ],
)
def test_what_cannot_be_done_is_one_line(address: str, endpoint: str, data: list[Any], message: str) -> None:
    request = urllib.request.Request(
        f"{address}gradio_api/run/{endpoint}",
        json.dumps({"data": data}).encode(),
        {"content-type": "application/json"},
    )
    status, body = fetch(request)
    assert status == 500
    error = json.loads(body)["error"]
    assert message in error
    assert "\n" not in error
