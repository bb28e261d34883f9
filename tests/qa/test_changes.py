"""What a version brought, drawn from all documents: which questions ask for it, and which events answer."""

import pytest

from corpus.terms import default_terms
from qa.answer import AskOptions
from qa.changes import asks_for_changes
from qa.question import analyse
from tests.qa.conftest import MakeService

NOTES = {
    "甲.md": "# 存储\n\n卷快照在 1.12 进入 alpha，在 1.17 进入 beta，在 1.20 达到 GA。\n\nCSI 在 1.13 达到 GA。\n",
    "乙.md": "# 網路\n\nEndpointSlice 在 1.17 進入 beta。\n\nIPVS 在 1.11 達到 GA。\n\nkube-dns 在 1.17 被移除。\n",
    "丙.md": "# 调度\n\n- 节点租约在 1.17 达到 GA\n- DaemonSet 由 kube-scheduler 调度，这一做法在 1.17 达到 GA\n",
}


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("1.17 有哪些特性升级到 GA？", True),
        ("1.17 有哪些新功能？", True),
        ("1.17 有什么重要变化？", True),
        ("1.17 移除了什么？", True),
        ("kube-proxy 在 1.17 有哪些变化？", True),
        ("What features went GA in 1.17?", True),
        ("1.17 是什么时候发布的？", False),
        ("1.17 在存储方面有哪些新功能？", False),  # of one field only
        ("有哪些特性升级到 GA？", False),  # of no version
        ("1.17 为什么移除 kube-dns？", False),
        ("RuntimeClass 在哪个版本达到 GA？", False),
        ("1.8 到 1.12 有哪些新功能？", False),  # of many versions
    ],
)
def test_questions_for_changes(question: str, asks: bool) -> None:
    assert asks_for_changes(analyse(question, default_terms())) == asks


@pytest.mark.parametrize(
    ("question", "quotes"),
    [
        ("1.17 有哪些特性升级到 GA？", ["- 节点租约在 1.17 达到 GA", "- DaemonSet 由 kube-scheduler 调度"]),
        ("1.17 裡有哪些特性進入 beta？", ["卷快照在 1.12 进入 alpha", "EndpointSlice 在 1.17 進入 beta。"]),
        (
            "1.17 有哪些新功能？",
            [
                "卷快照在 1.12",
                "EndpointSlice 在 1.17",
                "- 节点租约在 1.17 达到 GA",
                "- DaemonSet 由 kube-scheduler 调度",
            ],
        ),
    ],
)
def test_every_change_is_an_item_with_its_quotation(
    make_service: MakeService, question: str, quotes: list[str]
) -> None:
    service = make_service(NOTES)
    answer = service.ask(question, AskOptions(script="source"))
    texts = service.collection.snapshot().documents
    assert [c.n for c in answer.citations] == list(range(1, len(answer.citations) + 1))
    assert [i.citations for i in answer.items] == [(c.n,) for c in answer.citations]
    assert all(texts[c.doc_id].text[c.start : c.end] == c.quote for c in answer.citations)
    found = sorted(c.quote.lstrip("- ") for c in answer.citations)
    assert len(found) == len(quotes)
    assert all(
        q.startswith(start.lstrip("- ")) for q, start in zip(found, sorted(q.lstrip("- ") for q in quotes), strict=True)
    )


def test_the_answer_says_how_it_was_found(make_service: MakeService) -> None:
    answer = make_service(NOTES).ask("1.17 裡有哪些特性進入 beta？")
    assert "依文件中各版本的變化整理，每一條都出自所引的原文。" in answer.notes
    assert answer.coverage.complete


def test_one_change_alone_is_answered_by_search(make_service: MakeService) -> None:
    answer = make_service(NOTES).ask("1.17 移除了什么？")
    assert [c.quote for c in answer.citations] == ["kube-dns 在 1.17 被移除。"]
    assert not any("整理" in n for n in answer.notes)


def test_only_the_documents_that_may_answer_are_listed(make_service: MakeService) -> None:
    service = make_service(NOTES)
    wanted = next(d.id for d in service.documents() if d.sources[0].endswith("丙.md"))
    answer = service.ask("1.17 有哪些特性升级到 GA？", AskOptions(doc_ids=frozenset({wanted})))
    assert {c.doc_id for c in answer.citations} == {wanted}
    assert len(answer.items) == 2
