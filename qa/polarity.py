"""Yes or no: whether what a question asserts holds by one sentence. A wrong verdict is worse than none.

The verdict concerns the proposition put, as in Chinese: 不支持吗？ answered by 不支持 is yes, 没办法升级吗？ answered by
可以升级 is no. Question and sentence are read as claims: a head (支持, 启用, 移除, a verb that both use) with what stands
before it in its clause (negation, ability, need). What is affirmed must name all that the question names; what is denied
may be more general than the question, but not narrower: 不支持跨版本升级 does not deny 升级.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from corpus.normalize import fold_text
from corpus.segment import segment
from corpus.terms import TermTable
from corpus.versions import Version, find_in_folded
from qa.question import Key, Question

Verdict = Literal["yes", "no"]
_Mode = Literal["plain", "can", "need"]

_HEADS = {
    "above": r"高于|超过|新于|大于|晚于",
    "below": r"低于|旧于|小于|早于|落后于",
    "on": r"启用|开启|打开|开着|enabled?|turned on",
    "off": r"禁用|停用|关闭|关着|关掉|disabled?|turned off",
    "removed": r"移除|删除|去掉|拿掉|砍掉|剔除|删掉|\bremoved?|\bdropped",
    "deprecated": r"弃用|废弃|deprecated?",
    "ga": r"\bga\b|正式可用|generally available",
    "beta": r"\bbeta\b",
    "alpha": r"\balpha\b",
    "support": r"支持|支援|提供|保留|可用|\bsupport(?:s|ed)?\b|available|(?<![作利])使用|(?<=能)够?[用做跑]|(?<=以)[用做跑]|\buse[ds]?\b",
    "revoke": r"撤销|吊销|\brevoked?\b",
    "restart": r"重启|重新启动|重开|\brestart(?:ed)?\b",
    "know": r"知道|知晓|感知|了解|\bknow\b",
    "as": r"(?:那么|那样|这么)(?=.)",
    "be": r"(?<![不但还只于而就可总若或要更])(?:是(?!否)|属于)|(?<=不)是|(?<=而)是|^(?:is|are)\b",
    "have": r"(?<![只还所没])有(?!关|些|时|可能|必要)|(?<=没)有|具备|自带|内置|\bha(?:s|ve)\b",
}
_HEAD = {axis: re.compile(words) for axis, words in _HEADS.items()}
_OPPOSITE = {"on": "off", "off": "on", "above": "below", "below": "above"}
_GENERAL = ("as", "have", "be")  # heads so common that any other one is preferred

# What may stand before a head: (words, negates, mode). The order matters, the longest first.
_OPERATORS: tuple[tuple[str, bool, _Mode | None], ...] = (
    (r"不得不|不能不|不可不", False, "need"),
    (r"无法|没有?办法|没法|不得|禁止|不准|不可(?!以)|cannot|can't", True, "can"),
    (r"不必|无需|无须|毋须|不用|用不着|没有?必要|needn't", True, "need"),
    (r"停止|终止|并没有|没有|没|尚未|从未|未曾|未|并非|绝非|不|无|非|别|\bnot|no longer|n't", True, None),
    (r"可以|能够|(?<!可)能|可|允许|支持|支援|\bcan|\bcould", False, "can"),
    (r"需要|必须|务必|要求|须|需|得|(?<!只)要|\bmust|\bneed(?:s)?(?: to)?|\brequired?", False, "need"),
)
_ADVERB = (
    r"[\s,]+|仍然|仍旧|依然|依旧|仍|已经|已|目前|现在|当前|都|均|也|就|还|会|被|再|并|默认|自动|完全|直接|同时|进行|来|先|做|"
    r"正式|真的?|其实|一直|始终|彻底|手动|单独|自己|达到|进入|处于|变为|成为|版?中|\bbe|\bstill|\bby default|"
    r"在(?:(?!，).)*?(?:情况下|前提下|条件下)|(?:通过|使用|借助|利用|于|从|自|在|对|为|由|把|将|以|用)(?:(?![不没未无非禁]|可以|能|支持|须|需).){1,60}"
)
_STEPS = [(re.compile(f"(?:{words})$"), negates, mode) for words, negates, mode in _OPERATORS]
_SKIP = re.compile(f"(?:{_ADVERB})$")

_UNSURE = re.compile(
    r"可能|也许|或许|大概|应该|预计|计划|打算|考虑|建议|理论上|希望|将(?:会|在|于|被|要|移|弃|废|停|不|支)|即将|曾|原本|原先|本来|过去|部分|某些|有些|有时|"
    r"通常|一般|不一定|未必|几乎|最多|至多|至少|最少|如果|假如|倘若|若|除非|只要|只有|的话|是否|一旦|直到|每当|[?？]|"
    r"之前|以前|以下|\bif\b|\bmay\b|\bmight\b|\bwill\b"
)
_CLAUSE_END = re.compile(r"[,，;；。！!\n:：、]|但是?|然而|不过|而(?=是|且|不)|所以|因此|\bbut\b")
_ONLY = re.compile(r"[仅只](?!有|要)|\bonly\b")
_EXCEPT = re.compile(r"除(?:了|去)?(.+?)(?:之外|以外|外)[,，]?")
_ALTERNATIVE = re.compile(r"还是(?!不)|或者|\bor\b")
_SINCE = re.compile(r"\s*(?:版本?|版)?\s*(?:中|之)?\s*(?:起|开始|以后|之后|以来|[及或]?以上|[及或](?:更高|更新|之后))")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EVERY = re.compile(r"都|均|全部?|所有")
_OTHER = re.compile(r"还|也")
_UMBRELLA = frozenset({"#kubernetes", "#cluster"})


@dataclass(frozen=True, slots=True)
class _Claim:
    """A head in a clause: its axis, whether it is affirmed, and with what modality; ``start`` and ``end`` of the head."""

    axis: str
    positive: bool
    mode: _Mode
    start: int
    end: int


def verdict(question: Question, sentence: str, terms: TermTable) -> Verdict | None:
    """Return whether what ``question`` asserts holds by ``sentence``; None where that is not certain."""
    if question.kind != "yesno" or _ALTERNATIVE.search(question.folded):
        return None
    asked = _asked(question)
    if asked is None:
        return None
    text = _plain(sentence, question)
    votes = {vote for vote in _votes(question, asked, text, terms) if vote}
    if len(votes) != 1 or "unsure" in votes:
        return None
    return "yes" if (votes == {"holds"}) == asked.claim.positive else "no"


# --- the question ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """The claim that a question puts: ``subject`` are the keys before its head, ``objects`` those after it."""

    claim: _Claim
    text: str
    subject: tuple[Key, ...]
    objects: tuple[Key, ...]


def _asked(question: Question) -> _Asked | None:
    text = _assertion(question.folded)
    if re.search(r"可能|如果|若是|最多|至少|多少", text):
        return None
    claims = [*_claims(text), *_verbs(text, question.keys)]
    claims.sort(key=lambda c: (c.axis in _GENERAL, c.axis.startswith("="), -c.end))
    if not claims:
        return None
    claim = claims[0]
    head = text[claim.start : claim.end]
    keys = [k for k in question.keys if k.words != head and k.words not in head and _where(k, text) >= 0]
    subject = tuple(k for k in keys if _where(k, text) < claim.start)
    return _Asked(claim, text, subject, tuple(k for k in keys if k not in subject))


def _assertion(folded: str) -> str:
    """Return what a question puts: without particles, 能不能 as 能, 比 X 新 as 高于 X."""
    text = re.sub(r"[?？。!！\s]+$", "", folded)
    text = re.sub(r"(?:吗|么|呢|吧)$|(?<=了)(?:没有?|吗)$", "", text).rstrip("了的")
    text = re.sub(r"是不是|是否(?:可以)?", lambda m: "可以" if "可以" in m.group() else " ", text)
    text = re.sub(r"有没有(?=被|在|已|[^，]{0,4}(?:支持|移除|启用|弃用))", "", text)
    text = re.sub(r"有没有", "有", text).replace("能否", "能").replace("可否", "可以").replace("用得着", "需要")
    text = re.sub(r"([\u4e00-\u9fff])不(?=\1)\1", r"\1", text)
    return _compared(text)


def _compared(text: str) -> str:
    text = re.sub(r"比([^，,]+?)(?:还|更)?要?(?:新|高|大|晚)", r"高于\1", text)
    return re.sub(r"比([^，,]+?)(?:还|更)?要?(?:旧|低|小|老|早)", r"低于\1", text)


def _where(key: Key, text: str) -> int:
    return text.find(key.words)


# --- claims ---------------------------------------------------------------------------------------------------------


def _claims(clause: str) -> Iterator[_Claim]:
    """Yield the claims of a clause whose heads are known; 支持 before another head is ability, not a claim."""
    for axis, pattern in _HEAD.items():
        for match in pattern.finditer(clause):
            yield _claim(axis, clause, match.start(), match.end())


def _verbs(clause: str, keys: Sequence[Key]) -> Iterator[_Claim]:
    """Yield the claims whose heads are words of the question that a negation or modality stands before."""
    for key in keys:
        at = clause.find(key.words)
        if at > 0 and not key.is_name and not key.is_stage:
            claim = _claim(f"={key.words}", clause, at, at + len(key.words))
            if claim.mode != "plain" or not claim.positive:
                yield claim


def _claim(axis: str, clause: str, start: int, end: int) -> _Claim:
    positive, mode = True, "plain"
    rest = clause[:start]
    while rest:
        for pattern, negates, operator in _STEPS:
            if match := pattern.search(rest):
                positive ^= negates
                mode = operator or mode
                break
        else:
            match = _SKIP.search(rest)
        if not match:
            break
        rest = rest[: match.start()]
    return _Claim(axis, positive, mode, start, end)  # type: ignore[arg-type]
