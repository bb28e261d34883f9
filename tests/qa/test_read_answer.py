"""Short answers with a reader that finds what it is told to: when its words are given, and when they are not."""

from dataclasses import replace

import pytest

from qa.answer import ask
from qa.types import Answer
from tests.qa.conftest import MakeService
from tests.qa.reader.planted import PlantedReader

NOTES = {
    "说明.md": "# Ingress 的改写\n\nIngress 的 spec.backend 改名为 spec.defaultBackend，pathType 成为必填。\n",
    "历史.md": "# 公告\n\n项目 2.3 于 2018 年 6 月发布，官方公告的日期是 6 月 27 日。\n",
}


def _ask(make_service: MakeService, question: str, margins: dict[str, float]) -> Answer:
    return ask(question, replace(make_service(NOTES).context(), reader=PlantedReader(margins)))


def test_a_question_of_no_clear_form_gets_the_readers_words(make_service: MakeService) -> None:
    answer = _ask(make_service, "Ingress 的 spec.backend 要换叫什么？", {"spec.defaultbackend": 6.0})
    assert answer.short == "spec.defaultBackend"
    assert answer.citations[0].mark is not None
    start, end = (at - answer.citations[0].start for at in answer.citations[0].mark)
    assert answer.citations[0].quote[start:end] == "spec.defaultBackend"


@pytest.mark.parametrize(
    ("question", "margin"),
    [
        ("Ingress 的 spec.backend 要换叫什么？", -5.0),  # it is not sure enough
        ("Ingress 的 spec.backend 为什么改名？", 6.0),  # no few words tell why
        ("Ingress 的 spec.backend 是什么，谁改的？", 6.0),  # two things are asked
    ],
)
def test_the_readers_words_are_not_always_given(make_service: MakeService, question: str, margin: float) -> None:
    assert _ask(make_service, question, {"spec.defaultbackend": margin}).short is None


def test_words_of_many_characters_are_no_short_answer(make_service: MakeService) -> None:
    whole = "ingress 的 spec.backend 改名为 spec.defaultbackend,pathtype 成为必填"
    assert _ask(make_service, "Ingress 的 spec.backend 要换叫什么？", {whole: 6.0}).short is None


@pytest.mark.parametrize(("margin", "short"), [(6.0, "6 月 27 日"), (0.0, "2018 年 6 月")])
def test_a_sure_reader_goes_before_the_form_of_the_sentence(
    make_service: MakeService, margin: float, short: str
) -> None:
    assert _ask(make_service, "2.3 的官方公告是哪一天？", {"6 月 27 日": margin}).short == short


def test_words_of_another_form_than_asked_for_are_not_given(make_service: MakeService) -> None:
    assert _ask(make_service, "2.3 的官方公告是哪一天？", {"官方公告": 6.0}).short != "官方公告"
