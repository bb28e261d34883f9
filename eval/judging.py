"""The measures of one answer to one answerable question, taken together; each is defined in ``eval.metrics``."""

from collections.abc import Mapping
from dataclasses import dataclass

from corpus.types import Document
from eval.metrics.character_f1 import character_f1
from eval.metrics.citation_exactness import citation_exactness
from eval.metrics.citation_support import SupportFigures, SupportTest, citation_support
from eval.metrics.exact_match import exact_match
from eval.metrics.list_items import ListFigures, given_items, list_figures
from eval.metrics.quotation import quotation_holds
from eval.metrics.ranking import EvidenceRanking, rank_evidence, ranking_figures
from eval.metrics.rouge_l import rouge_l
from eval.text_tokens import VIEWS, View
from eval.types import Example
from qa.types import Answer


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer's values and reasons are made of; ``items`` and ``ranking`` are None where the gold has none."""

    exact: Mapping[View, float]
    f1: Mapping[View, float]
    rouge_l: float
    quoted: bool
    items: ListFigures | None
    ranking: EvidenceRanking | None
    exactness: float
    support: SupportFigures


def given_answer(answer: Answer) -> str:
    """Return the words that the text measures read: the short answer, else the items of a list, else the statements."""
    if answer.status != "answered":
        return ""
    return answer.short or "、".join(i.text for i in answer.items) or "\n".join(s.text for s in answer.statements)


def judge(example: Example, answer: Answer, documents: Mapping[str, Document], supports: SupportTest) -> Judgement:
    """Hold an answer against the gold of an answerable question."""
    given = given_answer(answer)
    return Judgement(
        exact={view: exact_match(given, example.answers, view) for view in VIEWS},
        f1={view: character_f1(given, example.answers, view) for view in VIEWS},
        rouge_l=rouge_l(given, example.answers),
        quoted=quotation_holds(example, answer),
        items=list_figures(given_items(answer), example.items) if example.items else None,
        ranking=rank_evidence(example, answer.hits, documents) if example.evidence else None,
        exactness=citation_exactness(answer.citations, documents) or 0.0,
        support=citation_support(answer, documents, supports),
    )


def values_of(example: Example, judged: Judgement, hits: int) -> dict[str, float]:
    """Return the values of the measures that apply to the question, by the names of ``eval.scores.MEASURES``.

    ``hits`` is the length of the ranking that was judged.
    """
    values = {
        "citation_exactness": judged.exactness,
        "citation_recall": judged.support.recall,
        "citation_precision": judged.support.precision,
    }
    if example.answers:
        for view in VIEWS:
            suffix = "" if view == "folded" else f"_{view}"
            values |= {f"exact_match{suffix}": judged.exact[view], f"f1{suffix}": judged.f1[view]}
        values["rouge_l"] = judged.rouge_l
    if example.answers or example.items:
        values["quotation_holds"] = float(judged.quoted)
        values["accuracy"] = max(values["quotation_holds"], judged.exact["folded"])
    if (items := judged.items) is not None:
        values |= {"item_precision": items.precision, "item_recall": items.recall, "item_f1": items.f1}
    if judged.ranking is not None:
        values |= ranking_figures(judged.ranking, hits)
    return values
