"""A summary as HTML: its groups, the overview of changes, which documents it is from, the evidence."""

from collections.abc import Iterator, Mapping, Sequence

from corpus.types import Document
from qa.summary.types import Change, Contribution, Group, ReleaseChanges, Summary
from ui.evidence import evidence_html, file_label, numbered, numbers_html
from ui.markup import action, escape, listing, table
from ui.words import LANG, Language, word

PREFIX = "summary-"
_KINDS = ("added", "beta", "ga", "deprecated", "removed")


def summary_html(summary: Summary, documents: Mapping[str, Document], language: Language) -> str:
    """Return the summary, its evidence beside it."""
    left = "".join(_left(summary, language))
    evidence = evidence_html(summary.citations, documents, language, summary.script, PREFIX)
    changes = _overview(summary.changes, language) if summary.changes else ""
    return (
        f'<section class="turn" lang="{LANG[summary.script]}">{changes}'
        f'<div class="sides"><div class="said">{left}</div>{evidence}</div></section>'
    )


def _left(summary: Summary, language: Language) -> Iterator[str]:
    for group in summary.groups:
        yield f"<h2>{escape(group.title or word('unversioned', language))}</h2>"
        yield from _group(summary, group, language)
    yield from (f'<p class="note">{escape(n)}</p>' for n in summary.notes)
    coverage = summary.coverage
    yield _sources("contributed", coverage.contributed, language)
    yield _sources("matched_only", coverage.matched_only, language)
    foot = word(
        "foot", language, n=len(coverage.contributed) + len(coverage.matched_only), seconds=summary.elapsed_ms / 1000
    )
    yield f'<p class="foot" lang="{LANG[language]}">{escape(foot)}</p>'


def _group(summary: Summary, group: Group, language: Language) -> Iterator[str]:
    """Yield the statements of a group under the headings that they stand under in their documents."""
    by_number = {c.n: c for c in summary.citations}
    last: tuple[str, ...] | None = None
    for statement in (summary.statements[i] for i in group.statements):
        citation = by_number.get(statement.citations[0]) if statement.citations else None
        if citation:
            path = citation.section if group.doc_id else (citation.title, *citation.section)
            if path and path != last:
                yield f'<h3 class="under">{escape(" › ".join(dict.fromkeys(path)))}</h3>'
            last = path
        converted = f" <small>{word('converted', language)}</small>" if statement.converted else ""
        words = numbered(statement.text, statement.citations, PREFIX) + converted
        yield listing([words]) if statement.is_item else f"<p>{words}</p>"


def _sources(key: str, documents: Sequence[Contribution], language: Language) -> str:
    if not documents:
        return ""
    rows = [
        action("open", d.title, doc=d.doc_id)
        + f' <small title="{escape(d.source)}">{escape(file_label(d.source))}{f" · {d.statements}" if d.statements else ""}</small>'
        for d in documents
    ]
    return f'<div class="coverage" lang="{LANG[language]}"><p>{word(key, language)}</p>{listing(rows)}</div>'


def _overview(rows: Sequence[ReleaseChanges], language: Language) -> str:
    heads = [word(key, language) for key in ("version", "date", *_KINDS)]
    return f"<h2>{word('overview', language)}</h2>{table(heads, [_release(r) for r in rows], 'changes')}"


def _release(row: ReleaseChanges) -> list[str]:
    date = f"{escape(row.date.text)}{numbers_html(row.date.citations, PREFIX)}" if row.date else "–"
    return [escape(row.version), date, *(_changes(getattr(row, kind)) for kind in _KINDS)]


def _changes(changes: Sequence[Change]) -> str:
    return listing(_change(c) for c in changes) if changes else ""


def _change(change: Change) -> str:
    stage = " <small>alpha</small>" if change.stage == "alpha" else ""
    return f"{escape(change.text)}{stage}{numbers_html(change.citations, PREFIX)}"
