"""One evaluation from end to end: check the measures, ask, score, and leave everything in the run's folder."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.types import Document
from eval.fingerprint import fingerprint
from eval.reasons import Reason
from eval.records import Record
from eval.run_folder import RunFolder, RunInfo, opened, read_info, write_whole
from eval.runner import RunSettings, run
from eval.scores import QuestionScore
from eval.scoring import Figures, aggregate, score
from eval.selfcheck import self_check
from eval.types import Example
from eval.worker import CollectionOpener
from index.embed import Embedder
from qa.service import Service


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of what: ``examples`` from the file ``gold``; an ``embedder`` takes the place of the model."""

    gold: Path
    examples: Sequence[Example]
    service: Service
    embedder: Embedder | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished run: ``records`` and ``scores`` stand in the order of ``examples``; ``documents`` are those asked, by id."""

    folder: RunFolder
    info: RunInfo
    examples: tuple[Example, ...]
    records: tuple[Record, ...]
    scores: tuple[QuestionScore, ...]
    figures: Figures
    documents: Mapping[str, Document]


def evaluate(
    asked: Asked, folder: RunFolder, settings: RunSettings, on_record: Callable[[Record], None], *, resume: bool = False
) -> Evaluation:
    """Ask what has no record in ``folder`` yet, score all, and write scores and figures.

    InputError where the collection is empty or the folder cannot be used (see ``run_folder.opened``).
    """
    self_check()
    snapshot = asked.service.collection.snapshot()  # also builds the search caches, once for all workers
    if not snapshot.documents:
        raise InputError("the collection is empty; add documents with: kaoju ingest PATH")
    info = _info(asked, snapshot.stamp, settings)
    opener = CollectionOpener(asked.service.settings, snapshot.stamp, settings.top_k, asked.embedder)
    with opened(folder, info, resume=resume):
        records = run(asked.examples, folder.records, opener, settings.pool, on_record)
        scores = [score(e, r, snapshot.documents) for e, r in zip(asked.examples, records, strict=True)]
        figures = aggregate(scores)
        _write(folder, scores, figures)
        info = read_info(folder)  # that of the beginning, where the run was resumed
    return Evaluation(folder, info, tuple(asked.examples), tuple(records), tuple(scores), figures, snapshot.documents)


def _info(asked: Asked, stamp: str, settings: RunSettings) -> RunInfo:
    return RunInfo(
        fingerprint=fingerprint(asked.service, stamp, asked.gold, settings.fingerprint),
        gold=str(asked.gold.resolve()),
        store=str(asked.service.settings.store.resolve()),
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        jobs=settings.pool.jobs,
    )


def _write(folder: RunFolder, scores: Sequence[QuestionScore], figures: Figures) -> None:
    lines = (json.dumps(s.to_json(), ensure_ascii=False, allow_nan=False) for s in scores)
    write_whole(folder.scores, "".join(f"{line}\n" for line in lines))
    write_whole(folder.figures, json.dumps(figures.to_json(), ensure_ascii=False, allow_nan=False, indent=2) + "\n")


def read_scores(folder: RunFolder) -> list[QuestionScore]:
    """Return the scores of a finished run, as they were when it ended; InputError if there is none in ``folder``."""
    read_info(folder)
    try:
        lines = folder.scores.read_text(encoding="utf-8").split("\n")
        return [_score(json.loads(line)) for line in lines if line]
    except FileNotFoundError as error:
        raise InputError(f"the run in {folder.path} is not finished; finish it with --resume") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{folder.scores} cannot be read: {error}; evaluate anew into another --out") from error


def _score(data: dict[str, Any]) -> QuestionScore:
    texts = {name: tuple(data[name]) for name in ("tags", "documents")}
    return QuestionScore(**{**data, **texts, "reasons": tuple(Reason(**r) for r in data["reasons"])})
