"""Summaries as text for a terminal: groups with the headings their statements stand under, coverage, the change table."""

from collections.abc import Iterator, Sequence

from corpus.normalize import Script
from qa.render import citation_line, marks, one_line
from qa.summary.types import Change, Contribution, Group, ReleaseChanges, Summary
from qa.summary.words import summary_note

_KINDS = ("added", "beta", "ga", "deprecated", "removed")


def render_summary(summary: Summary) -> str:
    """Return the summary as text."""
    return "\n".join(_lines(summary))


def _lines(summary: Summary) -> Iterator[str]:
    script = summary.script
    for group in summary.groups:
        yield from _group_lines(summary, group)
        yield ""
    if summary.changes:
        yield summary_note("changes", script)
        yield from _change_table(summary.changes, script)
        yield ""
    yield from _coverage_lines("contributed", summary.coverage.contributed, script)
    yield from _coverage_lines("matched_only", summary.coverage.matched_only, script)
    if summary.citations:
        yield ""
        yield summary_note("citations", script)
        yield from map(citation_line, summary.citations)
    yield from map(one_line, summary.notes)


def _group_lines(summary: Summary, group: Group) -> Iterator[str]:
    yield f"# {one_line(group.title or summary_note('unversioned', summary.script))}"
    last: tuple[str, tuple[str, ...]] | None = None
    for i in group.statements:
        statement, citation = summary.statements[i], summary.citations[summary.statements[i].citations[0] - 1]
        place = (citation.doc_id, citation.section)
        if place != last:
            path = citation.section if group.doc_id else (citation.title, *citation.section)
            last = place
            if path:
                yield f"  {one_line(' › '.join(path))}"
        marks = "".join(f"[{n}]" for n in statement.citations)
        converted = summary_note("converted", summary.script) if statement.converted else ""
        yield f"    {'• ' if statement.is_item else ''}{one_line(statement.text)} {marks}{converted}"


def _coverage_lines(key: str, documents: Sequence[Contribution], script: Script) -> Iterator[str]:
    if documents:
        yield summary_note(key, script)
        for d in documents:
            count = f" ({d.statements})" if d.statements else ""
            yield f"  {one_line(d.title)}{count}  {one_line(d.source)}"


def _change_table(rows: Sequence[ReleaseChanges], script: Script) -> Iterator[str]:
    """Yield the overview as a table in Markdown, so that it can be pasted."""
    heads = [summary_note(key, script) for key in ("version", "date", *_KINDS)]
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for row in rows:
        date = f"{row.date.text} {marks(row.date.citations)}" if row.date else ""
        cells = [row.version, date, *("; ".join(map(_change, getattr(row, kind))) for kind in _KINDS)]
        yield f"| {' | '.join(cells)} |"


def _change(change: Change) -> str:
    stage = " (alpha)" if change.stage == "alpha" else ""
    return f"{one_line(change.text).replace('|', '/')}{stage} {marks(change.citations)}"
