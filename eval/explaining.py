"""Why a question scored as it did, most telling first."""

from collections.abc import Iterable, Iterator, Mapping

from corpus.types import Document
from eval.judging import Judgement
from eval.metrics.citation_exactness import is_exact
from eval.metrics.refusal import is_refusal
from eval.reasons import Reason
from eval.records import Record
from qa.types import Answer


def explain(
    record: Record, answer: Answer | None, judged: Judgement | None, documents: Mapping[str, Document]
) -> Iterator[Reason]:
    """Yield the reasons; ``judged`` is None where the question is unanswerable, ``answer`` where there is none."""
    if answer is None:
        yield Reason(record.status, record.error)
        return
    yield from _on_answer(answer, judged)
    if judged:
        yield from _on_ranking(judged)
    if answer.status == "answered":
        yield from _on_citations(answer, documents)


def _on_answer(answer: Answer, judged: Judgement | None) -> Iterator[Reason]:
    refused = is_refusal(answer.status)
    if judged is None:
        yield Reason("rightly_refused" if refused else "should_have_refused")
    elif refused:
        yield Reason("wrongly_refused")
    else:
        yield from _on_words(judged)


def _on_words(judged: Judgement) -> Iterator[Reason]:
    if judged.exact["folded"]:
        yield Reason("exact")
    elif judged.exact["terms"]:
        yield Reason("exact_in_other_words")
    yield Reason("quotation_holds" if judged.quoted else "answer_not_quoted")
    if judged.items and judged.items.missing:
        yield Reason("items_missing", "、".join(judged.items.missing))
    if judged.support.recall < 1:
        yield Reason("statement_unsupported")


def _on_ranking(judged: Judgement) -> Iterator[Reason]:
    if judged.ranking is None:
        return
    if not judged.ranking.located:
        yield Reason("evidence_not_in_documents")
    if judged.ranking.first is None:
        yield Reason("evidence_not_found")
    else:
        yield Reason("evidence_at_rank", str(judged.ranking.first))


def _on_citations(answer: Answer, documents: Mapping[str, Document]) -> Iterator[Reason]:
    if not answer.citations:
        yield Reason("nothing_cited")
    if inexact := [c.n for c in answer.citations if not is_exact(c, documents)]:
        yield Reason("quotation_not_exact", _marks(inexact))
    known = {c.n for c in answer.citations}
    if lost := {n for s in (*answer.statements, *answer.items) for n in s.citations} - known:
        yield Reason("citation_out_of_range", _marks(sorted(lost)))


def _marks(numbers: Iterable[int]) -> str:
    return "、".join(f"[{n}]" for n in numbers)
