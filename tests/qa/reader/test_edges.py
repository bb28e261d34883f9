import pytest
from hypothesis import given
from hypothesis import strategies as st

from qa.reader.edges import answer_part


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1932年的", "1932年"),
        ("1978年开始", "1978年"),
        ("1.12起", "1.12"),
        ("5月20日在", "5月20日"),
        ("是kube-proxy的", "kube-proxy"),
        ("的共享内存", "共享内存"),
        ("在上海的", "上海"),
        # words that only end in such a character keep it
        ("以此为目的", "以此为目的"),
        ("共同发起", "共同发起"),
        ("不存在", "不存在"),
        ("的士", "的士"),
        # marks, and what a mark or a joined word had hidden
        ("「1.13」", "「1.13」"),
        ("1.13」,", "1.13"),
        ("(v1.13", "v1.13"),
        ("2379的。", "2379"),
        ("的「2379」的", "「2379」"),
        ("v1.12.", "v1.12."),
        # nothing but one such word is the answer itself; nothing but marks is none
        ("的", "的"),
        (",(。", ""),
        ("", ""),
    ],
)
def test_the_part_that_is_an_answer(text: str, answer: str) -> None:
    assert answer_part(text).cut(text) == answer


@given(st.text("的在起是也开始年1.(),。「」 目存", max_size=12))
def test_the_part_lies_within_and_has_none_within_it(text: str) -> None:
    part = answer_part(text)
    assert part.end <= len(text)
    inner = part.cut(text)
    assert answer_part(inner).cut(inner) == inner
