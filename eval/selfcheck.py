"""Pairs whose scores are known, scored before each evaluation: a measure that is blind to Chinese shows at once."""

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.errors import KaojuError
from corpus.types import Document, Span
from eval.metrics.character_f1 import character_f1
from eval.metrics.exact_match import exact_match
from eval.metrics.ranking import EvidenceRanking, ranking_figures
from eval.metrics.refusal import refusal_recall
from eval.metrics.rouge_l import rouge_l
from eval.metrics.selective import Confident, auroc
from eval.records import Record
from eval.types import Example, GoldEvidence

_TOLERANCE = 1e-9
_TEXT = "调度器负责为 Pod 选择节点。"


@dataclass(frozen=True, slots=True)
class Check:
    """A measured value beside the one it must have."""

    what: str
    value: float | None
    expected: float


def self_check() -> None:
    """Raise KaojuError, naming the first pair that scores wrong; the evaluation must then not be trusted."""
    for check in _checks():
        if check.value is None or abs(check.value - check.expected) > _TOLERANCE:
            raise KaojuError(
                f"the self-check of the measures failed: {check.what} gives {check.value} instead of "
                f"{check.expected:.4f}; install the versions in constraints.txt and evaluate again"
            )


def _checks() -> Iterator[Check]:
    yield from _text_checks()
    found = ranking_figures(EvidenceRanking(ranks=(2,), relevant=2), hits=3)
    yield Check("reciprocal rank of evidence found second", found["mrr"], 1 / 2)
    yield Check("recall@5 of one passage of two", found["recall@5"], 1 / 2)
    yield Check("refusal of an unanswerable question", refusal_recall("no_evidence", False), 1)
    yield Check("AUROC of a sure right answer", auroc([Confident(0.9, True), Confident(0.2, False)]), 1)
    yield from _score_checks()


def _text_checks() -> Iterator[Check]:
    same = "调度器负责选择节点"
    yield Check("exact match of an answer with itself", exact_match(same, [same]), 1)
    yield Check("ROUGE-L of a Chinese answer with itself", rouge_l(same, [same]), 1)
    yield Check("ROUGE-L of 默认启用 and 彻底移除", rouge_l("1.16 起彻底移除", ["1.16 起默认启用"]), 2 / 6)
    yield Check("ROUGE-L of 支持 and 不支持", rouge_l("kube-proxy 不支持", ["kube-proxy 支持"]), 6 / 7)
    yield Check("exact match across scripts", exact_match("調度器", ["调度器"]), 1)
    yield Check("strict exact match across scripts", exact_match("調度器", ["调度器"], "strict"), 0)
    yield Check("exact match of 1.1 and 1.10", exact_match("1.1", ["1.10"]), 0)
    yield Check("exact match of 16 GB and 16 GiB", exact_match("16 GB", ["16 GiB"]), 0)
    yield Check(
        "character F1 of an answer in a longer one", character_f1("控制器管理器组件", ["控制器管理器"]), 12 / 14
    )


def _score_checks() -> Iterator[Check]:
    from eval.scoring import score

    document = Document("d", "", "甲.txt", "text/plain", "utf-8", _TEXT, ())
    example = Example("1", "调度器做什么？", (_TEXT,), "how", (), True, (GoldEvidence("甲.txt", _TEXT),))
    span = Span(0, len(_TEXT))
    place = {"doc_id": "d", "source": "甲.txt", "start": span.start, "end": span.end}
    answer = {
        "status": "answered", "short": _TEXT, "statements": [{"text": _TEXT, "citations": [1]}],
        "citations": [{"n": 1, **place, "quote": _TEXT}], "hits": [place],
    }  # fmt: skip
    full = score(example, Record("1", "ok", answer, "", 1.0), {"d": document})
    failed = score(example, Record("1", "failed", None, "", 1.0), {"d": document})
    for name, value in full.values.items():
        if value is not None:
            yield Check(f"{name} of the gold answer", value, 1)
            yield Check(f"{name} of a question that failed", failed.values[name], 0)
