"""One question, held against gold: all its measures, and why they are what they are. Pure; asks nothing of a system.

A measure that does not apply to a question is None, which is not the same as 0: an unanswerable question has no F1. A
question that failed, ran out of time or was wrongly refused is 0 in every measure that applies.
"""

from collections.abc import Mapping

from corpus.types import Document
from eval.aggregation import Figures, aggregate
from eval.answer_json import answer_from_json
from eval.explaining import explain
from eval.judging import Judgement, judge, values_of
from eval.metrics.citation_exactness import citation_exactness
from eval.metrics.citation_support import SupportTest, gold_support
from eval.metrics.refusal import is_refusal, refusal_precision, refusal_recall
from eval.records import Record
from eval.scores import MEASURES, QuestionScore
from eval.types import Example
from qa.types import Answer

__all__ = ["MEASURES", "Figures", "QuestionScore", "aggregate", "score"]

_NOTHING = answer_from_json({"status": "no_evidence"})  # what a question that failed is judged as


def score(
    example: Example, record: Record, documents: Mapping[str, Document], supports: SupportTest | None = None
) -> QuestionScore:
    """Return the measures of one question; ``documents`` are those of the collection by id.

    ``supports`` is the support test of the citations, by default containment of the gold. InputError if the answer of
    the record does not fit the JSON contract, ValueError if the record is that of another question.
    """
    if record.example_id != example.id:
        raise ValueError(f"the record of {record.example_id} is held against {example.id}")
    answer = answer_from_json(record.answer) if record.answer is not None else None
    status = answer.status if answer else None
    judged = None
    if example.answerable:
        judged = judge(example, answer or _NOTHING, documents, supports or gold_support(example))
    return QuestionScore(
        id=example.id,
        kind=example.kind,
        tags=example.tags,
        script=example.script,
        documents=tuple(dict.fromkeys(gold.doc for gold in example.evidence)),
        answerable=example.answerable,
        outcome=status or record.status,
        values=_values(example, answer, judged, documents),
        reasons=tuple(explain(record, answer, judged, documents)),
        confidence=answer.confidence if answer and answer.status == "answered" else None,
        elapsed_ms=record.elapsed_ms,
    )


def _values(
    example: Example, answer: Answer | None, judged: Judgement | None, documents: Mapping[str, Document]
) -> dict[str, float | None]:
    values: dict[str, float | None] = dict.fromkeys(MEASURES)
    status = answer.status if answer else None
    if judged:
        values |= values_of(example, judged, len(answer.hits) if answer else 0)
    else:
        values["accuracy"] = float(is_refusal(status))
        values["citation_exactness"] = citation_exactness(answer.citations, documents) if answer else None
    values["refusal_precision"] = refusal_precision(status, example.answerable)
    values["refusal_recall"] = refusal_recall(status, example.answerable)
    return values
