import json
import math
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.terms import default_terms
from qa.confidence import CALIBRATION, Calibration, Way, calibration, features_of
from qa.context import Context
from qa.question import Question, analyse
from qa.rank import rank
from qa.reader.reader import Reader
from qa.retrieve import retrieve
from qa.scoring import Scored
from qa.select import answers
from tests.qa.conftest import MakeService
from tests.qa.reader.planted import PlantedReader

PLAIN = {"coverage", "has_subject", "names_subject", "fits", "qualifies"}
VALUES = st.floats(-1e9, 1e9)
NOTES = {"说明.md": "# 發行說明\n\nCoreDNS 從 1.13 起成為預設。kube-dns 在 1.21 移除。\n"}


def test_a_probability_by_hand() -> None:
    fitted = Calibration(-1.0, {"margin": 0.5, "coverage": 2.0})
    assert fitted.probability({"margin": 0.0, "coverage": 0.5}) == 0.5
    assert fitted.probability({"margin": 2.0, "coverage": 0.5}) == pytest.approx(1 / (1 + math.exp(-1)))
    assert fitted.probability({"margin": 2.0, "coverage": 0.5, "unused": 9.0}) == pytest.approx(0.731, abs=0.001)


@given(VALUES, st.floats(-100, 100), VALUES, VALUES)
def test_it_is_a_probability_and_rises_with_what_counts_in_favour(
    constant: float, weight: float, one: float, other: float
) -> None:
    fitted = Calibration(constant, {"margin": weight})
    low, high = sorted((one, other), key=lambda value: value * weight)
    assert 0 <= fitted.probability({"margin": low}) <= fitted.probability({"margin": high}) <= 1


@pytest.mark.parametrize(("way", "names"), [("plain", PLAIN), ("reader", PLAIN | {"margin", "margin_of_words"})])
def test_the_calibration_file_is_complete(way: Way, names: set[str]) -> None:
    fitted = calibration(way)
    assert set(fitted.weights) == names
    assert all(math.isfinite(value) and abs(value) < 20 for value in (fitted.constant, *fitted.weights.values()))
    assert set(json.loads(CALIBRATION.read_text(encoding="utf-8"))) == set(get_args(Way))


@pytest.mark.parametrize("way", get_args(Way))
def test_more_in_favour_of_a_sentence_makes_it_likelier(way: Way) -> None:
    fitted = calibration(way)
    features = {"margin": 0.0, "margin_of_words": 0.0, **dict.fromkeys(PLAIN, 0.0)}
    assert fitted.probability({**features, "coverage": 1.0}) > fitted.probability(features)
    assert fitted.probability({**features, "qualifies": 1.0}) > fitted.probability(features)


def test_a_greater_margin_makes_it_likelier() -> None:
    fitted = calibration("reader")
    features = dict.fromkeys(PLAIN, 1.0)
    margins = (-10.0, -3.0, 0.0, 3.0, 10.0)
    other = [fitted.probability({**features, "margin": m, "margin_of_words": 0.0}) for m in margins]
    words = [fitted.probability({**features, "margin": m, "margin_of_words": m}) for m in margins]
    assert other == sorted(other)
    assert words == sorted(words)
    assert words[0] < 0.5 < words[-1]
    assert words[-1] - words[0] > other[-1] - other[0]  # it tells more where a few words are asked for


def _ranked(make_service: MakeService, text: str, reader: Reader | None) -> tuple[Question, list[Scored]]:
    context: Context = replace(make_service(NOTES).context(), reader=reader)
    question = analyse(text, default_terms())
    found = retrieve(question, context.snapshot, context.embedder, 5)
    return question, rank(question, found, found.hits, context)


@pytest.mark.parametrize("reader", [None, PlantedReader({"1.13": -3.0, "1.21": 6.0})])
def test_each_sentence_carries_the_probability_of_its_features(
    make_service: MakeService, reader: PlantedReader | None
) -> None:
    question, ranked = _ranked(make_service, "kube-dns 在哪个版本移除？", reader)
    fitted = calibration("reader" if reader else "plain")
    assert len(ranked) == 2
    for scored in ranked:
        features = features_of(question, scored, answers(question, scored.evidence))
        assert scored.confidence == fitted.probability(features)
        assert set(fitted.weights) <= set(features)


def test_features_by_hand(make_service: MakeService) -> None:
    question, ranked = _ranked(make_service, "kube-dns 在哪个版本移除？", PlantedReader({"1.13": -3.0, "1.21": 6.0}))
    assert [s.evidence.sentence.words for s in ranked] == ["kube-dns 在 1.21 移除。", "CoreDNS 從 1.13 起成為預設。"]
    best, other = (features_of(question, s, qualifies=True) for s in ranked)
    assert (best["margin"], best["names_subject"], best["fits"], best["qualifies"]) == (6.0, 1.0, 1.0, 1.0)
    assert (other["margin"], other["names_subject"], other["fits"]) == (-3.0, 0.0, 1.0)
    assert best["coverage"] > other["coverage"]
    unread = replace(ranked[0], found=None)
    assert features_of(question, unread, qualifies=False) == {
        **best,
        "margin": -6.0,
        "margin_of_words": -6.0,
        "qualifies": 0.0,
    }
