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


COUNTED = {"说明.md": "# 公告\n\ndockershim 在 2.3 里被弃用，共有 11 处改动。\n"}


@pytest.mark.parametrize(("margin", "status"), [(-3.0, "answered"), (-12.0, "no_evidence")])
def test_a_value_that_is_not_found_is_refused(make_service: MakeService, margin: float, status: str) -> None:
    context = replace(make_service(COUNTED).context(), reader=PlantedReader({"11": margin}))
    answer = ask("dockershim 合并以后审查了多少处改动？", context)  # the sentence covers no more than half of it
    assert answer.status == status
    assert answer.short == ("11" if status == "answered" else None)
    assert bool(answer.citations) == (status == "answered")


def test_the_reader_is_asked_with_names_put_right(make_service: MakeService) -> None:
    reader = PlantedReader({"11": 6.0})
    service = make_service({"说明.md": "# 公告\n\nwidgetctl 在 2.3 里共有 11 处改动。\n"})
    answer = ask("widgtctl 有多少处改动？", replace(service.context(), reader=reader))
    assert reader.asked == ["widgetctl 有多少处改动？"]
    assert answer.question == "widgtctl 有多少处改动？"
    assert "已将“widgtctl”理解为“widgetctl”。" in answer.notes


CHOICE = {"说明.md": "# 模式\n\niptables 和 IPVS 之中，IPVS 的查找更快；iptables 更省心。\n"}


@pytest.mark.parametrize(
    ("question", "found", "short"),
    [
        ("IPVS 的查找比什么更快？", "ipvs", None),  # it names IPVS itself
        ("IPVS 的查找比什么更快？", "iptables", "iptables"),
        ("iptables 和 IPVS 哪个的查找更快？", "ipvs", "IPVS"),  # to choose from what it names
        ("查找更快的是 iptables 还是 IPVS？", "ipvs", "IPVS"),
    ],
)
def test_what_the_question_names_answers_only_a_choice(
    make_service: MakeService, question: str, found: str, short: str | None
) -> None:
    context = replace(make_service(CHOICE).context(), reader=PlantedReader({found: 6.0}))
    assert ask(question, context).short == short


def test_this_version_is_the_one_named_before_and_quoted(make_service: MakeService) -> None:
    service = make_service(
        {
            "说明.md": "# 调度\n\n调度组在 1.12 版本里还了不少债：像 ImageLocality 这样的策略。\n\n抢占策略也是在这个版本中才默认开启的。\n"
        }
    )
    answer = ask("抢占策略从哪个版本起默认开启？", replace(service.context(), reader=PlantedReader({})))
    assert answer.short == "1.12"
    assert any("1.12" in c.quote for c in answer.citations)
