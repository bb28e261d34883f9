"""The evaluations of a collection: each a run folder under the store, asked by a thread of the server, one at a time.

A run belongs to no visitor. What is on the disk decides what it is: one with a report is done, one without can be
continued, also after the server was stopped.
"""

import json
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from corpus.errors import InputError, KaojuError
from eval.evaluating import Asked, evaluate
from eval.finished import bundled, write_report
from eval.gold import load_gold
from eval.records import Record
from eval.run_folder import RunFolder
from eval.runner import RunSettings
from index.embed import Embedder, SentenceTransformerEmbedder
from page.uploads import plain_name
from qa.service import Service

MAX_GOLD_BYTES = 2 * 1024 * 1024
MAX_QUESTIONS = 5_000

State = Literal["going", "stopping", "done", "interrupted"]


class _StoppedError(Exception):
    """Ends a run between two questions."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run: ``id`` is the UTC time of its beginning, ``done`` counts questions, ``error`` says why it ended early.

    ``accuracy`` is that of a run that is done, from 0 to 1.
    """

    id: str
    folder: RunFolder
    gold: Path
    state: State
    done: int
    questions: int
    accuracy: float | None = None
    error: str = ""


@dataclass(slots=True)
class _Going:
    """The run that is being asked."""

    id: str
    questions: int
    done: int
    stopped: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None


class Evaluations:
    """Starts, continues, stops and lists the runs over the collection of ``service``; safe to share between threads."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._root = service.settings.store / "evaluations"
        self._lock = threading.Lock()
        self._going: _Going | None = None
        self._errors: dict[str, str] = {}

    def start(self, gold: Path, name: str | None = None) -> Run:
        """Ask the questions of a gold file in the background, from a copy called ``name``.

        InputError, and nothing done, for a file that is too large or no gold file, for an empty collection, and while
        another run is going.
        """
        if gold.stat().st_size > MAX_GOLD_BYTES:
            raise InputError(
                f"the gold file is larger than {MAX_GOLD_BYTES // 1024 // 1024} MB; evaluate it on the command line: kaoju eval"
            )
        questions = len(_questions(gold, name))
        with self._lock:
            self._check_free()
            folder = self._new_folder()
            copy = folder / "gold" / plain_name(name or gold.name)
            copy.parent.mkdir()
            shutil.copyfile(gold, copy)
            self._begin(folder.name, copy, questions, 0)
        return self.run(folder.name)

    def resume(self, run_id: str) -> Run:
        """Continue a run that was interrupted; InputError for one that is not there, is done, or while one is going."""
        with self._lock:
            run = self.run(run_id)
            if run.state == "done":
                raise InputError("this evaluation is finished; there is nothing to continue")
            self._check_free()
            self._begin(run.id, run.gold, run.questions, run.done)
        return self.run(run_id)

    def stop(self) -> None:
        """Have the run that is going end after the question that is being answered; it can be continued."""
        if going := self._going:
            going.stopped.set()

    def wait(self) -> None:
        """Return when no run is going any more."""
        if (going := self._going) and going.thread:
            going.thread.join()

    @property
    def going(self) -> Run | None:
        """The run that is being asked."""
        going = self._going
        return self.run(going.id) if going else None

    def runs(self) -> Sequence[Run]:
        """Return the runs, the latest first."""
        folders = sorted(self._root.iterdir(), reverse=True) if self._root.is_dir() else []
        found = ((folder, next(iter(sorted(folder.glob("gold/*"))), None)) for folder in folders)
        return [self._run(RunFolder(folder), gold) for folder, gold in found if gold]

    def run(self, run_id: str) -> Run:
        """Return the run called ``run_id``; InputError if there is none."""
        found = next((run for run in self.runs() if run.id == run_id), None)
        if found is None:
            raise InputError(f"there is no evaluation {run_id}; the page lists those there are")
        return found

    def _run(self, folder: RunFolder, gold: Path) -> Run:
        going, run_id = self._going, folder.path.name
        if going and going.id == run_id:
            state: State = "stopping" if going.stopped.is_set() else "going"
            return Run(run_id, folder, gold, state, going.done, going.questions)
        error = self._errors.get(run_id, "")
        if folder.report_html.exists():
            try:
                overall = json.loads(folder.figures.read_text(encoding="utf-8"))["overall"]
                asked, accuracy = overall["questions"], overall["figures"]["accuracy"]["value"]
                return Run(run_id, folder, gold, "done", asked, asked, accuracy)
            except (OSError, ValueError, LookupError, TypeError) as wrong:
                error = f"{folder.figures} cannot be read: {wrong}"
        done = folder.records.read_bytes().count(b"\n") if folder.records.exists() else 0
        try:
            return Run(run_id, folder, gold, "interrupted", done, len(load_gold(gold)), error=error)
        except KaojuError as wrong:
            return Run(run_id, folder, gold, "interrupted", done, done, error=error or str(wrong))

    def _check_free(self) -> None:
        if self._going:
            raise InputError("another evaluation is going on; wait until it is done, or stop it")
        if not self._service.documents():
            raise InputError("the collection is empty; add documents first")

    def _new_folder(self) -> Path:
        name, number = f"{datetime.now(UTC):%Y%m%d-%H%M%S}", 1
        while True:
            folder = self._root / (name if number == 1 else f"{name}-{number}")
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                number += 1
                continue
            return folder

    def _begin(self, run_id: str, gold: Path, questions: int, done: int) -> None:
        self._errors.pop(run_id, None)
        going = self._going = _Going(run_id, questions, done)
        # A daemon: a server that is stopped does not wait, and the run can be continued.
        going.thread = threading.Thread(target=self._ask, args=(going, gold), name="kaoju-evaluation", daemon=True)
        going.thread.start()

    def _ask(self, going: _Going, gold: Path) -> None:
        def on_record(_: Record) -> None:
            going.done += 1
            if going.stopped.is_set() and going.done < going.questions:
                raise _StoppedError

        try:
            asked = Asked(gold, load_gold(gold), self._service, _sent(self._service))
            write_report(evaluate(asked, RunFolder(self._root / going.id), RunSettings(), on_record, resume=True))
        except _StoppedError:
            pass
        except KaojuError as error:
            said = str(error).replace(str(self._root / going.id), gold.name)
            self._errors[going.id] = said.replace(" with another --out", "")  # which is for the command line
        except Exception as error:  # noqa: BLE001  nobody waits for the thread; the run has to tell
            self._errors[going.id] = " ".join(f"{type(error).__name__}: {error}".split())
        finally:
            self._going = None


def _sent(service: Service) -> Embedder | None:
    """Return what the process that answers is sent to embed with: it loads the model by itself."""
    return None if isinstance(service.embedder, SentenceTransformerEmbedder) else service.embedder


def gold_named(name: str) -> Path:
    """Return the bundled gold set called ``name``; InputError if there is none."""
    path = bundled().get(name)
    if path is None:
        raise InputError(f"no gold set called {name} comes with kaoju; take one of: {', '.join(bundled())}")
    return path


def _questions(gold: Path, name: str | None) -> Sequence[object]:
    """Return the questions; an error speaks of the file by its name, not by where the server keeps it."""
    try:
        questions = load_gold(gold)
    except InputError as error:
        raise InputError(str(error).replace(str(gold), name or gold.name)) from error
    if len(questions) > MAX_QUESTIONS:
        raise InputError(f"the gold file has {len(questions)} questions; at most {MAX_QUESTIONS} are asked at once")
    return questions
