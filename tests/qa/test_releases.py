"""The order of releases, and questions that only the order answers."""

import pytest

from corpus.terms import default_terms
from qa.question import analyse
from qa.releases import Resolved, releases_of, resolve
from qa.service import Service
from qa.timeline import Event, timeline
from tests.qa.conftest import MakeService

HISTORY = {
    "历史.md": "# Kubernetes 历史\n\nKubernetes 1.9 于 2017 年 12 月发布。\n\nKubernetes 1.10 于 2018 年 3 月 26 日发布。\n\n"
    "Kubernetes 1.12 于 2018 年 9 月发布。\n\nKubernetes 1.12.3 于 2018 年 11 月发布。\n\n"
    "CoreDNS 1.7 于 2020 年 6 月发布。\n\nCoreDNS 1.8 于 2020 年 10 月发布。\n\n"
    "RuntimeClass 在 1.12 引入，在 1.14 进入 beta。\n",
    "歷史.md": "# 版本\n\n| 版本 | 發布日期 |\n|---|---|\n| 1.10 | 2018-03 |\n| 1.11 | 2018-06-27 |\n",
}


def _events(service: Service) -> list[Event]:
    return timeline(service.collection.snapshot(), service.terms)


def _resolved(service: Service, question: str) -> Resolved | None:
    return resolve(analyse(question, default_terms()), _events(service))


def _version(service: Service, question: str) -> str | None:
    found = _resolved(service, question)
    return found.version if found else None


def test_minor_releases_stand_in_order_with_their_best_dates(make_service: MakeService) -> None:
    order = releases_of(_events(make_service(HISTORY)))
    assert [(str(r.version), r.date) for r in order] == [
        ("1.9", "2017-12"),
        ("1.10", "2018-03-26"),
        ("1.11", "2018-06-27"),
        ("1.12", "2018-09"),
    ]


def test_another_product_has_an_order_of_its_own(make_service: MakeService) -> None:
    assert [str(r.version) for r in releases_of(_events(make_service(HISTORY)), "coredns")] == ["1.7", "1.8"]


def test_an_empty_collection_has_no_releases(make_service: MakeService) -> None:
    service = make_service({"甲.txt": "这里没有什么。"})
    assert releases_of(_events(service)) == ()
    assert _resolved(service, "最新的版本是哪个？") is None


@pytest.mark.parametrize(
    ("question", "version"),
    [
        ("最新的版本是哪个？", "1.12"),
        ("最新的 Kubernetes 版本是多少", "1.12"),
        ("K8s 最近一次发布是哪个版本？", "1.12"),
        ("最新的穩定版是哪一版？", "1.12"),
        ("資料裡最新的版本是哪個？", "1.12"),
        ("What is the latest release?", "1.12"),
        ("Which is the newest Kubernetes version?", "1.12"),
        ("最早的版本是哪个？", "1.9"),
        ("第一个版本是什么时候发布的？", "1.9"),
        ("最早發布的是哪個版本？", "1.9"),
        ("What was the first release?", "1.9"),
        ("1.10 的下一个版本是哪个？", "1.11"),
        ("v1.10 的下一版是什麼？", "1.11"),
        ("1.9 之后发布的是哪个版本？", "1.10"),
        ("1.9.5 的下一个版本是哪个？", "1.10"),
        ("Which release came after 1.9?", "1.10"),
        ("1.12 的上一个版本是哪个？", "1.11"),
        ("1.10 的前一個版本是哪一個？", "1.9"),
        ("What was the previous release before 1.10?", "1.9"),
        ("1.10 和 1.9 哪个先发布？", "1.9"),
        ("1.9 與 1.10 哪個版本比較新？", "1.10"),
        ("1.9 和 1.10 哪个更晚发布？", "1.10"),
        ("Which came first, 1.10 or 1.9?", "1.9"),
        ("CoreDNS 最新的版本是哪个？", "1.8"),
        ("CoreDNS 1.7 的下一个版本是哪个？", "1.8"),
    ],
)
def test_a_place_in_the_order_is_computed(make_service: MakeService, question: str, version: str) -> None:
    service = make_service(HISTORY)
    found = _resolved(service, question)
    assert found is not None
    assert found.version == version
    assert found.event is not None
    assert (found.event.version, found.event.stage) == (version, "released")


@pytest.mark.parametrize(
    "question",
    [
        "最早是哪个版本引入的 RuntimeClass？",
        "RuntimeClass 最早是哪個版本引入的？",
        "RuntimeClass 最早在哪个版本进入 beta？",
        "In which release was RuntimeClass first introduced?",
        "最早支持 GPU 的版本是哪个？",
        "最新版本有哪些变化？",
        "最新版本的默认端口是多少？",
        "1.12 的下一个版本有什么新功能？",
        "1.12 之前的版本怎么升级？",
        "1.9 和 1.10 的区别是什么？",
        "1.9 和 1.10 哪个版本更早支持卷快照？",
        "1.12 是什么时候发布的？",
        "最近的节点是哪个？",
        "kubelet 最新的版本是哪个？",
        "为什么要用最新的版本？",
    ],
)
def test_other_questions_are_left_alone(make_service: MakeService, question: str) -> None:
    assert _resolved(make_service(HISTORY), question) is None


def test_beyond_what_is_known_there_is_no_release(make_service: MakeService) -> None:
    service = make_service(HISTORY)
    assert _resolved(service, "1.12 的下一个版本是哪个？") == Resolved(None, None, "none_after")
    assert _resolved(service, "1.9 的上一个版本是哪个？") == Resolved(None, None, "none_before")


def test_1_10_comes_after_1_9_and_undated_releases_are_compared_by_number(make_service: MakeService) -> None:
    service = make_service(HISTORY)
    found = _resolved(service, "1.30 和 1.4 哪个先发布？")
    assert found == Resolved("1.4", None, "earlier")
    assert _version(service, "1.9 的下一个版本是哪个？") == "1.10"


def test_dates_decide_which_came_first(make_service: MakeService) -> None:
    service = make_service({"甲.txt": "2.1 于 2020 年 5 月发布。\n\n1.9 于 2020 年 8 月发布。\n"})
    assert _version(service, "1.9 和 2.1 哪个先发布？") == "2.1"
