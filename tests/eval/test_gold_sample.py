import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from corpus.normalize import detect_script, fold_text
from eval.gold import load_gold

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "corpus" / "sample"
GOLD = ROOT / "eval" / "gold" / "sample.jsonl"
FIELDS = ["id", "question", "script", "answers", "kind", "items", "answerable", "evidence", "tags", "note"]
FOCUS = [
    "releases/发布说明-1.12-1.13.md",
    "releases/發行說明-1.22-1.23.md",
    "releases/发布说明-1.4-1.5.txt",
    "releases/發行說明-1.30-發行週期.md",
    "components/元件-etcd.md",
    "components/组件-kube-proxy.md",
    "components/组件-CSI-与存储卷.md",
    "components/元件-kubeadm.md",
]
LEAST_OF_KIND = {
    "version": 15, "date": 8, "number": 15, "component": 8, "definition": 5, "why": 8, "how": 4, "command": 8,
    "list": 12, "compare": 4, "yesno": 10, "summary-fact": 2,
}  # fmt: skip
LEAST_OF_TAG = {
    "cross-script": 30, "version-confusion": 15, "negation": 10, "alias": 10, "code": 8, "table": 6, "english": 8,
    "needs-heading": 6, "multi-evidence": 8, "typo": 4, "spoken": 4,
}  # fmt: skip

Row = dict[str, Any]


def _rows() -> list[Row]:
    return [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]


def _documents() -> dict[str, str]:
    paths = [p for p in SAMPLE.rglob("*") if p.suffix in {".md", ".txt"}]
    return {p.relative_to(SAMPLE).as_posix(): p.read_text(encoding="utf-8") for p in paths}


ROWS = _rows()
DOCUMENTS = _documents()
ANSWERABLE = [row for row in ROWS if row["answerable"]]
UNANSWERABLE = [row for row in ROWS if not row["answerable"]]


def _squeezed(text: str) -> str:
    return "".join(fold_text(text).split())


def _document_scripts(row: Row) -> set[str | None]:
    return {detect_script(DOCUMENTS[e["doc"]]) for e in row["evidence"]}


def test_every_line_has_the_fields() -> None:
    for row in ROWS:
        assert list(row) == FIELDS, row["id"]
        assert row["script"] in {"hans", "hant", "en"}, row["id"]
        assert all(list(e) == ["doc", "quote"] and e["quote"].strip() for e in row["evidence"]), row["id"]
        assert len(set(row["tags"])) == len(row["tags"]), row["id"]
        assert set(row["tags"]) <= {*LEAST_OF_TAG, "conflict"}, row["id"]


def test_the_set_can_be_loaded() -> None:
    assert [e.id for e in load_gold(GOLD)] == [row["id"] for row in ROWS]


@pytest.mark.parametrize("field", ["id", "question"])
def test_no_two_lines_are_the_same(field: str) -> None:
    values = [_squeezed(row[field]) for row in ROWS]
    assert [v for v, n in Counter(values).items() if n > 1] == []


def test_ids_run_on() -> None:
    assert [row["id"] for row in ROWS] == [f"k{n:03d}" for n in range(1, len(ROWS) + 1)]


def test_every_quotation_stands_in_its_document() -> None:
    missing = [(row["id"], e) for row in ROWS for e in row["evidence"] if e["quote"] not in DOCUMENTS[e["doc"]]]
    assert missing == []


def test_the_answerable_have_answers_and_evidence() -> None:
    for row in ANSWERABLE:
        assert row["answers"] or row["items"], row["id"]
        assert row["evidence"], row["id"]
        assert bool(row["items"]) == (row["kind"] == "list"), row["id"]
        assert all(row["items"] or [True]), row["id"]


def test_the_unanswerable_have_none() -> None:
    for row in UNANSWERABLE:
        assert not row["answers"], row["id"]
        assert not row["items"], row["id"]
        assert row["evidence"] == [], row["id"]


def test_the_evidence_holds_an_answer() -> None:
    for row in ANSWERABLE:
        quotes = _squeezed(" ".join(e["quote"] for e in row["evidence"]))
        for forms in row["items"] or [row["answers"]]:
            assert any(_squeezed(form) in quotes for form in forms), (row["id"], forms)


def test_questions_are_in_their_script() -> None:
    for row in ROWS:
        assert ("english" in row["tags"]) == (row["script"] == "en"), row["id"]
        if row["script"] != "en":
            assert detect_script(row["question"]) in {row["script"], None}, row["id"]


def test_the_cross_script_tag_is_true() -> None:
    for row in ROWS:
        scripts = _document_scripts(row)
        if "cross-script" in row["tags"]:
            assert row["script"] in {"hans", "hant"}, row["id"]
            assert scripts - {row["script"]}, row["id"]
        elif row["evidence"] and row["script"] != "en":
            assert row["script"] in scripts, row["id"]


def test_the_spread() -> None:
    assert len(ROWS) >= 120
    assert 20 <= len(UNANSWERABLE) <= len(ROWS) / 5
    assert {e["doc"] for row in ROWS for e in row["evidence"]} == set(DOCUMENTS)
    kinds, tags = Counter(row["kind"] for row in ROWS), Counter(tag for row in ROWS for tag in row["tags"])
    assert {k: kinds[k] for k, least in LEAST_OF_KIND.items() if kinds[k] < least} == {}
    assert {t: tags[t] for t, least in LEAST_OF_TAG.items() if tags[t] < least} == {}


def test_about_two_fifths_are_over_the_focus() -> None:
    share = sum(row["evidence"][0]["doc"] in FOCUS for row in ANSWERABLE) / len(ANSWERABLE)
    assert 0.35 <= share <= 0.5
