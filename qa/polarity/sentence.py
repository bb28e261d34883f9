"""A sentence as it is read: plain text, clause by clause."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.normalize import fold_text
from qa.question import Question

_CLAUSE_END = re.compile(
    r"[,，;；。！!\n:：]|\.(?=\s|$)|、(?=不|未|没|可以|能|支持|仅|只|无)|但是?|然而|不过|而(?=是|且|不)|所以|因此|\bbut\b"
)
_EXCEPT = re.compile(r"除(?:了|去)?(.+?)(?:之外|以外|外)[,，]?")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with the part of its sentence before it; ``exempt`` is what an 除了…之外 before it takes out."""

    text: str
    earlier: str
    exempt: str = ""


def plain(sentence: str, question: Question) -> str:
    """Return the folded sentence without marks of Markdown; a name spelt out before its short form is dropped."""
    text = re.sub(r"[`*\\]", "", _LINK.sub(r"\1", fold_text(sentence)))
    for short in re.findall(r"\(([a-z]{2,6})\)", text):
        if re.search(rf"\b{short}\b", question.folded):
            text = re.sub(rf"[a-z][a-z -]*\({short}\)", f"{short} ", text)
    return compared(re.sub(r"不[仅只但光](?:仅|是)?", "", text))


def compared(text: str) -> str:
    """Return the text with 比 X 新 as 高于 X and 比 X 旧 as 低于 X."""
    text = re.sub(r"比([^，,]+?)(?:还|更)?要?(?:新|高|大|晚)", r"高于\1", text)
    return re.sub(r"比([^，,]+?)(?:还|更)?要?(?:旧|低|小|老|早)", r"低于\1", text)


def clauses_of(text: str) -> Iterator[Clause]:
    """Yield the clauses; what stands before one ends at the last full stop."""
    exempt = ""
    if match := _EXCEPT.search(text):
        exempt, text = match[1], f"{text[: match.start()]}{text[match.end() :]}"
    at = 0
    for end in [*_CLAUSE_END.finditer(text), None]:
        stop = end.start() if end else len(text)
        earlier = re.split(r"[。！!\n]", text[:at])[-1]
        if text[at:stop].strip():
            yield Clause(text[at:stop], earlier, exempt)
        at = end.end() if end else stop
