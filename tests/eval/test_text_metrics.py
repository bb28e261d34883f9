import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.metrics.character_f1 import character_f1
from eval.metrics.exact_match import exact_match
from eval.metrics.rouge_l import rouge_l
from eval.text_tokens import View


@pytest.mark.parametrize(
    ("accepted", "answer", "folded", "strict", "terms"),
    [
        (["排程器"], "排程器", 1, 1, 1),
        (["转发"], "轉發", 1, 0, 1),
        (["2019年7月"], "２０１９ 年 ７ 月", 1, 0, 1),
        (["镜像仓库"], "镜像仓库服务", 0, 0, 0),
        (["Kubelet", "节点代理"], "kubelet。", 1, 0, 1),
        (["8 MiB"], "8 MB", 0, 0, 0),  # units are not folded
        (["8 MiB"], "8MiB", 1, 0, 1),
        (["叢集"], "集群", 0, 0, 1),  # a regional name, only with the term table
        (["1.10"], "1.1", 0, 0, 0),
        (["1.10"], "1.10.0", 0, 0, 0),
        (["9"], "9.0", 0, 0, 0),
        (["1.9"], "v1.9", 1, 0, 1),
        (["无"], "無", 1, 0, 1),
        (["None"], "", 0, 0, 0),
        ([], "答", 0, 0, 0),
    ],
)
def test_exact_match(accepted: list[str], answer: str, folded: int, strict: int, terms: int) -> None:
    views: dict[View, int] = {"folded": folded, "strict": strict, "terms": terms}
    assert {view: exact_match(answer, accepted, view) for view in views} == views


def test_character_f1_by_hand() -> None:
    assert character_f1("镜像仓库服务", ["镜像仓库"]) == pytest.approx(2 * 4 / (6 + 4))
    assert character_f1("在 1.16 移除", ["1.16 移除"]) == pytest.approx(2 * 3 / (4 + 3))
    assert character_f1("1.16", ["1.1", "1.6"]) == 0  # versions share nothing
    assert character_f1("節點", ["节点代理", "節點"], "strict") == 1  # the best over the accepted ones
    assert character_f1("好好", ["好"]) == pytest.approx(2 / 3)  # counted as often as in both
    assert character_f1("", ["好"]) == character_f1("好", []) == 0


def test_rouge_l_by_hand() -> None:
    assert rouge_l("负责调度容器", ["负责调度容器"]) == 1
    assert rouge_l("1.20 起彻底删除", ["1.20 起默认打开"]) == pytest.approx(2 * 2 / (6 + 6))
    assert rouge_l("containerd 不支持 GPU", ["containerd 支持 GPU"]) == pytest.approx(2 * 4 / (5 + 4))
    assert rouge_l("乙甲", ["甲乙"]) == pytest.approx(1 / 2)  # the order counts, unlike in F1
    assert character_f1("乙甲", ["甲乙"]) == 1


def _cmrc_characters(text: str) -> list[str]:
    """The official script of CMRC 2018: Han one by one, Latin words whole, punctuation away, lower case."""
    return re.findall(r"[\u4e00-\u9fa5]|[a-z0-9]+", text.lower())


def _cmrc_f1(gold: str, answer: str) -> float:
    """Its F1: precision and recall of the longest common run."""
    a, b = _cmrc_characters(gold), _cmrc_characters(answer)
    runs = [
        j - i
        for i in range(len(a))
        for j in range(i + 1, len(a) + 1)
        for k in range(len(b))
        if b[k : k + j - i] == a[i:j]
    ]
    longest = max(runs, default=0)
    return 2 * longest / (len(a) + len(b)) if longest else 0.0


@pytest.mark.parametrize(
    ("gold", "answer", "f1"),
    [
        ("镜像仓库", "镜像仓库服务", 8 / 10),
        ("光荣和ω-force", "光荣", None),
        ("2019年7月", "2019年7月", 1),
        ("由排程器決定", "排程器", 6 / 9),
        ("节点", "容器", 0),
    ],
)
def test_f1_is_that_of_cmrc_where_what_is_shared_is_one_run(gold: str, answer: str, f1: float | None) -> None:
    if f1 is not None:
        assert _cmrc_f1(gold, answer) == pytest.approx(f1)
        assert character_f1(answer, [gold], "strict") == pytest.approx(f1)
    assert (exact_match(answer, [gold], "strict") == 1) == (_cmrc_characters(gold) == _cmrc_characters(answer))


@given(st.text("甲乙丙丁", max_size=8), st.text("甲乙丙丁", max_size=8))
def test_f1_is_never_below_that_of_cmrc_and_rouge_stands_between(gold: str, answer: str) -> None:
    assert _cmrc_f1(gold, answer) <= rouge_l(answer, [gold]) + 1e-9
    assert rouge_l(answer, [gold]) <= character_f1(answer, [gold]) + 1e-9


@given(st.text(max_size=30), st.text(max_size=30))
def test_bounds_symmetry_and_agreement(one: str, other: str) -> None:
    for view in ("strict", "folded", "terms"):
        for measure in (character_f1, rouge_l):
            value = measure(one, [other], view)
            assert 0 <= value <= 1
            assert value == pytest.approx(measure(other, [one], view))
        if exact_match(one, [other], view):
            assert character_f1(one, [other], view) == rouge_l(one, [other], view) == 1
        assert exact_match(one, [one], view) == float(bool(one.strip()))


@given(st.lists(st.text("调1.0v ", max_size=6), max_size=4), st.text("调1.0v ", max_size=6), st.text(max_size=6))
def test_another_accepted_answer_never_lowers_a_score(accepted: list[str], answer: str, more: str) -> None:
    for measure in (exact_match, character_f1, rouge_l):
        assert measure(answer, [*accepted, more]) >= measure(answer, accepted)
