"""What a clause speaks of: the term whose stage it tells, not one that is only part of another name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.terms import TermTable
from corpus.types import Span
from qa.stages import Said

UMBRELLA = "kubernetes"  # the whole that everything here is part of
_KINDS = frozenset({"component", "resource", "concept"})
# Concepts so general that they are what is done or where, hardly ever what comes and goes.
# fmt: off
_GENERAL = frozenset({
    "addon", "api-deprecation-policy", "api-group", "api-object", "api-version", "application", "architecture",
    "automation", "binary", "bug-fix", "build", "changelog", "cluster", "cluster-lifecycle", "code", "command-line",
    "community", "component", "condition", "configuration", "container", "contribution", "controller", "default",
    "deploying", "developer", "device", "disk", "enhancement", "extension", "feature-gate", "field", "hardware",
    "host", "image", "infrastructure", "installation", "instance", "interface", "kubernetes", "license",
    "lifecycle", "linux", "manifest", "memory", "operating-system", "operations", "parameter", "patch-release",
    "performance", "plugin", "policy", "process", "programming-language", "proposal", "protocol", "region",
    "release", "release-cadence", "reliability", "replicas", "repository", "security", "server", "sig", "software",
    "spec", "storage", "template", "test", "thread", "traffic", "upgrade", "upstream", "user", "user-interface",
    "validation", "vendor", "version-skew", "workload", "cpu", "network",
})
# fmt: on
_ORDINARY = frozenset(
    {"node", "pod", "label", "secret", "event", "volume", "cache", "scheduling", "autoscaling"}
)  # general unless nothing else is spoken of
_PART_OF = re.compile(r"\s*(?:[端侧]?的(?!支持|特性|功能)|/v?\d|里(?!程)|中(?!的)|上的|等)")
_SUBJECT_ENDS = re.compile(
    r"\s*(?:\([^)]*\))?\s*(?:的?(?:功能|特性|支持|资源|插件|模式|机制|接口|api|版本?))?\s*"
    r"(?:在|于|从|自|到|已|也|都|均|正式|最终|终于|首次|则|被|就|直到|以|进入|达到|成为|升|是|为|v?\d|:|\(|$)"
)
_HAS_OBJECT = re.compile(
    r"了?\s*(?!了|[并和且后于在到自从过至或及与]|使用|的|以|被|发布|推出|出现|亮相|加入|状态|阶段|版|kubernetes|k8s|[^\w`])[\w`]"
)
_JOINED = re.compile(r"\s*(?:\([^)]*\))?\s*(?:、|和|与|及|以及|/|\band\b)+\s*")
_TRANSITIVE = frozenset({"removed", "deprecated", "introduced"})


@dataclass(frozen=True, slots=True)
class Topic:
    """A term that a text names; ``is_part`` where it only belongs to something else that is named (kubelet 的端口).

    ``is_product`` marks what has releases of its own; ``is_general`` what a stage is hardly said of.
    """

    id: str
    span: Span
    is_part: bool
    is_product: bool
    is_general: bool


def topics_in(text: str, terms: TermTable) -> list[Topic]:
    """Return what the folded ``text`` names that can be spoken of, in order."""
    return [
        Topic(
            m.term.id,
            m.span,
            bool(_PART_OF.match(text, m.span.end)),
            m.term.id == UMBRELLA or m.term.kind == "component",
            m.term.id in _GENERAL | _ORDINARY,
        )
        for m in terms.find(text)
        if m.term.kind in _KINDS
    ]


def topics_of(clause: str, start: int, topics: Sequence[Topic], said: Said) -> tuple[str, ...]:
    """Return the ids of what reached the stage ``said`` in a clause that begins at ``start``; several if listed."""
    able = [t for t in topics if not t.is_general and not t.is_part]
    able = able or [t for t in topics if t.id in _ORDINARY and _SUBJECT_ENDS.match(clause, t.span.end - start)]
    before = [t for t in able if t.span.end <= said.span.start]
    after = [t for t in able if t.span.start >= said.span.end]
    if said.stage in _TRANSITIVE and "被" not in clause[: said.span.start - start]:
        if after and _is_object(clause, start, said, after[0]):
            return _group(clause, start, able, after[0])
        if not after and _HAS_OBJECT.match(clause, said.span.end - start):
            return ()  # it was something else that the subject introduced or removed
    subject = next((t for t in reversed(before) if _SUBJECT_ENDS.match(clause, t.span.end - start)), None)
    chosen = subject or next(iter(before), None) or next(iter(after), None)
    return _group(clause, start, able, chosen) if chosen else ()


def leaves_open(topics: Sequence[Topic]) -> bool:
    """Tell whether a clause names nothing that its stages could be said of, so that they go on about what was before."""
    return all(t.is_general and t.id not in _ORDINARY for t in topics)


def _is_object(clause: str, start: int, said: Said, first: Topic) -> bool:
    """Tell whether what follows the verb is its object, and not the subject of a further verb (引入，由 X 取代)."""
    between = clause[said.span.end - start : first.span.start - start]
    return not re.search(r"[由被]|改用|取代|代替|替代|迁移|转而|\d\.\d", between)


def _group(clause: str, start: int, able: Sequence[Topic], chosen: Topic) -> tuple[str, ...]:
    """Return the chosen topic with those that are listed together with it: A、B 和 C."""
    i = able.index(chosen)
    first = last = i
    while first > 0 and _joined(clause, start, able[first - 1], able[first]):
        first -= 1
    while last + 1 < len(able) and _joined(clause, start, able[last], able[last + 1]):
        last += 1
    return tuple(dict.fromkeys(t.id for t in able[first : last + 1]))


def _joined(clause: str, start: int, one: Topic, other: Topic) -> bool:
    return bool(_JOINED.fullmatch(clause, one.span.end - start, other.span.start - start))
