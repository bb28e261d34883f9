"""Sentencepiece's precompiled character map, in which the tokenizers library takes a table of replacements.

A u32 with the trie's length in bytes, the trie, then the replacements, each ended by NUL. The trie is a
double array as in https://github.com/s-yata/darts-clone over the keys' UTF-8 bytes: a unit of 32 bits holds
its label (the byte that leads to it), whether a key ends here, and the base of its children; the child for
byte c stands at base ^ c, the leaf (where a key ends) at base ^ 0, holding the offset of the replacement.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

_KEY_ENDS = 1 << 8
_OFFSET_SHIFT = 10
_OFFSET_LIMIT = 1 << 21  # larger offsets are written in another way, which a few thousand keys never need
_LEAF = 1 << 31
_ROW = 256  # base ^ byte never leaves its row, so whole rows keep every look-up inside the array


@dataclass(slots=True)
class _Node:
    """A prefix of some keys."""

    children: dict[int, "_Node"] = field(default_factory=dict)
    value: int | None = None


def compile_charsmap(replacements: Mapping[str, str]) -> bytes:
    """Compile a map from characters to what replaces them (perhaps nothing). No string may hold NUL."""
    root = _Node()
    normalized = bytearray()
    for key, replacement in sorted(replacements.items()):
        node = root
        for byte in key.encode():
            node = node.children.setdefault(byte, _Node())
        node.value = len(normalized)
        normalized += replacement.encode() + b"\0"
    units = _double_array(root)
    return struct.pack(f"<I{len(units)}I", 4 * len(units), *units) + bytes(normalized)


def _double_array(root: _Node) -> list[int]:
    """Lay the trie out so that no two units share a place and no two nodes share a base."""
    units = [0] * _ROW
    free = _FreeBases()
    pending = [(0, root)]
    while pending:
        place, node = pending.pop()
        labels = tuple(node.children) if node.value is None else (0, *node.children)
        base = free.take(labels)
        units += [0] * ((base // _ROW + 1) * _ROW - len(units))
        offset = place ^ base
        if offset >= _OFFSET_LIMIT:
            raise ValueError("too many replacements for one character map")
        units[place] |= offset << _OFFSET_SHIFT
        if node.value is not None:
            units[place] |= _KEY_ENDS
            units[base] = _LEAF | node.value
        for label, child in node.children.items():
            units[base ^ label] = label
            pending.append((base ^ label, child))
    return units


class _FreeBases:
    """Hands out bases. What a set of labels was refused stays refused, so it resumes where it left off."""

    def __init__(self) -> None:
        self._taken = {0}  # the root's place
        self._bases: set[int] = set()
        self._resume: dict[tuple[int, ...], int] = {}

    def take(self, labels: tuple[int, ...]) -> int:
        base = self._resume.get(labels, 1)
        while base in self._bases or any(base ^ label in self._taken for label in labels):
            base += 1
        self._bases.add(base)
        self._taken.update(base ^ label for label in labels)
        self._resume[labels] = base
        return base
