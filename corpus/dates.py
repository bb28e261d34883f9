"""Dates in Chinese and English text, as precise as they are written."""

import re
from dataclasses import dataclass

from corpus.normalize import fold
from corpus.types import Span

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_HAN_DIGITS = "〇零一二三四五六七八九"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # 2018 年, 2018 年 9 月, 2018 年 9 月 27 日, 二〇一八年, 2018 年底
        rf"(?P<y>(?<!\d)\d{{4}}|[{_HAN_DIGITS}]{{4}})\s*年(?!前|后)"
        r"(?:\s*(?P<m>\d{1,2})\s*月(?:份)?(?:\s*(?P<d>\d{1,2})\s*[日号]|\s*[初中末底])?|\s*(?:[春夏秋冬]季?|[上下]半年|[初中末底]))?",
        # 2018-09-27, 2018/9, 2018.09.27
        r"(?<![\d./-])(?P<y>(?:19|20)\d{2})(?P<s>[-/.])(?P<m>0?[1-9]|1[0-2])(?:(?P=s)(?P<d>0?[1-9]|[12]\d|3[01]))?(?![\d./-])",
        # 27 September 2018
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<name>{_MONTH_NAME})\s+(?P<y>(?:19|20)\d{{2}})\b",
        # September 2018, September 27, 2018
        rf"\b(?P<name>{_MONTH_NAME})\s+(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<y>(?:19|20)\d{{2}})\b",
        # 9 月 27 日, 9 月末: of no certain year
        r"(?<![\d年])(?<!年\s)(?P<m>\d{1,2})\s*月(?:份)?\s*(?:(?P<d>\d{1,2})\s*[日号]|[初中末底])",
    )
)


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date and where it stands; ``value`` is (year), (year, month) or (year, month, day), empty without a year."""

    span: Span
    value: tuple[int, ...]


def find_dates(text: str) -> list[DateMention]:
    """Return the dates in ``text`` with spans in the original, in order and without overlaps."""
    view = fold(text)
    found: list[tuple[Span, tuple[int, ...]]] = []
    taken: set[int] = set()
    for pattern in _PATTERNS:
        for match in pattern.finditer(view.text):
            span = Span(match.start(), match.end())
            if taken.isdisjoint(range(span.start, span.end)):
                taken.update(range(span.start, span.end))
                found.append((span, _value(match.groupdict())))
    return [DateMention(view.to_original(span), value) for span, value in sorted(found)]


def _value(groups: dict[str, str | None]) -> tuple[int, ...]:
    year, month, day = groups.get("y"), groups.get("m"), groups.get("d")
    if year is None:
        return ()
    if name := groups.get("name"):
        month = str(_MONTHS.index(name[:3]) + 1)
    parts = [_number(year), *(int(p) for p in (month, day) if p is not None)]
    return tuple(parts if month is not None else parts[:1])


def _number(year: str) -> int:
    digits = (str(max(_HAN_DIGITS.find(c) - 1, 0)) if c in _HAN_DIGITS else c for c in year)
    return int("".join(digits))
