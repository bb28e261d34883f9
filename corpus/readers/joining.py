"""Lines of a page become running text again: what the end of a line cut apart is put together, nothing else changes."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

_WIDE = r"\u2018-\u201d\u2026\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff"
_BLANK = r"[ \t\u00a0\u3000]+"
_NUMBERED_HEAD = r"第[\d一二三四五六七八九十百零〇兩两]{1,4}[章节節篇部条條回卷]|附[录錄]"
_GAP = re.compile(rf"(?P<head>(?:^|(?<=\s))(?:{_NUMBERED_HEAD}){_BLANK})|(?<=[{_WIDE}]){_BLANK}(?=[{_WIDE}])")
_ENDS_WIDE, _BEGINS_WIDE = re.compile(rf"[{_WIDE}]$"), re.compile(rf"[{_WIDE}]")
_LAST_WORD, _FIRST_WORD = (
    re.compile(r"[A-Za-z0-9][A-Za-z0-9._/+-]*$"),
    re.compile(r"[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*"),
)
_ADDRESS = re.compile(r"(?:https?://|/)[\w./%#?=&-]*$")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]|\d")
_HAN_GAP_LATIN = re.compile(r"[\u4e00-\u9fff] (?=[A-Za-z0-9])|[A-Za-z0-9] (?=[\u4e00-\u9fff])")
_HAN_LATIN = re.compile(r"[\u4e00-\u9fff](?=[A-Za-z0-9])|[A-Za-z0-9](?=[\u4e00-\u9fff])")
_LEADER = re.compile(r"\s*(?:[.·…][ \t]?){5,}\s*")  # dots from a title to its page in a table of contents
_HYPHENS = "-\u2010\u00ad"


@dataclass(frozen=True, slots=True)
class Wording:
    """What a document's own words tell about its line ends: its words, and whether Latin stands apart from Han."""

    words: frozenset[str]
    text: str  # of the whole document, in lower case
    spaced: bool

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Wording":
        """Learn from the ``lines`` of a document."""
        text = "\n".join(lines)
        gaps, touches = len(_HAN_GAP_LATIN.findall(text)), len(_HAN_LATIN.findall(text))
        return cls(frozenset(_FIRST_WORD.findall(text)), text.lower(), gaps > touches)


@cache
def _names() -> tuple[frozenset[str], frozenset[str]]:
    """Return the Latin names of all known terms, and those of components, in lower case."""
    from corpus.terms import default_terms

    named = [(term.kind, alias.lower()) for term in default_terms().terms for alias in term.aliases if alias.isascii()]
    return frozenset(alias for _, alias in named), frozenset(alias for kind, alias in named if kind == "component")


def close_gaps(words: str) -> str:
    """Remove the blanks between Han characters and between them and their punctuation; 第一章 keeps the one after it."""
    return _GAP.sub(lambda gap: gap["head"] or "", words)


def join_lines(lines: Sequence[str], wording: Wording) -> str:
    """Join lines that run on; a blank at the end of a line tells that words part there."""
    text = ""
    for line in lines:
        text = _joined(text, line.lstrip(), wording) if text else line.lstrip()
    return close_gaps(_LEADER.sub(" … ", text)).strip()


def continues(left: str, right: str, wording: Wording) -> bool:
    """Tell whether a line end certainly cuts through a name or a number."""
    return _cut_number(left, right) or _ends_hyphenated(left, right) or _cut_name(left, right, wording)


def _joined(left: str, right: str, wording: Wording) -> str:
    bare = left.rstrip()
    if _cut_number(bare, right):
        return bare + right
    if _ends_hyphenated(bare, right):
        return _dehyphenated(bare, right, wording)
    if _cut_name(left, right, wording) or _touches(left, bare, right):
        return bare + right
    one_wide = bool(_ENDS_WIDE.search(bare)) != bool(_BEGINS_WIDE.match(right))
    if one_wide and left == bare and not _gap_between(bare[-1:], right[:1], wording):
        return bare + right
    return f"{bare} {right}"


def _cut_number(left: str, right: str) -> bool:
    """``1.`` and ``17`` are one number, unless the first is a list mark by itself."""
    parted = re.search(r"[^\s\d.][^\n]*\d\.$", left) and right[:1].isdigit()
    return bool(parted or (left[-1:].isdigit() and re.match(r"\.\d", right)))


def _ends_hyphenated(left: str, right: str) -> bool:
    return (
        left[-1:] in tuple(_HYPHENS)
        and left[-2:-1].isalnum()
        and left[-2:-1].isascii()
        and bool(_FIRST_WORD.match(right))
    )


def _dehyphenated(left: str, right: str, wording: Wording) -> str:
    """Keep the hyphen of a known name, of two known words and in Chinese text; drop the one that English typesetting adds."""
    stem = left[:-1]
    if left.endswith("\u00ad"):
        return stem + right
    before, after = _last(stem), _first(right)
    whole = f"{before}-{after}"
    if whole in wording.words or whole.lower() in _names()[0]:
        return left + right
    closed = before + after
    english = before.isalpha() and after[:1].islower() and not re.search(r"[\u4e00-\u9fff]", left + right)
    both_words = before in wording.words and wording.text.count(before.lower()) > 1 and after in wording.words
    if closed in wording.words or (english and not (both_words and wording.text.count(after.lower()) > 1)):
        return stem + right
    return left + right


def _cut_name(left: str, right: str, wording: Wording) -> bool:
    """A known name in two, as ``core`` and ``dns``; only where the document does not part the words elsewhere."""
    before, after = _last(left), _first(right)
    if not before or not after or f"{before} {after}".lower() in wording.text:
        return False
    whole = before + after
    if whole in wording.words and (_CAMEL.search(whole) or not whole.isalnum()):
        return not (before in "0123456789" or after.isdigit())
    in_chinese = bool(re.search(r"[\u4e00-\u9fff]", left))
    return in_chinese and whole.islower() and whole in _names()[1]


def _touches(left: str, bare: str, right: str) -> bool:
    """Tell whether no blank belongs between two lines, whatever the document's habit."""
    if _ENDS_WIDE.search(bare) and _BEGINS_WIDE.match(right):
        return True
    if bare.endswith(("(", "[", "{")) or right.startswith((")", "]", "}", ",", ";")):
        return True
    return left == bare and bare.endswith(("/", "_", "=")) and bool(_ADDRESS.search(bare) and _FIRST_WORD.match(right))


def _gap_between(before: str, after: str, wording: Wording) -> bool:
    """Full-width punctuation never stands apart; Han and Latin do where the document parts them."""
    wide = before if _ENDS_WIDE.search(before) else after
    return wording.spaced and wide.isalpha()


def _last(words: str) -> str:
    match = _LAST_WORD.search(words[-80:])
    return match.group() if match else ""


def _first(words: str) -> str:
    match = _FIRST_WORD.match(words[:80])
    return match.group() if match else ""
