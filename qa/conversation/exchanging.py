"""The parts of a question exchanged for those of the same kind in a follow-up."""

import re
from collections.abc import Sequence

from corpus.normalize import detect_script
from corpus.types import Span
from qa.conversation.asked import ASKED, ASKS_VERSION, ENDING
from qa.conversation.joining import join
from qa.conversation.parts import KUBERNETES, Chain, Part, PartKind, Read
from qa.conversation.topic import HEAD, topic_of, with_version

_ASKS_DATE = re.compile(r"什么时[候间]|何时|哪一?年|几月")
_COMPONENTS: tuple[PartKind, ...] = ("component",)
_EXCHANGED: tuple[PartKind, ...] = ("stage", "date", "version")


def exchanged(read: Read, before: Read) -> str | None:
    """Return the question before with the parts that the follow-up names too put in; None if it has none of them."""
    changes: list[tuple[Span, str]] = []
    versions, topic = read.of("version"), topic_of(read)
    if topic and not (topic.rank == KUBERNETES and versions):
        if not (target := _counterpart(before, topic, bool(versions))):
            return None
        changes.append((target, read.cut(topic.span)))
    for kind in _EXCHANGED:
        new, old = read.of(kind), before.of(kind)
        if new and old:
            changes.append((_run(before, old), read.cut(_run(read, new))))
        elif new and not changes:
            return _added(read, before, new[0])
    return before.put(*changes) if changes else None


def _run(read: Read, parts: Sequence[Part]) -> Span:
    """Return the span of the first part with those joined to it (alpha 和 beta)."""
    end = parts[0].span.end
    for part in parts[1:]:
        if not re.fullmatch(r"\s*(?:[和与及、/-]|到|and)\s*", read.folded[end : part.span.start]):
            break
        end = part.span.end
    return Span(parts[0].span.start, end)


def _counterpart(before: Read, topic: Chain, keeps_version: bool) -> Span | None:
    """Return what the new topic takes the place of: a part of its kind, in the old topic first, else that topic."""
    old = topic_of(before)
    if not old:
        versions, head = before.of("version"), HEAD.match(before.folded)
        return Span(*head.span(1)) if head else versions[0].span if versions else None
    if old.rank == KUBERNETES:
        return old.span if keeps_version else with_version(before, old.span)
    if any(p.term and p.term == q.term for p in topic.parts for q in old.parts):
        return old.span
    kind = min(topic.parts, key=lambda p: p.rank).kind
    same = _COMPONENTS if kind == "component" else ("org",) if kind == "org" else ("resource", "concept", "identifier")
    for chain in [old, *(c for c in before.chains if c is not old and len(topic.parts) == 1)]:
        alike = [p for p in chain.parts if p.kind in same and p.rank < KUBERNETES]
        if alike and len(chain.parts) > 1 and len(topic.parts) == 1:
            return alike[-1].span
        if alike:
            return chain.span
    return old.span


def _added(read: Read, before: Read, part: Part) -> str | None:
    """Return the question before with a version or a stage that it had no counterpart for."""
    words = read.cut(part.span)
    asked = ASKED.search(before.folded)
    if part.kind == "version" and not before.han:
        return ENDING.sub("", before.text) + f" in {words}?"
    form = ASKS_VERSION if part.kind == "version" else _ASKS_DATE if part.kind == "date" else None
    if asked and form and form.search(before.folded) and len(re.findall(r"[?。]", before.folded)) <= 1:
        made = before.put((Span(*asked.span()), f"在 {words}"))
        return join(
            re.sub(r"的?\s*[?？]?$", "", made, count=1), "嗎？" if detect_script(before.text) == "hant" else "吗？"
        )
    if part.kind == "version":
        return f"{words} 里{' ' if before.text[0].isascii() else ''}{before.text}"
    topic = topic_of(before)
    if part.kind == "stage" and topic:
        question = before.cut(Span(*asked.span())) if asked else "什么时候" if before.han else "when"
        subject = before.cut(topic.span)
        return join(join(subject, question), words) + "？" if before.han else f"{question} {subject} {words}?"
    return None
