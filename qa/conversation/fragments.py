"""A fragment (那 kubelet 呢？ 那默认端口呢？) put into the question before, or asked of its subject."""

import re

from corpus.terms import TermTable
from corpus.types import Span
from qa.conversation.asked import ASKED
from qa.conversation.asking import ask, mismatch, restated
from qa.conversation.core import Core, core_of
from qa.conversation.exchanging import exchanged
from qa.conversation.parts import THINGS, Read
from qa.conversation.subject import Talk, spoken, subject_of
from qa.conversation.topic import topic_of

_GLUE = re.compile(
    r"[\s,，、/]|和|与|在|的|是|又|也|则|里|中|版本|版|这边|那边|进入|升到|进|到|阶段|\b(?:in|for|of|to|is|was|the|and|version|release|one)\b"
)
_VALUE_OF = (
    (re.compile(r"端口|连接埠|数量?|[大高长]小?|上限|下限|值|比例|个数|时长|间隔"), "多少"),
    (re.compile(r"时间|日期"), "什么时候"), (re.compile(r"版本"), "哪个版本"), (re.compile(r"作者|负责人|创始人|维护者"), "谁"),
)  # fmt: skip
_NEW_QUESTION = re.compile(r"怎|如何|什么版本|谁|哪位|哪家|哪里|哪儿|多少|\bhow\b|\bwho\b|\bwhy\b")


def _rest(read: Read, core: Core) -> str:
    """Return what the core says beside the things, versions, stages and dates that it names."""
    return _GLUE.sub("", _blanked(read, core))


def _blanked(read: Read, core: Core) -> str:
    """Return the core without what it names, nor the blanks and verbs between."""
    rest = list(read.folded)
    for span in [*(p.span for p in read.parts if p.kind != "attribute"), *(c.span for c in read.chains)]:
        rest[span.start : span.end] = " " * len(span)
    return re.sub(r"\b(?:is|was)\b|[,，]", " ", core.span.cut("".join(rest))).strip()


def exchange(read: Read, talk: Talk, terms: TermTable) -> str | None:
    """Return the question before with the parts of the same kind exchanged; None if this is no fragment."""
    core, before = core_of(read), talk[-1][0]
    rest = _rest(read, core)
    asked = ASKED.fullmatch(_blanked(read, core)) if not _NEW_QUESTION.search(rest) else None
    things, stages = read.of(*THINGS), read.of("stage")
    if not [p for p in read.parts if p.kind != "attribute"] or (rest and not asked):
        return _attribute(read, core, talk, terms)
    if (
        (stages and asked and (things or read.of("version")))
        or (things and not (core.asks or asked))
        or len(read.chains) > 1
    ):
        return None
    question = _spoken_question(read, asked.group()) if asked else ""
    if mismatch(read, before):
        return restated(read, before, question)
    made = exchanged(read, before)
    return ask(made, None, "", question) if made and asked else made


def _spoken_question(read: Read, asked: str) -> str:
    """Return the question words as they are written in the text, folded where other words stand between them."""
    at = read.folded.find(asked)
    return read.cut(Span(at, at + len(asked))) if at >= 0 else asked


def _attribute(read: Read, core: Core, talk: Talk, terms: TermTable) -> str | None:
    """Return what is asked by a noun alone (那默认端口呢？), of its own subject or of the one before."""
    topic, noun = topic_of(read), core.words.strip()
    if not core.asks or not noun or len(noun) > 40 or ASKED.search(noun) or re.search(r"吗|什么|哪|几", noun):
        return None
    words = read.cut(core.span)
    if topic:
        after = read.folded[topic.span.end : core.span.end].strip()
        if topic.span.start != core.span.start or not after.startswith("的") or len(after) > 10:
            return None
        old = topic_of(talk[-1][0])
        if old and after[1:].strip() in talk[-1][0].folded:
            return exchanged(read, talk[-1][0])
    else:
        subject = subject_of(talk, terms)
        if not subject or len(noun) > 10 or read.of("version", "stage", "date"):
            return None
        if not read.han:
            return f"what is the {spoken(subject, read)} {words}?"
        words = f"{spoken(subject, read)} 的{' ' if words[0].isascii() else ''}{words}"
    wanted = next((w for pattern, w in _VALUE_OF if pattern.search(noun)), "什么")
    return f"{words}是{wanted}？"
