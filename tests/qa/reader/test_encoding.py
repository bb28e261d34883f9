import pytest

from qa.reader.encoding import MAX_TOKENS, encode

pytestmark = pytest.mark.model

QUESTION = "哪个版本移除了 kube-dns?"


def _words(window: str, head: int = 0) -> list[str]:
    """The words of the window that the tokens which may be an answer stand for."""
    pair = encode([(QUESTION, window)], [head])[0]
    return [window[a:b] for a, b in zip(pair.starts, pair.ends, strict=True) if a >= 0]


@pytest.mark.parametrize("body", ["kube-dns 在 1.21 移除。", "2018 年 9 月发布。", "集群默认启用。", "「引」"])
@pytest.mark.parametrize("heading", ["", "发布说明 1.13\n", "notes\n"])
def test_the_body_and_it_alone_may_be_an_answer(body: str, heading: str) -> None:
    assert "".join(_words(heading + body, len(heading))) == body


def test_a_word_has_the_blank_before_it_unless_a_heading_ends_there() -> None:
    assert _words("移除于 1.21")[-2] + _words("移除于 1.21")[-1] == " 1.21"
    assert "".join(_words("标题\n1.21", 3)) == "1.21"


def test_question_and_marks_of_the_pair_are_no_answer() -> None:
    pair = encode([(QUESTION, "移除。")])[0]
    assert pair.starts[0] == -1  # <s>
    assert pair.starts[-1] == -1  # </s>
    assert [(a, b) for a, b in zip(pair.starts, pair.ends, strict=True) if a >= 0][-1] == (2, 3)


def test_what_is_too_long_is_cut_from_the_end_of_the_window() -> None:
    window = "第一句话说明版本。" * 100
    long, short = encode([("问" * 300, window), (QUESTION, "短。")])
    assert len(long) == MAX_TOKENS
    assert len(short) < MAX_TOKENS
    assert 9 < max(long.ends) < len(window)  # the question did not push it out


def test_no_pairs_give_nothing() -> None:
    assert encode([]) == []
