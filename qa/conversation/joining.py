"""Words joined as they are written, and in one script."""

from corpus.normalize import Script, convert_words, detect_script
from corpus.segment import words as cut_words


def join(left: str, right: str) -> str:
    """Join words with a blank between Latin and Han or Latin and Latin, none between Han and Han."""
    left, right = left.rstrip(), right.lstrip()
    if not left or not right:
        return left + right
    a, b = left[-1], right[0]
    plain = a.isascii() and b.isascii()
    if (plain and b not in "?!.,;:)'" and a not in "(/") or (
        a.isascii() != b.isascii() and _wordlike(a) and _wordlike(b)
    ):
        return f"{left} {right}"
    return left + right


def _wordlike(char: str) -> bool:
    return char.isalnum()


def in_script(text: str, script: Script | None) -> str:
    """Return the text in ``script``, which is that of the follow-up; unchanged where that shows none."""
    return convert_words(cut_words(text), script) if script and detect_script(text) not in (None, script) else text
