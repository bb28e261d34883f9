"""The commands export and verify as a user meets them."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from qa.cli import main
from qa.command_line import BAD_ARGUMENTS, DONE, FAILED
from tests.fakes import HashEmbedder

Run = Callable[..., int]
DOCUMENT = "# 发布记录\n\n某项目 2.3 于 2019 年 5 月 6 日发布。\n\n某项目 2.4 于 2020 年 1 月 2 日发布。\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("KAOJU_HOME", str(tmp_path / "store"))
    return lambda *arguments: main([str(a) for a in arguments], HashEmbedder())


@pytest.fixture
def answer_file(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """An answer that was asked of a collection of one document."""
    (tmp_path / "记录.md").write_text(DOCUMENT, encoding="utf-8")
    assert run("ingest", tmp_path / "记录.md") == DONE
    capsys.readouterr()
    assert run("ask", "--json", "2.3 是什么时候发布的？") == DONE
    path = tmp_path / "答.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def test_from_an_answer_to_a_reference(run: Run, answer_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", answer_file, "--accessed", "2024-05-31") == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["[1] 发布记录[Z]. [2024].", "    「某项目 2.3 于 2019 年 5 月 6 日发布。」"]


def test_a_file_that_verifies_until_the_source_changes(
    run: Run, answer_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "引文.csv"
    assert run("export", answer_file, "--format", "csv", "-o", out) == DONE
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert run("verify", out) == DONE
    assert "[1] verified: " in capsys.readouterr().out
    (tmp_path / "记录.md").write_text(DOCUMENT.replace("5 月 6 日", "5 月 7 日"), encoding="utf-8")
    run("ingest", tmp_path / "记录.md")
    capsys.readouterr()
    assert run("verify", out) == FAILED
    shown = capsys.readouterr().out
    assert "[1] source changed: " in shown
    assert "5 月 [-6-]{+7+} 日" in shown
    assert run("verify", "--json", out) == FAILED
    assert json.loads(capsys.readouterr().out)[0]["outcome"] == "changed"
    run("remove", tmp_path / "记录.md")
    capsys.readouterr()
    assert run("verify", out) == FAILED
    assert "source gone" in capsys.readouterr().out


def test_standard_input(
    run: Run, answer_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(answer_file.read_bytes() * 2)))
    assert run("export", "-", "--format", "json") == DONE
    data = json.loads(capsys.readouterr().out)
    assert (len(data["parts"]), len(data["entries"])) == (2, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("缺.json", "-o", "旧.txt"),
        ("坏.json", "-o", "旧.txt"),
        ("答.json", "-o", "旧.txt", "--format", "csl"),
        ("答.json", "-o", "旧.txt", "--convert-quotes"),
        ("答.json", "-o", "旧.txt", "--format", "text", "--style", "no-such-style"),
        ("答.json", "-o", "没有/引文.txt"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    run: Run,
    answer_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
) -> None:
    monkeypatch.chdir(answer_file.parent)
    Path("坏.json").write_bytes(b"\xff\xfe")
    Path("旧.txt").write_text("旧", encoding="utf-8")
    assert run("export", *arguments) == BAD_ARGUMENTS
    assert capsys.readouterr().err.count("\n") == 1
    assert Path("旧.txt").read_text(encoding="utf-8") == "旧"
