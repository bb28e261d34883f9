"""Killed at random moments with SIGKILL, a run goes on where it was: each question recorded, none twice.

A helper process imports everything once and forks for each trial, so that a trial costs little more than its worker.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from eval.fingerprint import Fingerprint
from eval.gold import load_gold
from eval.journal import read_records
from eval.records import Record
from eval.run_folder import RunFolder, RunInfo, opened
from eval.runner import run
from eval.worker_pool import PoolSettings
from qa.cli import main
from qa.service import Service, ServiceSettings
from tests.eval.worker_openers import Obedient
from tests.fakes import HashEmbedder

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="trials are forked")

ROOT = Path(__file__).parents[2]
QUESTIONS = 60
KILLS = 20
INFO = RunInfo(Fingerprint("none", "", "", "", "", ""), "", "", "", 1)


def light(folder: RunFolder, _store: Path, gold: Path) -> int:
    """A run whose worker opens at once, so that many can be killed."""
    with opened(folder, INFO, resume=True):
        run(load_gold(gold), folder.records, Obedient(), PoolSettings())
    return 0


def whole(folder: RunFolder, store: Path, gold: Path) -> int:
    """The command over a collection."""
    return main(["eval", str(gold), "--store", str(store), "--out", str(folder.path), "--resume"], HashEmbedder())


JOBS: dict[str, Callable[[RunFolder, Path, Path], int]] = {"light": light, "whole": whole}


def serve() -> None:
    """Run the trials asked for on stdin, each in a fork; answer with how each ended."""
    from eval import evaluating  # noqa: F401  so that the forks need not
    from eval.fingerprint import _running_code

    _running_code()  # the same for all, even if someone is writing at the code
    for line in sys.stdin:
        job, out, store, gold, records, seconds = line.rstrip("\n").split("\t")
        folder = RunFolder(Path(out))
        child = os.fork()
        if child == 0:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)  # stdout is for the answers below
            os._exit(JOBS[job](folder, Path(store), Path(gold)))
        if records:
            _wait(child, folder.records, int(records), float(seconds))
            os.kill(child, signal.SIGKILL)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _wait(child: int, path: Path, records: int, seconds: float) -> None:
    """Return ``seconds`` after the file has grown to so many lines, or when the child has ended."""
    while not path.exists() or path.read_bytes().count(b"\n") < records:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return
        time.sleep(0.0005)
    time.sleep(seconds)


class Trials:
    """Runs evaluations in a process that may be killed."""

    def __init__(self, server: "subprocess.Popen[str]", store: Path, gold: Path) -> None:
        self._server = server
        self._places = (store, gold)

    def run(self, job: str, folder: RunFolder, records: int | None = None, seconds: float = 0.0) -> int:
        """Return the exit code; with ``records``, kill it ``seconds`` after the run has so many."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        wanted = "" if records is None else records
        fields = (job, folder.path, *self._places, wanted, seconds)
        print(*fields, sep="\t", file=self._server.stdin, flush=True)
        return int(self._server.stdout.readline())


@pytest.fixture
def trials(tmp_path: Path) -> Iterator[Trials]:
    store, gold = tmp_path / "store", tmp_path / "题库.jsonl"
    document = tmp_path / "记录.md"
    lines = [f"某项目 1.{n} 于 {2000 + n} 年 5 月 6 日发布。" for n in range(QUESTIONS)]
    document.write_text("# 发布记录\n\n" + "\n\n".join(lines) + "\n", encoding="utf-8")
    service = Service(ServiceSettings(store), HashEmbedder())
    assert [r.outcome for r in service.ingest(service.plan([document]))] == ["added"]
    rows = [
        {"id": f"q{n}", "question": f"某项目 1.{n} 是什么时候发布的？", "answers": [f"{2000 + n} 年 5 月 6 日"]}
        for n in range(QUESTIONS)
    ]
    gold.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    command = [sys.executable, "-W", "ignore", "-c", "from tests.eval.test_killed import serve; serve()"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield Trials(server, store, gold)
        server.communicate()


def check(folder: RunFolder, kept: Sequence[Record]) -> list[Record]:
    """Every record that was whole before is still there; return those that are there now."""
    now = read_records(folder.records)
    assert now[: len(kept)] == kept
    return now


def check_complete(folder: RunFolder, kept: Sequence[Record]) -> None:
    records = check(folder, kept)
    assert sorted(r.example_id for r in records) == sorted(f"q{n}" for n in range(QUESTIONS))
    assert folder.records.read_bytes().count(b"\n") == QUESTIONS
    assert {r.status for r in records} == {"ok"}


def test_a_run_killed_twenty_times_has_each_question_once(trials: Trials, tmp_path: Path) -> None:
    rng = random.Random(1097)
    kept: list[Record] = []
    lengths: list[int] = []
    folder = RunFolder(tmp_path / "run")
    while len(lengths) < KILLS:
        more = rng.choice((0, 1, 2, 3))
        code = trials.run("light", folder, len(kept) + more, rng.uniform(0, 0.001 if more else 0.2))
        kept = check(folder, kept)
        if code == 0:  # done before it was killed
            check_complete(folder, kept)
            folder, kept = RunFolder(tmp_path / f"run-{len(lengths)}"), []
        else:
            assert code == -signal.SIGKILL
            lengths.append(len(kept))
    assert sum(0 < length < QUESTIONS for length in lengths) >= KILLS / 2
    assert trials.run("light", folder) == 0
    check_complete(folder, kept)


def test_the_command_goes_on_after_it_was_killed(trials: Trials, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    assert trials.run("whole", folder, 5) == -signal.SIGKILL
    kept = check(folder, [])
    assert 5 <= len(kept) < QUESTIONS
    assert trials.run("whole", folder) == 0
    check_complete(folder, kept)
    assert len(folder.scores.read_text(encoding="utf-8").splitlines()) == QUESTIONS


def test_a_worker_does_not_outlive_its_run() -> None:
    """Not even in the middle of a question that never ends."""
    code = (
        "from tests.eval.worker_openers import Obedient\n"
        "from eval.worker_pool import PoolSettings, outcomes\n"
        "for o in outcomes(['甲', '死循环'], Obedient(), PoolSettings()): print(o.reply.answer['pid'], flush=True)\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        os.kill(worker, 0)
        process.kill()
        assert process.stdout.read() == ""  # ends when the last process that could write to it has
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
    raise AssertionError("the worker is still there")
