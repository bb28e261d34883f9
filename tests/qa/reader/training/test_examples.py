import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.types import Span
from qa.reader.training.examples import NearTexts, windows
from qa.reader.training.sources import Asked, Source
from qa.reader.training.windows import BUDGETS, around, sentence_spans, window

TEXTS = st.lists(
    st.sampled_from(["coredns 从 1.13 起默认。", "它由", "团队维护;", "为什么?", "\n", "见附录,", "kube-dns", "改!"]),
    min_size=1,
    max_size=60,
).map("".join)


def _source(title: str, text: str, *asked: tuple[str, str | None], field: bool = False) -> Source:
    places = [(q, Span(text.index(a), text.index(a) + len(a)) if a else None) for q, a in asked]
    return Source(title, text, tuple(Asked(q, span, span or Span(0, 3)) for q, span in places), field)


@given(TEXTS)
def test_sentences_cover_a_text(text: str) -> None:
    assert "".join(s.cut(text) for s in sentence_spans(text)) == text


@given(TEXTS, st.data(), st.sampled_from(BUDGETS), st.integers(), st.sampled_from(["", "发布说明 1.13"]))
def test_a_window_holds_its_answer(text: str, data: st.DataObject, budget: int, seed: int, heading: str) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    place = Span(start, data.draw(st.integers(start + 1, min(len(text), start + 40))))
    span = around(text, place, budget, random.Random(seed))
    assert span.contains(place)
    item = window("哪个版本?", heading, text, span, place)
    assert item.answer is not None
    assert item.answer.cut(item.text) == place.cut(text)
    assert item.text[item.head :] == span.cut(text)
    assert item.text[: item.head] == (f"{heading}\n" if heading else "")
    assert item.head <= item.answer.start
    assert len(span) <= max(budget, len(place))


def test_a_run_of_whole_sentences_grows_to_its_budget() -> None:
    text = "".join(f"第{i}句话在此。" for i in "一二三四五六七八九")  # of seven characters each
    for seed in range(20):
        span = around(text, Span(29, 31), 21, random.Random(seed))
        assert (len(span), span.start % 7) == (21, 0)


SOURCES = [
    _source("coredns", "coredns 从 1.13 起成为默认的 dns 服务器。", ("默认的 dns 从哪个版本起?", "1.13"), field=True),
    _source("kube-dns", "kube-dns 这个 dns 服务器在 1.21 移除。它由三个容器组成。", ("kube-dns 有几个容器?", "三个")),
    _source("dns", "默认的 dns 服务器可以更换,从 1.13 起不必重启。", ("它由谁维护?", None)),
    _source("桥", "这座桥在 1998 年完工。", ("桥何时完工?", "1998 年")),
]


def test_near_texts_are_others_and_do_not_hold_the_answer() -> None:
    near = NearTexts(SOURCES)
    found = near.find(SOURCES[0].asked[0], 0)
    assert found[0][0].title == "kube-dns"  # of the others, "dns" holds 1.13 itself
    assert "dns" not in [s.title for s, _ in found]
    assert all("1.13" not in span.cut(s.text) for s, span in found)
    unanswered = near.find(SOURCES[2].asked[0], 2)
    assert unanswered
    assert "dns" not in [s.title for s, _ in unanswered]


def test_a_round_asks_each_question_with_its_answer_and_without() -> None:
    near = NearTexts(SOURCES)
    made = [item for seed in range(30) for item in windows(SOURCES, near, random.Random(seed), 2)]
    answered = {item.answer.cut(item.text) for item in made if item.answer}
    assert {"三个", "1998 年", "1.13"} <= answered
    for item in made:
        assert item.head <= len(item.text)
        if item.answer:
            assert item.answer.start >= item.head
            assert item.answer.cut(item.text)
    without = [item for item in made if item.answer is None]
    assert any(item.question == "kube-dns 有几个容器?" and "三个" not in item.text for item in without)
    assert any(item.question == "它由谁维护?" for item in without)
    assert not any(item.question == "它由谁维护?" and item.answer for item in made)


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_fields_questions_are_asked_more_often(rounds: int) -> None:
    near = NearTexts(SOURCES)
    made = windows(SOURCES, near, random.Random(1), rounds)
    assert sum(item.answer is not None and "成为默认" in item.text for item in made) == rounds
    assert sum(item.answer is not None and "完工" in item.text for item in made) == 1


def test_the_same_seed_gives_the_same_round() -> None:
    near = NearTexts(SOURCES)
    one, two, three = (windows(SOURCES, near, random.Random(seed), 2) for seed in (5, 5, 6))
    assert one == two
    assert one != three


def test_a_row_is_read_under_the_names_of_its_columns() -> None:
    text = "端口如下。\n\n| 组件 | 端口 |\n|---|---|\n| 甲 | 71 |\n| 乙 | 72 |\n"
    start = text.index("| 乙")
    item = window("乙的端口", "手册", text, Span(start, len(text)), Span(text.index("72"), text.index("72") + 2))
    assert item.text == "手册 | 组件 | 端口 |\n| 乙 | 72 |\n"
    assert item.answer is not None
    assert item.answer.cut(item.text) == "72"
    assert item.head == item.text.index("\n") + 1
