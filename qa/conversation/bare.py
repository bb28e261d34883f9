"""A bare question (什么时候？) or a predicate without a subject, asked of the subject before."""

import re

from corpus.terms import TermTable
from corpus.types import Span
from qa.conversation.asked import ASKED, BARE
from qa.conversation.asking import ask, mismatch, restated
from qa.conversation.core import core_of
from qa.conversation.joining import join
from qa.conversation.parts import THINGS, Read
from qa.conversation.subject import Talk, spoken, subject_of
from qa.conversation.topic import HEAD, topic_of

_OPENERS = re.compile(
    r"(?:(?:是|又|也|还|后来|到底|最早|最后|现在|目前|大概)*)(?:从|自|在|到|什么|何时|哪|为什么|为何|为啥|怎|如何|默认|会|能|可以|有|要|需要|谁|多少|支持"
    r"|(?P<stage>\0))|是(?:谁|什么|否|不是)"
)
_CONTENT_LIMIT = 4  # characters beside question words and stages; a longer predicate has a subject of its own


def ask_bare(read: Read, talk: Talk, terms: TermTable) -> str | None:
    """Return the question before, asked anew by the question words that are all the follow-up says."""
    core, (before, turn) = core_of(read), talk[-1]
    bare = BARE.fullmatch(core.words.strip())
    subject = subject_of(talk, terms)
    if not bare or not subject:
        return None
    question = read.cut(core.span)
    if "原因" in core.words and read.han:
        question = "为什么"
    if mismatch(read, before):
        return restated(read, before, question)
    topic = topic_of(before)
    if not topic and not before.of("version") and not HEAD.match(before.folded):
        return f"{join(spoken(subject, read), question)}？"
    return ask(before.text, turn.short, subject.words, question)


def complete_predicate(read: Read, talk: Talk, terms: TermTable) -> str | None:
    """Return a predicate without a subject (从哪个版本起 GA？) with the subject before put in front."""
    core = core_of(read)
    if not read.han or read.of(*THINGS):
        return None
    rest = list(read.folded)
    for part in read.parts:
        mark = "\0" if part.kind == "stage" else "\1"
        rest[part.span.start : part.span.end] = mark * len(part.span)
    words = core.span.cut("".join(rest))
    opener = _OPENERS.match(words) or re.match("默认", core.words)
    if not opener or ("\1" in words and read.of("version") and re.search(r"哪些|有什么|有何", words)):
        return None
    content = re.sub(
        rf"{ASKED.pattern}|{_OPENERS.pattern}|[\0\1\s]|[吗呢了的被起才就会能有要中里?？]|进入|版本?|哪些", "", words
    )
    subject = subject_of(talk, terms)
    if len(content) > _CONTENT_LIMIT or not subject:
        return None
    return join(spoken(subject, read), read.cut(Span(core.span.start, len(read.folded))))
