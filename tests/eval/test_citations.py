from collections.abc import Sequence
from dataclasses import replace

import pytest

from eval.answer_json import answer_from_json
from eval.metrics.citation_exactness import citation_exactness
from eval.metrics.citation_support import citation_support, gold_support, judged_support
from eval.metrics.quotation import quotation_holds, supported_by
from eval.types import GoldEvidence
from qa.types import Answer
from tests.eval.oracles import document, example

TEXT = "旧方式在 1.11 移除。新方式在 1.10 引入。其他不变。"
DOCUMENTS = {"id-甲.md": document("甲.md", TEXT)}
ASKED = example(answers=("1.11",), evidence=(GoldEvidence("甲.md", "旧方式在 1.11 移除。"),))
GONE, NEW, REST = "旧方式在 1.11 移除。", "新方式在 1.10 引入。", "其他不变。"


def _answer(quotes: Sequence[str], *statements: Sequence[int]) -> Answer:
    cited = [
        {"n": n, "doc_id": "id-甲.md", "start": TEXT.find(q), "end": TEXT.find(q) + len(q), "quote": q}
        for n, q in enumerate(quotes, 1)
    ]
    said = [{"text": f"陈述 {i}", "citations": numbers} for i, numbers in enumerate(statements)]
    return answer_from_json({"status": "answered", "statements": said, "citations": cited})


@pytest.mark.parametrize(
    ("quotes", "statements", "recall", "precision"),
    [
        ([GONE], [[1]], 1, 1),
        ([NEW], [[1]], 0, 0),  # 1.10 is not 1.11
        ([GONE, REST], [[1, 2]], 1, 1 / 2),  # the second does not support and is not needed
        ([GONE, REST], [[1], [2]], 1 / 2, 1 / 2),
        ([GONE], [[1], []], 1 / 2, 1),  # a statement without citation costs recall alone
        ([GONE], [[1, 7]], 1, 1 / 2),  # a number that leads nowhere costs precision
        ([GONE], [[7]], 0, 0),
        ([GONE], [], 0, 0),
        ([], [], 0, 0),
    ],
)
def test_alce_by_hand(quotes: list[str], statements: list[list[int]], recall: float, precision: float) -> None:
    found = citation_support(_answer(quotes, *statements), DOCUMENTS, gold_support(ASKED))
    assert (found.recall, found.precision) == pytest.approx((recall, precision))


def test_numbers_that_lead_nowhere_are_named() -> None:
    assert citation_support(_answer([GONE], [9, 1], [7]), DOCUMENTS, gold_support(ASKED)).out_of_range == (7, 9)


def test_passages_that_support_only_together_are_both_relevant() -> None:
    both = judged_support(lambda premise, _: float("1.11" in premise and "1.10" in premise))
    found = citation_support(_answer([GONE, NEW, REST], [1, 2, 3]), DOCUMENTS, both)
    assert (found.recall, found.precision) == pytest.approx((1, 2 / 3))


def test_a_judge_is_asked_about_the_statement() -> None:
    asked = []

    def entails(premise: str, hypothesis: str) -> float:
        asked.append((premise, hypothesis))
        return 0.4

    assert citation_support(_answer([GONE], [1]), DOCUMENTS, judged_support(entails)).recall == 0
    assert citation_support(_answer([GONE], [1]), DOCUMENTS, judged_support(entails, 0.3)).recall == 1
    assert set(asked) == {(GONE, "陈述 0")}


def test_what_is_not_at_its_offsets_is_not_exact_and_supports_nothing() -> None:
    good = _answer([GONE, NEW], [1])
    moved = replace(good.citations[0], start=1, end=1 + len(GONE))
    assert citation_exactness(good.citations, DOCUMENTS) == 1
    assert citation_exactness([moved, good.citations[1]], DOCUMENTS) == 1 / 2
    assert citation_exactness([], DOCUMENTS) is None
    assert citation_support(replace(good, citations=(moved,)), DOCUMENTS, gold_support(ASKED)).recall == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"doc_id": "id-沒有"},
        {"start": 0, "end": 999},
        {"start": -3, "end": 4},
        {"start": 5, "end": 5, "quote": ""},
        {"quote": GONE.replace("旧", "舊")},
    ],
)
def test_inexact_citations(changes: dict[str, object]) -> None:
    citation = replace(_answer([GONE], [1]).citations[0], **changes)  # type: ignore[arg-type]
    assert citation_exactness([citation], DOCUMENTS) == 0


def test_support_is_containment_of_gold_evidence_or_answer() -> None:
    assert supported_by(ASKED, f"前文。{GONE}後文。") == "evidence"
    assert supported_by(ASKED, "舊方式在 １.１１ 移除") == "answer"  # script and width aside, with the answer in it
    assert supported_by(ASKED, "旧方式在 1.111 移除") is None
    assert supported_by(example(answers=(), items=(("甲",), ("乙", "丁"))), "有丁。") == "answer"


def test_a_quotation_holds_the_whole_version() -> None:
    assert quotation_holds(ASKED, _answer([GONE], [1]))
    assert not quotation_holds(replace(ASKED, answers=("1.1",)), _answer([GONE], [1]))
    two = replace(ASKED, items=(("1.10", "v1.10"), ("1.11",)))
    assert quotation_holds(two, _answer([GONE, NEW], [1]))
    assert not quotation_holds(two, _answer([GONE], [1]))
