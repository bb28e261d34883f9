import pytest

from corpus.terms import default_terms
from qa.question import analyse
from qa.short import short_answer


def _short(question: str, sentence: str) -> str | None:
    found = short_answer(analyse(question, default_terms()), sentence, default_terms())
    return found.words if found else None


@pytest.mark.parametrize(
    ("question", "sentence", "words"),
    [
        ("2.3 什么时候发布？", "2.2 在 2018 年 3 月发布，2.3 在 2018 年 6 月发布。", "2018 年 6 月"),
        ("2.3 何時發行？", "2.3 於 2018 年 6 月 27 日發行。", "2018 年 6 月 27 日"),
        ("2.3 什么时候发布？", "| 2.3 | 2018-06-27 |", "2018-06-27"),
        ("这个项目什么时候开源？", "项目在 2014 年开源，2015 年捐出。", None),  # two years, and nothing tells which
        ("2.3 什么时候发布？", "文档更新于 2020 年 1 月。", None),  # the date of something else
        ("卷克隆哪个版本 GA？", "卷克隆在 1.16 进入 beta，在 1.18 达到 GA。", "1.18"),
        ("卷克隆哪个版本进入 beta？", "卷克隆在 1.16 进入 beta，在 1.18 达到 GA。", "1.16"),
        ("卷克隆是哪個版本引入的？", "卷克隆自 v1.15 起引入。", "v1.15"),
        ("1.17 才 GA 的标签最早是哪个版本引入的？", "这个自 1.2 引入的标签在 1.17 终于 GA。", "1.2"),
        ("卷克隆和快照分别是哪个版本 GA？", "卷克隆在 1.18 达到 GA。", None),  # two things are asked
        ("卷克隆是什么？", "卷克隆在 1.18 达到 GA。", None),
        ("2.3 是几月几号发布的？", "2.3 在 2018 年 6 月 27 日发布。", "2018 年 6 月 27 日"),
        ("卷克隆是几点几 GA 的？", "卷克隆在 1.16 进入 beta，在 1.18 达到 GA。", "1.18"),
        ("卷克隆哪个版本 GA？不是问什么时候能用。", "卷克隆在 1.16 进入 beta，在 1.18 达到 GA。", "1.18"),
        ("卷克隆哪個版本 GA？我問的不是快照，", "卷克隆在 1.16 进入 beta，在 1.18 达到 GA。", "1.18"),
    ],
)
def test_only_a_certain_value_is_a_short_answer(question: str, sentence: str, words: str | None) -> None:
    assert _short(question, sentence) == words


def test_a_more_precise_date_does_not_contradict() -> None:
    question = analyse("2.3 什么时候发布？", default_terms())
    month = short_answer(question, "2.3 在 2018 年 6 月发布。", default_terms())
    day = short_answer(question, "2.3 版，2018-06-27 发布", default_terms())
    other = short_answer(question, "2.3 在 2018 年 7 月发布。", default_terms())
    assert month is not None
    assert day is not None
    assert other is not None
    assert not month.contradicts(day)
    assert month.contradicts(other)


@pytest.mark.parametrize(
    ("question", "sentence", "words"),
    [
        ("kube-proxy 支持七层转发吗？", "kube-proxy 不支持七层转发。", "否"),
        ("CoreDNS 支持插件嗎？", "CoreDNS 支援插件。", "是"),
        ("Does kube-proxy support HTTP routing?", "kube-proxy 不支持 HTTP routing。", "No"),
        ("kube-proxy 支持七层转发吗？", "kube-proxy 负责转发。", None),
    ],
)
def test_yes_and_no(question: str, sentence: str, words: str | None) -> None:
    assert _short(question, sentence) == words
