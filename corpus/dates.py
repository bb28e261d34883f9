"""Dates in Chinese and English text, as precise as they are written."""

import re
from dataclasses import dataclass

from corpus.normalize import fold
from corpus.types import Span

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_HAN_DIGITS = "〇零一二三四五六七八九"
_DATE = re.compile(
    rf"(?P<y>(?<!\d)\d{{4}}|[{_HAN_DIGITS}]{{4}}|(?<!\d)\d{{2}}(?=\s*年))\s*年(?:\s*(?:[春夏秋冬]季?|[上下]半年|[年]?[初中末底])|\s*\d{{1,2}}\s*月(?:份)?(?:\s*(?:\d{{1,2}}\s*[日号]|[初中末底]))?)?"
    r"|(?<![\d.])(?P<iso>(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])(?:[-/.](?:0?[1-9]|[12]\d|3[01]))?)(?![\d.])"
    r"|(?<!\d)\d{1,2}\s*月(?:份)?\s*(?:\d{1,2}\s*[日号]|[初中末底])"
    rf"|\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s+)?{_MONTH}\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?(?:19|20)\d{{2}}\b"
)


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date as written; ``has_year`` and ``has_month`` tell how precise it is."""

    span: Span
    has_year: bool
    has_month: bool


def find_dates(text: str) -> list[DateMention]:
    """Return the dates in ``text`` with spans in the original, in order."""
    view = fold(text)
    found = []
    for match in _DATE.finditer(view.text):
        words = match.group()
        year = bool(match["y"] or match["iso"] or re.search(r"\d{4}", words))
        month = bool(match["iso"] or "月" in words or (re.match(rf"(?:\d|{_MONTH})", words) and not match["y"]))
        found.append(DateMention(view.to_original(Span(match.start(), match.end())), year, month))
    return found
