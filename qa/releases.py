"""The order of releases, and what a question on the latest, the first, the next or the previous one comes to."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from corpus.versions import Version, find_in_folded
from qa.question import Question
from qa.timeline import Event, version_of
from qa.topics import UMBRELLA

NoteKey = Literal[
    "latest_known", "first_known", "next_known", "previous_known", "none_after", "none_before", "earlier", "later"
]
_Sought = Literal["latest", "first", "next", "previous", "earlier", "later"]

_MINOR = 2  # parts of a minor release


@dataclass(frozen=True, slots=True)
class Release:
    """A release with its date (ISO) and the event that tells it; both None where it is only spoken of."""

    version: Version
    date: str | None = None
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """The release that a question comes to, as far as the collection knows; None where it knows none there.

    ``note_key`` says how it was found: the answer is computed over the collection, not said by one source.
    """

    version: str | None
    event: Event | None
    note_key: NoteKey


def releases_of(events: Sequence[Event], product: str | None = None) -> tuple[Release, ...]:
    """Return the dated minor releases of ``product`` in order; without one, of that which has most of them."""
    dated = [e for e in events if e.stage == "released" and e.date and len(_minor_parts(e)) == _MINOR]
    if product is None:
        counts = Counter(component for component, _ in {(e.component, e.version) for e in dated} if component)
        product = max(counts, key=lambda c: (c == UMBRELLA, counts[c]), default=None)
        own = [e for e in dated if e.component in (None, product)]
    else:
        own = [e for e in dated if e.component == product]
    told: dict[Version, list[Event]] = {}
    for event in own:
        told.setdefault(version_of(event), []).append(event)
    return tuple(_release(version, told[version]) for version in sorted(told))


def _minor_parts(event: Event) -> tuple[int, ...]:
    parts = version_of(event).parts
    return parts[:-1] if len(parts) > _MINOR and parts[-1] == 0 else parts


def _release(version: Version, told: Sequence[Event]) -> Release:
    """Take the date that most sources agree with, of these the most precise."""

    def support(event: Event) -> tuple[int, int]:
        date = event.date or ""
        agree = sum(date.startswith(o.date or "") or (o.date or "").startswith(date) for o in told)
        return agree, len(date)

    best = max(told, key=support)
    return Release(version, best.date, best)


# --- questions ------------------------------------------------------------------------------------------------------

_LATEST = r"最新|最近一?次?|最后一?个?|最晚|最高|\blatest\b|\bnewest\b|\bmost recent\b|\blast\b"
_FIRST = r"最早|第一个|第1个|首个|最初|最先|最老|最旧|最低|首次|首发|第一次|\bfirst\b|\bearliest\b|\boldest\b"
_NEXT = r"下一?个|后一?个|接下来|紧接着?|下一|后续|(?:之后|以后|后面?)|\bnext\b|\bafter\b|\bfollow(?:s|ed|ing)?\b|\bsucceed(?:s|ed)?\b"
_PREVIOUS = r"上一?个|前一?个|上一|(?:之前|以前|前面?)|\bprevious\b|\bbefore\b|\bpreced(?:es?|ed|ing)\b|\bprior\b"
_EARLIER = r"先|更?[早旧老]|\bfirst\b|\bearlier\b|\bolder\b"
_LATER = r"后(?!一|面)|更?[晚新]|\blater\b|\bnewer\b|\blast\b"
_SOUGHT_OF_ONE: tuple[tuple[_Sought, re.Pattern[str]], ...] = (
    ("next", re.compile(_NEXT)),
    ("previous", re.compile(_PREVIOUS)),
)
_SOUGHT_OF_NONE: tuple[tuple[_Sought, re.Pattern[str]], ...] = (
    ("latest", re.compile(_LATEST)),
    ("first", re.compile(_FIRST)),
)
_SOUGHT_OF_TWO: tuple[tuple[_Sought, re.Pattern[str]], ...] = (
    ("earlier", re.compile(_EARLIER)),
    ("later", re.compile(_LATER)),
)
_ASKS_FOR_RELEASE = re.compile(r"版|发布|发行|释出|推出|release|version|哪|\bcame\b|\bcomes\b|谁")
# What such a question may say besides; where anything else is left, it asks for something else.
_FILLER = re.compile(
    r"请问|告诉我|我想知道|知道|根据|按照?|资料|文档|文件|这些|这里|手册|记载|提到|收录|所|中|里|上|"
    r"哪[一]?个|哪[一]?版|哪|什么时[候间]|何时|什么|是|为|的|了|呢|吗|啊|呀|到底|究竟|目前|现在|当前|截至|一共|"
    r"正式|稳定|次|大|小|主|个|一|版本号?|版号?|发行版|系列|发布|发行|释出|推出|出来|来|出|问世|面世|日期|时间|多少|几|号|年|月|日|"
    r"比较|相比|之间|两|二者|两者|谁|和|与|跟|同|还|又|或者?|在|于|紧|跟着|着|接|而|已|经|有|叫|对应|[ ,，。.?？!！:：、“”\"'`]"
    r"|\b(?:what|which|when|is|was|are|were|did|does|do|the|a|an|of|in|to|on|that|it|one|release[sd]?|versions?|stable|minor|major"
    r"|came?|comes?|out|immediately|right|directly|documents?|docs|known|according|these|and|or|this|collection|number|date|kubernetes|k8s)\b"
)
_OTHER_KINDS = frozenset({"list", "why", "how", "yesno", "command", "person", "org"})
_IGNORED_TERMS = frozenset({UMBRELLA, "release", "patch-release", "ga", "introduced", "api-version", "upgrade"})
_FIRST_RELEASE = re.compile(r"首次(?:发布|发行|推出)")


def asks_for_release(question: Question) -> bool:
    """Tell whether the question asks for a release by its place in the order; cheap, where ``resolve`` reads it all."""
    return _sought(question) is not None


def resolve(question: Question, events: Sequence[Event]) -> Resolved | None:
    """Return the release that the question comes to over ``events``, those of the whole timeline.

    None where it asks for anything but a release by its place in the order: 最早是哪个版本引入的 X has an event of its
    own.
    """
    sought = _sought(question)
    if sought is None:
        return None
    releases = releases_of(events, _product(question, events))
    return _found(sought, question.versions, releases) if releases else None


def _sought(question: Question) -> _Sought | None:
    """Return the place in the order that is asked for, if nothing else is."""
    if question.kind in _OTHER_KINDS or not _ASKS_FOR_RELEASE.search(question.folded):
        return None
    text = question.folded
    for mention in reversed(find_in_folded(text, numbered=False)):
        text = f"{text[: mention.span.start]} {text[mention.span.end :]}"
    rules = {0: _SOUGHT_OF_NONE, 1: _SOUGHT_OF_ONE, 2: _SOUGHT_OF_TWO}.get(len(question.versions), ())
    for sought, pattern in rules:
        if pattern.search(text):
            return sought if not _left_over(pattern.sub(" ", text), question) else None
    return None


def _left_over(text: str, question: Question) -> bool:
    """Tell whether the question says more than which release: any word but fillers and the product's name."""
    for key in question.keys:
        if key.is_term and _is_product_name(key.tokens, question):
            text = text.replace(key.words, " ")
    return bool(re.search(r"\w", _FILLER.sub(" ", text)))


def _is_product_name(tokens: Iterable[str], question: Question) -> bool:
    ids = {t.removeprefix("#") for t in tokens}
    others = [t for t in question.terms if t not in _IGNORED_TERMS]
    return ids <= _IGNORED_TERMS or (len(others) == 1 and ids == {others[0]})


def _product(question: Question, events: Sequence[Event]) -> str | None:
    """Return the product whose releases are asked for, where it is not the main one."""
    others = [t for t in question.terms if t not in _IGNORED_TERMS]
    if others:
        return others[0]
    named = UMBRELLA in question.terms
    return UMBRELLA if named and any(e.component == UMBRELLA and e.stage == "released" for e in events) else None


def _found(sought: _Sought, asked: Sequence[Version], releases: Sequence[Release]) -> Resolved:
    match sought:
        case "latest":
            return _resolved(releases[-1], "latest_known")
        case "first":
            return _resolved(releases[0], "first_known")
        case "next":
            after = [r for r in releases if r.version > asked[0] and not asked[0].covers(r.version)]
            return _resolved(after[0], "next_known") if after else Resolved(None, None, "none_after")
        case "previous":
            before = [r for r in releases if r.version < asked[0].minor]
            return _resolved(before[-1], "previous_known") if before else Resolved(None, None, "none_before")
    return _compared(sought, asked, releases)


def _compared(sought: Literal["earlier", "later"], asked: Sequence[Version], releases: Sequence[Release]) -> Resolved:
    """Compare two releases by their dates if these tell them apart, else by their versions."""
    known = {r.version: r for r in releases}
    pair = sorted((known.get(v) or Release(v) for v in asked), key=lambda r: r.version)
    dates = [r.date or "" for r in pair]
    if all(dates):
        length = min(map(len, dates))
        pair.sort(key=lambda r: (r.date or "")[:length])
    return _resolved(pair[0] if sought == "earlier" else pair[-1], sought)


def _resolved(release: Release, note_key: NoteKey) -> Resolved:
    return Resolved(str(release.version), release.event, note_key)
