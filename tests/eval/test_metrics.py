import pytest

from eval.metrics.quotation import quotation_holds
from eval.metrics.ranking import mean_reciprocal_rank, recall_at
from eval.types import Example, GoldEvidence
from qa.types import Answer, Citation, Coverage, RankedPassage, Status


def _answer(quote: str, status: Status = "answered") -> Answer:
    citations = (Citation(1, "d", "标题", "/库/甲.md", (), None, 10, 10 + len(quote), quote),) if quote else ()
    hits = (RankedPassage("e", "/库/乙.md", 0, 50, 0.9), RankedPassage("d", "/库/甲.md", 0, 50, 0.8))
    return Answer(
        "问", status, "extractive", "hans", None, (), (), citations, 0.5, Coverage(1, 1, True), hits, (), None, 12.0
    )


def _example(**changes: object) -> Example:
    values: dict[str, object] = {
        "id": "1", "question": "问", "answers": ("2018 年 9 月",), "kind": "date", "items": (), "answerable": True,
        "evidence": (GoldEvidence("甲.md", "九月发布"),),
    }  # fmt: skip
    return Example(**{**values, **changes})  # type: ignore[arg-type]


def test_recall_and_mrr_by_hand() -> None:
    ranks = [1, 3, None, 2]
    assert recall_at(ranks, 1) == 0.25
    assert recall_at(ranks, 3) == 0.75
    assert mean_reciprocal_rank(ranks, 10) == pytest.approx((1 + 1 / 3 + 0 + 1 / 2) / 4)
    assert mean_reciprocal_rank(ranks, 2) == pytest.approx((1 + 0 + 0 + 1 / 2) / 4)
    assert recall_at([], 5) == mean_reciprocal_rank([], 5) == 0


@pytest.mark.parametrize(
    ("answers", "quote", "right"),
    [
        (("2018 年 9 月",), "它在２０１８年9月发布。", True),  # width and blanks do not decide
        (("調度器",), "由调度器负责。", True),  # nor does the script
        (("1.1",), "在 1.10 引入。", False),  # nor is a version in another one
        (("2018 年 9 月",), "它在 2018 年 10 月发布。", False),
    ],
)
def test_a_quotation_holds_an_answer(answers: tuple[str, ...], quote: str, right: bool) -> None:
    assert quotation_holds(_example(answers=answers), _answer(quote)) is right


def test_a_list_needs_one_form_of_every_item() -> None:
    example = _example(items=(("1.10", "v1.10"), ("1.13",)))
    assert quotation_holds(example, _answer("先是 v1.10，后来是 1.13。"))
    assert not quotation_holds(example, _answer("只有 1.13。"))


def test_a_refusal_holds_nothing() -> None:
    assert not quotation_holds(_example(), _answer("2018 年 9 月", "no_evidence"))
