"""The command line as a user meets it: exit codes, one-line errors, JSON and nothing else on stdout."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qa.cli import build_parser, main
from qa.command_line import BAD_ARGUMENTS, DONE, FAILED, SOME_FAILED
from tests.fakes import HashEmbedder

Run = Callable[..., int]
DOCUMENT = "发布记录\n\n某项目 2.3 于 2019 年 5 月 6 日发布。\n\n某项目 2.4 于 2020 年 1 月 2 日发布。\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("KAOJU_HOME", str(tmp_path / "store"))

    def run_command(*arguments: str) -> int:
        return main(list(arguments), HashEmbedder())

    return run_command


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "记录.txt"
    path.write_text(DOCUMENT, encoding="utf-8")
    return path


def _json(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_from_a_file_to_a_cited_answer(run: Run, document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ingest", str(document)) == DONE
    capsys.readouterr()
    assert run("ask", "--json", "2.3 是什么时候发布的？") == DONE
    answer = _json(capsys)
    assert list(answer) == [
        "question", "status", "mode", "script", "short", "statements", "items", "citations", "confidence", "coverage",
        "hits", "notes", "understood", "elapsed_ms",
    ]  # fmt: skip
    assert answer["status"] == "answered"
    assert answer["short"] == "2019 年 5 月 6 日"
    (citation,) = answer["citations"]
    assert DOCUMENT[citation["start"] : citation["end"]] == citation["quote"] == "某项目 2.3 于 2019 年 5 月 6 日发布。"
    assert answer["statements"] == [{"text": citation["quote"], "citations": [1]}]
    assert answer["understood"] == {
        "question": "2.3 是什么时候发布的？", "kind": "date", "versions": ["2.3"], "components": [], "stages": [], "language": "zh",
    }  # fmt: skip
    assert set(answer["hits"][0]) == {"doc_id", "source", "start", "end", "score"}


def test_an_answer_on_the_terminal(run: Run, document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("ingest", str(document))
    capsys.readouterr()
    assert run("ask", "2.3 是什么时候发布的？") == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2019 年 5 月 6 日"
    assert lines[2] == "某项目 2.3 于 2019 年 5 月 6 日发布。 [1]"
    assert any(line.startswith("  [1] 「") for line in lines)


def test_no_evidence_is_a_result(run: Run, document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("ingest", str(document))
    capsys.readouterr()
    assert run("ask", "--json", "2.9 是什么时候发布的？") == DONE
    answer = _json(capsys)
    assert (answer["status"], answer["citations"], answer["statements"]) == ("no_evidence", [], [])
    assert answer["hits"] == [] or answer["hits"][0]["source"] == str(document)


def test_many_questions_from_stdin_in_order(
    run: Run, document: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("ingest", str(document))
    capsys.readouterr()
    questions = f"2.4 是什么时候发布的？\n\n？\n{'长' * 2000}\n2.3 是什么时候发布的？\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(questions)))
    assert run("ask", "--json", "-") == SOME_FAILED
    out = capsys.readouterr()
    rows = [json.loads(line) for line in out.out.splitlines()]
    assert [r.get("short") for r in rows] == ["2020 年 1 月 2 日", None, None, "2019 年 5 月 6 日"]
    assert "empty" in rows[1]["error"]
    assert len(out.err.splitlines()) == 2


def test_adding_again_changes_nothing_and_a_changed_file_replaces_itself(
    run: Run, document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = []
    for text in (DOCUMENT, DOCUMENT, DOCUMENT.replace("2019", "2018")):
        document.write_text(text, encoding="utf-8")
        run("ingest", "--json", str(document))
        outcomes.append(_json(capsys)[0]["outcome"])
    assert outcomes == ["added", "unchanged", "updated"]
    run("list", "--json")
    assert len(_json(capsys)) == 1
    run("ask", "--json", "2.3 是什么时候发布的？")
    assert _json(capsys)["short"] == "2018 年 5 月 6 日"


def test_list_show_remove(run: Run, document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("ingest", str(document))
    run("list", "--json")
    captured = capsys.readouterr().out.splitlines()[-1]
    (entry,) = json.loads(captured)
    assert entry["title"] == "发布记录"
    assert run("show", entry["id"][:6]) == DONE
    assert DOCUMENT in capsys.readouterr().out
    assert run("show", "--json", str(document)) == DONE
    assert _json(capsys)["text"] == DOCUMENT
    assert run("remove", entry["id"]) == DONE
    capsys.readouterr()
    run("list", "--json")
    assert _json(capsys) == []


def test_a_folder_with_one_bad_file_leaves_the_others_in(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "文件夹"
    folder.mkdir()
    (folder / "好.md").write_text("# 标题\n\n正文在此。", encoding="utf-8")
    (folder / "空.txt").write_bytes(b"")
    (folder / "坏.md").write_bytes(b"\x00\x01\x02\x03" * 50)
    (folder / "图.png").write_bytes(b"\x89PNG")  # not asked for by name, and no document
    assert run("ingest", str(folder)) == SOME_FAILED
    captured = capsys.readouterr()
    assert "1 of 3 files" in captured.out
    failed = [line for line in captured.err.splitlines() if line.startswith("failed")]
    assert len(failed) == 2
    assert any("空.txt is empty" in line for line in failed)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("空.txt", b"", "is empty"),
        ("空白.txt", "　 \n\n".encode(), "blanks"),
        ("图.txt", b"\x89PNG\r\n\x1a\n\x00\x00", "not a text file"),
        ("损坏.txt", "说明\ufffd\ufffd文字".encode(), "replacement characters"),
        ("表.xyz", "内容".encode(), "no reader for .xyz"),
        ("大.txt", "大".encode() * 700_000, "above the limit of 1 MB"),
    ],
)
def test_each_bad_file_gets_one_clear_line_and_changes_nothing(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert run("ingest", "--max-mb", "1", str(path)) == FAILED
    captured = capsys.readouterr()
    (line,) = [x for x in captured.err.splitlines() if x.startswith("failed")]
    assert message in line
    assert name in line
    run("list", "--json")
    assert _json(capsys) == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["ingest", "/没有/这个.txt"], FAILED, "does not exist"),
        (["ask", ""], BAD_ARGUMENTS, "empty"),
        (["ask", "问" * 100_000], BAD_ARGUMENTS, "100,000 characters"),
        (["ask", "--version", "最新", "有什么变化"], BAD_ARGUMENTS, "not a version"),
        (["ask", "--doc", "deadbeef", "有什么变化"], BAD_ARGUMENTS, "no document is called deadbeef"),
        (["show", "deadbeef"], BAD_ARGUMENTS, "no document is called deadbeef"),
        (["remove", "deadbeef"], BAD_ARGUMENTS, "no document is called deadbeef"),
        (["list", "--terms", "/没有/terms.toml"], BAD_ARGUMENTS, "cannot read the term table"),
    ],
)
def test_bad_input_gets_one_line(
    run: Run, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    assert run(*arguments) == code
    captured = capsys.readouterr()
    errors = captured.err.strip().splitlines()
    assert len(errors) == 1
    assert message in errors[0]
    assert "Traceback" not in captured.err


def test_a_store_of_another_model_offers_the_rebuild(
    tmp_path: Path, document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ["--store", str(tmp_path / "s")]
    main(["ingest", *store, str(document)], HashEmbedder("甲"))
    capsys.readouterr()
    assert main(["list", *store], HashEmbedder("乙")) == FAILED
    error = capsys.readouterr().err
    assert "kaoju rebuild" in error
    assert len(error.strip().splitlines()) == 1
    assert main(["rebuild", *store], HashEmbedder("乙")) == DONE
    assert main(["ask", *store, "2.3 是什么时候发布的？"], HashEmbedder("乙")) == DONE
    assert "2019 年 5 月 6 日" in capsys.readouterr().out


def test_doctor_tells_a_sound_store_from_a_damaged_one(
    run: Run, tmp_path: Path, document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("ingest", str(document))
    capsys.readouterr()
    assert run("doctor", "--json") == DONE
    findings = {f["what"]: f for f in _json(capsys)}
    assert findings["store"]["detail"].endswith("1 documents, 1 passages")
    assert all(f["ok"] for f in findings.values())
    (tmp_path / "store" / "kaoju.sqlite3").write_bytes(b"not a database" * 100)
    assert run("doctor") == FAILED
    assert "BAD store" in capsys.readouterr().out


def test_control_characters_of_a_document_do_not_reach_the_terminal(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "控制.txt"
    path.write_text("标题\n\n某项目 2.3 于 2019 年 5 月\x1b[31m 6 日发布。\n", encoding="utf-8")
    run("ingest", str(path))
    run("ask", "2.3 是什么时候发布的？")
    run("show", str(path))
    assert "\x1b" not in capsys.readouterr().out


def test_help_is_quick_and_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from qa.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'gradio', 'jieba', 'faiss', 'sentence_transformers', 'numpy', 'opencc'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_python_m_qa_is_the_console_script() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qa", "--version"], capture_output=True, text=True, check=True, env=os.environ
    )
    assert re.fullmatch(r"kaoju \d+\.\d+\.\d+\n", done.stdout)


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_the_readmes_name_every_command(readme: str) -> None:
    text = (Path(__file__).parents[2] / readme).read_text(encoding="utf-8")
    commands = build_parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    assert commands
    for command in commands:
        assert f"kaoju {command}" in text, command


def test_the_timeline_lists_what_happened_with_its_quotation(
    run: Run, document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document.write_text("记录\n\ndockershim 在 1.20 被弃用，在 1.24 被移除。\n", encoding="utf-8")
    run("ingest", str(document))
    capsys.readouterr()
    assert run("timeline", "--json", "--component", "dockershim") == DONE
    events = _json(capsys)
    assert [(e["version"], e["stage"]) for e in events] == [("1.20", "deprecated"), ("1.24", "removed")]
    assert all(e["statement"] == e["citation"]["quote"] for e in events)
    assert run("timeline", "--component", "没有这个") == DONE
    assert "nothing is told" in capsys.readouterr().out
