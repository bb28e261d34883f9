"""Folding: one searchable form for both scripts and all widths, with a map back. Sole home of OpenCC.

Folding applies NFKC (Unicode Standard Annex 15), lower case, OpenCC ``t2s``, one hyphen for all dashes that
join words, and removes zero-width characters. It is only ever a view: the alignment leads back to the original.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, Protocol

from corpus.types import Span

Script = Literal["hans", "hant"]


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """A folded ``text``; its character i stands for [starts[i], ends[i]) of the original."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def to_original(self, span: Span) -> Span:
        """Return the smallest original span that holds what ``span`` covers in the folded text."""
        if not len(span):
            at = self.starts[span.start] if span.start < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return Span(at, at)
        return Span(self.starts[span.start], self.ends[span.end - 1])


# Radicals that NFKC leaves alone, after Unicode's EquivalentUnifiedIdeograph.txt (those met in extracted text).
_RADICALS = dict(
    zip(
        "⺁⺃⺄⺆⺈⺊⺌⺍⺎⺐⺒⺓⺕⺗⺙⺛⺝⺠⺢⺣⺥⺧⺨⺩⺪⺫⺬⺭⺮⺯⺱⺲⺳⺶⺷⺸⺹⺻⺼"
        "⺽⻁⻂⻃⻄⻅⻆⻉⻋⻌⻍⻎⻏⻐⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻠⻢⻣⻤⻥⻦⻧⻨⻩⻬⻮⻰⻳",
        "厂乚乙冂刀卜小小兀尢巳幺彐心攵旡月民水灬爪牛犭王疋目示礻竹糸罒罒罒羊羊羊耂聿肉"
        "臼虎衤覀西见角贝车辶辶辶阝钅镸长门阜阝雨青韦页风飞食饣马骨鬼鱼鸟卤麦黄齐齿龙龟",
        strict=True,
    )
)
_HYPHENS = dict.fromkeys("‐‑‒⁃−﹣－", "-")
_REPLACED = {**_RADICALS, **_HYPHENS}

# What folds one to one by lower() alone: ASCII, unified ideographs, and punctuation that NFKC keeps.
_ODD = re.compile(r"[^\x00-\x7f\u3001-\u3017\u3400-\u4dbf\u4e00-\u9fff‘-”•—→]+")
_ZERO_WIDTH = "Cf"
_VOICE_MARKS = "\uff9e\uff9f"  # half-width forms that fold to combining marks
_SURROGATE = re.compile(r"([\ud800-\udfff])")


@cache
def _converter(config: str) -> _Converter:
    from opencc import OpenCC  # its dictionaries take a moment to load

    converter: _Converter = OpenCC(config)
    return converter


def _convert(text: str, config: str) -> str:
    """Convert by OpenCC, which takes UTF-8 only; half a surrogate pair (from a file's name) stays as it is."""
    convert = _converter(config).convert
    return "".join(part if _SURROGATE.match(part) else convert(part) for part in _SURROGATE.split(text))


def _is_mark(char: str) -> bool:
    return unicodedata.combining(char) > 0 or char in _VOICE_MARKS


def _is_zero_width(char: str) -> bool:
    return unicodedata.category(char) == _ZERO_WIDTH


def _clusters(text: str) -> list[Span]:
    """Return base characters with the combining marks that follow them, zero-width characters between them or not."""
    starts, joined = [], False
    for i, char in reversed(list(enumerate(text))):
        joined = _is_mark(char) or (joined and _is_zero_width(char))
        if i == 0 or not joined:
            starts.append(i)
    starts.reverse()
    return [Span(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


def _fold_cluster(cluster: str) -> str:
    replaced = "".join(_REPLACED.get(c, c) for c in cluster if not _is_zero_width(c))
    # a few characters (İ, ẞ) reach a fixed point only at the second round
    for _ in range(2):
        replaced = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", replaced).lower())
    return "".join(_REPLACED.get(c, c) for c in replaced)


class _Builder:
    """Collects folded characters with the original range of each."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def copy(self, text: str, start: int) -> None:
        self.parts.append(text.lower())
        self.starts.extend(range(start, start + len(text)))
        self.ends.extend(range(start + 1, start + len(text) + 1))

    def add(self, folded: str, start: int, end: int) -> None:
        self.parts.append(folded)
        self.starts.extend([start] * len(folded))
        self.ends.extend([end] * len(folded))


def _odd_runs(text: str) -> list[Span]:
    """Return runs to be folded with care; one reaches back to the base that its combining marks belong to."""
    runs: list[Span] = []
    for match in _ODD.finditer(text):
        start = match.start()
        if start and next((_is_mark(c) for c in match.group() if not _is_zero_width(c)), False):
            start -= 1
        runs.append(Span(start, match.end()))
    return runs


def fold(text: str) -> NormalizedText:
    """Return the folded view of ``text`` with its alignment; any string is accepted."""
    builder, at = _Builder(), 0
    for run in _odd_runs(text):
        if run.start > at:
            builder.copy(text[at : run.start], at)
        for cluster in _clusters(run.cut(text)):
            start, end = run.start + cluster.start, run.start + cluster.end
            builder.add(_fold_cluster(text[start:end]), start, end)
        at = run.end
    builder.copy(text[at:], at)
    return _simplify(NormalizedText("".join(builder.parts), builder.starts, builder.ends))


def _simplify(view: NormalizedText) -> NormalizedText:
    """Convert to simplified characters; the alignment holds even where a conversion changes the length."""
    converted = simplified(view.text)
    if len(converted) == len(view.text):
        return NormalizedText(converted, view.starts, view.ends)
    builder = _Builder()
    for i, char in enumerate(view.text):
        builder.add(simplified(char), view.starts[i], view.ends[i])
    return NormalizedText("".join(builder.parts), builder.starts, builder.ends)


def fold_text(text: str) -> str:
    """Return only the folded text, where no way back is needed."""
    return fold(text).text


def squeezed(text: str) -> str:
    """Return the folded text without blanks, so that script, width and spacing do not decide."""
    return "".join(fold_text(text).split())


def simplified(text: str) -> str:
    """Return ``text`` with its traditional characters as simplified ones, all else as it is."""
    return _convert(text, "t2s")


def detect_script(text: str) -> Script | None:
    """Tell whether ``text`` is written in simplified or traditional characters; None if nothing shows it."""
    hans = sum(a != b for a, b in zip(text, _same_length(text, "s2t"), strict=True))
    hant = sum(a != b for a, b in zip(text, _same_length(text, "t2s"), strict=True))
    if hans == hant:
        return None
    return "hans" if hans > hant else "hant"


def _same_length(text: str, config: str) -> str:
    converted = _convert(text, config)
    if len(converted) == len(text):
        return converted
    return "".join(_convert(char, config)[:1] or char for char in text)


def convert_words(words: Sequence[str], script: Script) -> str:
    """Convert already segmented ``words`` for display.

    Word by word, so that no phrase of OpenCC's matches across a word boundary (被|发出 must not become 被髮出),
    and without its regional vocabulary, which turns 软驱逐 into a floppy drive.
    """
    config = "s2tw" if script == "hant" else "t2s"
    return "".join(_convert(word, config) for word in words)
