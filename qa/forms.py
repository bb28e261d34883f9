"""Whether a few words are of the form that a question wants: a date, a version, a number."""

import re

from corpus.dates import find_dates
from corpus.versions import find_versions
from qa.kinds import Kind

_NUMBER = re.compile(
    r"\d|[〇零一二两兩三四五六七八九十百千万萬亿億半]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{1,4}\s*[年月日号號]|[一二三四五六七八九十]+月|\b(?:19|20)\d\d\b")
_COMMAND = re.compile(r"[a-z]")
_ONLY_NUMBER = re.compile(r"[\d\s.,%％]+")


def has_form(kind: Kind, words: str) -> bool:
    """Tell whether ``words`` can be an answer of this kind."""
    match kind:
        case "version":
            return bool(find_versions(words)) or bool(_ONLY_NUMBER.fullmatch(words))
        case "date":
            return bool(_DATE.search(words)) or any(d.value for d in find_dates(words))
        case "number":
            return bool(_NUMBER.search(words))
        case "command":
            return bool(_COMMAND.search(words))
        case "person" | "org":
            return not _ONLY_NUMBER.fullmatch(words)
        case _:
            return True
