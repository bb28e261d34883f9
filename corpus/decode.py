"""Bytes become text, in the encoding that makes them plausible Chinese or English, or not at all.

UTF-8 proves itself. GB18030, Big5 and unmarked UTF-16 do not: almost any pair of bytes is legal in each. So every
strict decoding is ranked by how many of its characters are common ones and how many stand inside known words.
"""

import codecs
import unicodedata
from dataclasses import dataclass
from functools import cache

from corpus.errors import BinaryFileError, EmptyFileError, EncodingError
from corpus.segment import words

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAGIC = (
    b"%PDF",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x7fELF",
    b"MZ",
    b"\x1f\x8b",
    b"SQLite format 3",
)
_CANDIDATES = ("gb18030", "big5", "cp950", "big5hkscs", "utf-16-le", "utf-16-be")
_SAMPLE = 4000  # characters that are judged
_PLAUSIBLE = 0.6  # share below which no encoding is believed
_ALLOWED_CONTROLS = frozenset("\t\n\r\f\v\x1a\x85")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, and the name of the encoding it was read with."""

    text: str
    encoding: str


def decode(data: bytes, name: str) -> Decoded:
    """Return ``data`` as text without a byte-order mark; ``name`` goes into the errors.

    Raises EmptyFileError, BinaryFileError or EncodingError.
    """
    if not data.strip():
        raise EmptyFileError(f"{name} is empty; nothing to add")
    if data.startswith(_MAGIC):
        raise BinaryFileError(f"{name} is not a text file; convert it to text or Markdown first")
    decoded = _by_mark(data, name) or _as_utf8(data) or _by_plausibility(data, name)
    _refuse_damage(decoded.text, name)
    return decoded


def _by_mark(data: bytes, name: str) -> Decoded | None:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return Decoded(data.decode(encoding).removeprefix("\ufeff"), encoding)
            except UnicodeDecodeError as error:
                raise EncodingError(
                    f"{name} is marked as {encoding} but byte {error.start} is not; save it again as UTF-8"
                ) from error
    return None


def _as_utf8(data: bytes) -> Decoded | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _looks_binary(text) else Decoded(text, "utf-8")  # UTF-16 may be legal UTF-8 full of controls


def _by_plausibility(data: bytes, name: str) -> Decoded:
    best, best_score = None, 0.0
    for encoding in _CANDIDATES:
        if b"\0" in data and not encoding.startswith("utf-16"):
            continue
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if (score := plausibility(text)) > best_score:
            best, best_score = Decoded(text, encoding), score
    if best is None or best_score < _PLAUSIBLE:
        if b"\0" in data or _looks_binary(data.decode("utf-8", errors="ignore")):
            raise BinaryFileError(f"{name} is not a text file; convert it to text or Markdown first")
        raise EncodingError(
            f"{name} is in no encoding that gives plausible Chinese (tried UTF-8, GB18030, Big5, UTF-16); save it as UTF-8"
        )
    return best


def plausibility(text: str) -> float:
    """Return from 0 to 1 how much ``text`` looks like Chinese or English: common characters, in known words."""
    sample = [c for c in text[:_SAMPLE] if not c.isspace()]
    if not sample:
        return 0.0
    foreign = [c for c in sample if not c.isascii()]
    if not foreign:
        return 0.0 if any(_improbable(c) for c in sample) else 1.0
    common = _common_characters()
    share = sum(c in common for c in foreign) / len(foreign)
    in_words = sum(len(w) for w in words("".join(foreign)) if len(w) > 1) / len(foreign)
    return 0.75 * share + 0.25 * in_words - sum(map(_improbable, sample)) / len(sample)


@cache
def _common_characters() -> frozenset[str]:
    """The first levels of GB 2312 (3,755) and Big5 (5,401), with both standards' punctuation and full-width forms."""
    gb = bytes_grid(range(0xA1, 0xA4), range(0xA1, 0xFF), "gb2312") + bytes_grid(
        range(0xB0, 0xD8), range(0xA1, 0xFF), "gb2312"
    )
    trails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    big5 = bytes_grid(range(0xA1, 0xA3), trails, "big5") + bytes_grid(range(0xA4, 0xC7), trails, "big5")
    return frozenset(gb + big5)


def bytes_grid(leads: range, trails: range | list[int], encoding: str) -> str:
    """Return every character that a lead and a trail byte give in ``encoding``."""
    return "".join(bytes((a, b)).decode(encoding, errors="ignore") for a in leads for b in trails)


def _improbable(char: str) -> bool:
    """Controls, private use, unassigned code points and the replacement character do not belong in a document."""
    return char == "\ufffd" or (
        unicodedata.category(char) in ("Cc", "Co", "Cn", "Cs") and char not in _ALLOWED_CONTROLS
    )


def _looks_binary(text: str) -> bool:
    sample = text[:_SAMPLE].replace("\ufffd", "")  # damaged text, but text
    return "\0" in text or sum(map(_improbable, sample)) > len(sample) * 0.02


def _refuse_damage(text: str, name: str) -> None:
    if not text.strip("\ufeff \t\r\n\u3000\u200b"):
        raise EmptyFileError(f"{name} holds nothing but blanks; nothing to add")
    if "\ufffd" in text or text.count("锟斤拷") > 1:
        raise EncodingError(
            f"{name} holds replacement characters: its text was damaged by an earlier conversion; get the original"
        )
    if _looks_binary(text):
        raise BinaryFileError(f"{name} is not a text file; convert it to text or Markdown first")
