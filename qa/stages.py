"""Stages that a sentence says something reached, told from the same words in other senses. Spans are of folded text."""

import re
from dataclasses import dataclass

from corpus.terms import TermTable
from corpus.types import Span

MATURITY = frozenset({"alpha", "beta", "ga"})
STAGES = MATURITY | {"deprecated", "removed", "introduced"}

# Wordings beside those of the term table, which has nouns and verbs that need no object to be told apart.
_MORE = {
    "ga": re.compile(r"正式(?:可用|功能|特性|支持|启用)|(?:成为|进入|达到|升[级为到至]+)正式(?:版本?|阶段)?"),
    "removed": re.compile(r"移出|停止提供|不再(?:提供|包含|内置)|\bdropped\b"),
    "introduced": re.compile(
        r"(?:增加|添加|推出)了|(?:版本?|\d)\s*(?:中|里)?\s*(?:正式|首次)?加入|亮相|登场|诞生|开始(?:提供|增加|加入)|\badded\b|\bdebuted\b"
    ),
}
_WEAK = re.compile(r"稳定|stable|删除|删掉|去掉|remove|首[次度]|淘汰|过时|转正|新增|导入")
_BECOMES = re.compile(r"(?:进入|达到|成为|升级?[为到至]?|变为|转[为入]|已经?|正式|趋于|became|become|is|\d)\s*$")
_UNDERGOES = re.compile(r"(?:被|已经?|[中里起]|正式|版本?|彻底|完全|最终|\d|^)\s*(?:被)?\s*$")
_COMES = re.compile(r"\s*(?:被|正式)?\s*(?:引入|出现|加入|亮相|推出|发布|支持|提供|进入|以)")
_COUNTED = re.compile(r"(?:\d|[一二两三四五六七八九十百]|多|几)\s*(?:项|个|种|条)[^,;、]{0,6}$")
_IN_A_NAME = re.compile(r"[./_-][a-z0-9]")  # alpha.kubernetes.io/nvidia-gpu
_PART_OF_NAME = re.compile(r"[a-z0-9][./_-]$|kubectl\s*$")  # kubectl alpha debug
_QUALIFIES = re.compile(r"\s*(?:的|版本|警告|策略|政策|通知|期|消息|字段|api)")  # 已弃用的 API, 弃用策略
_AT_VERSION = re.compile(r"\d\s*(?:版本?)?\s*(?:中|里|起|时)?\s*(?:被|已|就|才|所)*\s*$")
_FROM = re.compile(r"(?:从|由|自|from)\s*$")
_ONWARD = re.compile(r"(?:版本?|阶段|状态)?\s*(?:升|变|转|进|到|晋|毕业|改|to\b)")
_BEFORE_IT = re.compile(r"\s*(?:版本?|阶段)?\s*(?:之前|以前|前(?!端)|之后|以后|后(?!端)|时(?!间))")
_ATTRIBUTE = re.compile(r"\s*(?:版本?|阶段|状态|级别)?\s*的?\s*(?:api|特性|功能|feature)")
_AS = re.compile(r"是|[作成变升]?为|引入|增加|新增|支持|开始|发布|提供|进入|加入|以|\bas\b|\ban?\b")
_NEWEST = re.compile(r"(?:最新|当前|官方|首个|每个|各个?|[上下]一?个?(?:版本?)?)的?\s*$")


@dataclass(frozen=True, slots=True)
class Said:
    """A stage and where it is said; ``stage`` is one of STAGES."""

    stage: str
    span: Span

    @property
    def is_maturity(self) -> bool:
        """Tell alpha, beta and GA, of which a thing has one at a time."""
        return self.stage in MATURITY


def stages_in(text: str, terms: TermTable) -> list[Said]:
    """Return the stages that ``text`` says were reached, in order; nothing is said twice by one word."""
    found = [Said(m.term.id, m.span) for m in terms.find(text) if m.term.id in STAGES]
    for stage, pattern in _MORE.items():
        spans = [Span(m.start(), m.end()) for m in pattern.finditer(text)]
        found += [Said(stage, s) for s in spans if not any(f.stage == stage and f.span.overlaps(s) for f in found)]
    return sorted((f for f in found if _is_said(text, f)), key=lambda f: f.span)


def _is_said(text: str, said: Said) -> bool:
    clause_start = max(text.rfind(mark, 0, said.span.start) for mark in ",;。\n") + 1
    before, word, end = text[clause_start : said.span.start], said.span.cut(text), said.span.end
    if _COUNTED.search(before) or _BEFORE_IT.match(text, end) or _NEWEST.search(before):
        return False
    if _IN_A_NAME.match(text, end) or _PART_OF_NAME.search(before):
        return False
    if said.stage in ("deprecated", "removed") and _QUALIFIES.match(text, end) and not _AT_VERSION.search(before):
        return False
    if _FROM.search(before) and _ONWARD.match(text, end):
        return False
    if said.is_maturity and _ATTRIBUTE.match(text, end) and not _AS.search(before):
        return "正式" in word or bool(re.search(r"\d\s*$", before))
    return not _WEAK.fullmatch(word) or _weak_is_said(text, said, before)


def _weak_is_said(text: str, said: Said, before: str) -> bool:
    """Words that mostly mean something else: 稳定 must be become, 删除 undergone, 首次 followed by a coming."""
    end = said.span.end
    match said.stage:
        case "ga":
            return bool(_BECOMES.search(before)) and not re.match(r"性|地|运行|工作", text[end:])
        case "introduced" if said.span.cut(text).startswith("首"):
            return bool(_COMES.match(text, end))
        case "introduced":
            return not re.match(r"[^,;。]{0,8}时(?!间)", text[end:])
        case "removed" | "deprecated":
            return text.startswith("了", end) or bool(_UNDERGOES.search(before))
    return True
