import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.types import Span
from qa.reader.training.swaps import ask_other_component, ask_other_version, rename, shift_versions
from qa.reader.training.windows import Window

QUESTION = "1.13 起默认的 dns 是什么?"
TEXT = "发布说明 1.13\n1.13 起 coredns 成为默认,kube-dns 在 1.21 移除。"
HEAD = len("发布说明 1.13\n")


def _item(answer: str | None, question: str = QUESTION, text: str = TEXT, head: int = HEAD) -> Window:
    at = text.index(answer, head) if answer else 0
    return Window(question, text, head, Span(at, at + len(answer)) if answer else None)


def _minors(text: str) -> list[int]:
    return [int(m) for m in re.findall(r"1\.(\d+)", text)]


@given(st.integers(), st.sampled_from(["coredns", "1.21", "在 1.21 移除", None]))
def test_all_versions_move_by_the_same_and_the_answer_with_them(seed: int, answer: str | None) -> None:
    item = _item(answer)
    moved = shift_versions(item, random.Random(seed))
    step = _minors(moved.question)[0] - 13
    assert _minors(moved.text) == [13 + step, 13 + step, 21 + step]
    assert moved.text[: moved.head] == f"发布说明 1.{13 + step}\n"
    assert re.sub(r"1\.\d+", "", moved.text) == re.sub(r"1\.\d+", "", TEXT)
    wanted = answer.replace("1.21", f"1.{21 + step}") if answer else None
    assert (moved.answer.cut(moved.text) if moved.answer else None) == wanted


@pytest.mark.parametrize(
    "text",
    ["kubelet 从 2018 年起监听 10250 端口。", "地址是 192.168.1.1。", "补丁 1.13.2 已发布。", "占 0.123 秒。"],
)
def test_what_is_no_minor_release_stays(text: str) -> None:
    item = Window("监听哪个端口?", text, 0, None)
    assert all(shift_versions(item, random.Random(seed)) == item for seed in range(20))


def test_versions_do_not_move_below_nought() -> None:
    item = Window("1.0 何时发布?", "1.0 在 7 月发布,1.1 在 11 月发布。", 0, None)
    moved = [shift_versions(item, random.Random(seed)) for seed in range(40)]
    assert all(min(_minors(m.text)) >= 0 for m in moved)
    assert item in moved  # steps back are not taken
    assert any(m != item for m in moved)


@given(st.integers())
def test_a_name_is_exchanged_on_both_sides(seed: int) -> None:
    text = "组件\nkube-proxy 转发流量,由 kubelet 启动;kube-proxy-config 不是它。"
    at = text.index("kubelet")
    item = Window("kube-proxy 由谁启动?", text, 3, Span(at, at + 7))
    changed = rename(item, random.Random(seed))
    name = changed.question.removesuffix(" 由谁启动?")
    assert name not in ("kube-proxy", "kubelet")
    assert changed.text == f"组件\n{name} 转发流量,由 kubelet 启动;kube-proxy-config 不是它。"
    assert changed.answer is not None
    assert changed.answer.cut(changed.text) == "kubelet"


def test_without_a_common_name_nothing_is_exchanged() -> None:
    item = Window("etcd 做什么?", "kubelet 启动容器。", 0, None)
    assert rename(item, random.Random(0)) == item


@given(st.integers())
def test_another_version_asked_is_not_here(seed: int) -> None:
    other = ask_other_version(_item("coredns"), random.Random(seed))
    assert other is not None
    assert (other.text, other.head, other.answer) == (TEXT, HEAD, None)
    (minor,) = _minors(other.question)
    assert minor not in (13, 21)
    assert other.question == f"1.{minor} 起默认的 dns 是什么?"


@pytest.mark.parametrize("question", ["默认的 dns 是什么?", "1.13 与 1.21 有何不同?", "1.14 起默认的 dns 是什么?"])
def test_without_the_one_version_of_the_text_none_is_exchanged(question: str) -> None:
    assert ask_other_version(_item("coredns", question), random.Random(0)) is None


@given(st.integers())
def test_another_component_asked_is_not_here(seed: int) -> None:
    item = _item("1.21", "kube-dns 何时移除?")
    other = ask_other_component(item, random.Random(seed))
    assert other is not None
    assert (other.text, other.head, other.answer) == (item.text, item.head, None)
    name = other.question.removesuffix(" 何时移除?")
    assert name != other.question
    assert name not in item.text


@pytest.mark.parametrize("question", ["何时移除?", "etcd 何时移除?", "kube-dns 与 coredns 有何不同?"])
def test_without_the_one_component_of_the_text_none_is_exchanged(question: str) -> None:
    assert ask_other_component(_item("1.21", question), random.Random(0)) is None
