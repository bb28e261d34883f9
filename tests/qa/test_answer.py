"""Answers over small collections. The documents are written so that the right sentence can be seen at a glance."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.normalize import fold_text
from qa.answer import AskOptions, ask
from qa.context import Context
from qa.conversation import Turn
from qa.service import Service
from qa.types import Answer, Coverage, cited
from tests.qa.conftest import MakeService

TIMEOUTS = {
    "升级记录-1.12.md": "1.12 版本：kubelet 的心跳间隔默认 10 秒。",
    "升级记录-1.17.md": "1.17 版本：kubelet 的心跳间隔默认 20 秒。",
    "升级记录-1.21.md": "1.21 版本：kubelet 的心跳间隔默认 40 秒。",
}


def _sources(answer: Answer) -> set[str]:
    return {c.source.rsplit("/", 1)[-1] for c in answer.citations}


def _quotes(answer: Answer) -> str:
    return " ".join(c.quote for c in answer.citations)


def _assert_exact(answer: Answer, service: Service) -> None:
    documents = service.collection.snapshot().documents
    for c in answer.citations:
        assert documents[c.doc_id].text[c.start : c.end] == c.quote
        assert c.quote
    numbers = [c.n for c in answer.citations]
    assert numbers == list(range(1, len(numbers) + 1))
    assert cited((*answer.statements, *answer.items)) == set(numbers)


def test_a_date_question_is_answered_with_the_exact_words(make_service: MakeService) -> None:
    service = make_service(
        {"历史.txt": "大事记\n\n某项目 2.3 于 2019 年 5 月 6 日发布。\n\n某项目 2.4 于 2020 年 1 月 2 日发布。\n"}
    )
    answer = service.ask("2.3 是什么时候发布的？")
    assert answer.status == "answered"
    assert answer.short == "2019 年 5 月 6 日"
    assert [c.quote for c in answer.citations] == ["某项目 2.3 于 2019 年 5 月 6 日发布。"]
    _assert_exact(answer, service)


@pytest.mark.parametrize(("version", "value"), [("1.12", "10 秒"), ("1.17", "20 秒"), ("v1.21", "40 秒")])
def test_near_identical_notes_are_told_apart_by_version(make_service: MakeService, version: str, value: str) -> None:
    service = make_service(TIMEOUTS)
    answer = service.ask(f"{version} 里 kubelet 的心跳间隔默认多少？")
    assert value in _quotes(answer)
    assert _sources(answer) == {f"升级记录-{version.lstrip('v')}.md"}


def test_a_version_that_no_document_speaks_of_is_not_answered_from_its_neighbour(make_service: MakeService) -> None:
    answer = make_service(TIMEOUTS).ask("1.15 里 kubelet 的心跳间隔默认多少？")
    assert answer.status == "no_evidence"
    assert answer.citations == answer.statements == ()
    assert any("1.15" in n for n in answer.notes)
    assert any("1.12、1.17、1.21" in n for n in answer.notes)


def test_the_version_can_be_given_as_an_option(make_service: MakeService) -> None:
    answer = make_service(TIMEOUTS).ask("kubelet 的心跳间隔默认多少？", AskOptions(version="v1.17"))
    assert _sources(answer) == {"升级记录-1.17.md"}


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("v2.1 引入了什么？", "甲.md"),
        ("2.1版本引入了什么", "甲.md"),
        ("v2.11 引入了什么？", "丙.md"),
        ("v2.10 引入了什么？", "乙.md"),
    ],
)
def test_2_1_is_neither_2_10_nor_2_11(make_service: MakeService, question: str, source: str) -> None:
    service = make_service(
        {"甲.md": "v2.1 引入了标签选择器。", "乙.md": "v2.10 引入了卷克隆。", "丙.md": "V２．１１ 引入了拓扑约束。"}
    )
    answer = service.ask(question)
    assert _sources(answer) == {source}


def test_a_series_covers_its_two_digit_releases(make_service: MakeService) -> None:
    service = make_service(
        {"甲.md": "v2.1 引入了标签选择器。", "乙.md": "v2.10 引入了卷克隆。", "丙.md": "V２．１１ 引入了拓扑约束。"}
    )
    assert _sources(service.ask("2.1x 系列引入了什么？")) == {"乙.md", "丙.md"}


SURFACE = {
    "网关.md": "kube-apiserver 从 1.22 起停止提供旧的 Ingress 接口。",
    "其他.md": "kube-controller-manager 从 1.19 起调整了默认的回收周期。",
}


@pytest.mark.parametrize(
    "question",
    [
        "k8s 的 apiserver 从哪版起不再提供旧 Ingress 接口？",
        "API Server 从哪个版本停止提供旧的 Ingress API？",
        "Since which release does the API server stop serving the old Ingress API?",
        "API 伺服器從哪一版起停止提供舊的 Ingress 介面？",
        "kube-apisever 从哪个版本起停止提供旧的 Ingress 接口？",
    ],
)
def test_one_question_in_several_forms(make_service: MakeService, question: str) -> None:
    answer = make_service(SURFACE).ask(question)
    assert answer.short == "1.22"
    assert _sources(answer) == {"网关.md"}
    assert answer.hits[0].source.endswith("网关.md")


HANS = "集群中的命名空间用来隔离资源。\n\n容器镜像由镜像仓库提供。"
HANT = "叢集中的名稱空間用來隔離資源。\n\n容器映像檔由映像檔倉庫提供。"


@pytest.mark.parametrize("text", [HANS, HANT])
@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("叢集裡的名稱空間用來做什麼？", "隔离资源"),
        ("命名空間用來做什麼？", "隔离资源"),
        ("命名空间用来做什么？", "隔离资源"),
        ("容器映像檔由哪裡提供？", "仓库提供"),
        ("容器镜像由哪里提供？", "仓库提供"),
    ],
)
def test_taiwan_and_mainland_words_meet(make_service: MakeService, text: str, question: str, words: str) -> None:
    service = make_service({"说明.md": text})
    answer = service.ask(question)
    assert answer.status == "answered"
    assert words in fold_text(_quotes(answer))
    _assert_exact(answer, service)


def test_statements_are_shown_in_the_script_of_the_question_and_marked(make_service: MakeService) -> None:
    service = make_service({"说明.md": "多数组件的升级说明由 kubeadm 发出。"})
    answer = service.ask("升級說明由誰發出？kubeadm 嗎？")
    assert answer.script == "hant"
    assert answer.statements[0].text == "多數組件的升級說明由 kubeadm 發出。"
    assert answer.citations[0].quote == "多数组件的升级说明由 kubeadm 发出。"
    assert any("轉換" in n for n in answer.notes)
    source = service.ask("升級說明由誰發出？kubeadm 嗎？", AskOptions(script="source"))
    assert source.statements[0].text == source.citations[0].quote
    assert not any("轉換" in n for n in source.notes)


@pytest.mark.parametrize(
    "question",
    [
        "kube-scheduler 的默认插件有哪些？",
        "etcd 3.6 改进了什么？",
        "Istio 怎么安装？",
        "你好",
        "明天会下雨吗？",
        "谁写了红楼梦？",
    ],
)
def test_what_the_documents_do_not_hold_is_not_answered(make_service: MakeService, question: str) -> None:
    service = make_service({"甲.md": "etcd 3.5 改进了租约续期。", "乙.md": "CoreDNS 1.6 增加了健康检查插件。"})
    answer = service.ask(question)
    assert answer.status == "no_evidence"
    assert answer.citations == answer.statements == answer.items == ()
    assert answer.notes


def test_a_stage_that_is_not_told_is_not_answered_from_another_stage(make_service: MakeService) -> None:
    service = make_service({"甲.md": "卷克隆在 1.16 进入 beta。"})
    assert service.ask("卷克隆在哪个版本进入 beta？").short == "1.16"
    assert service.ask("卷克隆在哪个版本 GA？").status == "no_evidence"


def test_a_sentence_that_leans_back_brings_the_one_it_leans_on(make_service: MakeService) -> None:
    service = make_service({"甲.md": "kube-proxy 负责转发。它不支持七层路由规则。"})
    answer = service.ask("kube-proxy 支持七层路由规则吗？")
    assert [c.quote for c in answer.citations] == ["kube-proxy 负责转发。", "它不支持七层路由规则。"]


def test_this_version_brings_the_sentence_that_names_it(make_service: MakeService) -> None:
    text = "Kubernetes 1.14 偿还了不少技术债。\n\n文档也更新了。\n\nImageLocality 策略在这个版本中默认启用。"
    answer = make_service({"甲.md": text}).ask("ImageLocality 策略从哪个版本起默认启用？")
    assert [c.quote for c in answer.citations] == [
        "Kubernetes 1.14 偿还了不少技术债。",
        "ImageLocality 策略在这个版本中默认启用。",
    ]


def test_a_list_is_given_whole_one_citation_an_item(make_service: MakeService) -> None:
    text = "kube-proxy 有以下几种模式：\n\n- iptables：默认模式；\n- ipvs：大规模集群使用；\n- nftables：新的实现。\n\n另见附录。"
    service = make_service({"甲.md": text})
    answer = service.ask("kube-proxy 有哪些模式？")
    assert [s.text for s in answer.items] == ["iptables：默认模式；", "ipvs：大规模集群使用；", "nftables：新的实现。"]
    assert len({n for s in answer.items for n in s.citations}) == 3
    _assert_exact(answer, service)


def test_sources_that_contradict_each_other_are_both_shown(make_service: MakeService) -> None:
    service = make_service({"甲.md": "CoreDNS 在 1.11 成为默认 DNS。", "乙.md": "CoreDNS 在 1.13 成为默认 DNS。"})
    answer = service.ask("CoreDNS 在哪个版本成为默认 DNS？")
    assert _sources(answer) == {"甲.md", "乙.md"}
    assert any("1.11" in n and "1.13" in n for n in answer.notes)


@pytest.mark.parametrize("question", ["它从哪个版本起 GA？", "它什么时候发布的？", "那它為什麼被移除？"])
def test_a_pronoun_without_a_subject_asks_back(make_service: MakeService, question: str) -> None:
    answer = make_service({"甲.md": "卷克隆在 1.16 进入 beta。"}).ask(question)
    assert answer.status == "needs_clarification"
    assert answer.citations == ()


@pytest.mark.parametrize(
    "question", ["那个心跳间隔默认多少？", "这个组件的心跳间隔是多少？", "那個 kubelet 的心跳間隔呢？"]
)
def test_that_thing_named_by_a_noun_needs_no_asking_back(make_service: MakeService, question: str) -> None:
    assert make_service(TIMEOUTS).ask(question).status != "needs_clarification"


@pytest.mark.parametrize(
    "question", ["那个呢？", "那個是什麼時候發布的？", "它们默认多少？", "这个从哪个版本开始支持？"]
)
def test_a_pronoun_alone_asks_back(make_service: MakeService, question: str) -> None:
    assert make_service(TIMEOUTS).ask(question).status == "needs_clarification"


def test_an_empty_collection_says_so(make_service: MakeService) -> None:
    answer = make_service({}).ask("kubelet 是什么？")
    assert answer.status == "no_evidence"
    assert "kaoju ingest" in answer.notes[0]


def test_only_the_named_document_answers(make_service: MakeService) -> None:
    service = make_service(
        {"甲.md": "kubelet 默认监听 10250 端口。", "乙.md": "kubelet 的端口是 10250，只读端口是 10255。"}
    )
    doc_id = service.resolve(next(e.sources[0] for e in service.documents() if e.sources[0].endswith("乙.md")))
    answer = service.ask("kubelet 的端口是多少？", AskOptions(doc_ids=frozenset({doc_id})))
    assert _sources(answer) == {"乙.md"}
    assert all(h.doc_id == doc_id for h in answer.hits)


def test_the_same_question_gives_the_same_answer(make_service: MakeService) -> None:
    service = make_service(TIMEOUTS)
    question = "kubelet 的心跳间隔默认多少？"
    assert service.ask(question) == service.ask(question)  # elapsed_ms is not compared


_PIECES = st.sampled_from(
    ["kubelet", "1.12", "v1.10", "1.1", "集群", "叢集", "在", "默认", "端口", "10250", "。", "；", "\n", "\n\n", "- ", "| ", "```",
     "# ", "它", "<b>", "２０２０年", "\u200b", "é", "🚀", " ", "！", "beta", "GA", "发布", "「", "」"]
)  # fmt: skip


@given(
    text=st.lists(_PIECES, min_size=5, max_size=60).map("".join),
    question=st.lists(_PIECES, min_size=1, max_size=12).map("".join),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_citation_cuts_its_quotation(make_service: MakeService, text: str, question: str) -> None:
    service = make_service({"固定.md": "kubelet 默认监听 10250 端口。", "生成.md": f"kubelet 说明{text}。"})
    if not question.strip("?？。.!！ \n"):
        return
    snapshot = service.collection.snapshot()
    answer = ask(question, Context(snapshot, service.embedder, service.terms))
    _assert_exact(answer, service)
    assert bool(answer.citations) == (answer.status == "answered")


def test_a_date_question_narrowed_to_a_version_may_be_answered_by_the_release(make_service: MakeService) -> None:
    service = make_service({"甲.md": "在 1.24 版本里，dockershim 被移除。"})
    answer = service.ask("dockershim 什么时候被移除？", AskOptions(version="1.24"))
    assert answer.status == "answered"


def test_the_same_sentence_in_two_documents_is_quoted_once(make_service: MakeService) -> None:
    service = make_service({"甲.md": "卷克隆在 1.16 進入 beta。", "乙.md": "卷克隆在 1.16 进入 beta。\n\n其他。"})
    assert len(service.ask("卷克隆在哪个版本进入 beta？").citations) == 1


def test_a_command_is_quoted_as_the_block_it_stands_in(make_service: MakeService) -> None:
    text = "# 证书\n\n查看 kubeadm 集群的证书何时到期：\n\n```bash\n# 只看不改\nkubeadm certs check-expiration\n```\n\n另见附录。"
    answer = make_service({"甲.md": text}).ask("用什么命令查看 kubeadm 证书何时到期？")
    assert [c.quote for c in answer.citations] == [
        "查看 kubeadm 集群的证书何时到期：",
        "# 只看不改\nkubeadm certs check-expiration",
    ]


def test_a_stage_counts_for_the_version_of_its_own_clause(make_service: MakeService) -> None:
    text = "- 甲功能：1.29 进入 alpha，1.33 达到 GA。\n- 乙功能在 1.29 达到 GA，1.27 是 beta。\n- 丙功能在 1.29 达到 GA。\n"
    answer = make_service({"甲.md": text}).ask("1.29 有哪些功能 GA？")
    assert [s.text[:3] for s in answer.items] == ["乙功能", "丙功能"]


def test_a_follow_up_takes_its_subject_from_the_conversation(make_service: MakeService) -> None:
    service = make_service(
        {"甲.md": "卷克隆在 1.16 进入 beta，在 1.18 达到 GA。\n\nkubelet 在 1.12 支持自动轮换证书。"}
    )
    first = service.ask("卷克隆在哪个版本进入 beta？")
    assert first.understood is not None
    history = (Turn(first.understood.question, first.short),)
    answer = service.ask("它在哪个版本 GA？", AskOptions(history=history))
    assert answer.short == "1.18"
    assert answer.question == "它在哪个版本 GA？"
    assert any("卷克隆" in n for n in answer.notes)
    alone = service.ask("kubelet 在哪个版本支持自动轮换证书？", AskOptions(history=history))
    assert alone.short == "1.12"
    assert alone.notes == ()


def test_a_range_asks_for_every_release_in_it(make_service: MakeService) -> None:
    text = "- 甲功能在 1.7 达到 GA。\n- 乙功能在 1.9 达到 GA。\n- 丙功能在 1.11 达到 GA。\n- 丁功能在 1.20 达到 GA。\n"
    service = make_service({"甲.md": text})
    between = service.ask("1.8 到 1.12 有哪些功能 GA？")
    assert [s.text[:3] for s in between.items] == ["乙功能", "丙功能"]
    since = service.ask("1.11 及以後有哪些功能 GA？")
    assert [s.text[:3] for s in since.items] == ["丙功能", "丁功能"]


RELEASES = {"甲.md": "某组件说明。\n\nKubernetes 1.9 于 2017 年 12 月发布。\n\nKubernetes 1.10 于 2018 年 3 月发布。\n"}


@pytest.mark.parametrize(
    ("question", "short"),
    [("最新的版本是哪个？", "1.10"), ("1.9 的下一个版本是哪个？", "1.10"), ("1.9 和 1.10 哪個先發布？", "1.9")],
)
def test_a_place_in_the_order_of_releases_is_computed_and_said_so(
    make_service: MakeService, question: str, short: str
) -> None:
    service = make_service(RELEASES)
    answer = service.ask(question)
    assert answer.short == short
    assert short in answer.citations[0].quote
    assert answer.notes
    _assert_exact(answer, service)


def test_items_quoted_without_their_list_marks_count_as_used(make_service: MakeService) -> None:
    service = make_service(
        {
            "1.8.md": "# 1.8 发布说明\n\n- kubeproxy 的 IPVS 模式进入 alpha\n",
            "1.9.md": "# 1.9 发布说明\n\n- kubeproxy 的 IPVS 模式进入 beta\n",
        }
    )
    answer = service.ask("kubeproxy 的 IPVS 模式有哪些变化？")
    assert {c.quote[-5:] for c in answer.citations} == {"alpha", " beta"}
    assert not any(c.quote.startswith("-") for c in answer.citations)
    assert answer.coverage == Coverage(2, 2, True)
    assert not any("2" in n for n in answer.notes)
