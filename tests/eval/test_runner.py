"""A run asks each question once, whatever happened before; a run made with other things is not continued."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.errors import InputError, KaojuError
from eval.fingerprint import Fingerprint, code_version
from eval.journal import read_records
from eval.records import Record
from eval.run_folder import RunFolder, RunInfo, opened, read_info
from eval.runner import RunSettings, run
from eval.types import Example
from eval.worker_pool import PoolSettings
from tests.eval.worker_openers import Obedient

ROOT = Path(__file__).parents[2]
MADE_WITH = Fingerprint("e5@1", "库:3", "ab12", "cd34", "top_k=10 timeout=30s", "0.1.0+ef56")
INFO = RunInfo(MADE_WITH, "/题库.jsonl", "/库", "2026-01-02T03:04:05+00:00", 1)


@pytest.fixture(autouse=True)
def _workers_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def example(number: int, question: str) -> Example:
    return Example(f"q{number}", question, ("答",), "what", (), True, ())


EXAMPLES = [example(n, q) for n, q in enumerate(("甲", "出错", "乙", "死循环", "丙"))]


def test_each_question_has_one_record_in_the_order_of_the_gold(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    told: list[Record] = []
    records = run(EXAMPLES, path, Obedient(), PoolSettings(jobs=2, seconds=0.5), told.append)
    assert [(r.example_id, r.status) for r in records] == [
        ("q0", "ok"), ("q1", "failed"), ("q2", "ok"), ("q3", "timeout"), ("q4", "ok"),
    ]  # fmt: skip
    assert told == read_records(path)  # in the order in which they were done
    assert sorted(told, key=lambda r: r.example_id) == records
    assert all(r.error for r in records if r.status != "ok")


def test_an_interrupted_run_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"

    def interrupt(record: Record) -> None:
        if record.example_id == "q1":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(EXAMPLES, path, Obedient(), PoolSettings(), interrupt)
    before = read_records(path)
    assert [r.example_id for r in before] == ["q0", "q1"]
    with path.open("ab") as file:
        file.write(b'{"example_id": "q2", "status": "ok", "answ')  # killed while writing
    told: list[Record] = []
    records = run(EXAMPLES, path, Obedient(), PoolSettings(seconds=0.3), told.append)
    assert [r.example_id for r in told] == ["q2", "q3", "q4"]
    assert records[:2] == before
    assert read_records(path) == records


def test_a_finished_run_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    records = run(EXAMPLES[:1], path, Obedient(), PoolSettings())
    assert run(EXAMPLES[:1], path, Obedient(error="the model is gone"), PoolSettings()) == records


def test_what_cannot_be_opened_leaves_no_record(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with pytest.raises(KaojuError, match="the model is gone"):
        run(EXAMPLES, path, Obedient(error="the model is gone"), PoolSettings())
    assert read_records(path) == []


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path / "run")


def begin(folder: RunFolder, info: RunInfo = INFO, *, resume: bool = False) -> None:
    with opened(folder, info, resume=resume):
        pass


def files(folder: RunFolder) -> Iterator[tuple[str, bytes]]:
    yield from ((p.name, p.read_bytes()) for p in sorted(folder.path.iterdir()) if p != folder.lock)


def test_a_run_remembers_what_it_was_made_with(folder: RunFolder) -> None:
    begin(folder)
    assert read_info(folder) == INFO
    begin(folder, replace(INFO, jobs=2, started="later"), resume=True)  # neither decides an answer
    assert read_info(folder) == INFO


def test_resuming_what_never_began_begins(folder: RunFolder) -> None:
    begin(folder, resume=True)
    assert read_info(folder) == INFO


@pytest.mark.parametrize(
    ("field", "what"),
    [
        ("model", "the model was e5@1, now other"),
        ("store", "the state of the collection was 库:3, now other"),
        ("terms", "the term table was ab12, now other"),
        ("gold", "the gold file's SHA-256 was cd34, now other"),
        ("settings", "the settings were top_k=10 timeout=30s, now other"),
        ("code", r"the code was 0\.1\.0\+ef56, now other"),
    ],
)
def test_a_run_made_with_something_else_is_not_continued(folder: RunFolder, field: str, what: str) -> None:
    begin(folder)
    folder.records.write_bytes(b"kept")
    before = list(files(folder))
    changed = replace(INFO, fingerprint=replace(MADE_WITH, **{field: "other"}))
    with pytest.raises(InputError, match=rf"run: {what}; begin") as caught:
        begin(folder, changed, resume=True)
    assert "\n" not in str(caught.value)
    assert list(files(folder)) == before


def test_a_run_is_not_begun_over_another(folder: RunFolder) -> None:
    begin(folder)
    with pytest.raises(InputError, match="--resume"):
        begin(folder)


@pytest.mark.parametrize("resume", [True, False])
def test_files_of_others_are_not_overwritten(folder: RunFolder, resume: bool) -> None:
    folder.path.mkdir()
    folder.report_html.write_text("我的网页", encoding="utf-8")
    with pytest.raises(InputError, match=r"report\.html but no run"):
        begin(folder, resume=resume)
    assert list(files(folder)) == [("report.html", "我的网页".encode())]


def test_two_runs_do_not_write_into_one_folder(folder: RunFolder) -> None:
    with opened(folder, INFO, resume=False), pytest.raises(InputError, match="another evaluation"):
        begin(folder, resume=True)
    begin(folder, resume=True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"fingerprint": {}}', '{"fingerprint": 1}'])
def test_a_damaged_run_file_is_named(folder: RunFolder, text: str) -> None:
    folder.path.mkdir()
    folder.run.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"run\.json cannot be read"):
        begin(folder, resume=True)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "文件").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot write to"):
        begin(RunFolder(tmp_path / "文件" / "run"))


def test_the_time_limit_belongs_to_the_fingerprint_and_the_number_of_workers_does_not() -> None:
    assert RunSettings(PoolSettings(1, 30)).fingerprint == "top_k=10 timeout=30s"
    assert RunSettings(PoolSettings(2, 30)).fingerprint == "top_k=10 timeout=30s"
    assert RunSettings(PoolSettings(1, 0.5)).fingerprint == "top_k=10 timeout=0.5s"


def test_the_code_version_follows_what_decides_answers(tmp_path: Path) -> None:
    for name in ("corpus/a.py", "index/b.py", "qa/c.py", "qa/stopwords.txt", "corpus/sample/d.md", "eval/e.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("甲", encoding="utf-8")
    first = code_version(tmp_path)
    assert code_version(tmp_path) == first
    for name in ("corpus/sample/d.md", "eval/e.py"):
        (tmp_path / name).write_text("乙", encoding="utf-8")
        assert code_version(tmp_path) == first
    seen = {first}
    for name in ("corpus/a.py", "index/b.py", "qa/c.py", "qa/stopwords.txt"):
        (tmp_path / name).write_text("乙", encoding="utf-8")
        seen.add(code_version(tmp_path))
    assert len(seen) == 5
    assert code_version().startswith("0.")
