"""What the other packages pass around. Offsets are code points of a document's original text."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The half-open range [start, end) of code points."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def cut(self, text: str) -> str:
        """Return the words of ``text`` under this span."""
        return text[self.start : self.end]

    def contains(self, other: "Span") -> bool:
        """Tell whether ``other`` lies inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Tell whether the two spans share a code point."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Section:
    """A run of visible text under one heading path; several may share a path (hidden text lies between).

    ``heading`` covers the heading's own words in the text, if it has one; ``page`` counts from 1; ``ocr`` marks text
    that was recognised from an image and may be misread.
    """

    path: tuple[str, ...]
    span: Span
    heading: Span | None = None
    page: int | None = None
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A source as text: ``text`` is what the file says, unchanged, and everything else points into it."""

    id: str
    title: str
    source: str
    media_type: str
    encoding: str
    text: str
    sections: tuple[Section, ...]
    meta: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """What is retrieved and shown: consecutive sentences of one section."""

    id: str
    doc_id: str
    span: Span
    section: Section


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence group inside a passage: the thing that is embedded."""

    id: str
    passage_id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Token:
    """A search token: its folded form, and where it stands in the text that was segmented."""

    text: str
    span: Span
