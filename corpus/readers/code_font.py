"""Code that only its font tells from prose."""

import re

_MONOSPACED = re.compile(
    r"consolas|courier|menlo|monaco|lucida (?:console|sans typewriter)|andale mono|inconsolata|hack$|.*\b(?:mono|code)\b",
    re.IGNORECASE,
)


def is_monospaced(font: str | None) -> bool:
    """Tell whether a font is one that code is set in."""
    return bool(font and _MONOSPACED.match(font))


def is_mostly_ascii(text: str) -> bool:
    """Tell whether ``text`` may be code; where all of a text is in such a font, its prose is told apart by this."""
    marks = [c for c in text if not c.isspace()]
    return bool(marks) and sum(c.isascii() for c in marks) * 2 >= len(marks)
