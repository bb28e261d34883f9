"""Where the evidence stands in the ranking of passages. Sole home of ir-measures.

Ranks count from 1; None means that it was not found.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.types import Document, Span
from eval.types import Example, GoldEvidence
from qa.types import RankedPassage

# Success, not recall, at 1: no ranking has more than one passage there, however many are relevant.
RANKING_MEASURES = {
    "success@1": "Success@1",
    "success@5": "Success@5",
    "recall@5": "R@5",
    "recall@10": "R@10",
    "mrr": "RR",
    "ndcg@10": "nDCG@10",
}


def recall_at(ranks: Sequence[int | None], k: int) -> float:
    """Return the share of questions whose gold stands within the first ``k``; 0 for no questions."""
    return sum(r is not None and r <= k for r in ranks) / len(ranks) if ranks else 0.0


def mean_reciprocal_rank(ranks: Sequence[int | None], k: int) -> float:
    """Return MRR@k (Voorhees 1999): the mean of 1 / rank, a rank beyond ``k`` counting 0; 0 for no questions."""
    return sum(1 / r for r in ranks if r is not None and r <= k) / len(ranks) if ranks else 0.0


@dataclass(frozen=True, slots=True)
class EvidenceRanking:
    """The relevant passages of a question: the ranks of those found, and how many there are in all.

    ``located`` is False where a document or a quotation of the gold is not in the collection.
    """

    ranks: tuple[int, ...]
    relevant: int
    located: bool = True

    @property
    def first(self) -> int | None:
        """The rank of the first relevant passage."""
        return self.ranks[0] if self.ranks else None


def rank_evidence(
    example: Example, hits: Sequence[RankedPassage], documents: Mapping[str, Document]
) -> EvidenceRanking:
    """Find the gold quotations among the hits. A hit is relevant if it overlaps a quotation that none before it did.

    Quotations that the same hit finds are one relevant passage; so are all, where any one suffices.
    """
    waiting = [list(_places(gold, documents)) for gold in example.evidence]
    located = all(waiting) if example.evidence_needed == "all" else any(waiting)
    if example.evidence_needed == "any":
        waiting = [[place for places in waiting for place in places]]
    ranks = []
    for rank, hit in enumerate(hits, 1):
        left = [places for places in waiting if not any(_overlap(hit, *place) for place in places)]
        if len(left) < len(waiting):
            ranks.append(rank)
        waiting = left
    return EvidenceRanking(tuple(ranks), len(ranks) + len(waiting), located)


def ranking_figures(found: EvidenceRanking, hits: int) -> dict[str, float]:
    """Return success, recall, reciprocal rank and nDCG (Järvelin and Kekäläinen 2002, binary gains), by ir-measures, 0 to 1.

    ``hits`` is the length of the ranking; a measure at 10 of a shorter one takes what there is.
    """
    import ir_measures

    measures = {ir_measures.parse_measure(written): name for name, written in RANKING_MEASURES.items()}
    run = {f"{rank}": float(hits - rank + 1) for rank in range(1, hits + 1)}
    missed = found.relevant - len(found.ranks)
    gold = {**{f"{rank}": 1 for rank in found.ranks}, **{f"missed {i}": 1 for i in range(missed)}}
    values = ir_measures.iter_calc(list(measures), {"q": gold}, {"q": run})
    return {measures[metric.measure]: float(metric.value) for metric in values}


def _places(gold: GoldEvidence, documents: Mapping[str, Document]) -> Iterator[tuple[str, Span]]:
    """Yield the id of each document that the gold means, with every place where the quotation stands in it."""
    for document in documents.values():
        at = document.text.find(gold.quote) if is_source(gold.doc, document.source) else -1
        while at >= 0:
            yield document.id, Span(at, at + len(gold.quote))
            at = document.text.find(gold.quote, at + 1)


def is_source(doc: str, source: str) -> bool:
    """Tell whether ``doc`` is the source, or the end of its path."""
    return source == doc or source.replace("\\", "/").endswith("/" + doc)


def _overlap(hit: RankedPassage, doc_id: str, place: Span) -> bool:
    return hit.doc_id == doc_id and place.start < hit.end and hit.start < place.end
