"""The question before, asked anew with other question words or in another language."""

import re

from corpus.normalize import fold
from corpus.types import Span
from qa.conversation.asked import ASKED, ENDING
from qa.conversation.joining import join
from qa.conversation.parts import HAN, Read
from qa.conversation.subject import as_subject, spoken
from qa.conversation.topic import topic_of
from qa.kinds import Kind, kinds_of

_VERDICT = re.compile(r"(?:是不是|是否|会不会|能不能|有没有)")
_IS_WHAT = re.compile(r"是(?:做|干)?什么(?!时|版|原因)|什么是|有什么用|(?:what|who) (?:is|are)\b")
_ENGLISH_WORD = re.compile(r"\b(?:what|how|and|when|why|which|is|was|does|did|do|about|the|who|can|are|were)\b")
_STAGE_WORDS = {
    "ga": "GA", "alpha": "alpha", "beta": "beta", "deprecated": "弃用", "removed": "移除", "introduced": "引入",
    "enabled": "启用", "disabled": "禁用", "graduated": "毕业", "replaced": "取代", "end-of-life": "停止维护",
}  # fmt: skip
_QUESTION_WORDS: dict[Kind, tuple[str, str]] = {
    "date": ("什么时候", "when"), "version": ("哪个版本", "which version"), "why": ("为什么", "why"),
    "how": ("怎么", "how"), "number": ("多少", "how many"), "definition": ("是什么", "what is"),
    "list": ("有哪些", "which"), "person": ("作者是谁", "who"), "org": ("哪家公司", "which company"),
}  # fmt: skip


def mismatch(read: Read, before: Read) -> bool:
    """Tell whether the follow-up is in another language than the question before."""
    return before.han != read.han and (read.han or bool(_ENGLISH_WORD.search(read.folded)))


def restated(read: Read, before: Read, asked: str = "") -> str | None:
    """Return the question before put shortly in the language of the follow-up, with its parts exchanged."""
    topic, stage = topic_of(read) or topic_of(before), next(iter(read.of("stage") or before.of("stage")), None)
    versions = read.of("version")
    source = read if topic_of(read) else before
    if not topic:
        return None
    subject = spoken(as_subject(source, topic.span, topic), read)
    stage_id = stage.term.id if stage and stage.term else ""
    question = asked or _QUESTION_WORDS.get(kinds_of(before.folded)[0], ("", "what about"))[0 if read.han else 1]
    where = f"在 {read.cut(versions[0].span)} " if versions and read.han else ""
    if read.han:
        whether = bool(where) and question.startswith("哪个版本")
        said = join(join(subject, where), "" if whether else question)
        return join(join(said, _STAGE_WORDS.get(stage_id, "")), "吗？" if whether else "？")
    tail = f" in {read.cut(versions[0].span)}" if versions else ""
    verb, stage_id = ("did", f"reach {stage_id}") if stage_id in ("ga", "alpha", "beta") else ("was", stage_id)
    asks = bool(stage and re.match(r"when|why|which|in|since", question.lower()))
    return " ".join(filter(None, (question, verb if asks else "", subject, stage_id if stage else ""))) + f"{tail}?"


def ask(text: str, short: str | None, subject: str, question: str) -> str:
    """Return ``text`` with its own question words exchanged for ``question``."""
    view, why = fold(text), bool(re.search(r"[为爲為]|\bwhy\b", question.lower()))
    text = _VERDICT.sub("", text) if _VERDICT.search(view.text) and len(view.text) == len(text) else text
    view = fold(text)
    chinese = bool(HAN.search(view.text))
    found = ASKED.search(view.text)
    if found and not _IS_WHAT.search(found.group()):
        at = view.to_original(Span(*found.span()))
        head, tail = text[: at.start], text[at.end :]
        if found.group().endswith("多少") and "多少" not in question:
            return f"{head}{question}是 {short}？" if short else f"{head}{question}是这样？"
        if why and chinese:
            tail = re.sub(r"^才|的(?=\s*[?？]?\s*$)", "", tail)
        capital = not head and found and text[:1].isupper()
        return join(join(head, question[:1].upper() + question[1:] if capital else question), tail)
    body = re.sub(r"[吗嗎]$", "", ENDING.sub("", text))
    if not chinese:
        topic = f"was {subject} introduced" if _IS_WHAT.search(view.text) else body[:1].lower() + body[1:]
        return f"{question[:1].upper()}{question[1:]} {topic}?"
    if _IS_WHAT.search(view.text):
        return f"{question}需要 {subject}？" if why else f"{join(subject, question)}引入？"
    at_subject = body.find(subject) if subject else -1
    cut = at_subject + len(subject) if at_subject >= 0 else 0
    if body[cut:].lstrip().startswith("的"):
        cut = 0
    return join(join(body[:cut], question), body[cut:].replace("哪些", "这些").strip()) + "？"
