"""Names of authors as documents write them: where one ends, and whether it is a person's.

GB/T 7714-2015, 8.1: Chinese names stand as written; of Latin ones the family name comes first.
"""

import re

from qa.export.types import Name

_STRONG = re.compile(r"\s*[;；、|｜]\s*")
_AND = re.compile(r"\s*,?\s+(?:and|&)\s+", re.IGNORECASE)
_ROLE = re.compile(r"(?:\s+|[(（]\s*)(?:编著|編著|主编|主編|著|编|編|撰|author|ed\.?|eds\.?)\s*[)）]?$", re.IGNORECASE)
_HAN_PERSON = re.compile(r"[\u3400-\u9fff]{2,4}|[\u3400-\u9fff]+·[\u3400-\u9fff·]+")
_HAN = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]")
_LATIN_WORD = r"[^\W\d_][^\W\d_'’.\-]*(?:[.'’\-][^\W\d_]*)*"
_PERSON = re.compile(rf"{_LATIN_WORD}(?:\s+{_LATIN_WORD}){{1,4}}")
_FAMILY_FIRST = re.compile(
    rf"(?P<family>{_LATIN_WORD}(?:\s+{_LATIN_WORD}){{0,2}}),\s*(?P<given>{_LATIN_WORD}(?:\s+{_LATIN_WORD}){{0,3}})"
)
_INITIALS = re.compile(r"[A-Z]{1,3}|[^\W\d_]\.?(?:(?:[\s\-]+|(?<=\.))[^\W\d_]\.?)*")
_PARTICLES = frozenset(("van", "von", "der", "den", "de", "la", "le", "di", "da", "del", "ter", "ten"))
_BODIES = re.compile(
    r"\b(?:the|authors?|team|group|project|foundation|inc|ltd|llc|corp\w*|company|university|institute|committee|council"
    r"|association|organi[sz]ation|community|society|ministry|department|bureau|agency|press|laborator(?:y|ies)|labs?"
    r"|sig|documentation|docs|contributors?|maintainers?|developers?|cent(?:er|re)|commission|consortium|office"
    r"|academy|school|college|bank|union|et\s+al)\b",
    re.IGNORECASE,
)


def authors_in(written: str) -> tuple[Name, ...]:
    """Return the names in an author line, in order, each once."""
    names = [_name(piece) for piece in _pieces(" ".join(written.split()))]
    return tuple(dict.fromkeys(name for name in names if str(name)))


def _pieces(line: str) -> list[str]:
    if len(strong := _STRONG.split(line)) > 1:
        return strong
    if _HAN.search(line):
        return _han_pieces(line)
    return [piece for part in _AND.split(line) for piece in _latin_pieces(part)]


def _han_pieces(line: str) -> list[str]:
    parts = re.split(r"\s*[,，]\s*", line)
    if len(parts) == 1 and len(words := line.split()) > 1 and all(_is_han_person(w) for w in words):
        return words
    return parts


def _latin_pieces(line: str) -> list[str]:
    parts = [p.strip() for p in line.split(",")]
    if all(" " in p for p in parts) and not _INITIALS.fullmatch(parts[-1]):
        return parts
    if len(parts) % 2 == 0 and all(_INITIALS.fullmatch(p) or len(parts) == 2 for p in parts[1::2]):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return parts


def _is_han_person(word: str) -> bool:
    return bool(_HAN_PERSON.fullmatch(word))


def _name(piece: str) -> Name:
    words = _ROLE.sub("", piece).strip()
    if _HAN.search(words) or _BODIES.search(words):
        return Name(words)
    if match := _FAMILY_FIRST.fullmatch(words):
        return Name(family=match["family"], given=match["given"])
    if _PERSON.fullmatch(words):
        return _family_last(words.split())
    return Name(words)


def _family_last(words: list[str]) -> Name:
    at = next((i for i, word in enumerate(words[1:], 1) if word in _PARTICLES), len(words) - 1)
    return Name(family=" ".join(words[at:]), given=" ".join(words[:at]))


def initials(given: str) -> str:
    """Return given names as GB/T 7714 abbreviates them: John Paul as J P, Jean-Luc as J L."""
    return " ".join(part[0].upper() for part in re.split(r"[\s.\-]+", given) if part)
