"""What the other packages get: an answer with its citations. Offsets are code points of the document's text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from corpus.normalize import Script

Status = Literal["answered", "no_evidence", "needs_clarification"]
Mode = Literal["extractive", "llm"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A quotation that can be opened: ``quote`` is the document's text from ``start`` to ``end``; ``n`` counts from 1.

    ``ocr`` marks words that were recognised from an image and may be misread. ``mark`` is where in the document's text
    the very words stand that answer, if they are known.
    """

    n: int
    doc_id: str
    title: str
    source: str
    section: tuple[str, ...]
    page: int | None
    start: int
    end: int
    quote: str
    ocr: bool = False
    mark: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the answer with the numbers of its citations."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many passages matched the question, and how many the answer used; ``complete`` if all were read."""

    matching_passages: int
    used: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Understood:
    """How the question was read: by itself, outside its conversation; the form of answer wanted; what it is about."""

    question: str
    kind: str
    versions: tuple[str, ...]
    components: tuple[str, ...]
    stages: tuple[str, ...]
    language: Literal["zh", "en"]


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A retrieved passage, whatever the answer made of it."""

    doc_id: str
    source: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question; ``citations`` is empty unless ``status`` is answered."""

    question: str
    status: Status
    mode: Mode
    script: Script
    short: str | None
    statements: tuple[Statement, ...]
    items: tuple[Statement, ...]
    citations: tuple[Citation, ...]
    confidence: float
    coverage: Coverage
    hits: tuple[RankedPassage, ...]
    notes: tuple[str, ...] = ()
    understood: Understood | None = None
    elapsed_ms: float = field(default=0.0, compare=False)


def cited(statements: Sequence[Statement]) -> set[int]:
    """Return the numbers of the citations that the statements rely on."""
    return {n for s in statements for n in s.citations}
