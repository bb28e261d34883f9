"""Questions in processes of their own: each is bounded in time, whatever it does, and the others are answered."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from corpus.errors import KaojuError
from eval.worker_pool import Outcome, PoolSettings, outcomes
from tests.eval.worker_openers import Obedient

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _workers_find_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def ask(questions: Sequence[str], *, jobs: int = 1, seconds: float = 30) -> list[Outcome]:
    """Return the outcomes in the order of the questions."""
    found = list(outcomes(questions, Obedient(), PoolSettings(jobs, seconds)))
    assert sorted(o.number for o in found) == list(range(len(questions)))
    return sorted(found, key=lambda o: o.number)


def pids(found: Sequence[Outcome]) -> set[int]:
    return {o.reply.answer["pid"] for o in found if o.reply.answer}


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_process_answers_all_and_is_gone_afterwards(capfd: pytest.CaptureFixture[str]) -> None:
    found = ask(["甲", "乙", "打印", "丙"])
    assert [o.status for o in found] == ["ok"] * 4
    assert [o.reply.answer and o.reply.answer["question"] for o in found] == ["甲", "乙", "打印", "丙"]
    (pid,) = pids(found)
    assert pid != os.getpid()
    assert not alive(pid)
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "不该出现在标准输出上" in captured.err


def test_a_failing_question_keeps_its_process() -> None:
    found = ask(["甲", "读不懂", "出错", "乙"])
    assert [o.status for o in found] == ["ok", "failed", "failed", "ok"]
    assert found[1].reply.error == "the question is empty"
    assert (found[2].reply.error or "").startswith("ValueError: 坏值 (worker_openers.py:")
    assert len(pids(found)) == 1


@pytest.mark.parametrize("hang", ["死循环", "卡在 C 里"])
def test_a_question_that_hangs_is_ended_and_the_next_one_answered(hang: str) -> None:
    found = ask(["甲", hang, "乙"], seconds=0.4)
    assert [o.status for o in found] == ["ok", "timeout", "ok"]
    assert found[1].reply.error == "no answer within 0.4 seconds"
    assert 400 <= found[1].reply.elapsed_ms < 5_000
    assert len(pids(found)) == 2
    assert not any(map(alive, pids(found)))


@pytest.mark.parametrize(("death", "how"), [("崩溃", "was ended by SIGKILL"), ("退出", "ended with code 7")])
def test_a_question_that_ends_its_process_fails_alone(death: str, how: str) -> None:
    found = ask([death, "甲"])
    assert [o.status for o in found] == ["failed", "ok"]
    assert how in (found[0].reply.error or "")


def test_several_side_by_side() -> None:
    found = ask(["死循环", "甲", "崩溃", "乙", "死循环", "丙"], jobs=2, seconds=0.5)
    assert [o.status for o in found] == ["timeout", "ok", "failed", "ok", "timeout", "ok"]


@pytest.mark.parametrize(
    ("opener", "message"),
    [(Obedient(error="the model is damaged"), "the model is damaged"), (Obedient(death=True), "ended with code 3")],
)
def test_what_cannot_be_opened_ends_the_run_with_its_reason(opener: Obedient, message: str) -> None:
    with pytest.raises(KaojuError, match=message):
        list(outcomes(["甲", "乙"], opener, PoolSettings()))


def test_nothing_to_ask_starts_nothing() -> None:
    assert list(outcomes([], Obedient(error="never opened"), PoolSettings())) == []


def test_leaving_early_ends_the_processes() -> None:
    asked = outcomes(["甲", "死循环", "乙"], Obedient(), PoolSettings())
    first = next(asked)
    asked.close()
    assert not any(map(alive, pids([first])))


def test_threads_are_shared_among_the_processes() -> None:
    assert PoolSettings(jobs=1).threads is None
    assert PoolSettings(jobs=10_000).threads == 1
