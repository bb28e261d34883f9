"""What an export is made of: answers whose statements name entries, and entries of sources with their places."""

import datetime
from dataclasses import dataclass, field
from typing import Literal

from corpus.normalize import Script

Kind = Literal[
    "webpage",
    "report",
    "book",
    "chapter",
    "article-journal",
    "article-newspaper",
    "paper-conference",
    "thesis",
    "standard",
    "patent",
    "dataset",
    "software",
    "document",
]  # names of the Citation Style Language

FormatName = Literal[
    "gbt7714",
    "gbt7714-author-date",
    "csl",
    "bibtex",
    "ris",
    "csl-json",
    "markdown",
    "html",
    "csv",
    "xlsx",
    "docx",
    "text",
    "json",
]

NUMERIC, AUTHOR_DATE = "gbt7714", "gbt7714-author-date"


@dataclass(frozen=True, slots=True)
class Name:
    """A responsible person or body: Latin personal names have ``family`` and ``given``, all others are ``literal``."""

    literal: str = ""
    family: str = ""
    given: str = ""

    def __str__(self) -> str:
        return self.literal or (f"{self.family}, {self.given}" if self.given else self.family)


@dataclass(frozen=True, slots=True)
class Work:
    """A source as a bibliography knows it; what is not known is empty.

    ``date`` is ISO, as precise as known. ``sha256`` is that of the file, ``text_sha256`` that of its text as UTF-8, into
    which the offsets of places point; ``generation`` tells which state of the store they were taken from.
    """

    title: str
    kind: Kind = "document"
    authors: tuple[Name, ...] = ()
    organisation: str = ""
    date: str = ""
    url: str = ""
    doi: str = ""
    language: str = "zh"
    publisher: str = ""
    place: str = ""
    edition: str = ""
    container: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doc_id: str = ""
    source: str = ""
    sha256: str = ""
    text_sha256: str = ""
    generation: str = ""

    @property
    def responsible(self) -> tuple[Name, ...]:
        """The authors, or else the organisation."""
        return self.authors or ((Name(self.organisation),) if self.organisation else ())


@dataclass(frozen=True, slots=True)
class Place:
    """A quotation and where it stands; ``quote`` is always as in the source, ``converted`` in the other script."""

    quote: str
    start: int | None = None
    end: int | None = None
    section: tuple[str, ...] = ()
    page: int | None = None
    ocr: bool = False
    converted: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A source with all places quoted from it, numbered from 1 in the order of first mention.

    ``key`` is ASCII and depends on the source alone. ``mark`` says from which script title and sections were converted,
    and is empty if they were not; ``original`` is the title before that.
    """

    n: int
    key: str
    work: Work
    places: tuple[Place, ...]
    accessed: str
    mark: str = ""
    original: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement or an item with the numbers of the entries that it relies on."""

    text: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One answer or summary; ``mark`` says from which script its words were converted, empty if they were not."""

    question: str = ""
    short: str = ""
    statements: tuple[Claim, ...] = ()
    items: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """All that is written: the parts, and the entries they cite."""

    parts: tuple[Part, ...]
    entries: tuple[Entry, ...]
    accessed: str
    script: Script
    generation: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How an export is made.

    ``accessed`` is the day on which the sources were consulted. ``script`` converts statements, titles and sections,
    ``convert_quotes`` also gives quotations in that script beside the original. ``style`` is that of the references:
    ``gbt7714``, ``gbt7714-author-date`` or the name of a CSL style. ``bare`` leaves out quotations from reference lists.
    """

    accessed: datetime.date = field(default_factory=datetime.date.today)
    script: Script | None = None
    convert_quotes: bool = False
    style: str = NUMERIC
    bare: bool = False
