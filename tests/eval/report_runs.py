"""A finished run with what a report must cope with: failures, lists, refusals, and texts that look like markup."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from corpus.types import Document
from eval.evaluating import Evaluation
from eval.fingerprint import Fingerprint
from eval.records import Record
from eval.run_folder import RunFolder, RunInfo
from eval.scoring import aggregate, score
from eval.types import Example, GoldEvidence
from tests.eval.oracles import DOCUMENTS, EXAMPLES, document, empty, example, perfect

MARKUP = "</script><script>document.title='坏'</script><img src=x onerror=\"document.title='坏'\"> {{ 7*7 }} | @某人"
_HARMFUL = document(
    "插件.md", f"前一句说明背景。\n插件在 1.25 移除了 {MARKUP} 的写法。\n后一句说明替代办法 <b>粗</b>。"
)
HARMFUL = example(
    id="恶 <i>1</i>",
    question=f"{MARKUP} 是哪一版移除的？",
    answers=("1.25", MARKUP),
    kind="<u>怪</u>|类",
    tags=("<s>怪</s>|签",),
    evidence=(GoldEvidence("插件.md", f"插件在 1.25 移除了 {MARKUP} 的写法。"),),
    note=MARKUP,
)
RUN_DOCUMENTS: Mapping[str, Document] = {**DOCUMENTS, _HARMFUL.id: _HARMFUL}
QUESTIONS: Sequence[Example] = (*EXAMPLES, HARMFUL, example(id="e", question="還有幾個模式？", script="hant"))


def records() -> list[Record]:
    """Four right answers, a refusal that is wrong, and last a failure; the times are 5, 10 and 2 ms."""
    asked = [perfect(e, RUN_DOCUMENTS) for e in QUESTIONS[:2]]
    asked += [empty(QUESTIONS[2]), perfect(QUESTIONS[3]), perfect(HARMFUL, RUN_DOCUMENTS)]
    return [*asked, Record("e", "failed", None, f"ValueError: {MARKUP}", 2.0)]


def run_of(given: Sequence[Record], examples: Sequence[Example] = QUESTIONS) -> Evaluation:
    """The run in which ``given`` are the records of ``examples``."""
    scores = tuple(score(e, r, RUN_DOCUMENTS) for e, r in zip(examples, given, strict=True))
    info = RunInfo(
        fingerprint=Fingerprint("模型@1", "库-5", "术语", "sha", "top_k=10", "0.1.0"),
        gold="/题库/<b>题|库.jsonl",
        store="/库",
        started="2024-05-06T07:08:09+00:00",
        jobs=1,
    )
    folder = RunFolder(Path("/run"))
    return Evaluation(folder, info, tuple(examples), tuple(given), scores, aggregate(scores), RUN_DOCUMENTS)


def shifted(record: Record) -> Record:
    """The record with every citation one character further on than the words it quotes."""
    assert record.answer is not None
    cited = [{**c, "start": c["start"] + 1, "end": c["end"] + 1} for c in record.answer["citations"]]
    return replace(record, answer={**record.answer, "citations": cited})
