"""Asks a gold set and records what comes of each question, so that an interrupted run can be continued."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from eval.journal import appending, read_records
from eval.records import Record
from eval.types import Example
from eval.worker import Opener
from eval.worker_pool import Outcome, PoolSettings, outcomes


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How a gold set is asked. ``top_k`` passages are kept of each question, enough for nDCG@10.

    How many questions run side by side does not decide an answer, so it is no part of the fingerprint.
    """

    pool: PoolSettings = field(default_factory=PoolSettings)
    top_k: int = 10

    @property
    def fingerprint(self) -> str:
        """The part that what is recorded depends on."""
        return f"top_k={self.top_k} timeout={self.pool.seconds:g}s"


def run(
    examples: Sequence[Example],
    records: Path,
    opener: Opener,
    settings: PoolSettings,
    on_record: Callable[[Record], None] = lambda _: None,
) -> list[Record]:
    """Ask those of ``examples`` that have no record yet; return the records of all, in the order of ``examples``.

    Each record is on the disk before ``on_record`` is told of it. KaojuError if nothing can be asked.
    """
    done = {r.example_id: r for r in read_records(records)}
    left = [e for e in examples if e.id not in done]
    asked = outcomes([e.question for e in left], opener, settings)
    with appending(records) as append, closing(asked):
        for outcome in asked:
            record = _record(left[outcome.number], outcome)
            append(record)
            done[record.example_id] = record
            on_record(record)
    return [done[e.id] for e in examples]


def _record(example: Example, outcome: Outcome) -> Record:
    reply = outcome.reply
    return Record(example.id, outcome.status, reply.answer, reply.error, reply.elapsed_ms)
