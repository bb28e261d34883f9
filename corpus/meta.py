"""What a text says of itself: author, date and address in a byline near its top."""

import re
from collections.abc import Mapping

from corpus.dates import find_dates

_TOP = 1500  # characters in which a byline stands
_AUTHOR = re.compile(
    r"^[ \t>*_]*(?:作者|作\s者|撰文|译者|譯者|文|author|by)[ \t]*[:：|｜/／][ \t]*(?P<author>[^\n|｜·•,，]{2,60})",
    re.MULTILINE | re.IGNORECASE,
)
_DATE_LABEL = re.compile(
    r"(?:发布(?:于|时间|日期)|發[布佈](?:於|時間|日期)|日期|时间|時間|更新(?:于|於|时间|時間)|published|updated|date)"
    r"[ \t]*[:：|｜]?[ \t]*(?P<rest>[^\n]{4,40})",
    re.IGNORECASE,
)
_URL = re.compile(
    r"(?:原文|链接|連結|来源|來源|出处|出處|url|source)[^\n]{0,8}?(?P<url>https?://[^\s<>()（）\"'，。]+)",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(r"\s*[（(].*$|\s{2,}.*$|[*_`]+$")


def byline(text: str) -> dict[str, str]:
    """Return ``author``, ``date`` (ISO, as precise as written) and ``url`` as far as the top of ``text`` gives them."""
    top = text[:_TOP]
    found = {}
    if match := _AUTHOR.search(top):
        found["author"] = _AFTER_NAME.sub("", match["author"]).strip()
    if date := _labelled_date(top):
        found["date"] = date
    if match := _URL.search(top):
        found["url"] = match["url"]
    return {key: value for key, value in found.items() if value}


def _labelled_date(top: str) -> str:
    for match in _DATE_LABEL.finditer(top):
        for date in find_dates(match["rest"]):
            if date.value:
                return iso_date(date.value)
    return ""


def iso_date(value: tuple[int, ...]) -> str:
    """Return (2018, 9) as 2018-09."""
    year, *rest = value
    return "-".join([f"{year:04d}", *(f"{part:02d}" for part in rest)])


def completed(meta: Mapping[str, str], text: str) -> dict[str, str]:
    """Return ``meta`` with what the byline adds; what the file states itself wins."""
    return {**byline(text), **{key: value for key, value in meta.items() if value}}
