"""The edges of an answer: what the model's tokens join to it and no answer opens or ends with.

A token may hold the end of an answer and the word after it (年的), so that the model cannot leave the word out. The
words here are those on which the training answers agree: of the answers that share a token with 的, 起, 在 or 开始 after
them, 98 end before the word and 5 with it; of those with 是, 的, 在 or 也 before them, 77 open after it and 5 with it.
"""

from corpus.segment import words
from corpus.types import Span

_OPENING = frozenset({"是", "的", "在", "也"})
_CLOSING = frozenset({"的", "起", "在", "开始"})
_PUNCTUATION = " \n\t,;:!?。、…"  # of folded text; a full stop may belong to a name
_PAIRS = ("()", "[]", "{}", "《》", "「」", "『』", "“”", "‘’", "【】", '""', "``", "**")


def answer_part(text: str) -> Span:
    """Return the part of the folded ``text`` without blanks, punctuation, single brackets and joined words at its ends.

    It is empty where nothing is left.
    """
    part = _without_marks(text, Span(0, len(text)))
    while (shorter := _without_marks(text, _without_joined(text, part))) != part:
        part = shorter
    return part


def _without_marks(text: str, part: Span) -> Span:
    start, end = part.start, part.end
    while start < end and _is_mark(text[start], text[start:end]):
        start += 1
    while start < end and _is_mark(text[end - 1], text[start:end]):
        end -= 1
    return Span(start, end)


def _without_joined(text: str, part: Span) -> Span:
    found = words(part.cut(text))
    if len(found) > 1 and found[0] in _OPENING:
        return Span(part.start + len(found[0]), part.end)
    if len(found) > 1 and found[-1] in _CLOSING:
        return Span(part.start, part.end - len(found[-1]))
    return part


def _is_mark(char: str, text: str) -> bool:
    """Tell whether ``char`` is punctuation, or a bracket or quotation mark that lacks its other half in ``text``."""
    if char in _PUNCTUATION:
        return True
    for pair in _PAIRS:
        if char in pair:
            return text.count(char) % 2 == 1 if pair[0] == pair[1] else text.count(pair[0]) != text.count(pair[1])
    return False
