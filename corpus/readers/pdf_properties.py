"""What a PDF says of itself: title, author, date."""

import re
from collections.abc import Mapping

from corpus.decode import decode, plausibility
from corpus.errors import DocumentError

_DATE = re.compile(r"(?:D:)?(?P<y>(?:19|20)\d\d)(?:-?(?P<m>0[1-9]|1[0-2])(?:-?(?P<d>0[1-9]|[12]\d|3[01]))?)?")
# what programs write by themselves
_NO_TITLE = re.compile(
    r"(?:microsoft\s+)?(?:word|powerpoint|excel)\s*[-–]\s.*|(?:untitled|无标题|無標題|未命名|未标题|(?:新建)?(?:文档|文檔|文件)|document|slide|幻灯片"
    r"|投影片|powerpoint\s*(?:演示文稿|簡報|presentation)|演示文稿|簡報|presentation|title|标题|標題|scan(?:ned)?(?:\s+document)?"
    r"|print|about:blank|unspecified|none|null)[ \-_.]?\d*|.*\.(?:docx?|pptx?|xlsx?|wps|indd|pmd|pdf|tex|dvi|rtf|txt|html?|tiff?|jpe?g|png)"
    r"|\(?anonymous\)?|https?://\S+|file:\S+|[\W\d_]+",
    re.IGNORECASE,
)
_NO_AUTHOR = re.compile(
    r"\(?anonymous\)?|unknown|unspecified|none|null|admin(?:istrator)?|(?:microsoft |windows |office )?user|owner|作者|用户|使用者"
    r"|(?:微软|微軟|ms)[ ]?(?:用户|使用者|user)|[\W\d_]+",
    re.IGNORECASE,
)


def properties_of(written: Mapping[str, str]) -> dict[str, str]:
    """Return ``title``, ``author`` and ``date`` (ISO, as precise as written) as far as a person gave them."""
    found = {
        "title": _stated(written.get("Title", ""), _NO_TITLE),
        "author": _stated(written.get("Author", ""), _NO_AUTHOR),
        "date": _date(written.get("CreationDate", "")) or _date(written.get("ModDate", "")),
    }
    return {key: value for key, value in found.items() if value}


def _stated(written: str, made_up: re.Pattern[str]) -> str:
    words = " ".join(_mended(written.replace("\0", " ")).split())
    readable = words and "\ufffd" not in words and len(words) <= 300
    return words if readable and not made_up.fullmatch(words) else ""


def _mended(words: str) -> str:
    """Return ``words``; where a program wrote GBK, Big5 or UTF-8 bytes that PDF takes for Latin letters, their meaning."""
    high = [c for c in words if not c.isascii()]
    if not high or max(high) > "\u00ff" or len(high) < 2:
        return words
    try:
        meant = decode(words.encode("latin-1"), "title").text
    except DocumentError:
        return words
    return meant if plausibility(meant) > 0.6 else words


def _date(written: str) -> str:
    match = _DATE.match(written.strip())
    return "-".join(part for part in match.groups() if part) if match else ""
