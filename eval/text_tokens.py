"""Answers as tokens: the one tokenisation that every text measure counts in.

A Han character is a token; a Latin word, an identifier, a number and a version are whole tokens, with the dots, hyphens,
slashes and the like inside them (kube-proxy, batch/v1, 1.10). Punctuation between tokens is dropped, signs that change
a value (%, +, <) are tokens. Nothing is ever read as a number: 1.10 is not 1.1, and 9.0 is not 9.

Three views are scored, and the view is part of a measure's name:

- ``strict``: the characters as they are;
- ``folded``: both scripts, all widths and cases are one (``corpus.normalize``), v1.10 is 1.10, Kubernetes1.10 is two
  tokens, 16GiB is 16 GiB, and 5,000 is 5000. Units stay apart: GiB is not GB;
- ``terms``: folded, and the names that the term table holds for one thing are one token (名稱空間 is 命名空间).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from corpus.normalize import fold_text
from corpus.terms import default_terms

View = Literal["strict", "folded", "terms"]
VIEWS: tuple[View, ...] = ("strict", "folded", "terms")

_HAN = r"々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_LETTER = rf"[^\W{_HAN}]"
_TOKEN = re.compile(
    rf"[{_HAN}]"
    rf"|(?:(?<!\S)-(?=\d))?{_LETTER}+(?:(?:[-./:#@'’]|(?<=\d),(?=\d{{3}}(?!\d)))+{_LETTER}+)*"
    r"|[^\w\s]"
)
_SIGNS = frozenset("%％‰°")  # of Unicode's punctuation and symbols, beside those of mathematics and money
_GLUED = re.compile(r"(?P<name>[^\W\d_][^\W_]*(?:-[^\W_]+)*?)(?P<version>\d+(?:\.\d+)+)")
_V = re.compile(r"(?<![^\W_])v(?=\d+\.)")
_UNIT = re.compile(r"(?P<number>\d[\d.-]*)(?P<unit>[kmgtp]i?b?|[mnuμ]?s|h|min|[mg]hz|cpu)")
_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")


@lru_cache(maxsize=4096)
def tokens(text: str, view: View = "folded") -> tuple[str, ...]:
    """Return the tokens of ``text``; a text of nothing but punctuation gives its characters, a blank one nothing."""
    if view == "strict":
        found = tuple(_raw(text))
    elif view == "folded":
        found = tuple(_folded(fold_text(text)))
    else:
        found = tuple(_with_terms(fold_text(text)))
    return found or tuple("".join(text.split()))


def contains(text: Sequence[str], part: Sequence[str]) -> bool:
    """Tell whether the tokens ``part`` stand in ``text`` one after the other; nothing stands nowhere."""
    size = len(part)
    return bool(part) and any(text[i : i + size] == part for i in range(len(text) - size + 1))


def _raw(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        token = match.group().strip("_")
        if len(token) > 1 or token.isalnum() or (token and _is_sign(token)):
            yield token


def _is_sign(char: str) -> bool:
    return char in _SIGNS or unicodedata.category(char) in ("Sm", "Sc", "Nl", "No")


def _folded(text: str) -> Iterator[str]:
    for token in _raw(text):
        if len(token) == 1 or not any(c.isdigit() for c in token):
            yield token
        elif glued := _GLUED.fullmatch(token):
            yield from (glued["version"],) if glued["name"] == "v" else (glued["name"], glued["version"])
        elif unit := _UNIT.fullmatch(token):
            yield from (unit["number"], unit["unit"])
        elif _GROUPED.fullmatch(token):
            yield token.replace(",", "")
        else:
            yield _V.sub("", token)


def _with_terms(text: str) -> Iterator[str]:
    at = 0
    for mention in default_terms().find(text):
        yield from _folded(text[at : mention.span.start])
        yield f"#{mention.term.id}"
        at = mention.span.end
    yield from _folded(text[at:])
