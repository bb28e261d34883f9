"""``kaoju summarize`` as a user meets it."""

import json
from pathlib import Path

import pytest

from qa.cli import main
from qa.command_line import BAD_ARGUMENTS, DONE
from tests.fakes import HashEmbedder

TEXT = "发布记录\n\nCoreDNS 在 1.11 正式可用，可以代替旧的组件。\n\netcd 是保存集群状态的键值数据库。\n"


@pytest.fixture
def store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    (tmp_path / "记录.txt").write_text(TEXT, encoding="utf-8")
    arguments = ["--store", str(tmp_path / "store")]
    assert main(["ingest", *arguments, str(tmp_path / "记录.txt")], HashEmbedder()) == DONE
    capsys.readouterr()
    return arguments


def test_json_and_nothing_else(store: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summarize", *store, "--version", "1.11", "--json"], HashEmbedder()) == DONE
    summary = json.loads(capsys.readouterr().out)
    (citation,) = summary["citations"]
    assert (
        TEXT[citation["start"] : citation["end"]] == citation["quote"] == "CoreDNS 在 1.11 正式可用，可以代替旧的组件。"
    )
    assert summary["status"] == "summarised"


def test_text_with_headings_and_places(store: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summarize", *store, "--sentences", "1", "--script", "hant"], HashEmbedder()) == DONE
    shown = capsys.readouterr().out
    assert shown.startswith("# 发布记录")
    assert "（已轉換為繁體）" in shown
    assert "記錄.txt" not in shown


@pytest.mark.parametrize(
    "bad", [["--sentences", "0"], ["--version", "abc"], ["--range", "abc"], ["--topic", " "], ["--doc", "无"]]
)
def test_bad_arguments_are_one_line(store: list[str], bad: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summarize", *store, *bad], HashEmbedder()) == BAD_ARGUMENTS
    assert len(capsys.readouterr().err.splitlines()) == 1
