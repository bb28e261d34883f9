"""The claim that a question puts."""

import re
from dataclasses import dataclass, replace

from qa.polarity.claims import Claim, claims_in, verbs_in
from qa.polarity.sentence import compared
from qa.question import Key, Question

_GENERAL = ("as", "have", "be")  # heads so common that any other one is preferred
_ENGLISH_MODAL = re.compile(r"^(?:(can|could)|must|should|(?:do|does) .*\b(?:need|have) to)\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """The claim that a question puts: ``subject`` are the keys before its head, ``objects`` those after it."""

    claim: Claim
    text: str
    subject: tuple[Key, ...]
    objects: tuple[Key, ...]


def asked_by(question: Question) -> Asked | None:
    """Return the claim that ``question`` puts; None where it has none that is certain."""
    text = _assertion(question.folded)
    if re.search(r"可能|如果|若是|最多|至少|多少", text):
        return None
    claims = [*claims_in(text), *verbs_in(text, question.keys)]
    claims.sort(key=lambda c: (c.axis in _GENERAL, c.axis.startswith("="), -c.end))
    if not claims or claims[0].doubtful:
        return None
    claim = claims[0]
    if question.english and claim.mode == "plain" and (modal := _ENGLISH_MODAL.search(text)):
        claim = replace(claim, mode="can" if modal[1] else "need")
    head = text[claim.start : claim.end]
    keys = [k for k in question.keys if k.words != head and k.words not in head and _where(k, text) >= 0]
    subject = tuple(k for k in keys if _where(k, text) < claim.start)
    return Asked(claim, text, subject, tuple(k for k in keys if k not in subject))


def _assertion(folded: str) -> str:
    """Return what a question puts: without particles, 能不能 as 能, 比 X 新 as 高于 X."""
    text = re.sub(r"[?？。!！\s]+$", "", folded)
    text = re.sub(r"(?:吗|么|呢|吧)$|(?<=了)(?:没有?|吗)$", "", text).rstrip("了的")
    text = re.sub(r"是不是|是否(?:可以)?", lambda m: "可以" if "可以" in m.group() else " ", text)
    text = re.sub(r"有没有(?=被|在|已|[^，]{0,4}(?:支持|移除|启用|弃用))", "", text)
    text = re.sub(r"有没有", "有", text).replace("能否", "能").replace("可否", "可以").replace("用得着", "需要")
    text = re.sub(r"([\u4e00-\u9fff])不(?=\1)\1", r"\1", text)
    return compared(text)


def _where(key: Key, text: str) -> int:
    return text.find(key.words)
