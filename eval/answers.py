"""A gold set asked of a collection: how often the evidence was found, the answer quoted, the unanswerable refused."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from eval.metrics.quotation import evidence_rank, holds_answer
from eval.metrics.ranking import recall_at
from eval.types import Example
from qa.service import Service
from qa.types import Answer


@dataclass(frozen=True, slots=True)
class Judged:
    """One question with its answer and what was found of it; ``right`` means refused where it is unanswerable."""

    example: Example
    answer: Answer
    rank: int | None
    right: bool


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """Shares over a gold set; ``by_kind`` maps a kind to (right, questions) over all questions of that kind.

    ``evidence_by_tag`` maps a tag to (found within the first 5, questions) over the answerable ones.
    """

    answerable: int
    evidence_in_5: float
    quoted_right: float
    unanswerable: int
    refused: float
    median_ms: float
    by_kind: Mapping[str, tuple[int, int]]
    evidence_by_tag: Mapping[str, tuple[int, int]]


def judge(examples: Sequence[Example], service: Service) -> list[Judged]:
    """Ask every question and judge its answer."""
    texts = {d.source: d.text for d in service.collection.snapshot().documents.values()}
    judged = []
    for example in examples:
        answer = service.ask(example.question)
        right = holds_answer(example, answer) if example.answerable else answer.status != "answered"
        judged.append(Judged(example, answer, evidence_rank(example, answer, texts), right))
    return judged


def figures(judged: Sequence[Judged]) -> AnswerFigures:
    """Return the figures of a judged gold set; a failed question counts as wrong, none is left out."""
    answerable = [j for j in judged if j.example.answerable]
    unanswerable = [j for j in judged if not j.example.answerable]
    by_kind: dict[str, list[bool]] = defaultdict(list)
    by_tag: dict[str, list[bool]] = defaultdict(list)
    for j in judged:
        by_kind[j.example.kind if j.example.answerable else "unanswerable"].append(j.right)
    for j in answerable:
        for tag in j.example.tags:
            by_tag[tag].append(j.rank is not None and j.rank <= 5)
    return AnswerFigures(
        answerable=len(answerable),
        evidence_in_5=recall_at([j.rank for j in answerable], 5),
        quoted_right=_share(answerable),
        unanswerable=len(unanswerable),
        refused=_share(unanswerable),
        median_ms=median(j.answer.elapsed_ms for j in judged) if judged else 0.0,
        by_kind=_counts(by_kind),
        evidence_by_tag=_counts(by_tag),
    )


def _counts(groups: Mapping[str, Sequence[bool]]) -> dict[str, tuple[int, int]]:
    return {name: (sum(group), len(group)) for name, group in sorted(groups.items())}


def _share(judged: Sequence[Judged]) -> float:
    return sum(j.right for j in judged) / len(judged) if judged else 0.0
