"""The parts of an enumeration within a sentence: Operator Framework、Helm 和 Knative is three things.

The inner parts lie between separators. The first and the last have an open end; it is closed by what cannot belong to
a name: punctuation, a word that introduces (是, 包括, 支持) or sums up (等, 这三种), or the end of a Latin name.
"""

import re

from corpus.types import Span

_SEPARATOR = re.compile(r"\s*(?:、\s*(?:以及|和|及|或)?|\s/\s|(?<=[A-Za-z0-9]),\s(?:and |or )?)\s*")
_JOIN = re.compile(r"\s*(?:以及|[和与與及跟]|(?<=\s)(?:and|or)(?=\s))\s*")
_LATIN = r"[A-Za-z0-9][A-Za-z0-9 ._:+#/()-]*"
_LATIN_TAIL = re.compile(rf"(?:{_LATIN})?[A-Za-z0-9)]\Z")
_LATIN_HEAD = re.compile(rf"{_LATIN}[A-Za-z0-9)]|[A-Za-z0-9]")
_BREAK = re.compile(r"[，。；：！？,;:!?\n（）()「」“”\"|]")
_INTRODUCES = re.compile(
    r"(?:[是为為叫有将將把对對给給从從向在被由到]|包括|包含|包括了|支持|支援|增加|新增|引入|提供|需要|使用|例如|比如|[如即]|分为|分為|定义了|定義了|了|的(?!、)"
    r"|\b(?:are|is|requires?|supports?|includes?|including|like|such as|with|of|the)\b)\s*"
)
_SUMS_UP = re.compile(
    r"\s*(?:等|[这這那]|之|[两兩二三四五六七八九十几幾\d]\s*[个個种種类類项項条條大部]|[的在是为為將将都也被由到从從提推对對]|共|組成|组成)"
)
_LONGEST = 24  # characters of a part at an open end; beyond it the enumeration is no list of names
_ASIDE = re.compile(r"[（(][^（）()、]*[）)]")  # 轮询（rr）、最少连接（lc）: part of the name before it
_MASK = "\ue000"
_PAIRED = {"“": "”", "「": "」", '"': '"', "`": "`", "《": "》"}


def enumerations(text: str, within: Span) -> list[tuple[Span, ...]]:
    """Return the enumerations in ``text[within]``, each as the spans of its two or more parts, the longest first."""
    text = _ASIDE.sub(lambda m: _MASK * len(m.group()), text)
    found: list[tuple[Span, ...]] = []
    at = within.start
    while match := _SEPARATOR.search(text, at, within.end):
        parts = _parts(text, within, match)
        at = max(match.end(), parts[-1].end if parts else 0)
        if len(parts) > 1:
            found.append(parts)
    if not found and (join := _joined_names(text, within)):
        found.append(join)
    return sorted(found, key=len, reverse=True)


def _parts(text: str, within: Span, first: re.Match[str]) -> tuple[Span, ...]:
    head = _before(text, Span(within.start, first.start()))
    parts, at = [head] if head else [], first.end()
    while True:
        clause = _BREAK.search(text, at, within.end)
        end = clause.start() if clause and not _opens(text, at) else _closed(text, at, within.end)
        following = _SEPARATOR.search(text, at, end)
        if following and (summed := text.find("等", at + 1, following.start())) >= 0:
            end, following = summed, None  # Pod、Service 等对象的增、删: another enumeration begins after it
        if following is None:
            return tuple(p for p in (*parts, *_last(text, Span(at, end))) if len(p))
        parts.append(Span(at, following.start()))
        at = following.end()


def _opens(text: str, at: int) -> bool:
    return text[at : at + 1] in _PAIRED


def _closed(text: str, at: int, end: int) -> int:
    """Return where a quoted name that opens at ``at`` and what follows in its clause end."""
    close = text.find(_PAIRED[text[at]], at + 1, end) if _opens(text, at) else -1
    clause = _BREAK.search(text, close + 1 if close >= 0 else at, end)
    return clause.start() if clause else end


def _before(text: str, room: Span) -> Span | None:
    """Return the part that ends where the first separator begins."""
    words = room.cut(text)
    if words[-1:] in _PAIRED.values():
        opener = next(o for o, c in _PAIRED.items() if c == words[-1])
        at = words.rfind(opener, 0, len(words) - 1)
        return Span(room.start + at, room.end) if at >= 0 else None
    start = max((m.end() for p in (_BREAK, _INTRODUCES) for m in p.finditer(words)), default=0)
    if 0 < len(words) - start <= _LONGEST:
        return Span(room.start + start, room.end)
    latin = _LATIN_TAIL.search(words)
    return Span(room.start + latin.start(), room.end) if latin else None


def _last(text: str, room: Span) -> list[Span]:
    """Return the last part, or the last two where a conjunction joins them, without what sums them up."""
    join = _JOIN.search(text, room.start, room.end)
    if join and join.start() > room.start and join.end() < room.end:
        return [Span(room.start, join.start()), _open_end(text, Span(join.end(), room.end))]
    return [_open_end(text, room)]


def _open_end(text: str, room: Span) -> Span:
    if _opens(text, room.start):
        close = text.find(_PAIRED[text[room.start]], room.start + 1, room.end)
        return Span(room.start, close + 1 if close >= 0 else room.end)
    latin = _LATIN_HEAD.match(text, room.start, room.end)
    if latin:
        return Span(room.start, latin.end())
    ends = _SUMS_UP.search(text, room.start + 1, room.end) if len(room) > 1 else None
    return Span(room.start, ends.start() if ends else room.end)


def _joined_names(text: str, within: Span) -> tuple[Span, ...]:
    """Return two names that a conjunction joins; Latin or quoted ones, whose ends are certain."""
    for join in _JOIN.finditer(text, within.start, within.end):
        before = _before(text, Span(within.start, join.start()))
        after = _open_end(text, Span(join.end(), within.end)) if join.end() < within.end else None
        if before and after and _certain(before.cut(text)) and _certain(after.cut(text)):
            return before, after
    return ()


def _certain(name: str) -> bool:
    return bool(name) and (name[0] in _PAIRED or (name.isascii() and name[0].isalnum() and not name.isdigit()))
