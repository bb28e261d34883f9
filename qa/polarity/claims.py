"""Claims: a head with what stands before it in its clause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qa.polarity.wordings import AUXILIARY, DENIES, HEAD, SKIP, STEPS, Mode
from qa.question import Key

_SUBORDINATE = re.compile(r"了?的(?=\s*\w)|[^,，]{0,10}?(?:之后|后(?!端|台)|时(?!间|区)|之前|前(?!端|缀|提)|期间)")
_GONE = re.compile(r"(?:已经?|被|也|都|在|\s|[\d.]|中|版本?)*(?:移除|删除|停止|终止|弃用|废弃)")
_VERBAL = re.compile(r"(?:会|被|默认|自动|已经?|还|仍然?)\s*$")


@dataclass(frozen=True, slots=True)
class Claim:
    """A head in a clause: its axis, whether it is affirmed, and with what modality; ``start`` and ``end`` of the head.

    ``doubtful`` marks a negation or modality in the clause that was not read as part of it.
    """

    axis: str
    positive: bool
    mode: Mode
    start: int
    end: int
    doubtful: bool = False


def claims_in(clause: str) -> Iterator[Claim]:
    """Yield the claims of a clause whose heads are known; of equal heads the last one, since what modifies stands before."""
    for axis, pattern in HEAD.items():
        matches = list(pattern.finditer(clause))
        if matches:
            claim = _claim(axis, clause, matches[-1].start(), matches[-1].end())
            if not _SUBORDINATE.match(clause, claim.end) and not (axis == "support" and _GONE.match(clause, claim.end)):
                yield claim


def is_head(word: str) -> bool:
    """Tell whether a word is a known head."""
    return any(pattern.fullmatch(word) for pattern in HEAD.values())


def verbs_in(clause: str, keys: Sequence[Key]) -> Iterator[Claim]:
    """Yield the claims whose heads are words of the question that a negation or modality stands before."""
    for key in keys:
        at = clause.find(key.words)
        if at > 0 and not key.is_name and not key.is_stage and not is_head(key.words):
            claim = _claim(f"={key.words}", clause, at, at + len(key.words))
            if not AUXILIARY.fullmatch(key.words) and (
                claim.mode != "plain" or not claim.positive or _VERBAL.search(clause[:at])
            ):
                yield claim


def _claim(axis: str, clause: str, start: int, end: int) -> Claim:
    positive = True
    mode: Mode = "plain"
    over_negation = False  # 可以不启用: being able not to is neither ability nor its denial
    rest = clause[:start]
    while rest:
        for pattern, negates, operator in STEPS:
            if match := pattern.search(rest):
                over_negation |= bool(operator) and not positive
                positive ^= negates
                mode = operator or mode
                break
        else:
            match = SKIP.search(rest)
        if not match:
            break
        rest = rest[: match.start()]
    near = re.split(r"[,，、]", rest)[-1]
    doubtful = over_negation or bool(DENIES.search(near) or DENIES.search(clause, end))
    if axis == "support":
        axis, mode = _as_ability(clause[start:end], mode)
    return Claim(axis, positive, mode, start, end, doubtful)


def _as_ability(head: str, mode: Mode) -> tuple[str, Mode]:
    """支持 X says what can be, 使用 X only what is."""
    if head[:2] in ("使用", "us"):
        return ("use", mode) if mode == "plain" else ("support", mode)
    return "support", "can" if mode == "plain" else mode
