import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.ranking import EvidenceRanking, is_source, rank_evidence, ranking_figures
from eval.types import GoldEvidence
from qa.types import RankedPassage
from tests.eval.oracles import DOCUMENTS, document, example

RELEASE, PARTS = DOCUMENTS


def _hit(doc_id: str, start: int, end: int) -> RankedPassage:
    return RankedPassage(doc_id, DOCUMENTS[doc_id].source, start, end, 0.5)


def test_two_of_three_found_by_hand() -> None:
    found = ranking_figures(EvidenceRanking(ranks=(2, 4), relevant=3), hits=5)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert found == pytest.approx(
        {
            "success@1": 0,
            "success@5": 1,
            "recall@5": 2 / 3,
            "recall@10": 2 / 3,
            "mrr": 1 / 2,
            "ndcg@10": (1 / math.log2(3) + 1 / math.log2(5)) / ideal,
        }
    )


def test_nothing_found_counts_zero() -> None:
    assert set(ranking_figures(EvidenceRanking((), 1), hits=3).values()) == {0}
    assert set(ranking_figures(EvidenceRanking((), 2), hits=0).values()) == {0}


def test_a_hit_beyond_ten_counts_in_neither_recall_nor_ndcg() -> None:
    found = ranking_figures(EvidenceRanking((11,), 1), hits=12)
    assert (found["recall@10"], found["ndcg@10"], found["mrr"]) == pytest.approx((0, 0, 1 / 11))


def test_evidence_is_found_where_a_hit_overlaps_it() -> None:
    gold = GoldEvidence("发布.md", "1.11 移除")
    at = DOCUMENTS[RELEASE].text.index("1.11")
    asked = example(evidence=(gold,))
    hits = [_hit(PARTS, 0, 30), _hit(RELEASE, 0, at), _hit(RELEASE, at + 2, at + 3)]
    found = rank_evidence(asked, hits, DOCUMENTS)
    assert (found.ranks, found.relevant, found.located) == ((3,), 1, True)
    assert rank_evidence(asked, hits[:2], DOCUMENTS).first is None


def test_a_passage_that_holds_two_quotations_is_one() -> None:
    two = (GoldEvidence("发布.md", "1.10 于"), GoldEvidence("发布.md", "1.11 移除"))
    whole = _hit(RELEASE, 0, len(DOCUMENTS[RELEASE].text))
    found = rank_evidence(example(evidence=two), [whole, whole], DOCUMENTS)
    assert (found.ranks, found.relevant) == ((1,), 1)


def test_one_of_several_suffices_where_the_gold_says_so() -> None:
    two = (GoldEvidence("发布.md", "1.10 于"), GoldEvidence("元件.md", "三種模式"))
    hits = [_hit(PARTS, 0, 30)]
    assert rank_evidence(example(evidence=two), hits, DOCUMENTS) == EvidenceRanking((1,), 2)
    assert rank_evidence(example(evidence=two, evidence_needed="any"), hits, DOCUMENTS) == EvidenceRanking((1,), 1)


def test_gold_that_is_not_in_the_collection_is_missed_and_told() -> None:
    for gold in (GoldEvidence("沒有.md", "1.10 于"), GoldEvidence("发布.md", "沒有這句")):
        found = rank_evidence(example(evidence=(gold,)), [_hit(RELEASE, 0, 30)], DOCUMENTS)
        assert found == EvidenceRanking((), 1, located=False)


def test_every_place_of_a_quotation_counts() -> None:
    twice = document("表.md", "| 甲 | 是 |\n| 乙 | 否 |\n| 甲 | 是 |\n")
    hit = RankedPassage(twice.id, twice.source, 20, len(twice.text), 0.5)
    asked = example(evidence=(GoldEvidence("表.md", "| 甲 | 是 |"),))
    assert rank_evidence(asked, [hit], {twice.id: twice}).first == 1


def test_a_source_is_meant_by_the_end_of_its_path() -> None:
    assert is_source("甲.md", "/库/甲.md")
    assert is_source("库/甲.md", r"C:\库\甲.md")
    assert is_source("甲.md", "包.zip!/甲.md")
    assert not is_source("甲.md", "/库/某甲.md")


@given(st.sets(st.integers(1, 12), max_size=5), st.integers(0, 3))
def test_agreement_with_the_definitions(ranks: set[int], missed: int) -> None:
    relevant = len(ranks) + missed
    if not relevant:
        return
    found = ranking_figures(EvidenceRanking(tuple(sorted(ranks)), relevant), hits=12)
    gain = sum(1 / math.log2(r + 1) for r in ranks if r <= 10)
    ideal = sum(1 / math.log2(r + 1) for r in range(1, min(relevant, 10) + 1))
    assert found["ndcg@10"] == pytest.approx(gain / ideal, abs=1e-6)
    assert found["mrr"] == pytest.approx(1 / min(ranks) if ranks else 0)
    assert found["success@1"] == (1 in ranks)
    assert found["success@5"] == any(r <= 5 for r in ranks)
    for k in (5, 10):
        assert found[f"recall@{k}"] == pytest.approx(sum(r <= k for r in ranks) / relevant)
