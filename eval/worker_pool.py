"""Worker processes kept busy with questions, each bounded in time; one that hangs or dies is replaced.

Each has a pipe of its own and no lock is shared, so that killing one at any moment harms no other. A time limit counts
from the moment a ready worker gets its question: loading the model is not part of it, and happens once a worker.
"""

import math
import os
import signal
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait

from corpus.errors import KaojuError
from eval.records import RecordStatus
from eval.worker import Opened, Opener, Reply, serve

_OPENING_SECONDS = 600.0  # to load a model from a slow disk, or to rebuild the search caches of a large store
_ENDING_SECONDS = 5.0  # for a process to be gone


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """How many workers answer side by side, and how many seconds a question may take."""

    jobs: int = 1
    seconds: float = 30.0

    @property
    def threads(self) -> int | None:
        """Threads for the model of each worker, so that all together do not want more than there are cores."""
        return None if self.jobs == 1 else max(1, (os.cpu_count() or 1) // self.jobs)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the question at ``number``, counted from 0."""

    number: int
    status: RecordStatus
    reply: Reply


def outcomes(questions: Sequence[str], opener: Opener, settings: PoolSettings) -> Generator[Outcome, None, None]:
    """Yield what comes of each question, each once, as soon as it is known.

    KaojuError if a worker cannot open what it answers from. Closing the iterator ends the workers.
    """
    waiting = deque(enumerate(questions))
    with _workers(opener, settings, min(settings.jobs, len(waiting))) as workers:
        while waiting or any(w.busy for w in workers):
            for worker in workers:
                if waiting and worker.ready():
                    worker.ask(*waiting.popleft())
            yield from _next_outcomes(workers)


@contextmanager
def _workers(opener: Opener, settings: PoolSettings, count: int) -> "Iterator[list[_Worker]]":
    workers: list[_Worker] = []
    try:
        workers.extend(_Worker(opener, settings) for _ in range(count))
        yield workers
    finally:
        for worker in workers:
            worker.kill()


def _next_outcomes(workers: "Sequence[_Worker]") -> Iterator[Outcome]:
    """Wait until a worker speaks, dies or is late, and yield what that makes of their questions."""
    left = min(w.deadline for w in workers) - time.monotonic()
    spoken = wait([w.connection for w in workers if w.alive], max(0.0, left) if left < math.inf else None)
    for worker in workers:
        outcome = None
        if worker.connection in spoken:
            outcome = worker.hear()
        elif time.monotonic() >= worker.deadline:
            outcome = worker.give_up()
        if outcome:
            yield outcome


class _Worker:
    """A worker process as the parent sees it: opening, waiting for a question, busy with one, or no longer alive."""

    def __init__(self, opener: Opener, settings: PoolSettings) -> None:
        self._opener = opener
        self._settings = settings
        self._start()

    def _start(self) -> None:
        # Spawned, not forked: the fork of a process with threads, as tqdm's or torch's, may wait for ever.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        arguments = (theirs, self._opener, self._settings.threads)
        self._process = context.Process(target=serve, args=arguments, name="kaoju eval", daemon=True)
        self._process.start()
        theirs.close()  # so that the connection ends with the process
        self.alive, self._opening = True, True
        self._number: int | None = None
        self._expect(_OPENING_SECONDS)

    def _expect(self, seconds: float) -> None:
        self._since = time.monotonic()
        self.deadline = self._since + seconds

    @property
    def busy(self) -> bool:
        """Whether it has a question."""
        return self._number is not None

    def ready(self) -> bool:
        """Whether it can take a question; one that is no longer alive is replaced first."""
        if not self.alive:
            self._start()
        return not self._opening and not self.busy

    def ask(self, number: int, question: str) -> None:
        """Hand over a question; the clock starts."""
        self._number = number
        self._expect(self._settings.seconds)
        with suppress(OSError):  # it has just died; the next wait tells
            self.connection.send(question)

    def hear(self) -> Outcome | None:
        """Take what it says: that it is open, a reply, or nothing because it died."""
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            return self._died()
        if isinstance(said, Opened):
            if said.error:
                raise KaojuError(said.error)
            self._opening, self.deadline = False, math.inf
            return None
        return self._outcome("ok" if said.answer is not None else "failed", said)

    def give_up(self) -> Outcome | None:
        """End a process that is late."""
        self.kill()
        if self._opening:
            raise KaojuError(
                f"loading the model and the collection took longer than {_OPENING_SECONDS:.0f} seconds; "
                "see what is wrong with: kaoju doctor"
            )
        return self._outcome("timeout", self._silence(f"no answer within {self._settings.seconds:g} seconds"))

    def _died(self) -> Outcome | None:
        self._process.join(_ENDING_SECONDS)  # so that it can tell how it ended
        self.kill()
        ended = _ended(self._process.exitcode)
        if self._opening:
            raise KaojuError(f"a worker process {ended} while it was loading; try --jobs 1, or see: kaoju doctor")
        return self._outcome("failed", self._silence(f"the process that was answering it {ended}"))

    def _silence(self, why: str) -> Reply:
        return Reply(None, why, round((time.monotonic() - self._since) * 1000, 1))

    def _outcome(self, status: RecordStatus, reply: Reply) -> Outcome | None:
        number, self._number, self.deadline = self._number, None, math.inf
        return None if number is None else Outcome(number, status, reply)

    def kill(self) -> None:
        """End the process, whatever it is doing; it only reads, so nothing is left half written."""
        self.alive = False
        self._process.kill()
        self._process.join(_ENDING_SECONDS)
        self.connection.close()


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
    return f"ended with code {code}"
