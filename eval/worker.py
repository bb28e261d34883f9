"""The process that answers questions: it opens the collection and the model once and serves until it is ended.

A thread that hangs cannot be stopped, in torch or in a regular expression least of all; a process can, whatever it is
doing. So questions are answered in processes of their own, and one is killed when its question takes too long.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from corpus.errors import KaojuError, StoreError

if TYPE_CHECKING:
    from index.embed import Embedder
    from qa.service import ServiceSettings

Answerer = Callable[[str], dict[str, Any]]
"""Takes a question, returns the answer as JSON (``qa.jsonable``)."""

Opener = Callable[[], Answerer]
"""Opens what a worker answers from; pickled into the worker. A KaojuError says why nothing can be answered."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The worker is ready; ``error`` says in one line why it is not."""

    error: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a question: the answer, or in one line why there is none. ``elapsed_ms`` is the answering alone."""

    answer: dict[str, Any] | None
    error: str
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class CollectionOpener:
    """Opens a collection at the generation ``stamp``, so that all questions of a run meet the same documents.

    ``top_k`` is how many passages each answer lists as hits. An ``embedder`` takes the place of the model.
    """

    settings: "ServiceSettings"
    stamp: str
    top_k: int
    embedder: "Embedder | None" = None

    def __call__(self) -> Answerer:
        """Load everything, the model too, and return what answers; StoreError if the collection has changed."""
        from qa.answer import AskOptions, ask
        from qa.jsonable import to_json
        from qa.service import Service

        service = Service(self.settings, self.embedder)
        context = service.context()
        if context.snapshot.stamp != self.stamp:
            raise StoreError(
                "the collection has changed since the evaluation began; evaluate the present one into another --out"
            )
        service.warm_up()
        options = AskOptions(top_k=self.top_k)
        return lambda question: to_json(ask(question, context, options))


def serve(connection: Connection, opener: Opener, threads: int | None) -> None:
    """Answer the questions that come through ``connection`` until its end; ``threads`` limits those of the model."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes of a terminal; the parent ends this one
    if threads:
        os.environ.setdefault("OMP_NUM_THREADS", str(threads))  # read when torch is first imported
    os.dup2(2, 1)  # what a library may print is no result: it goes to stderr
    tqdm.set_lock(threading.RLock())  # its own is a semaphore of the system, which a killed process leaves behind
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        answerer = opener()
    except KaojuError as error:
        connection.send(Opened(str(error)))
        return
    except Exception as error:  # noqa: BLE001  the parent has to tell the user, whatever it is
        connection.send(Opened(_described(error)))
        return
    connection.send(Opened())
    while (question := _next(connection)) is not None:
        connection.send(_reply(answerer, question))


def _next(connection: Connection) -> str | None:
    try:
        question: str | None = connection.recv()
    except EOFError:
        return None  # the parent is gone
    return question


def _reply(answerer: Answerer, question: str) -> Reply:
    started = time.perf_counter()
    answer, error = None, ""
    try:
        answer = answerer(question)
    except KaojuError as failure:
        error = str(failure)
    except Exception as failure:  # noqa: BLE001  whatever goes wrong with one question, it is counted and the next one asked
        error = _described(failure)
    return Reply(answer, error, round((time.perf_counter() - started) * 1000, 1))


def _described(failure: Exception) -> str:
    """Return the kind, the first line and the place of an unexpected failure."""
    lines = str(failure).strip().splitlines() or [""]
    trace = failure.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})" if trace else ""
    return f"{type(failure).__name__}: {lines[0][:300]}{place}"


def _end_with_parent() -> None:
    """End this process when the parent is gone, even killed, and even in the middle of a question."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
