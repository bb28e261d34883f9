"""What of the collection can be chosen: its documents, its versions, its components."""

from collections.abc import Sequence

from corpus.terms import TermTable
from index.snapshot import Snapshot
from ui.chips import Choices
from ui.evidence import file_label

_CHOSEN_FROM = frozenset({"component", "resource"})
_MOST = 200  # of a list that one can still find something in


def versions_of(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the releases that the collection speaks of, the newest first."""
    return tuple(dict.fromkeys(str(v) for v in sorted(snapshot.versions, reverse=True) if not v.wildcard))[:_MOST]


def components_of(snapshot: Snapshot, terms: TermTable) -> Sequence[tuple[str, str]]:
    """Return the components that the collection speaks of as ids with names, those most spoken of first."""
    known = [t for t in terms.terms if t.kind in _CHOSEN_FROM and snapshot.has_word(f"#{t.id}")]
    known.sort(key=lambda t: (snapshot.lexical.idf(f"#{t.id}"), t.id))
    return [(t.id, t.aliases[0]) for t in known[:_MOST]]


def documents_of(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the documents as titles with ids; titles that several have are told apart by their files."""
    titles = [d.title for d in snapshot.documents.values()]
    return [
        (d.title if titles.count(d.title) == 1 else f"{d.title} ({file_label(d.source)})", d.id)
        for d in snapshot.documents.values()
    ]


def choices_of(snapshot: Snapshot, terms: TermTable) -> Choices:
    """Return what chips may be changed to."""
    return Choices(versions_of(snapshot), tuple(components_of(snapshot, terms)))
