"""A gold set asked of a collection in this process: quick to start, where no question is expected to hang."""

from collections.abc import Sequence
from dataclasses import replace

from eval.records import Record
from eval.scores import QuestionScore
from eval.scoring import score
from eval.types import Example
from qa.answer import AskOptions
from qa.jsonable import to_json
from qa.service import Service

SHORT_KINDS = frozenset({"date", "version", "component", "number", "person", "org"})


def ask_all(examples: Sequence[Example], service: Service, options: AskOptions | None = None) -> list[QuestionScore]:
    """Ask every question and hold its answer against gold; passages are listed to rank 10 at least."""
    options = options or AskOptions()
    options = replace(options, top_k=max(options.top_k, 10))
    documents = service.collection.snapshot().documents
    scores = []
    for example in examples:
        answer = service.ask(example.question, options)
        record = Record(example.id, "ok", to_json(answer), "", answer.elapsed_ms)
        scores.append(score(example, record, documents))
    return scores


def short_right(scores: Sequence[QuestionScore]) -> tuple[int, int]:
    """Return how many questions that want a short answer got exactly that, and how many there are."""
    wanted = [s for s in scores if s.answerable and s.kind in SHORT_KINDS]
    return sum(s.values["exact_match"] == 1 for s in wanted), len(wanted)
