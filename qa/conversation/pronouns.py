"""Pronouns and class nouns (它, 该特性, this feature) replaced by what they point back to."""

import re

from corpus.terms import TermTable
from corpus.types import Span
from qa.conversation.asked import ASKS_VERSION
from qa.conversation.core import LEAD
from qa.conversation.joining import join
from qa.conversation.parts import KUBERNETES, THINGS, PartKind, Read
from qa.conversation.subject import Talk, last_version, spoken, subject_of

_NOUNS = (
    r"新?(?:功能|特性|组件|元件|资源|对象|物件|参数|插件|外挂(?:程式)?|机制|工具|项目|专案|控制器|开关|命令|指令|接口|介面|字段|栏位|选项"
    r"|模式|服务|端口|连接埠|程序|程式|方案|标签|策略|东西|玩意儿?|技术|系统|框架|算法|变化|改动|公司|api|feature gate|feature)"
)
_DEMONSTRATIVE = rf"(?:这|那|该|此|上述)(?:一?[个项种款类条套]|些)?\s*(?P<noun>{_NOUNS})"
_THIS = r"(?:这个|那个|这|那)(?=(?:到底|又|也|还|现在)*(?:是(?!不是)|什么时候|从哪|从什么|能|有什么|怎么|为什么|何时"
_THIS += r"|在哪|要|会|默认|呢|支持))"
_PRONOUN = re.compile(
    rf"(?P<its>其(?![中他它余实次间])(?=[\u4e00-\u9fff])|\b(?:its|their)\b)|{_DEMONSTRATIVE}|[它牠](?:们|自己|本身)?"
    rf"|(?:^|(?<=那么)|(?<=[,，\s])){_THIS}"
    r"|\b(?:this|that|the) (?P<class>feature|component|resource|tool|project|flag|plugin|gate|option|field)\b"
    r"|\b(?:it|they|them)\b(?!['’]s\b| (?:possible|true|safe|necessary|ok|okay)\b)"
)
_VERSION_NOUN = re.compile(
    r"(?:这|那|该|此|上述)一?个?(?:次要?|小|大|发行)?版(?!块|面|权)本?|(?:this|that) (?:version|release)\b"
)
_WANTED: dict[str, tuple[PartKind, ...]] = {
    "组件": ("component",), "元件": ("component",), "component": ("component",), "tool": ("component",),
    "工具": ("component",), "资源": ("resource",), "resource": ("resource",), "公司": ("org",),
}  # fmt: skip
_ASPECTS = re.compile(r"参数|开关|命令|指令|字段|栏位|选项|端口|连接埠|标签|flag|gate|option|field")
_WHOLE = re.compile(r"项目|专案|系统|project|api|公司|技术")


def resolve(read: Read, talk: Talk, terms: TermTable) -> str | None:
    """Return the text with what points back replaced, the same text if nothing does, None if it cannot be known."""
    changes: list[tuple[Span, str]] = []
    for match in _VERSION_NOUN.finditer(read.folded):
        if not any(p.span.start < match.start() for p in read.of("version")):
            if not (version := last_version(talk, terms)):
                return None
            changes.append((Span(*match.span()), version))
    for match in _PRONOUN.finditer(read.folded):
        if not _has_antecedent(read, match):
            words = _referent(read, match, talk, terms)
            if not words:
                return None
            changes.append((Span(*match.span()), words))
    if not changes:
        return read.text
    lead = LEAD.match(read.folded)
    opening = [(Span(0, lead.end()), "")] if lead and lead.end() and not lead.group().endswith("呢") else []
    return read.put(*changes, *opening)


def _has_antecedent(read: Read, match: re.Match[str]) -> bool:
    """Tell whether the text itself names what the pronoun can stand for: a thing before it; for people, any thing."""
    at, whole = match.start(), bool(match["noun"] and _WHOLE.search(match["noun"]))
    if match.group() in ("they", "them", "their"):
        return bool(read.chains)
    own = any(c.span.start < at and not c.place and (whole or c.rank < KUBERNETES) for c in read.chains)
    return own or bool(re.search(r"(?:一|某|每)[个种款项位]", read.folded[:at]))


def _referent(read: Read, match: re.Match[str], talk: Talk, terms: TermTable) -> str:
    noun = match["noun"] or match["class"] or ""
    wanted = next((kinds for word, kinds in _WANTED.items() if noun.endswith(word)), THINGS)
    narrow = bool(noun) and not _WHOLE.search(noun)
    subject = subject_of(talk, terms, wanted, narrow, bool(ASKS_VERSION.search(read.folded)))
    if not subject:
        return ""
    words = spoken(subject, read)
    if _ASPECTS.search(noun) and subject.kind != "identifier":
        return join(words, "的" + noun) if read.han else f"the {words} {noun}"
    if match["its"]:
        return words + " 的" if read.han else words + "'s"
    return words
