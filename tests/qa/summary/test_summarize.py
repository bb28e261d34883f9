"""Summaries as a user gets them: what is chosen, what never is, how long it may be, and that every word is quoted."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from corpus.errors import InputError
from qa.service import Service, ServiceSettings
from qa.summary.jsonable import to_json
from qa.summary.render import render_summary
from qa.summary.types import Scope, Summary, SummaryOptions
from tests.fakes import HashEmbedder

MakeService = Callable[[dict[str, str]], Service]

RELEASES = """# Kubernetes 1.12 与 1.13 发布说明

作者：张三 | 来源：某某网

## 1.12：节点安全

Kubernetes 1.12 于 2018 年 9 月 27 日发布，是当年的第三个版本。

kubelet TLS 引导在 1.12 正式可用。它让节点自动申请证书，不必手工分发。

- RuntimeClass 在 1.12 以 alpha 形式引入。
- 卷快照在 1.12 以 alpha 形式引入，只支持 CSI 驱动。

## 1.13：CSI 与 CoreDNS

Kubernetes 1.13 于 2018 年 12 月 3 日发布，是当年的最后一个版本。

CoreDNS 从 1.13 起成为默认的 DNS 服务器。容器存储接口（CSI）在 1.13 正式可用。

1.13 移除了 etcd v2 存储后端，弃用的接口另有说明。

欢迎关注我们的公众号，扫描下方的二维码即可订阅专栏。
"""
COMPONENT = """# kubelet：節點上的代理程式

kubelet 是在每個節點上執行的代理程式，負責讓 Pod 按照規格執行。

## 連接埠

kubelet 預設以 10250 連接埠提供 HTTPS 介面。

## 版本沿革

dockershim 在 1.20 宣布棄用，在 1.24 移除。
"""
FILES = {"发布说明.md": RELEASES, "元件.md": COMPONENT}


def quotes(summary: Summary) -> list[str]:
    return [s.text for s in summary.statements]


def check(summary: Summary, service: Service) -> None:
    """Hold what must be true of every summary."""
    documents = service.collection.snapshot().documents
    for n, c in enumerate(summary.citations, 1):
        assert c.n == n
        assert documents[c.doc_id].text[c.start : c.end] == c.quote != ""
    cited = [summary.citations[s.citations[0] - 1] for s in summary.statements]
    assert [s.text for s in summary.statements if not s.converted] == [
        c.quote for c, s in zip(cited, summary.statements, strict=True) if not s.converted
    ]
    squeezed = ["".join(c.quote.split()) for c in cited]
    assert len(set(squeezed)) == len(squeezed)
    assert sorted(i for g in summary.groups for i in g.statements) == list(range(len(summary.statements)))
    assert sum(d.statements for d in summary.coverage.contributed) == len(summary.statements)
    for change in (c for r in summary.changes for c in (*r.added, *r.beta, *r.ga, *r.deprecated, *r.removed)):
        assert change.citations


def test_a_document_is_told_in_its_order_without_byline_and_advert(make_service: MakeService) -> None:
    service = make_service(FILES)
    scope = Scope((service.resolve(str(Path(service.documents()[0].sources[0]))),))
    summary = service.summarize(scope, SummaryOptions(sentences=20))
    check(summary, service)
    starts = [c.start for c in summary.citations]
    assert starts == sorted(starts)
    said = "".join(quotes(summary))
    assert not any(word in said for word in ("作者", "公众号", "二维码", "订阅"))


def test_a_sentence_that_leans_back_comes_with_the_one_before(make_service: MakeService) -> None:
    service = make_service(FILES)
    for n in range(1, 30):
        said = quotes(service.summarize(options=SummaryOptions(sentences=n)))
        if "它让节点自动申请证书，不必手工分发。" in said:
            assert "kubelet TLS 引导在 1.12 正式可用。" in said
            break
    else:
        pytest.fail("it was never chosen")


def test_items_stay_items(make_service: MakeService) -> None:
    summary = make_service(FILES).summarize(Scope(version="1.12"), SummaryOptions(sentences=6))
    items = {s.text for s in summary.statements if s.is_item}
    assert "RuntimeClass 在 1.12 以 alpha 形式引入。" in items
    assert "• RuntimeClass 在 1.12" in render_summary(summary)


def test_a_version_holds_only_its_own_and_names_what_was_left_out(make_service: MakeService) -> None:
    service = make_service({**FILES, "另一份.md": "# 升级\n\n升级到 1.13 之前，先备份 etcd 的数据。\n"})
    summary = service.summarize(Scope(version="1.13"), SummaryOptions(sentences=1))
    check(summary, service)
    assert "1.12" not in "".join(quotes(summary))
    assert len(summary.coverage.contributed) == 1
    assert len(summary.coverage.matched_only) == 1


def test_a_component_by_any_of_its_names_and_a_topic_in_the_other_script(make_service: MakeService) -> None:
    service = make_service(FILES)
    summary = service.summarize(Scope(component="Kubelet"), SummaryOptions(sentences=1))
    assert quotes(summary) == ["kubelet 是在每個節點上執行的代理程式，負責讓 Pod 按照規格執行。"]
    shown = service.summarize(Scope(topic="dockershim 的弃用与移除"), SummaryOptions(sentences=1, script="auto"))
    (statement,) = shown.statements
    assert statement.text == "dockershim 在 1.20 宣布弃用，在 1.24 移除。"
    assert statement.converted
    assert shown.citations[0].quote == "dockershim 在 1.20 宣布棄用，在 1.24 移除。"
    assert "已转换" in render_summary(shown)
    check(shown, service)


def test_a_range_grouped_by_version_with_its_changes(make_service: MakeService) -> None:
    service = make_service(FILES)
    options = SummaryOptions(sentences=8, by="version", changes=True)
    summary = service.summarize(Scope(range="1.12 到 1.13"), options)
    check(summary, service)
    assert [g.version for g in summary.groups] == ["1.12", "1.13"]
    first, second = summary.changes
    assert (first.version, first.date and first.date.text) == ("1.12", "2018-09-27")
    assert {c.stage for c in first.added} == {"alpha"}
    assert [c.component for c in first.ga] == ["tls-bootstrap"]
    assert second.date is not None
    assert second.removed[0].citations
    assert "| 1.12 | 2018-09-27 [" in render_summary(summary)


def test_an_empty_scope_says_so(make_service: MakeService) -> None:
    service = make_service(FILES)
    for scope in (Scope(version="9.9"), Scope(component="istio"), Scope(topic="量子计算"), Scope(range="7.1 到 7.9")):
        summary = service.summarize(scope, SummaryOptions(changes=True))
        assert (summary.status, summary.statements, summary.citations) == ("no_evidence", (), ())
        assert len(summary.notes) == 1


def test_an_empty_collection_and_a_document_of_one_sentence(make_service: MakeService, tmp_path: Path) -> None:
    empty = Service(ServiceSettings(tmp_path / "empty"), HashEmbedder())
    assert "kaoju ingest" in empty.summarize().notes[0]
    service = make_service({"一句.txt": "etcd 是保存集群状态的键值数据库。"})
    assert quotes(service.summarize()) == ["etcd 是保存集群状态的键值数据库。"]
    too_short = service.summarize(options=SummaryOptions(characters=5))
    assert (too_short.statements, len(too_short.notes)) == ((), 1)


@pytest.mark.parametrize("options", [SummaryOptions(sentences=0), SummaryOptions(characters=-1)])
def test_a_length_that_says_nothing_is_refused(make_service: MakeService, options: SummaryOptions) -> None:
    with pytest.raises(InputError):
        make_service(FILES).summarize(options=options)


@pytest.mark.parametrize("scope", [Scope(version="十二"), Scope(range="很久以前"), Scope(component=" ")])
def test_a_scope_that_cannot_be_read_is_refused(make_service: MakeService, scope: Scope) -> None:
    with pytest.raises(InputError):
        make_service(FILES).summarize(scope)


def test_the_same_again(make_service: MakeService) -> None:
    service = make_service(FILES)
    options = SummaryOptions(characters=200, changes=True)
    assert service.summarize(options=options) == service.summarize(options=options)
    assert list(to_json(service.summarize()))[:4] == ["scope", "status", "script", "statements"]


_PIECES = st.lists(
    st.sampled_from(
        [
            "# 标题 1.12\n\n", "## 組件\n\n", "它在 1.13 進入 beta。", "该特性默认启用。", "CoreDNS 在 1.11 正式可用。",
            "- 一项：卷快照在 1.12 引入；\n", "- 另一項。\n", "步骤如下：\n", "| 甲 | 乙 |\n| - | - |\n| 丙 | 1.12 |\n",
            "```\nkubectl get pods\n```\n", "欢迎关注公众号。", "etcd 是鍵值資料庫，保存全部狀態。", "\n\n", "以上两项都很重要。",
            "Kubernetes 1.12 was released in 2018.", "CoreDNS 在 1.11 正式可用。",
        ]
    ),
    min_size=1,
    max_size=30,
)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(pieces=["欢迎关注公众号。", "| 甲 | 乙 |\n| - | - |\n| 丙 | 1.12 |\n"], sentences=2, characters=29)
@given(pieces=_PIECES, sentences=st.integers(1, 12), characters=st.integers(1, 300))
def test_every_statement_is_quoted_once_within_the_length(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], sentences: int, characters: int
) -> None:
    folder = tmp_path_factory.mktemp("drawn")
    (folder / "文.md").write_text("".join(pieces), encoding="utf-8")
    service = Service(ServiceSettings(folder / "store"), HashEmbedder())
    list(service.ingest(service.plan([folder / "文.md"])))
    summary = service.summarize(options=SummaryOptions(sentences, characters, by="version", changes=True))
    check(summary, service)
    assert len(summary.statements) <= sentences
    assert sum(len(s.text) for s in summary.statements) <= characters
    assert not any("公众号" in s.text or "kubectl get" in s.text for s in summary.statements)


def test_two_megabytes_take_bounded_time(make_service: MakeService) -> None:
    drawn = random.Random(7)
    verbs = ["进入 beta", "正式可用", "被移除", "以 alpha 形式引入"]
    things = ["卷快照", "CSI", "CoreDNS", "RuntimeClass", "节点租约", "双栈", "准入控制", "调度框架"]
    lines, size = [], 0
    while size < 2_000_000:
        line = f"{drawn.choice(things)}在 1.{drawn.randrange(30)} {drawn.choice(verbs)}，编号 {drawn.randrange(10**6)} 的说明见附录。"
        lines.append(f"## 第 {len(lines)} 节\n\n{line}" if drawn.random() < 0.05 else line)
        size += len(lines[-1].encode())
    service = make_service({"长文.md": "\n".join(lines)})
    service.collection.snapshot()
    began = time.process_time()
    summary = service.summarize()
    assert time.process_time() - began < 10  # seconds of work, on whatever machine; about 2 on two free cores
    assert len(summary.statements) == 8
    check(summary, service)
