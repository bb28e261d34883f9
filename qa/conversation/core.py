"""What is left of a follow-up without its opening and its end."""

import re
from dataclasses import dataclass

from corpus.types import Span
from qa.conversation.parts import Read

LEAD = re.compile(
    r"\s*(?:那么|那(?!个|一|些|种|时候)|(?:and|but|so|then)\b,?|ok(?:ay)?,?)*\s*"
    r"(?:(?:what|how) about\b|还有|换成|换作|如果是|要是|若是)?\s*(?:the\b)?\s*"
)
_TAIL = re.compile(r"\s*(?:的话|的|了|又)?\s*(?:呢|呀|啊|吗(?=$))?\s*[?？。!！~～]*\s*$")


@dataclass(frozen=True, slots=True)
class Core:
    """What is left of a follow-up without its opening (那, what about) and its end (呢？)."""

    span: Span
    words: str
    asks: bool


def core_of(read: Read) -> Core:
    """Return the follow-up without its opening and its end."""
    lead, tail = LEAD.match(read.folded), _TAIL.search(read.folded)
    start = lead.end() if lead else 0
    end = max(start, tail.start() if tail else len(read.folded))
    ending, opening = read.folded[end:], read.folded[:start]
    words = read.folded[start:end]
    return Core(Span(start, end), words, "呢" in ending or "about" in opening or opening.lstrip().startswith("and"))
