"""The change overview: for each release in scope its date, and what came, rose and went with it, each with citations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.normalize import fold_text
from corpus.terms import TermTable
from corpus.versions import Version
from qa.releases import releases_of
from qa.summary.candidates import leans_back
from qa.summary.types import Change, ChangeKind, ReleaseChanges, ReleaseDate
from qa.timeline import Event, version_of
from qa.types import Citation

_KINDS: dict[str, ChangeKind] = {
    "introduced": "added",
    "alpha": "added",
    "beta": "beta",
    "ga": "ga",
    "deprecated": "deprecated",
    "removed": "removed",
}
_SOURCES_OF_ONE = 2  # citations of a cell's entry


@dataclass(frozen=True, slots=True)
class Overview:
    """The rows of the table, and the citations that they add to those before them."""

    rows: tuple[ReleaseChanges, ...]
    citations: tuple[Citation, ...]


class _Numbers:
    """Numbers citations on from those that there are; the same place keeps its number."""

    def __init__(self, citations: Sequence[Citation]) -> None:
        self._known = {(c.doc_id, c.start, c.end): c.n for c in citations}
        self._next = max(self._known.values(), default=0) + 1
        self.added: list[Citation] = []

    def of(self, citation: Citation) -> int:
        place = (citation.doc_id, citation.start, citation.end)
        if place not in self._known:
            self._known[place] = self._next
            self.added.append(replace(citation, n=self._next))
            self._next += 1
        return self._known[place]


def overview(
    events: Sequence[Event], every_event: Sequence[Event], terms: TermTable, citations: Sequence[Citation]
) -> Overview:
    """Return the releases that ``events`` tell of, in order; dates are taken from ``every_event``.

    ``citations`` are those that the summary has already, whose numbers are kept.
    """
    numbers = _Numbers(citations)
    dates = {r.version: r for r in releases_of(every_event)}
    by_release: dict[Version, list[Event]] = {}
    for event in events:
        by_release.setdefault(version_of(event).minor, []).append(event)
    rows = []
    for version in sorted(by_release):
        dated = dates.get(version)
        date = None
        if dated is not None and dated.date and dated.event is not None:
            date = ReleaseDate(dated.date, (numbers.of(dated.event.citation),))
        changes = _changes(by_release[version], terms, numbers)
        if date is not None or any(changes.values()):
            rows.append(ReleaseChanges(str(version), date, **{k: tuple(c) for k, c in changes.items()}))
    return Overview(tuple(rows), tuple(numbers.added))


def _changes(events: Sequence[Event], terms: TermTable, numbers: _Numbers) -> dict[ChangeKind, list[Change]]:
    """Return what happened by kind; what several sources tell of the same thing is one entry with their citations."""
    told: dict[tuple[ChangeKind, str], list[Event]] = {}
    for event in events:
        if event.stage in _KINDS and (event.component or not leans_back(fold_text(event.statement))):
            told.setdefault((_KINDS[event.stage], event.component or event.statement), []).append(event)
    found: dict[ChangeKind, list[Change]] = {"added": [], "beta": [], "ga": [], "deprecated": [], "removed": []}
    names = {t.id: t.aliases[0] for t in terms.terms}
    for (kind, _), its_events in told.items():
        first = min(its_events, key=lambda e: e.stage == "introduced")  # alpha says more than that it came
        text = names.get(first.component or "", first.statement)
        cited = dict.fromkeys(numbers.of(e.citation) for e in its_events[:_SOURCES_OF_ONE])
        found[kind].append(Change(text, str(first.stage), first.component, tuple(cited)))
    return found
