"""Cells of tables as short answers: the column that the question asks for decides."""

import pytest

from tests.qa.conftest import MakeService

NOTES = {
    "端口.md": """# 端口

| 协议 | 端口 | 用途 |
|---|---|---|
| TCP | 10249 | kube-proxy 指标 |
| TCP | 2379-2380 | etcd 客户端与同伴 |
""",
    "配套.md": """# 配套版本

|  | 1.12 | 1.13 |
|---|---|---|
| CoreDNS | `1.2.2` | `1.2.6` |
| etcd | 3.2.24 | 3.2.24 |
""",
    "支持.md": """# 支持期

| 版本 | 发布日期 | 停止维护 |
|---|---|---|
| 1.10 | 2018-03-26 | 2019-02-13 |
""",
}


@pytest.mark.parametrize(
    ("question", "short"),
    [
        # the column's name
        ("kube-proxy 指标的端口是多少？", "10249"),
        ("kube-proxy 指標的連接埠是多少？", "10249"),
        ("kube-proxy 指标用什么协议？", "TCP"),
        # the version in the column's name; the first column has none
        ("1.12 的 CoreDNS 是哪个版本？", "1.2.2"),
        ("1.13 的 CoreDNS 是哪個版本？", "1.2.6"),
        # two dates, one of them under the words asked for
        ("1.10 在哪天停止维护？", "2019-02-13"),
        ("1.10 的發布日期是哪一天？", "2018-03-26"),
        # the only cell of the form wanted
        ("etcd 客户端监听多少？", "2379-2380"),
    ],
)
def test_the_cell_under_the_column_asked_for(make_service: MakeService, question: str, short: str) -> None:
    answer = make_service(NOTES).ask(question)
    assert answer.short == short
    (marked,) = [c for c in answer.citations if c.mark]
    assert marked.mark is not None
    start, end = (at - marked.start for at in marked.mark)
    assert marked.quote[start:end] == short


@pytest.mark.parametrize(
    "question",
    [
        "1.14 的 CoreDNS 是哪个版本？",  # no such column
        "1.12 和 1.13 的 CoreDNS 分别是哪个版本？",  # two columns
        "kube-proxy 指标的端口和协议是什么？",
    ],
)
def test_no_cell_where_none_or_several_answer(make_service: MakeService, question: str) -> None:
    assert make_service(NOTES).ask(question).short is None
