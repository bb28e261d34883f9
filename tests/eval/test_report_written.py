"""``kaoju eval`` leaves a report in the folder of the run."""

import json
from pathlib import Path
from typing import Any

import pytest

from eval.run_folder import RunFolder
from qa.cli import main
from qa.command_line import DONE, GATE_MISSED
from qa.service import Service, ServiceSettings
from tests.fakes import HashEmbedder

ROOT = Path(__file__).parents[2]
ASKED = {"id": "日期", "question": "2.3 是什么时候发布的？", "kind": "date", "script": "hans"}


def _gold(path: Path, answers: list[str]) -> str:
    row: dict[str, Any] = {**ASKED, "answers": answers}
    path.write_text(json.dumps(row, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_an_evaluation_writes_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT)  # the workers find the embedder of the tests
    document = tmp_path / "记录.txt"
    document.write_text("发布记录\n\n某项目 2.3 于 2019 年 5 月 6 日发布。\n", encoding="utf-8")
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    assert [r.outcome for r in service.ingest(service.plan([document]))] == ["added"]

    def evaluate(gold: str, out: str, *options: str) -> int:
        store = str(tmp_path / "store")
        return main(["eval", gold, "--store", store, "--out", str(tmp_path / out), *options], HashEmbedder())

    wrong, right = _gold(tmp_path / "旧.jsonl", ["1999 年"]), _gold(tmp_path / "新.jsonl", ["2019 年 5 月 6 日"])
    assert evaluate(wrong, "old", "--fail-under", "accuracy=0.8") == GATE_MISSED
    old = RunFolder(tmp_path / "old")
    assert "accuracy is 0.000, wanted 0.8" in old.report_html.read_text(encoding="utf-8")
    assert "accuracy is 0.000, wanted 0.8" in old.report_md.read_text(encoding="utf-8")
    assert evaluate(right, "new", "--compare", str(old.path)) == DONE
    new = RunFolder(tmp_path / "new")
    page, text = new.report_html.read_text(encoding="utf-8"), new.report_md.read_text(encoding="utf-8")
    assert "<mark>某项目 2.3 于 2019 年 5 月 6 日发布。</mark>" in page
    assert "**现在对了（1）**" in text
    assert "now right: 日期" in capsys.readouterr().out
