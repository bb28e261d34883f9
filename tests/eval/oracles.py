"""Answerers that know the gold, nothing, or the wrong thing; and a small collection with questions about it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from corpus.types import Document
from eval.metrics.ranking import is_source
from eval.records import Record
from eval.types import Example, GoldEvidence


def document(name: str, text: str) -> Document:
    return Document(f"id-{name}", name, f"/库/{name}", "text/plain", "utf-8", text, ())


def example(**changes: Any) -> Example:
    plain = Example("1", "哪个版本？", ("1.10",), "version", (), True, (), (), "hans")
    return replace(plain, **changes)


DOCUMENTS = {
    d.id: d
    for d in (
        document("发布.md", "1.10 于 2018 年 3 月发布，默认启用了就绪检查。旧的转发方式在 1.11 移除。"),
        document("元件.md", "轉發有三種模式：iptables、ipvs 與 nftables。名稱空間用來隔離資源。"),
    )
}
EXAMPLES = (
    example(
        id="a", answers=("2018 年 3 月",), kind="date", evidence=(GoldEvidence("发布.md", "1.10 于 2018 年 3 月发布"),)
    ),
    example(
        id="b", answers=("iptables、ipvs、nftables",), kind="list", script="hant", tags=("cross-script",),
        items=(("iptables",), ("ipvs", "IPVS"), ("nftables",)),
        evidence=(GoldEvidence("元件.md", "轉發有三種模式：iptables、ipvs 與 nftables。"),),
    ),
    example(
        id="c", answers=("1.11", "v1.11"), tags=("version-confusion",),
        evidence=(GoldEvidence("发布.md", "旧的转发方式在 1.11 移除。"),),
    ),
    example(id="d", answers=(), kind="date", answerable=False),
)  # fmt: skip


def place(gold: GoldEvidence, documents: Mapping[str, Document]) -> dict[str, Any]:
    """Where a gold quotation stands, as a citation and a hit say it."""
    for found in documents.values():
        at = found.text.find(gold.quote) if is_source(gold.doc, found.source) else -1
        if at >= 0:
            return {"doc_id": found.id, "source": found.source, "start": at, "end": at + len(gold.quote)}
    raise AssertionError(f"the gold quotation is not in the documents: {gold}")


def perfect(asked: Example, documents: Mapping[str, Document] = DOCUMENTS) -> Record:
    """The gold fed back: a short answer, the items, and a statement for each quotation."""
    if not asked.answerable:
        return Record(asked.id, "ok", {"status": "no_evidence"}, "", 5.0)
    places = [place(gold, documents) for gold in asked.evidence]
    cited = list(range(1, len(places) + 1))
    answer = {
        "status": "answered",
        "short": asked.answers[0],
        "statements": [{"text": "".join(gold.quote for gold in asked.evidence), "citations": cited}],
        "items": [{"text": forms[0], "citations": cited[:1]} for forms in asked.items],
        "citations": [{"n": n, **p, "quote": g.quote} for n, p, g in zip(cited, places, asked.evidence, strict=True)],
        "hits": [{**p, "score": 1.0} for p in places],
        "confidence": 0.9,
    }
    return Record(asked.id, "ok", answer, "", 10.0)


def empty(asked: Example) -> Record:
    return Record(asked.id, "ok", {"status": "no_evidence"}, "", 1.0)


def shuffled(asked: Sequence[Example], documents: Mapping[str, Document] = DOCUMENTS) -> list[Record]:
    """Every question gets the perfect answer to another one."""
    records = [perfect(e, documents) for e in asked]
    half = len(records) // 2
    others = [*records[half:], *records[:half]]
    return [replace(other, example_id=e.id) for e, other in zip(asked, others, strict=True)]
