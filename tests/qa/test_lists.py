"""Lists, comparisons and components over small collections whose right answer can be seen at a glance."""

import pytest

from qa.types import Answer
from tests.qa.conftest import MakeService


def _items(answer: Answer) -> list[str]:
    return [item.text for item in answer.items]


def test_an_enumeration_becomes_items_that_cite_its_sentence(make_service: MakeService) -> None:
    service = make_service({"公告.md": "# 公告\n\n这一版的安装程序支持 CentOS、RHEL 和 Ubuntu 三种操作系统。\n"})
    answer = service.ask("安裝程式支援哪三種作業系統？")
    assert _items(answer) == ["CentOS", "RHEL", "Ubuntu"]
    assert {n for item in answer.items for n in item.citations} == {1}
    assert answer.citations[0].quote == "这一版的安装程序支持 CentOS、RHEL 和 Ubuntu 三种操作系统。"


def test_what_the_question_names_itself_is_no_item(make_service: MakeService) -> None:
    service = make_service({"公告.md": "# 公告\n\n镜像构建支持 Debian、CentOS、RHEL、Ubuntu。\n"})
    assert _items(service.ask("除了 Debian，镜像构建还支持哪些？")) == ["CentOS", "RHEL", "Ubuntu"]


def test_the_list_with_as_many_items_as_asked_for_stands_alone(make_service: MakeService) -> None:
    text = (
        "# 安全等级\n\n准入控制器按等级检查 Pod。\n\n准入控制器定义三个等级：\n\n"
        "- privileged：不限制\n- baseline：挡住已知的提权\n- restricted：最严格\n\n"
        "准入控制器还有两种模式：\n\n- 警告\n- 强制\n"
    )
    answer = make_service({"安全.md": text}).ask("准入控制器有哪三个等级？")
    assert [i.split("：")[0] for i in _items(answer)] == ["privileged", "baseline", "restricted"]


def test_a_list_goes_on_after_the_sentence_that_names_its_subject(make_service: MakeService) -> None:
    text = "# API Server\n\nAPI Server 是整个系统的数据总线。\n除此之外，它还有以下功能：\n\n- 集群管理的入口\n- 配额的入口\n"
    answer = make_service({"组件.md": text}).ask("API Server 除了当数据总线还有哪些功能？")
    assert _items(answer) == ["集群管理的入口", "配额的入口"]


def test_each_stage_asked_for_brings_its_own_sentence(make_service: MakeService) -> None:
    files = {
        "1.22.md": "# 1.22 发布说明\n\n内存快照在 1.22 以 alpha 形式引入。\n",
        "1.25.md": "# 1.25 發行說明\n\n記憶體快照在 1.25 進入 beta。\n",
        "1.28.md": "# 1.28 发布说明\n\n内存快照在 1.28 达到 GA。\n",
    }
    answer = make_service(files).ask("内存快照的 alpha、beta、GA 各在哪一版？")
    quotes = " ".join(c.quote for c in answer.citations)
    assert all(version in quotes for version in ("1.22", "1.25", "1.28"))


def test_an_item_said_twice_is_given_once_with_both_citations(make_service: MakeService) -> None:
    files = {"甲.md": "# 甲\n\n存储插件支持 Ceph、NFS。\n", "乙.md": "# 乙\n\n存储插件支持 NFS、Ceph，二者任选。\n"}
    answer = make_service(files).ask("存储插件支持哪些？")
    assert sorted(_items(answer)) == ["Ceph", "NFS"]
    assert all(len(item.citations) == 2 for item in answer.items)


def test_a_comparison_has_a_statement_for_each_side(make_service: MakeService) -> None:
    text = "# 转发\n\nkube-proxy 在节点上改写转发规则。\n\n# 解析\n\nCoreDNS 把服务名解析成地址。\n\n# 存储\n\netcd 保存集群状态。\n"
    answer = make_service({"组件.md": text}).ask("kube-proxy 和 CoreDNS 有什么区别？")
    quotes = [c.quote for c in answer.citations]
    assert any(q.startswith("kube-proxy") for q in quotes)
    assert any(q.startswith("CoreDNS") for q in quotes)


@pytest.mark.parametrize(
    ("question", "short"),
    [("哪个组件保存集群状态？", "etcd"), ("集群狀態由哪個元件保存？", "etcd"), ("集群状态存在哪？", None)],
)
def test_the_one_component_that_is_asked_for_is_the_short_answer(
    make_service: MakeService, question: str, short: str | None
) -> None:
    service = make_service({"组件.md": "# 组件\n\n集群状态由 etcd 保存。\n\n镜像由运行时拉取。\n"})
    assert service.ask(question).short == short


def test_a_sentence_that_counts_the_very_things_asked_for_goes_first(make_service: MakeService) -> None:
    service = make_service(
        {
            "接口.md": "# CRI\n\nCRI 的 gRPC 服务由 kubelet 调用，CRI 拆成的 gRPC 服务、接口都在节点上。\n\n"
            "它分成两个服务：沙箱服务、镜像服务。\n"
        }
    )
    answer = service.ask("CRI 拆成哪两个 gRPC 服务？")
    assert [i.text for i in answer.items] == ["沙箱服务", "镜像服务"]
