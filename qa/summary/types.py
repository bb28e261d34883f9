"""What a summary is asked with and what it is. Offsets are code points of the documents' texts."""

from dataclasses import dataclass, field
from typing import Literal

from corpus.normalize import Script
from qa.answer import ScriptChoice
from qa.types import Citation

Grouping = Literal["document", "version"]
SummaryStatus = Literal["summarised", "no_evidence"]
ChangeKind = Literal["added", "beta", "ga", "deprecated", "removed"]

DEFAULT_SENTENCES = 8


@dataclass(frozen=True, slots=True)
class Scope:
    """What is to be summarised: all that meets every condition given; the whole collection where none is.

    ``documents`` are ids; ``topic`` is free text; ``version`` one version, a series covering its patches;
    ``component`` any name of a term, or a word; ``range`` a range of versions in words, such as 1.8 到 1.12.
    """

    documents: tuple[str, ...] = ()
    topic: str | None = None
    version: str | None = None
    component: str | None = None
    range: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryOptions:
    """How long a summary is and how it is laid out.

    ``sentences`` and ``characters`` are upper limits, both kept where both are given; without either it has up to
    eight sentences. ``changes`` adds the overview of releases. ``script`` ``auto`` is that of the topic, else the source's.
    """

    sentences: int | None = None
    characters: int | None = None
    by: Grouping = "document"
    changes: bool = False
    script: ScriptChoice = "source"


@dataclass(frozen=True, slots=True)
class SummaryStatement:
    """A sentence of the summary with the numbers of its citations.

    ``text`` is the quotation, or that in the other script where ``converted``; ``is_item`` if it stands in a list.
    """

    text: str
    citations: tuple[int, ...]
    is_item: bool = False
    converted: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Statements that stand together, as indexes counted from 0: those of a document, or of a version.

    ``title`` is the document's title or the version; a group without one holds what names no version.
    """

    title: str | None
    doc_id: str | None
    version: str | None
    statements: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contribution:
    """A document in the scope, with how many statements of the summary are its own."""

    doc_id: str
    title: str
    source: str
    statements: int


@dataclass(frozen=True, slots=True)
class SummaryCoverage:
    """Which documents contributed, which matched and did not, and how many sentences there were to choose from."""

    contributed: tuple[Contribution, ...] = ()
    matched_only: tuple[Contribution, ...] = ()
    sentences_in_scope: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to something in a release: its name (or the words that tell it) with the citations.

    ``stage`` is that of the timeline: introduced, alpha, beta, ga, deprecated or removed.
    """

    text: str
    stage: str
    component: str | None
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReleaseDate:
    """The date of a release (ISO, as precise as known) with its citations."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReleaseChanges:
    """A row of the change overview: a release, its date, and what came, rose and went with it."""

    version: str
    date: ReleaseDate | None
    added: tuple[Change, ...] = ()
    beta: tuple[Change, ...] = ()
    ga: tuple[Change, ...] = ()
    deprecated: tuple[Change, ...] = ()
    removed: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary; without statements and citations where nothing is in its scope."""

    scope: Scope
    status: SummaryStatus
    script: Script
    statements: tuple[SummaryStatement, ...]
    groups: tuple[Group, ...]
    citations: tuple[Citation, ...]
    coverage: SummaryCoverage
    changes: tuple[ReleaseChanges, ...] = ()
    notes: tuple[str, ...] = ()
    elapsed_ms: float = field(default=0.0, compare=False)
