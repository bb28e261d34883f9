import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.readers import read_bytes, read_path
from eval.comparison import compare
from eval.gold import load_gold
from eval.metrics.ranking import RANKING_MEASURES
from eval.reasons import CODES, Reason
from eval.records import Record
from eval.scores import MEASURES
from eval.scoring import QuestionScore, aggregate, score
from eval.types import Example
from tests.eval.oracles import DOCUMENTS, EXAMPLES, empty, example, perfect, shuffled

SHARED = Path(__file__).parents[3] / "shared"
REFUSALS = ("refusal_precision", "refusal_recall")


def _scores(records: Sequence[Record]) -> list[QuestionScore]:
    return [score(e, r, DOCUMENTS) for e, r in zip(EXAMPLES, records, strict=True)]


def _values(scores: Sequence[QuestionScore]) -> dict[str, float]:
    figures = aggregate(scores).overall.figures
    return {name: value for name in MEASURES if (value := figures[name].value) is not None}


def _codes(one: QuestionScore) -> list[str]:
    return [reason.code for reason in one.reasons]


def test_a_perfect_answerer_has_one_everywhere() -> None:
    assert _values(_scores([perfect(e) for e in EXAMPLES])) == dict.fromkeys(MEASURES, pytest.approx(1))


def test_an_empty_answerer_has_nothing_but_refusals() -> None:
    values = _values(_scores([empty(e) for e in EXAMPLES]))
    assert values.pop("refusal_recall") == 1
    assert values.pop("refusal_precision") == values.pop("accuracy") == 1 / 4  # one refusal of four was right
    assert values == dict.fromkeys(set(MEASURES) - {*REFUSALS, "accuracy"}, 0)


def test_a_shuffled_answerer_is_low() -> None:
    values = _values(_scores(shuffled(EXAMPLES)))
    high = {name for name, value in values.items() if value > 0.35}
    assert high == {"citation_exactness"}  # what is quoted is quoted rightly, only for another question


def test_failures_and_time_outs_stay_in_the_denominator() -> None:
    records = [perfect(EXAMPLES[0]), Record("b", "timeout", None, "", 30_000.0), Record("c", "failed", None, "坏了", 2.0),
               Record("d", "failed", None, "坏了", 2.0)]  # fmt: skip
    scores = _scores(records)
    found = aggregate(scores).overall
    assert (found.questions, found.outcomes) == (4, {"answered": 1, "timeout": 1, "failed": 2})
    assert (found.figures["f1"].value, found.figures["f1"].n) == (pytest.approx(1 / 3), 3)
    assert (found.figures["refusal_recall"].value, found.figures["refusal_recall"].n) == (0, 1)
    assert found.figures["refusal_precision"].n == 0
    assert found.figures["accuracy"].value == found.figures["coverage"].value == 1 / 4
    assert [_codes(s) for s in scores[1:]] == [["timeout"], ["failed"], ["failed"]]
    assert scores[2].reasons[0].say("hant") == "提問時出錯：坏了"


def test_what_does_not_apply_is_not_wrong() -> None:
    plain = example(answers=("1.10",))
    one = score(plain, Record("1", "ok", {"status": "answered", "short": "v1.10"}, "", 1.0), DOCUMENTS)
    unscored = {name for name, value in one.values.items() if value is None}
    assert unscored == {"item_precision", "item_recall", "item_f1", *RANKING_MEASURES, *REFUSALS}
    refused = score(example(answerable=False, answers=()), empty(plain), DOCUMENTS)
    assert {name for name, value in refused.values.items() if value is not None} == {"accuracy", *REFUSALS}


def test_reasons_say_what_decided() -> None:
    date, modes, version, unanswerable = EXAMPLES
    assert _codes(score(date, perfect(date), DOCUMENTS)) == ["exact", "quotation_holds", "evidence_at_rank"]
    assert _codes(score(date, empty(date), DOCUMENTS)) == ["wrongly_refused", "evidence_not_found"]
    assert _codes(score(unanswerable, empty(unanswerable), DOCUMENTS)) == ["rightly_refused"]
    said = {"status": "answered", "short": "2017 年", "statements": [{"text": "2017 年", "citations": [3]}]}
    assert _codes(score(unanswerable, Record("d", "ok", said, "", 1.0), DOCUMENTS)) == [
        "should_have_refused", "nothing_cited", "citation_out_of_range",
    ]  # fmt: skip
    answer = perfect(modes).answer
    assert answer is not None
    answer |= {"short": None, "items": [{"text": "ipvs", "citations": [1]}]}
    missing = score(modes, Record("b", "ok", answer, "", 1.0), DOCUMENTS).reasons
    assert Reason("items_missing", "iptables、nftables") in missing
    moved = json.loads(json.dumps(perfect(version).answer))
    moved["citations"][0]["start"] += 1
    assert Reason("quotation_not_exact", "[1]") in score(version, Record("c", "ok", moved, "", 1.0), DOCUMENTS).reasons
    assert "evidence_not_in_documents" in _codes(score(version, perfect(version), {}))


def test_regional_words_are_told_apart_from_the_answer() -> None:
    asked = example(answers=("叢集",))
    one = score(asked, Record("1", "ok", {"status": "answered", "short": "集群"}, "", 1.0), DOCUMENTS)
    assert (one.values["exact_match"], one.values["exact_match_terms"]) == (0, 1)
    assert "exact_in_other_words" in _codes(one)


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_words_in_both_scripts(code: str) -> None:
    from corpus.normalize import detect_script

    for script in ("hans", "hant"):
        words = Reason(code, "甲").say(script)  # type: ignore[arg-type]
        assert words
        assert "{" not in words
        assert detect_script(words) in (script, None)


def test_groups_and_their_numbers() -> None:
    found = aggregate(_scores([perfect(e) for e in EXAMPLES]))
    assert {k: g.questions for k, g in found.by_kind.items()} == {"date": 2, "list": 1, "version": 1}
    assert {k: g.questions for k, g in found.by_tag.items()} == {"cross-script": 1, "version-confusion": 1}
    assert {k: g.questions for k, g in found.by_script.items()} == {"hans": 3, "hant": 1}
    assert {k: g.questions for k, g in found.by_document.items()} == {"元件.md": 1, "发布.md": 2}
    assert [(p.coverage, p.accuracy) for p in found.curve] == [(3 / 4, 1)]
    assert found.overall.figures["latency_p50_ms"].value == 10
    assert json.loads(json.dumps(found.to_json()))["by_kind"]["date"]["figures"]["f1"]["n"] == 1


def test_no_questions_have_no_figures() -> None:
    found = aggregate([])
    assert found.overall.questions == 0
    assert {f.value for f in found.overall.figures.values()} == {None}


def test_a_judge_may_take_the_place_of_containment() -> None:
    one = score(EXAMPLES[0], perfect(EXAMPLES[0]), DOCUMENTS, supports=lambda *_: False)
    assert (one.values["citation_recall"], one.values["citation_precision"], one.values["f1"]) == (0, 0, 1)


def test_the_record_of_another_question_is_refused() -> None:
    with pytest.raises(ValueError, match="held against a"):
        score(EXAMPLES[0], perfect(EXAMPLES[1]), DOCUMENTS)


@pytest.mark.parametrize("answer", [{}, {"status": "gut"}, {"status": "answered", "citations": [{"n": 1}]}])
def test_an_answer_out_of_contract_is_told(answer: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        score(EXAMPLES[0], Record("a", "ok", answer, "", 1.0), DOCUMENTS)


def test_two_runs_compared() -> None:
    old, new = _scores([empty(e) for e in EXAMPLES]), _scores([perfect(e) for e in EXAMPLES])
    found = {c.measure: c for c in compare(old, new)}
    accuracy = found["accuracy"]
    assert (accuracy.n, accuracy.old, accuracy.new, accuracy.test) == (4, 0.25, 1, "mcnemar")
    assert (accuracy.better, accuracy.worse, accuracy.p_value) == (("a", "b", "c"), (), pytest.approx(2 / 8))
    assert {c.p_value for c in compare(new, new)} == {1}
    assert compare(old[:1], new[1:]) == []


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the data beside the checkout is absent")
def test_the_gold_of_real_documents_fed_back() -> None:
    read = [read_bytes(*read_path(p)) for p in sorted((SHARED / "seeds").iterdir()) if p.suffix == ".txt"]
    documents = {d.id: d for d in read}
    gold = load_gold(SHARED / "gold" / "seeds-dev.jsonl")
    scores = [score(e, perfect(e, documents), documents) for e in gold]
    assert _values(scores) == dict.fromkeys(MEASURES, pytest.approx(1))
    wrong = _values([score(e, r, documents) for e, r in zip(gold, shuffled(gold, documents), strict=True)])
    assert max(value for name, value in wrong.items() if name not in ("citation_exactness", *REFUSALS)) < 0.35


_NUMBERS = st.lists(st.integers(0, 4), max_size=3)
_STATEMENTS = st.lists(
    st.fixed_dictionaries({"text": st.text("1.0甲、", max_size=6), "citations": _NUMBERS}), max_size=3
)
_PLACES = {"doc_id": st.sampled_from([*DOCUMENTS, "id-沒有"]), "start": st.integers(0, 40), "end": st.integers(0, 60)}
_ANSWERS = st.fixed_dictionaries(
    {
        "status": st.sampled_from(["answered", "no_evidence", "needs_clarification"]),
        "short": st.none() | st.text("iptables1.02018年3月", max_size=12),
        "statements": _STATEMENTS,
        "items": _STATEMENTS,
        "citations": st.lists(
            st.fixed_dictionaries({"n": st.integers(1, 3), **_PLACES, "quote": st.sampled_from(["1.10", "ipvs", ""])}),
            max_size=3,
        ),
        "hits": st.lists(st.fixed_dictionaries(_PLACES), max_size=12),
        "confidence": st.floats(0, 1),
    }
)


@given(st.sampled_from(EXAMPLES), _ANSWERS)
def test_whatever_is_answered_is_scored_between_nothing_and_all(asked: Example, answer: dict[str, Any]) -> None:
    one = score(asked, Record(asked.id, "ok", answer, "", 1.0), DOCUMENTS)
    assert tuple(one.values) == MEASURES
    assert all(value is None or 0 <= value <= 1 for value in one.values.values())
    assert one.reasons
    failed = score(asked, Record(asked.id, "failed", None, "", 1.0), DOCUMENTS).values
    applies = {name for name, value in one.values.items() if value is not None}
    if asked.answerable:  # a failure is scored wherever an answer would be, refusals aside
        assert {name for name, value in failed.items() if value == 0} == applies - {"refusal_precision"}
