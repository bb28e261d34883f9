"""The list of references in the style that is asked for, and the marks in the text that lead to it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qa.export import gbt7714
from qa.export.csl import csl_references
from qa.export.types import AUTHOR_DATE, NUMERIC, Entry, Export
from qa.export.wording import word

_UNSHOWN = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BLANKS = re.compile(r"[^\S\u3000]+")


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry as the list of references has it; ``label`` is its number in brackets, empty in author-date style."""

    entry: Entry
    label: str
    text: str

    @property
    def line(self) -> str:
        """The reference with its label."""
        return f"{self.label} {self.text}" if self.label else self.text


@dataclass(frozen=True, slots=True)
class References:
    """The references in their order, and by number of entry what stands for it in the text."""

    listed: tuple[Reference, ...]
    marks: Mapping[int, str]

    def mark(self, entries: Sequence[int]) -> str:
        """Return what stands behind a statement that relies on ``entries``."""
        return "".join(self.marks[n] for n in entries)


def references(made: Export, style: str) -> References:
    """Return the references of an export; InputError for an unknown style."""
    if style == AUTHOR_DATE:
        letters = gbt7714.letters(made.entries)
        ordered = gbt7714.author_date_order(made.entries)
        texts = [gbt7714.author_date(entry, letters.get(entry.n, "")) for entry in ordered]
        marks = {entry.n: gbt7714.author_date_mark(entry, letters.get(entry.n, "")) for entry in ordered}
        labels = [""] * len(ordered)
    else:
        ordered = list(made.entries)
        texts = list(map(gbt7714.numeric, ordered)) if style == NUMERIC else csl_references(ordered, style)
        marks = {entry.n: f"[{entry.n}]" for entry in ordered}
        labels = [marks[entry.n] for entry in ordered]
    lines = [
        f"{one_line(text)}（{e.mark}）" if e.mark else one_line(text) for e, text in zip(ordered, texts, strict=True)
    ]
    return References(tuple(map(Reference, ordered, labels, lines)), marks)


def one_line(text: str) -> str:
    """Return ``text`` without line breaks and invisible characters, as a reference is; an ideographic space stays."""
    visible = "".join(c for c in _BLANKS.sub(" ", text) if c.isprintable() or c == "\u3000")
    return _BLANKS.sub(" ", visible).strip()


def shown(text: str) -> str:
    """Return ``text`` without control characters and what no XML can hold; its lines are kept."""
    return _UNSHOWN.sub("", text.replace("\r", ""))


def place_notes(made: Export, entry: Entry) -> list[str]:
    """Return for each place of an entry where it stands: section, page, offsets."""
    notes = []
    for place in entry.places:
        at = [" › ".join(place.section), word("page", made.script, page=place.page) if place.page is not None else ""]
        if place.start is not None:
            at.append(word("characters", made.script, start=place.start, end=place.end))
        if place.ocr:
            at.append(word("ocr", made.script))
        notes.append(one_line("，".join(part for part in at if part)))
    return notes


def origin(made: Export, entry: Entry) -> str:
    """Return what identifies the document: its id, the SHA-256 of file and text, the store's generation."""
    work = entry.work
    parts = [word("origin", made.script, doc_id=work.doc_id) if work.doc_id else ""]
    if work.sha256:
        parts.append(f"SHA-256 {work.sha256}")
    if work.text_sha256:
        parts.append(f"{word('of_text', made.script)} SHA-256 {work.text_sha256}")
    if work.generation:
        parts.append(word("generation", made.script, generation=work.generation))
    return one_line("，".join(part for part in parts if part))
