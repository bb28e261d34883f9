"""A scope of the collection becomes a summary: sentences quoted from it, each with its citation."""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from corpus.errors import InputError
from corpus.normalize import Script, convert_words, detect_script, fold_text
from corpus.segment import words
from corpus.terms import TermTable
from index.collection import Collection
from index.snapshot import Snapshot
from qa.notes import note
from qa.summary.candidates import candidates
from qa.summary.centrality import lexrank
from qa.summary.changes import Overview, overview
from qa.summary.choose import Able, Weights, choose
from qa.summary.compose import Body, compose, coverage
from qa.summary.material import Material
from qa.summary.scope import Found, Named, find
from qa.summary.signals import signals_of
from qa.summary.types import Scope, Summary, SummaryOptions, SummaryStatement, SummaryStatus
from qa.summary.words import summary_note
from qa.timeline import Event, timeline, version_of

_UNITS_READ = (
    600  # of larger scopes, the sentences of the most central units and of those that open a section are weighed
)


def summarize(
    collection: Collection,
    scope: Scope | None = None,
    options: SummaryOptions | None = None,
    weights: Weights | None = None,
) -> Summary:
    """Summarise what ``scope`` holds of ``collection``; the same collection and arguments give the same summary.

    InputError for a version, a range or a length that cannot be read.
    """
    started = time.perf_counter()
    scope, options = scope or Scope(), options or SummaryOptions()
    _check(options)
    material, snapshot = Material.of(collection), collection.snapshot()
    found = find(scope, material, snapshot, collection.embedder, collection.terms)
    summary = _summary(scope, options, found, material, collection.terms, weights)
    if options.changes:
        summary = _with_changes(summary, scope, found, snapshot, collection.terms)
    elapsed = round((time.perf_counter() - started) * 1000, 1)
    return replace(_display(summary, options), elapsed_ms=elapsed)


def _check(options: SummaryOptions) -> None:
    for what, limit in (("sentences", options.sentences), ("characters", options.characters)):
        if limit is not None and limit < 1:
            raise InputError(f"a summary of {limit} {what} says nothing; give 1 or more")


def _summary(  # noqa: PLR0913, PLR0917  the whole state of one summary
    scope: Scope,
    options: SummaryOptions,
    found: Found,
    material: Material,
    terms: TermTable,
    weights: Weights | None,
) -> Summary:
    documents = material.contents.documents
    rows = np.array([row for p in found.passages for row, _ in p.units], dtype=np.int64)
    central = dict(zip(rows.tolist(), lexrank(material.vectors[rows]).tolist(), strict=True)) if len(rows) else {}
    able = _able(found, material, central, terms)
    chosen = choose(able, options, weights)
    body = compose(chosen, documents, options.by, found.versions)
    matching = dict.fromkeys(p.passage.doc_id for p in found.passages)
    return Summary(
        scope,
        "summarised" if body.statements else "no_evidence",
        _script(scope, options, body),
        body.statements,
        body.groups,
        body.citations,
        coverage(body.citations, matching, documents, len(able)),
        notes=_notes(_script(scope, options, body), body, len(able), bool(documents)),
    )


def _able(found: Found, material: Material, central: dict[int, float], terms: TermTable) -> list[Able]:
    """Return what may be chosen; a heading only where no sentence of its document tells the same."""
    read = [
        Able(c, signals_of(c, terms, found.versions), central[c.row], material.vectors[c.row])
        for c in candidates(found, material.contents.documents, _shortlist(found, central), terms)
    ]
    told = {(a.candidate.document.id, t) for a in read if not a.candidate.is_heading for t in a.signals.told}
    return [a for a in read if not a.candidate.is_heading or _is_news(a, told)]


def _is_news(heading: Able, told: set[tuple[str, str]]) -> bool:
    ours = heading.signals.told
    return bool(ours) and not any((heading.candidate.document.id, t) in told for t in ours)


def _shortlist(found: Found, central: dict[int, float]) -> frozenset[int]:
    """Return the units whose sentences are weighed: all, or of many the most central and those that open sections."""
    if len(central) <= _UNITS_READ:
        return frozenset(central)
    by_centrality = sorted(central, key=lambda row: (-central[row], row))
    opening: dict[tuple[str, object], int] = {}
    for p in found.passages:
        for row, _ in p.units[:1]:
            opening.setdefault((p.passage.doc_id, p.passage.section.span), row)
    best_opening = sorted(opening.values(), key=lambda row: (-central[row], row))[: _UNITS_READ // 2]
    return frozenset([*best_opening, *by_centrality[: _UNITS_READ - len(best_opening)]])


def _script(scope: Scope, options: SummaryOptions, body: Body) -> Script:
    """Return the script asked for; where that is left open, the topic's, else that of most of what is quoted."""
    if options.script in ("hans", "hant"):
        return options.script
    asked = detect_script(scope.topic) if scope.topic and options.script == "auto" else None
    return asked or detect_script("".join(c.quote for c in body.citations)) or "hans"


def _notes(script: Script, body: Body, in_scope: int, any_document: bool) -> tuple[str, ...]:
    if body.statements:
        return ()
    if in_scope:
        return (summary_note("too_short", script),)
    return (summary_note("nothing_in_scope", script) if any_document else note("no_documents", script),)


def _with_changes(summary: Summary, scope: Scope, found: Found, snapshot: Snapshot, terms: TermTable) -> Summary:
    told = timeline(snapshot, terms)
    if scope.documents:
        told = [e for e in told if e.citation.doc_id in scope.documents]
    made: Overview = overview(_events(told, found), told, terms, summary.citations)
    citations = (*summary.citations, *made.citations)
    status: SummaryStatus = "summarised" if summary.statements or made.rows else "no_evidence"
    notes = summary.notes if summary.statements or not made.rows else ()
    return replace(summary, status=status, changes=made.rows, citations=citations, notes=notes)


def _events(told: Sequence[Event], found: Found) -> list[Event]:
    """Return the events of the versions, the component and the passages in scope."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for p in found.passages:
        section = p.passage.section
        start = section.heading.start if section.heading else section.span.start
        spans.setdefault(p.passage.doc_id, []).append((min(start, p.passage.span.start), p.passage.span.end))
    return [
        e
        for e in told
        if any(start <= e.citation.start and e.citation.end <= end for start, end in spans.get(e.citation.doc_id, ()))
        and (not found.versions or any(v.covers(version_of(e)) for v in found.versions))
        and (found.named is None or _is_of(e, found.named))
    ]


def _is_of(event: Event, named: Named) -> bool:
    return event.component in named.ids if named.ids else named.folded in fold_text(event.statement)


def _display(summary: Summary, options: SummaryOptions) -> Summary:
    """Show statements in the script asked for, each that this changed marked, and a note; quotations never change."""
    if options.script == "source" or (options.script == "auto" and summary.scope.topic is None):
        return summary
    statements = tuple(_converted(s, summary.script) for s in summary.statements)
    changed = any(s.converted for s in statements)
    notes = (*summary.notes, note("converted", summary.script)) if changed else summary.notes
    return replace(summary, statements=statements, notes=notes)


def _converted(statement: SummaryStatement, script: Script) -> SummaryStatement:
    written = detect_script(statement.text)
    if written == script or (written is None and script == "hant"):
        return statement  # where nothing tells, only what is traditional beyond doubt is converted
    text = convert_words(words(statement.text), script)
    return replace(statement, text=text, converted=text != statement.text)
