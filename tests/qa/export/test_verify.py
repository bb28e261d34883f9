"""A citation is held against the store: every change to the file or to the source is told."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import InputError
from qa.export.types import ExportOptions
from qa.export.verify import marked_difference
from qa.service import Service
from tests.qa.conftest import MakeService
from tests.qa.export.conftest import DAY, answer, citation

TEXT = "# 升级说明\n\n## 步骤\n\n先升级主节点，再升级工作节点。版本 1.10 起自动进行。\n"
OTHER = "# 叢集說明\n\n叢集在 1.20 版之後自動升級。\n"


@pytest.fixture
def service(make_service: MakeService) -> Service:
    return make_service({"升级.md": TEXT, "叢集.md": OTHER})


@pytest.fixture
def cited(service: Service) -> dict[str, Any]:
    """An answer with two places of one document and one of another, as the store has them."""
    found = {}
    for n, (name, quote) in enumerate(
        [("升级.md", "先升级主节点"), ("升级.md", "版本 1.10 起自动进行。"), ("叢集.md", "叢集在 1.20 版")], 1
    ):
        document = next(d for d in service.collection.store.documents() if d.source.endswith(name))
        start = document.text.index(quote)
        section = ["步骤"] if name == "升级.md" else []
        found[n] = citation(n, doc_id=document.id, title=document.title, source=document.source, start=start,
                            end=start + len(quote), quote=quote, section=section)  # fmt: skip
    return answer(*found.values())


@pytest.fixture(params=["json", "csl-json", "csv"])
def exported(request: pytest.FixtureRequest, service: Service, cited: dict[str, Any]) -> bytes:
    return service.export(cited, request.param, ExportOptions(DAY))


def _outcomes(service: Service, data: bytes) -> list[str]:
    return [verdict.outcome for verdict in service.verify(data)]


def test_untouched_citations_are_verified(service: Service, exported: bytes) -> None:
    assert _outcomes(service, exported) == ["verified"] * 3


def test_an_answer_itself_can_be_verified(service: Service, cited: dict[str, Any]) -> None:
    assert _outcomes(service, json.dumps(cited).encode()) == ["verified"] * 3


def test_a_converted_export_is_verified_too(service: Service, cited: dict[str, Any]) -> None:
    for form in ("json", "csl-json", "csv"):
        data = service.export(cited, form, ExportOptions(DAY, "hant", convert_quotes=True))
        assert "已由簡體轉換" in data.decode()
        assert _outcomes(service, data) == ["verified"] * 3


def test_a_changed_word_in_the_file_is_shown(service: Service, exported: bytes) -> None:
    tampered = exported.decode().replace("版本 1.10 起", "版本 1.1 起").encode()
    verdicts = service.verify(tampered)
    assert [v.outcome for v in verdicts] == ["verified", "changed", "verified"]
    difference = next(d for d in verdicts[1].differences if d.field == "quote")
    assert marked_difference(difference.recorded, difference.found).startswith("版本 1.1{+0+} 起自动进行")


Tamper = Callable[[dict[str, Any]], None]


def _set(field: str, value: object) -> Tamper:
    return lambda row: row.update({field: value})


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("doc_id", "ffffffffffffffff", "doc_id"),
        ("title", "别的题名", "title"),
        ("sha256", "0" * 64, "sha256"),
        ("text_sha256", "0" * 64, "text_sha256"),
        ("source", "/别处/升级.md", "source"),
    ],
)
def test_each_changed_field_of_an_entry_is_told(
    service: Service, cited: dict[str, Any], field: str, value: str, told: str
) -> None:
    data = json.loads(service.export(cited, "json", ExportOptions(DAY)))
    data["entries"][0][field] = value
    if field == "title":
        data["entries"][0]["original_title"] = value
    verdicts = service.verify(json.dumps(data).encode())
    assert [v.outcome for v in verdicts] == ["changed", "changed", "verified"]
    assert [d.field for d in verdicts[0].differences] == [told]


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [("start", "0", "quote"), ("end", "9999", "place"), ("start", "", "place"), ("quote", "", "quote"),
     ("section", "别处", "section"), ("page", "7", "page")],
)  # fmt: skip
def test_each_changed_cell_of_a_place_is_told(
    service: Service, cited: dict[str, Any], column: str, value: str, told: str
) -> None:
    text = service.export(cited, "csv", ExportOptions(DAY)).decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    table[0][column] = value
    out = io.StringIO()
    writer = csv.DictWriter(out, list(table[0]))
    writer.writeheader()
    writer.writerows(table)
    verdicts = service.verify(out.getvalue().encode())
    assert [v.outcome for v in verdicts] == ["changed", "verified", "verified"]
    assert told in [d.field for d in verdicts[0].differences]


def test_a_source_that_has_changed_shows_its_new_words(service: Service, exported: bytes, tmp_path: Path) -> None:
    path = tmp_path / "documents" / "升级.md"
    path.write_text(TEXT.replace("先升级主节点", "先备份，后升级主节点"), encoding="utf-8")
    assert [r.outcome for r in service.ingest(service.plan([path]))] == ["updated"]
    first, second, third = service.verify(exported)
    assert (first.outcome, second.outcome, third.outcome) == ("changed", "changed", "verified")
    assert {d.field for d in first.differences} == {"doc_id", "quote"}
    assert second.moved_to == path.read_text(encoding="utf-8").index("版本 1.10")


def test_a_source_that_was_removed_is_gone(service: Service, exported: bytes, cited: dict[str, Any]) -> None:
    service.remove([cited["citations"][2]["doc_id"]])
    assert _outcomes(service, exported) == ["verified", "verified", "gone"]


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe\x00", b"{}", b"[1]", b'[{"custom": {}}]', b'[{"custom": {"kaoju": {}}}]', b"a,b\r\n1,2\r\n",
     b'{"format": "kaoju-export"}', b"doc_id,start,end,quote\r\nx,1\r\n",
     b'{"format": "kaoju-export", "entries": [], "parts": [{"statements": [{"text": "a", "entries": [1]}]}]}'],
)  # fmt: skip
def test_what_is_no_export_is_refused(service: Service, data: bytes) -> None:
    with pytest.raises(InputError):
        service.verify(data)


def test_an_export_without_citations_holds(service: Service) -> None:
    for form in ("json", "csl-json", "csv"):
        assert service.verify(service.export(answer(), form, ExportOptions(DAY))) == []
