"""Versions found in Chinese and English text. A version is never a number: 1.10 is not 1.1.

Two rules are kept everywhere. A shorter version names a whole series: asking for 1.12 covers 1.12.3, but asking for
1.12.3 does not cover 1.12. A trailing zero names the release itself: 1.24.0 equals 1.24 (but 1.0 stays 1.0).
"""

import re
from dataclasses import dataclass, field
from functools import cached_property, total_ordering

from corpus.normalize import NormalizedText, fold
from corpus.types import Span


@total_ordering
@dataclass(frozen=True)
class Version:
    """A release, compared part by part; ``wildcard`` marks a series such as 1.1x (1.10 to 1.19).

    ``written`` keeps the digits as they stand in the text, since Ubuntu 20.04 must not be shown as 20.4.
    """

    parts: tuple[int, ...]
    wildcard: bool = False
    written: str = field(default="", compare=False, repr=False)

    @cached_property
    def _key(self) -> tuple[int, ...]:
        parts = self.parts
        while len(parts) > 2 and parts[-1] == 0:
            parts = parts[:-1]
        return parts

    def covers(self, other: "Version") -> bool:
        """Tell whether asking for this version is answered by text about ``other``."""
        if self.wildcard:
            head, stem = self.parts[:-1], str(self.parts[-1])
            part = other.parts[len(head)] if len(other.parts) > len(head) else None
            return other.parts[: len(head)] == head and part is not None and _in_series(str(part), stem)
        return other._key[: len(self._key)] == self._key and not other.wildcard

    @property
    def minor(self) -> "Version":
        """The minor release that this version belongs to."""
        return Version(self.parts[:2], written=".".join(self.written.split(".")[:2]))

    @classmethod
    def from_str(cls, text: str) -> "Version":
        """Return the version that ``str`` wrote; for what people write there is ``parse_version``."""
        written = text.removesuffix("x")
        return cls(tuple(map(int, written.split("."))), text.endswith("x"), written)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and (self._key, self.wildcard) == (other._key, other.wildcard)

    def __hash__(self) -> int:
        return hash((self._key, self.wildcard))

    def __lt__(self, other: "Version") -> bool:
        return (self._key, self.wildcard) < (other._key, other.wildcard)

    def __str__(self) -> str:
        return (self.written or ".".join(map(str, self.parts))) + ("x" if self.wildcard else "")


def _in_series(part: str, stem: str) -> bool:
    return len(part) == len(stem) + 1 and part.startswith(stem)


@dataclass(frozen=True, slots=True)
class VersionMention:
    """A version and where it stands in the text it was found in."""

    version: Version
    span: Span


# On folded text. The left may be a letter (Kubernetes1.17), never another digit, dot or price sign.
_VERSION = re.compile(
    r"(?P<v>(?<![a-z])v(?:er(?:sion)?)?\.?\s?)?(?<![\d.$¥±])(?<!\d:)(?!(?<=\d,)\d{3}\.|0\.0\d)(?P<num>\d{1,4}(?:\.\d{1,4}){1,3})"
    r"(?P<x>\.?x(?![a-z]))?(?!\.?\d)(?:(?=-?(?:alpha|beta|rc)[.\d]*\b)|(?![a-z_%]))"
)
_UNIT = re.compile(
    r"\s?(?:[%‰度倍万亿个份年月天秒折]|元(?!数据|素)|条(?!件|目)|台(?!湾)|日(?!志)|分(?!支|组|区|发|布|配|别)|[章节](?!点)|小时|毫秒|微秒|百万|[kmgtp]i?b?\b|ms\b|[sh]\b|cpu|核(?!心)|ghz|mhz|cm\b|千|人)"
)
_RELEASE_WORD = re.compile(
    r"\s*(?:版|发布|发行|系列|中|之|及|起|以|新|的|引|到|至|和|,|，|、|是|为|将|已|release|was|and|to)"
)
_LABEL = re.compile(r"(?:[第图表章节]|附录|section|figure|table|fig\.?)\s*$")
_HEADING_TAIL = re.compile(r"[ \t]+(?=\S)[^\n。！？；，,]{1,60}(?:\n|\Z)")  # the rest of a heading's line
_NEAR = 40  # characters before a number that can tell what it counts


def _is_number(folded: str, match: re.Match[str], parts: tuple[int, ...], numbered: bool) -> bool:
    """Tell sizes, times, dates, addresses and section numbers from versions."""
    if match["v"] or match["x"]:
        return False
    if len(parts) == 4 or 1900 <= parts[0] <= 2200:
        return True  # an IP address, or a date written with dots
    tail = folded[match.end() : match.end() + 16]
    if _UNIT.match(tail):
        return True
    _, line_break, line = folded[max(0, match.start() - _NEAR) : match.start()].rpartition("\n")
    whole_line = bool(line_break) or match.start() <= _NEAR
    opens_line = numbered and whole_line and not line.strip(" \t#") and bool(_HEADING_TAIL.match(folded, match.end()))
    return bool(opens_line or _LABEL.search(line)) and not _RELEASE_WORD.match(tail)


def find_in_folded(folded: str, numbered: bool = True) -> list[VersionMention]:
    """Return the versions in an already folded text, with spans in it.

    Where sections may be ``numbered``, a bare number that opens a heading's line is one of theirs (1.1 概述), unless the
    words after it speak of a release; a question has no sections.
    """
    mentions = []
    for match in _VERSION.finditer(folded):
        parts = tuple(int(p) for p in match["num"].split("."))
        if not _is_number(folded, match, parts, numbered):
            version = Version(parts, wildcard=match["x"] == "x", written=match["num"])
            mentions.append(VersionMention(version, Span(match.start(), match.end())))
    return mentions


def find_versions(text: str | NormalizedText) -> list[VersionMention]:
    """Return the versions in ``text`` with spans in the original, in order of appearance."""
    view = fold(text) if isinstance(text, str) else text
    return [VersionMention(m.version, view.to_original(m.span)) for m in find_in_folded(view.text)]


def parse_version(text: str) -> Version:
    """Return the one version that ``text`` names, e.g. ``v1.12`` or ``1.12 版``; ValueError for anything else."""
    found = find_versions(text)
    if len(found) != 1:
        raise ValueError(f"not a version: {text!r}; write it like 1.12 or v1.12.3")
    return found[0].version
