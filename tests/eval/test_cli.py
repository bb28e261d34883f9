"""``kaoju eval`` as a user meets it: what is printed, what is written, exit codes, one-line errors."""

import io
import json
import os
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eval.run_folder import RunFolder, read_info
from qa.cli import build_parser, main
from qa.command_line import BAD_ARGUMENTS, DONE, FAILED, GATE_MISSED, SOME_FAILED
from qa.service import Service, ServiceSettings
from tests.fakes import HashEmbedder

ROOT = Path(__file__).parents[2]
DOCUMENT = "发布记录\n\n某项目 2.3 于 2019 年 5 月 6 日发布。\n\n某项目 2.4 于 2020 年 1 月 2 日发布。\n"
GOLD: list[dict[str, Any]] = [
    {
        "id": "日期",
        "question": "2.3 是什么时候发布的？",
        "answers": ["2019 年 5 月 6 日"],
        "kind": "date",
        "script": "hans",
    },
    {
        "id": "日期繁",
        "question": "2.4 是什麼時候發布的？",
        "answers": ["2020 年 1 月 2 日"],
        "kind": "date",
        "script": "hant",
    },
    {
        "id": "没有",
        "question": "2.9 是什么时候发布的？",
        "answers": [],
        "answerable": False,
        "kind": "date",
        "script": "hans",
    },
]
WRONG = {"id": "错", "question": "2.3 是什么时候发布的？", "answers": ["1999 年"], "kind": "date", "script": "hans"}
UNREADABLE = {"id": "长", "question": "问" * 3_000, "answers": ["2019"], "kind": "date", "script": "hans"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(ROOT)  # the workers find the embedder of the tests
    document = tmp_path / "记录.txt"
    document.write_text(DOCUMENT, encoding="utf-8")
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    assert [r.outcome for r in service.ingest(service.plan([document]))] == ["added"]
    return tmp_path / "store"


@pytest.fixture
def evaluate(store: Path, tmp_path: Path) -> Callable[..., int]:
    """Return a function that evaluates ``rows`` into the folder ``run``."""

    def evaluate_(*options: str, rows: list[dict[str, Any]] = GOLD, out: str = "run") -> int:
        gold = tmp_path / "题库.jsonl"
        gold.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")
        command = ["eval", str(gold), "--store", str(store), "--out", str(tmp_path / out), *options]
        return main(command, HashEmbedder())

    return evaluate_


def test_the_figures_are_printed_and_everything_is_written(
    evaluate: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit = tmp_path / "结果.xml"
    code = evaluate("--fail-under", "accuracy=0.75,refusal_recall=1", "--junit", str(junit), rows=[*GOLD, WRONG])
    captured = capsys.readouterr()
    assert (code, captured.err) == (DONE, "")
    lines = captured.out.splitlines()
    assert lines[0] == "questions: 4 (3 answered, 1 no evidence)"
    assert any(line.split()[:2] == ["accuracy", "0.750"] and line.endswith("n=4") for line in lines)
    assert any(line.split()[:2] == ["date", "0.750"] for line in lines)
    folder = RunFolder(tmp_path / "run")
    figures = json.loads(folder.figures.read_text(encoding="utf-8"))
    assert figures["overall"]["figures"]["accuracy"]["value"] == 0.75
    assert len(folder.records.read_text(encoding="utf-8").splitlines()) == 4
    root = ET.fromstring(junit.read_text(encoding="utf-8"))
    asked, gates = root
    assert [asked.get(k) for k in ("name", "tests", "failures", "errors")] == ["题库.jsonl", "4", "1", "0"]
    assert [c.get("name") for c in asked if len(c)] == ["错 2.3 是什么时候发布的？"]
    assert [gates.get(k) for k in ("tests", "failures")] == ["2", "0"]


def test_json_and_nothing_else_on_stdout(evaluate: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("--json") == DONE
    data = json.loads(capsys.readouterr().out)
    assert data["figures"]["overall"]["questions"] == 3
    assert data["run"]["fingerprint"]["model"] == HashEmbedder().fingerprint
    assert (data["compared"], data["missed"]) == (None, [])


def test_a_missed_gate_ends_with_its_own_code(
    evaluate: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit = tmp_path / "r.xml"
    assert evaluate("--fail-under", "accuracy=0.8", "--junit", str(junit), rows=[*GOLD, WRONG]) == GATE_MISSED
    assert capsys.readouterr().err == "kaoju: gate missed: accuracy is 0.750, wanted 0.8\n"
    failure = ET.fromstring(junit.read_text(encoding="utf-8")).find("./testsuite[2]/testcase/failure")
    assert failure is not None
    assert failure.get("message") == "accuracy is 0.750, wanted 0.8"


def test_a_question_that_fails_counts_and_shows(evaluate: Callable[..., int], tmp_path: Path) -> None:
    assert evaluate(rows=[*GOLD, UNREADABLE]) == SOME_FAILED
    figures = json.loads(RunFolder(tmp_path / "run").figures.read_text(encoding="utf-8"))
    assert figures["overall"]["outcomes"] == {"answered": 2, "no_evidence": 1, "failed": 1}
    assert figures["overall"]["figures"]["accuracy"]["value"] == 0.75
    assert evaluate(rows=[UNREADABLE], out="other") == FAILED


def test_a_limited_run_grows(evaluate: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("--limit", "1") == DONE
    first = RunFolder(tmp_path / "run").records.read_bytes()
    assert evaluate("--resume") == DONE
    assert RunFolder(tmp_path / "run").records.read_bytes().startswith(first)
    assert capsys.readouterr().out.count("questions: 3") == 1


def test_a_run_over_something_else_is_not_continued(
    evaluate: Callable[..., int], store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate() == DONE
    before = {p.name: p.read_bytes() for p in (tmp_path / "run").iterdir()}
    more = tmp_path / "更多.txt"
    more.write_text("某项目 2.5 于 2021 年 3 月 4 日发布。", encoding="utf-8")
    service = Service(ServiceSettings(store), HashEmbedder())
    assert [r.outcome for r in service.ingest(service.plan([more]))] == ["added"]
    capsys.readouterr()
    assert evaluate("--resume", rows=GOLD[:2]) == BAD_ARGUMENTS
    (line,) = capsys.readouterr().err.splitlines()
    assert "the state of the collection was" in line
    assert "the gold file's SHA-256 was" in line
    assert "the model" not in line
    assert {p.name: p.read_bytes() for p in (tmp_path / "run").iterdir()} == before


def test_an_interruption_tells_how_to_go_on(
    evaluate: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import tqdm

    class Interrupting(tqdm.tqdm):  # type: ignore[misc]
        def update(self, n: int = 1) -> None:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(tqdm, "tqdm", Interrupting)
        assert evaluate() == FAILED
    assert capsys.readouterr().err == "kaoju: interrupted after 1 of 3 questions; go on with --resume\n"
    assert evaluate("--resume") == DONE


def test_two_runs_are_compared(
    evaluate: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    better = {**WRONG, "answers": ["2019 年 5 月 6 日"]}
    assert evaluate(rows=[*GOLD, WRONG], out="old") == DONE
    capsys.readouterr()
    assert evaluate("--compare", str(tmp_path / "old"), rows=[*GOLD, better]) == DONE
    captured = capsys.readouterr()
    assert "questions are matched by id" in captured.err
    assert "now right: 错" in captured.out
    assert any(line.startswith("accuracy") and "0.750 -> 1.000" in line for line in captured.out.splitlines())
    assert evaluate("--compare", str(tmp_path / "没有"), out="third") == BAD_ARGUMENTS
    assert "there is no run in" in capsys.readouterr().err
    assert not (tmp_path / "third").exists()  # said before anything was asked


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--fail-under", "f9=1"], "no figure 'f9'"),
        (["--fail-under", "latency_p95_ms=1"], "no figure 'latency_p95_ms'"),
        (["--fail-under", "f1=2"], "from 0 to 1"),
        (["--template", "doc"], "no template of the format doc"),
    ],
)
def test_bad_arguments_get_one_line_and_begin_nothing(
    evaluate: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert evaluate(*options) == BAD_ARGUMENTS
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("option", [["--timeout", "0"], ["--timeout", "-1"], ["--jobs", "0"], ["--limit", "x"]])
def test_counts_and_times_are_checked(option: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["eval", "g.jsonl", "--out", "o", *option])
    assert ended.value.code == BAD_ARGUMENTS


def test_a_gold_set_and_a_folder_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "题库.jsonl"]) == BAD_ARGUMENTS
    assert "--out DIR" in capsys.readouterr().err


def test_an_empty_collection_is_not_evaluated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "g.jsonl"
    gold.write_text(json.dumps(GOLD[0], ensure_ascii=False), encoding="utf-8")
    command = ["eval", str(gold), "--store", str(tmp_path / "s"), "--out", str(tmp_path / "run")]
    assert main(command, HashEmbedder()) == BAD_ARGUMENTS
    assert "the collection is empty" in capsys.readouterr().err


def test_bad_rows_can_be_left_out(
    evaluate: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[dict[str, Any]] = [GOLD[0], {"id": "空", "answers": ["无"]}]
    assert evaluate(rows=rows) == BAD_ARGUMENTS
    assert "line 2" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    assert evaluate("--lenient", rows=rows) == SOME_FAILED
    captured = capsys.readouterr()
    assert "line 2" in captured.err
    assert captured.out.startswith("questions: 1 (1 answered)")


def test_the_template_is_a_gold_set(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written))
    assert main(["eval", "--template"]) == DONE
    gold = tmp_path / "样例.csv"
    gold.write_bytes(written.getvalue())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    command = ["eval", str(gold), "--store", str(store), "--out", str(tmp_path / "run")]
    assert main(command, HashEmbedder()) == DONE
    assert read_info(RunFolder(tmp_path / "run")).gold == os.fspath(gold)
