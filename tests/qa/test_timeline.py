"""What happened in which version, told from small texts in both scripts."""

import time

import pytest

from corpus.normalize import fold_text
from corpus.terms import default_terms
from corpus.versions import Version
from qa.milestones import Context, milestones
from qa.service import Service
from qa.timeline import Event, timeline
from tests.qa.conftest import MakeService

Told = tuple[str, str | None, str | None]  # version, stage, component


def _told(sentence: str, context: Context | None = None) -> set[Told]:
    found = milestones(fold_text(sentence), default_terms(), context or Context())
    return {(str(m.version), m.stage, m.component) for m in found}


def _dated(sentence: str) -> set[tuple[str, str | None]]:
    found = milestones(fold_text(sentence), default_terms(), Context())
    return {(str(m.version), m.date) for m in found if m.stage == "released"}


def _events(service: Service, component: str | None = None, version: str | None = None) -> list[Event]:
    return timeline(service.collection.snapshot(), service.terms, component, version)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "RuntimeClass 在 1.12 进入 alpha，在 1.14 进入 beta，在 1.20 达到 GA。",
            {("1.12", "alpha"), ("1.14", "beta"), ("1.20", "ga")},
        ),
        ("執行時類別於 1.12 進入 alpha、1.14 進入 beta。", {("1.12", "alpha"), ("1.14", "beta")}),
        ("运行时类（v1.12 Alpha，v1.14 Beta）可以选择沙箱。", {("1.12", "alpha"), ("1.14", "beta")}),
        ("RuntimeClass: alpha（1.12）、beta（1.14）", {("1.12", "alpha"), ("1.14", "beta")}),
        ("RuntimeClass 是 1.12 引入的资源，在 1.20 转为稳定版。", {("1.12", "introduced"), ("1.20", "ga")}),
        ("1.20 中，RuntimeClass 正式可用。", {("1.20", "ga")}),
        ("RuntimeClass 在 1.20 从 beta 升级为 GA。", {("1.20", "ga")}),
        ("RuntimeClass 从 1.14 的 beta 升为正式可用。", {("1.14", "beta")}),
        ("RuntimeClass 在 1.20 已弃用，1.24 移除。", {("1.20", "deprecated"), ("1.24", "removed")}),
        ("RuntimeClass graduated to beta in 1.14.", {("1.14", "beta")}),
    ],
)
def test_each_version_takes_the_stage_of_its_own_clause(sentence: str, told: set[tuple[str, str]]) -> None:
    found = _told(sentence)
    assert told <= {(version, stage) for version, stage, _ in found}
    assert {(v, s) for v, s, _ in found if s != "introduced"} <= told
    assert {component for _, _, component in found} == {"runtime-class"}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Kubernetes 1.24 移除了 dockershim。", {("1.24", "removed", "dockershim")}),
        ("Kubernetes 1.24 移除了 dockershim，弃用了 kops。", {("1.24", "removed", "dockershim"), ("1.24", "deprecated", "kops")}),
        ("dockershim 在 1.24 被移除，由 containerd 取代。", {("1.24", "removed", "dockershim")}),
        ("kubelet 的心跳参数在 1.13 移除。", {("1.13", "removed", "heartbeat")}),
        ("kubelet 在 1.13 移除了旧的启动参数。", {("1.13", "removed", None)}),
        ("StatefulSet、DaemonSet 與 Deployment 在 1.9 達到 GA。", {
            ("1.9", "ga", "stateful-set"), ("1.9", "ga", "daemonset"), ("1.9", "ga", "deployment")}),
        ("取代 kube-dns 的 CoreDNS 在 1.11 正式可用。", {("1.11", "ga", "coredns")}),
        ("某项功能在 1.11 正式可用。", {("1.11", "ga", None)}),
    ],
)  # fmt: skip
def test_the_topic_of_the_clause_is_the_component(sentence: str, told: set[Told]) -> None:
    assert _told(sentence) == told


@pytest.mark.parametrize(
    "sentence",
    [
        "计划在 1.24 移除 dockershim。",
        "社區預計於 1.24 移除 dockershim。",
        "dockershim 将在 1.24 移除。",
        "我们打算从 1.22 弃用 kops，在 1.24 移除。",
        "RuntimeClass 没有在 1.20 达到 GA。",
        "RuntimeClass 尚未在 1.18 進入 beta。",
        "如果 1.20 移除 dockershim，就要换运行时。",
        "RuntimeClass 在 1.20 进入 GA 了吗？",
        "Kubernetes 1.20 有 11 项进入 beta，16 项是 alpha。",
        "RuntimeClass 在 1.14 之前是 alpha。",
        "1.14 版的集群运行更稳定，RuntimeClass 不受影响。",
        "1.14 版可以删除 RuntimeClass 对象。",
        "1.14 起请改用 `alpha.kubernetes.io/nvidia-gpu` 以外的名字。",
        "从 1.19 起，对弃用版本的请求会得到警告。",
        "kubectl alpha debug 在 1.18 可以试用。",
        "1.16 的 RuntimeClass 使用 v1beta1。",
        "1.12 发布说明写于 2018 年 9 月。",
        "1.12 的文档更新于 2020 年 1 月。",
        "1.12 支持到 2019 年 7 月。",
        "2018 年 9 月发布前，1.12 冻结了代码。",
        "预计 2018 年 9 月发布 1.12。",
    ],
)
def test_plans_denials_counts_and_other_senses_are_no_events(sentence: str) -> None:
    assert _told(sentence) == set()


def test_a_plan_ends_where_a_clause_says_what_became_of_it() -> None:
    told = _told("原计划在 1.22 移除 dockershim，最终在 1.24 移除了 dockershim。")
    assert told == {("1.24", "removed", "dockershim")}


def test_moving_a_thing_is_no_plan() -> None:
    assert _told("1.14 将 RuntimeClass 升级为 beta。") == {("1.14", "beta", "runtime-class")}


@pytest.mark.parametrize(
    ("sentence", "dated"),
    [
        ("2018 年 9 月，Kubernetes 1.12 发布，改进了调度。", {("1.12", "2018-09")}),
        ("Kubernetes 1.12 於 2018 年 9 月 27 日發行。", {("1.12", "2018-09-27")}),
        ("1.12 发布于 2018-09-27。", {("1.12", "2018-09-27")}),
        ("1.10 在 2018 年 3 月发布，1.11 在 2018 年 6 月发布。", {("1.10", "2018-03"), ("1.11", "2018-06")}),
        ("1.12 和 1.13 先后于 2018 年 9 月和 12 月发布。", {("1.12", "2018-09"), ("1.13", "2018-12")}),
        ("2018 年發布了 1.10、1.11 和 1.12。", {("1.10", "2018"), ("1.11", "2018"), ("1.12", "2018")}),
        ("1.12 于 2018 年 9 月发布、2019 年 7 月停止维护。", {("1.12", "2018-09")}),
        ("1.12（2018-09-27）", {("1.12", "2018-09-27")}),
        ("Kubernetes 1.12 was released on September 27, 2018.", {("1.12", "2018-09-27")}),
        ("v1.12.3 已于 2018 年 11 月 26 日发布。", {("1.12.3", "2018-11-26")}),
        ("1.12 已经发布。", set()),
    ],
)
def test_a_release_takes_the_date_bound_to_it(sentence: str, dated: set[tuple[str, str]]) -> None:
    assert _dated(sentence) == dated


def test_the_version_of_another_product_is_told_apart() -> None:
    assert _told("CoreDNS 1.7 于 2020 年 6 月发布。") == {("1.7", "released", "coredns")}
    assert _told("Gateway API 於 2023 年 10 月發布了 v1.0。") == {("1.0", "released", "gateway-api")}


def test_context_gives_version_and_topic_to_what_names_none() -> None:
    context = Context(Version((1, 20)), ("runtime-class",))
    assert _told("它达到 GA。", context) == {("1.20", "ga", "runtime-class")}
    assert _told("它是 beta 的一部分。", context) == set()


DOCUMENTS = {
    "历史.md": "# Kubernetes 历史\n\n2018 年 9 月，Kubernetes 1.12 发布，改进了调度。\n\n"
    "RuntimeClass 在 1.12 进入 alpha，在 1.14 进入 beta，在 1.20 达到 GA。\n",
    "版本表.md": "# 版本表\n\n| 版本 | 发布日期 | 停止维护 |\n|---|---|---|\n| 1.20 | 2020-12-08 | 2022-02-28 |\n"
    "| 1.9 | 2017-12 | 2018-10 |\n\n計畫：1.99 將在 2030 年發布。\n",
    "功能表.md": "# 功能表\n\n| 功能 | Alpha | GA |\n|---|---|---|\n| 卷快照 | 1.12 | 1.20 |\n",
    "說明.md": "# 發行說明\n\n## 1.24 的變更\n\n- 移除了 dockershim。\n- 從這一版起，kops 被棄用。\n\n"
    "```\n1.24 移除了 kubelet\n```\n\n## 1.2 版\n\n這一版加入 Deployment，並在 1.9 達到 GA。\n",
}


def test_events_are_exact_quotations_counted_from_one(make_service: MakeService) -> None:
    service = make_service(DOCUMENTS)
    documents = service.collection.snapshot().documents
    events = _events(service)
    assert [e.citation.n for e in events] == list(range(1, len(events) + 1))
    for e in events:
        c = e.citation
        assert documents[c.doc_id].text[c.start : c.end] == c.quote == e.statement


def test_versions_are_sorted_by_parts_and_nothing_comes_twice(make_service: MakeService) -> None:
    events = _events(make_service(DOCUMENTS))
    released = [(e.version, e.date) for e in events if e.stage == "released"]
    assert released == [("1.9", "2017-12"), ("1.12", "2018-09"), ("1.20", "2020-12-08")]
    keys = [(e.version, e.component, e.stage, e.statement) for e in events]
    assert len(keys) == len(set(keys))


def test_tables_are_read_under_their_heads(make_service: MakeService) -> None:
    events = _events(make_service(DOCUMENTS), component="VolumeSnapshot")
    assert [(e.version, e.stage) for e in events] == [("1.12", "alpha"), ("1.20", "ga")]
    assert {e.statement for e in events} == {"| 卷快照 | 1.12 | 1.20 |"}


def test_a_heading_gives_its_version_and_code_tells_nothing(make_service: MakeService) -> None:
    events = _events(make_service(DOCUMENTS), version="v1.24")
    assert [(e.component, e.stage, e.statement) for e in events] == [
        ("dockershim", "removed", "移除了 dockershim。"),
        ("kops", "deprecated", "從這一版起，kops 被棄用。"),
    ]


@pytest.mark.parametrize("name", ["RuntimeClass", "runtime-class", "运行时类", "執行時類別", " runtimeclass "])
def test_a_component_goes_by_any_of_its_names(make_service: MakeService, name: str) -> None:
    events = _events(make_service(DOCUMENTS), component=name)
    assert [(e.version, e.stage) for e in events] == [("1.12", "alpha"), ("1.14", "beta"), ("1.20", "ga")]


@pytest.mark.parametrize("version", ["1.12", "v1.12", "1.12 版", "Kubernetes 1.12", "１．１２"])
def test_a_version_goes_by_any_spelling(make_service: MakeService, version: str) -> None:
    events = _events(make_service(DOCUMENTS), version=version)
    assert {e.version for e in events} == {"1.12"}
    assert len(events) == 3


@pytest.mark.parametrize(
    ("component", "version"), [("没有这个", None), (None, "最新"), (None, "1.77"), ("", None), ("etcd", "1.12")]
)
def test_what_is_unknown_has_no_events(make_service: MakeService, component: str | None, version: str | None) -> None:
    assert _events(make_service(DOCUMENTS), component, version) == []


def test_a_series_covers_its_patches_and_no_other_release(make_service: MakeService) -> None:
    service = make_service(
        {"补丁.txt": "1.12.3 于 2018 年 11 月发布。\n\n1.1 于 2015 年 11 月发布。\n\n1.12.30 于 2020 年 1 月发布。\n"}
    )
    assert [e.version for e in _events(service, version="1.12")] == ["1.12.3", "1.12.30"]
    assert [e.version for e in _events(service, version="1.12.3")] == ["1.12.3"]
    assert [e.version for e in _events(service, version="1.1")] == ["1.1"]


def test_it_takes_its_topic_from_the_sentence_before(make_service: MakeService) -> None:
    service = make_service({"甲.txt": "RuntimeClass 用来选择运行方式。它在 1.12 进入 alpha，在 1.20 达到 GA。\n"})
    assert [(e.component, e.stage) for e in _events(service)] == [("runtime-class", "alpha"), ("runtime-class", "ga")]


def test_two_hundred_documents_take_seconds_at_most(make_service: MakeService) -> None:
    body = "\n\n".join(f"RuntimeClass 在 1.{i} 进入 beta，它可以选择节点上的沙箱。" for i in range(10, 30))
    service = make_service({f"{n}.md": f"# 记录 {n}\n\n{body}\n" for n in range(200)})
    started = time.process_time()
    assert len(_events(service)) == 20  # the same words everywhere
    assert time.process_time() - started < 5
