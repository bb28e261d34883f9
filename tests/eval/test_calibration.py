from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.calibration import Bin, Observation, fit, held_out, observe, reliability
from eval.types import Example, GoldEvidence
from qa.context import Context
from qa.service import Service, ServiceSettings
from tests.eval.oracles import example
from tests.fakes import HashEmbedder
from tests.qa.reader.planted import PlantedReader


def _seen(*rows: tuple[float, bool]) -> list[Observation]:
    return [Observation({"margin": value}, right) for value, right in rows]


def test_without_features_the_constant_is_the_log_odds() -> None:
    fitted = fit(_seen((0, True), (0, True), (0, True), (0, False)), ())
    assert fitted.constant == pytest.approx(np.log(3), abs=1e-3)
    assert fitted.probability({}) == pytest.approx(0.75, abs=1e-3)


def test_what_tells_nothing_weighs_nothing() -> None:
    fitted = fit(_seen((1, True), (1, False), (0, True), (0, False)), ("margin",))
    assert fitted.weights["margin"] == pytest.approx(0, abs=1e-3)
    assert fitted.constant == pytest.approx(0, abs=1e-3)


def test_what_goes_with_being_right_weighs_in_its_favour() -> None:
    rows = _seen(*[(3.0, True)] * 8, (3.0, False), *[(-3.0, False)] * 8, (-3.0, True))
    assert fit(rows, ("margin",)).weights["margin"] > 0.3
    against = [replace(o, right=not o.right) for o in rows]
    assert fit(against, ("margin",)).weights["margin"] == pytest.approx(-fit(rows, ("margin",)).weights["margin"])


def test_weights_stay_finite_where_a_feature_decides_alone() -> None:
    fitted = fit(_seen(*[(1.0, True)] * 20, *[(-1.0, False)] * 20), ("margin",))
    assert 1 < fitted.weights["margin"] < 5


@given(st.lists(st.tuples(st.floats(-3, 3), st.booleans()), min_size=4, max_size=30))
def test_the_fit_is_where_the_penalised_likelihood_is_flat(rows: list[tuple[float, bool]]) -> None:
    """There the stated mean is the share observed, and the weight is the sum of value x (right - stated)."""
    observations = _seen(*rows, (0.0, True), (0.0, False))
    fitted = fit(observations, ("margin",))
    off = [o.right - fitted.probability(o.features) for o in observations]
    assert sum(off) == pytest.approx(0, abs=0.01)
    pull = sum(o.features["margin"] * d for o, d in zip(observations, off, strict=True))
    assert fitted.weights["margin"] == pytest.approx(pull, abs=0.02)


def test_each_is_stated_by_a_fit_on_the_other_folds() -> None:
    """Ten observations in five folds; number 0, 1 and 5 are right."""
    observations = _seen(*[(0.0, i in (0, 1, 5)) for i in range(10)])
    stated = held_out(observations, ())
    by_fold = [(1 / 8, True), (1 / 8, True), (2 / 8, True), (2 / 8, False), *[(3 / 8, False)] * 6]
    assert [right for _, right in stated] == [right for _, right in by_fold]
    assert [p for p, _ in stated] == pytest.approx([p for p, _ in by_fold], abs=1e-3)


def test_reliability_by_hand() -> None:
    stated = [(0.05, False), (0.15, True), (0.5, True), (0.59, False), (0.41, False), (1.0, True)]
    found = reliability(stated)
    assert [b.n for b in found] == [2, 3, 1]  # nothing from 0.2 to 0.4 and from 0.6 to 0.8
    assert [b.stated for b in found] == pytest.approx([0.1, 0.5, 1.0])
    assert [b.right for b in found] == pytest.approx([1 / 2, 1 / 3, 1])
    assert reliability([]) == []
    assert reliability([(0.0, False), (1.0, True)], bins=1) == [Bin(0.5, 0.5, 2)]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40), st.integers(1, 12))
def test_every_answer_is_in_one_bin(stated: list[tuple[float, bool]], bins: int) -> None:
    found = reliability(stated, bins)
    assert sum(b.n for b in found) == len(stated)
    assert sum(b.right * b.n for b in found) == pytest.approx(Counter(right for _, right in stated)[True])
    assert [b.stated for b in found] == sorted(b.stated for b in found)


@pytest.fixture
def context(tmp_path: Path) -> Context:
    (tmp_path / "文件").mkdir()
    text = "# 說明\n\nCoreDNS 從 1.13 起成為預設的 DNS。\n\nkube-dns 的支援在 1.21 移除。\n"
    (tmp_path / "文件" / "說明.md").write_text(text, encoding="utf-8")
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    assert [r.outcome for r in service.ingest(service.plan([tmp_path / "文件"]))] == ["added"]
    return service.context()


def _asked(**changes: object) -> Example:
    return example(**{"question": "kube-dns 在哪个版本移除？", "answers": ("1.21",), **changes})


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        (_asked(), True),  # an accepted answer stands in the best sentence
        (_asked(answers=("1.2",)), False),  # whole tokens only
        (_asked(answers=("那一版",), evidence=(GoldEvidence("說明.md", "kube-dns 的支援在 1.21 移除"),)), True),
        (_asked(answers=("那一版",), evidence=(GoldEvidence("別的.md", "kube-dns 的支援在 1.21 移除"),)), False),
        (_asked(answers=("那一版",), evidence=(GoldEvidence("說明.md", "CoreDNS 從 1.13 起成為預設"),)), False),
        (_asked(answerable=False), False),
        (_asked(items=(("1.21", "一点二一"), ("1.22",))), True),  # the first item of a list
        (_asked(items=(("1.22",), ("1.21",))), False),
    ],
)
def test_an_observation_is_the_best_sentence_and_whether_it_answers(
    context: Context, asked: Example, right: bool
) -> None:
    (seen,) = observe([asked], context)
    assert seen.right is right
    assert seen.features["names_subject"] == 1.0
    assert seen.features["margin"] == -6.0  # nothing read it


def test_the_margin_is_observed_where_there_is_a_reader(context: Context) -> None:
    reading = replace(context, reader=PlantedReader({"1.21": 4.0, "1.13": -6.0}))
    assert [o.features["margin"] for o in observe([_asked()], reading)] == [4.0]


def test_an_empty_collection_gives_no_observation(tmp_path: Path) -> None:
    service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
    assert observe([_asked()], service.context()) == []
