import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.answer_json import answer_from_json
from eval.metrics.list_items import given_items, list_figures

GOLD = (("containerd",), ("CRI-O", "crio"), ("cri-dockerd",))


@pytest.mark.parametrize(
    ("given_", "precision", "recall"),
    [
        (["containerd", "CRI-O", "cri-dockerd"], 1, 1),
        (["改用 containerd。", "或 CRIO 也行"], 1, 2 / 3),
        (["containerd", "rkt"], 1 / 2, 1 / 3),
        (["containerd", "containerd"], 1 / 2, 1 / 3),  # said twice is not found twice
        (["containerd 與 CRI-O、cri-dockerd"], 1, 1),  # one sentence that holds them all
        (["docker"], 0, 0),  # only a part of a name
        ([], 0, 0),
    ],
)
def test_by_hand(given_: list[str], precision: float, recall: float) -> None:
    found = list_figures(given_, GOLD)
    assert (found.precision, found.recall) == pytest.approx((precision, recall))


def test_a_version_in_another_is_no_item() -> None:
    assert list_figures(["1.10", "1.21"], (("1.1",), ("1.2",))).recall == 0
    assert list_figures(["v1.1、1.2"], (("1.1",), ("1.2",), ("1.3", "v1.3"))).missing == ("1.3",)


def test_items_are_taken_where_they_stand() -> None:
    said = {"status": "answered", "short": "甲、乙", "statements": [{"text": "有甲和乙。", "citations": []}]}
    assert given_items(answer_from_json({**said, "items": [{"text": "甲", "citations": []}]})) == ["甲"]
    assert given_items(answer_from_json(said)) == ["甲", "乙"]
    assert given_items(answer_from_json({**said, "short": None})) == ["有甲和乙。"]
    assert given_items(answer_from_json({**said, "status": "no_evidence"})) == []


@given(
    st.lists(st.sampled_from("甲乙丙丁戊"), unique=True, min_size=1),
    st.lists(st.sampled_from("甲乙丙丁戊己"), unique=True),
)
def test_on_sets_it_is_precision_and_recall_of_sets(gold: list[str], given_: list[str]) -> None:
    found = list_figures(given_, [(g,) for g in gold])
    shared = len(set(gold) & set(given_))
    assert found.recall == pytest.approx(shared / len(gold))
    assert found.precision == pytest.approx(shared / len(given_) if given_ else 0)
    assert found.f1 == pytest.approx(2 * shared / (len(gold) + len(given_)))
