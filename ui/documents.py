"""The collection as a table, and what became of files that were added."""

from collections.abc import Sequence

from index.records import Listing
from qa.service import Ingested
from ui.evidence import file_label
from ui.markup import action, escape, table
from ui.words import LANG, Language, word

_HEADS = ("title", "file", "characters", "pages", "passages", "encoding", "updated", "actions")


def documents_html(entries: Sequence[Listing], language: Language, removable: bool) -> str:
    """Return the documents with their counts, each with its actions."""
    if not entries:
        return f'<p class="note" lang="{LANG[language]}">{word("no_documents", language)}</p>'
    rows = [_row(entry, language, removable) for entry in entries]
    heads = [word(head, language) for head in _HEADS]
    return f'<section lang="{LANG[language]}">{table(heads, rows, "documents")}</section>'


def _row(entry: Listing, language: Language, removable: bool) -> list[str]:
    files = "<br>".join(f'<span title="{escape(s)}">{escape(file_label(s))}</span>' for s in entry.sources)
    return [
        escape(entry.title),
        files,
        f"{entry.characters:,}",
        str(entry.pages or "–"),
        f"{entry.passages:,}",
        escape(entry.encoding),
        escape(entry.updated_at[:10]),
        _actions(entry, language, removable),
    ]


def _actions(entry: Listing, language: Language, removable: bool) -> str:
    preview = action("open", word("preview", language), doc=entry.id)
    if not removable:
        return preview
    really = action("remove", word("remove_really", language), "danger", doc=entry.id)
    return f'{preview}<details class="confirm"><summary>{word("remove", language)}</summary>{really}</details>'


def outcomes_html(outcomes: Sequence[Ingested], total: int, language: Language, done: bool) -> str:
    """Return how far the adding has come, and what became of each file."""
    failed = sum(o.outcome == "failed" for o in outcomes)
    state = (
        word("added_all", language, ok=len(outcomes) - failed, failed=failed)
        if done
        else word("adding", language, done=min(len(outcomes), total), total=total)
    )
    bar = "" if done else progress_html(len(outcomes), total)
    rows = [_outcome(o, language) for o in outcomes]
    listed = table([word("file", language), word("outcome", language)], rows, "outcomes") if rows else ""
    return (
        f'<section class="progress" lang="{LANG[language]}"><p role="status">{escape(state)}</p>{bar}{listed}</section>'
    )


def progress_html(done: int, total: int) -> str:
    """Return a bar that shows ``done`` of ``total``."""
    return f'<progress max="{max(total, 1)}" value="{min(done, total)}" aria-hidden="true"></progress>'


def _outcome(outcome: Ingested, language: Language) -> list[str]:
    more = [outcome.message, *outcome.warnings]
    if outcome.like:
        more.append(word("like", language, sources="、".join(map(file_label, outcome.like))))
    said = "".join(f"<br><small>{escape(line)}</small>" for line in more if line)
    css = "failed" if outcome.outcome == "failed" else "ok"
    name = file_label(outcome.source)
    return [escape(name), f'<span class="{css}">{escape(word(f"outcome_{outcome.outcome}", language))}</span>{said}']
