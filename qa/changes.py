"""What a version brought: the events of the timeline that a question for all changes of a version asks for."""

import re
from collections.abc import Sequence

from qa.question import ANYTHING, Question
from qa.timeline import Event, version_of
from qa.topics import UMBRELLA

_NEW = frozenset({"introduced", "alpha", "beta", "ga"})
_GONE = frozenset({"deprecated", "removed"})
_ONLY_NEW = re.compile(r"新(?:的|增|加|特性|功能|能力)|特性|功能|能力|\bnew\b|\bfeatures?\b")
_EVERYTHING = re.compile(r"什么|哪些|哪几|\bwhat\b|\bwhich\b")
_KINDS = frozenset({"list", "other", "component"})


def asks_for_changes(question: Question) -> bool:
    """Tell whether the question asks for all that a version brought, or all of it at a stage, and names no more.

    A component may be named; the question asks for what changed in it then.
    """
    if not question.versions or question.ranges or question.kind not in _KINDS:
        return False
    if not (ANYTHING.search(question.folded) or (question.stages and _EVERYTHING.search(question.folded))):
        return False
    named = [k for k in question.keys if not k.is_stage and not k.is_component]
    return all(k.tokens == {f"#{UMBRELLA}"} for k in named)


def changes(question: Question, events: Sequence[Event]) -> list[Event]:
    """Return those of ``events`` that it asks for, each sentence once."""
    stages = question.stages or (_NEW if _ONLY_NEW.search(question.folded) else _NEW | _GONE)
    components = {t.removeprefix("#") for k in question.keys if k.is_component for t in k.tokens}
    found = {
        (e.citation.doc_id, e.citation.start): e
        for e in events
        if e.stage in stages
        and any(version.covers(version_of(e)) for version in question.versions)
        and (not components or e.component in components)
    }
    return list(found.values())
