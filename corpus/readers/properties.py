"""What an Office file says of itself: title, author, date."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

_PART = "docProps/core.xml"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_DATE = re.compile(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=T|$)")
# what programs and libraries write by themselves
_NO_TITLE = re.compile(
    r"(?:(?:PowerPoint|Word|Excel)[ ]?(?:演示文稿|簡報|文档|文件|Presentation|Document)|Microsoft (?:Word|PowerPoint) - .*"
    r"|(?:Document|文档|文件|Presentation|演示文稿|簡報|Slide|幻灯片|投影片|untitled|无标题|未命名)[ ]?\d*)",
    re.IGNORECASE,
)
_NO_AUTHOR = re.compile(
    r"python-docx|Steve Canny|(?:Microsoft(?: Office)?|Windows|微软|微軟|Office)[ ]?(?:User|用户|使用者)"
    r"|admin(?:istrator)?|user|owner|作者|用户|使用者|unknown|un-named|Apache POI|openpyxl",
    re.IGNORECASE,
)
_NO_DATE = ("2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z", "2013-01-27T09:15:58Z")  # the templates of two libraries


def core_properties(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return ``title``, ``author`` and ``date`` (ISO, last change before creation) as far as a person set them."""
    try:
        root = ET.fromstring(parts.get(_PART, b"<none/>"))  # noqa: S314  entities were refused
    except ET.ParseError:
        return {}
    found = {
        "title": _stated(root, f"{_DC}title", _NO_TITLE),
        "author": _stated(root, f"{_DC}creator", _NO_AUTHOR),
        "date": _date(root, "modified") or _date(root, "created"),
    }
    return {key: value for key, value in found.items() if value}


def _stated(root: ET.Element, tag: str, made_up: re.Pattern[str]) -> str:
    words = " ".join((root.findtext(tag) or "").split())
    return "" if made_up.fullmatch(words) else words


def _date(root: ET.Element, name: str) -> str:
    stated = (root.findtext(f"{_TERMS}{name}") or "").strip()
    match = _DATE.match(stated)
    return match.group() if match and stated not in _NO_DATE else ""
