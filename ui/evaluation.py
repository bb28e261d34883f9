"""Evaluations: the runs there are, how far one has come, and the figures of one that is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ui.documents import progress_html
from ui.markup import action, escape, listing, table
from ui.plots import Gauge, Plot, gauge_html, plot_html
from ui.words import LANG, Language, word

_LISTED = 50  # questions that were not answered right; the report has them all


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in the list; ``state`` is going, stopping, done or interrupted, ``error`` says why it ended early."""

    id: str
    gold: str
    state: str
    done: int
    questions: int
    accuracy: float | None
    error: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure in words, with its bar."""

    label: str
    value: str
    interval: str
    n: int
    gauge: Gauge | None


@dataclass(frozen=True, slots=True)
class Changed:
    """A measure that differs from an earlier run; ``direction`` is better or worse if that is more than chance."""

    label: str
    old: str
    new: str
    change: str
    better: int
    worse: int
    p_value: str
    direction: str


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison with the run that was begun at ``since``; ``common`` tells whether both have a question in common."""

    since: str
    rows: Sequence[Changed]
    common: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to: how many questions by verdict, figures by family, plots, and the questions not answered right."""

    gold: str
    verdicts: Mapping[str, int]
    families: Sequence[tuple[str, Sequence[Measured]]]
    plots: Sequence[Plot]
    wrong: Sequence[str]
    compared: Compared | None


def started(run_id: str) -> str:
    """Return the time that the id of a run is made of, to the second."""
    day, _, rest = run_id.partition("-")
    time, _, number = rest.partition("-")
    text = f"{day[:4]}-{day[4:6]}-{day[6:]} {time[:2]}:{time[2:4]}:{time[4:]}"
    return f"{text} ({number})" if number else text


def going_html(run: RunRow | None, language: Language) -> str:
    """Return how far the run has come that is going; empty where none is."""
    if run is None:
        return ""
    line = word(f"evaluation_{run.state}", language, gold=run.gold, done=run.done, total=run.questions)
    bar = progress_html(run.done, run.questions)
    return f'<section class="progress" lang="{LANG[language]}"><p role="status">{escape(line)}</p>{bar}</section>'


def runs_html(runs: Sequence[RunRow], language: Language) -> str:
    """Return the runs as a table, each with what can be done with it."""
    if not runs:
        return f'<p class="note" lang="{LANG[language]}">{word("no_evaluations", language)}</p>'
    heads = [word(head, language) for head in ("started", "gold", "state", "questions", "accuracy", "actions")]
    rows = [_row(run, language) for run in runs]
    title = f"<h2>{escape(word('evaluations', language))}</h2>"
    return f'<section class="evaluation" lang="{LANG[language]}">{title}{table(heads, rows, "evaluations")}</section>'


def _row(run: RunRow, language: Language) -> list[str]:
    error = f"<small>{escape(run.error)}</small>" if run.error else ""
    asked = f"{run.done}/{run.questions}" if run.state == "interrupted" else str(run.questions)
    return [
        escape(started(run.id)),
        escape(run.gold),
        f"{escape(word(f'state_{run.state}', language))}{error}",
        asked,
        "–" if run.accuracy is None else f"{run.accuracy:.3f}",
        _action(run, language),
    ]


def _action(run: RunRow, language: Language) -> str:
    if run.state == "done":
        return action("view", word("view_run", language), run=run.id)
    return action("resume", word("resume_run", language), run=run.id) if run.state == "interrupted" else "–"


def result_html(result: Result, language: Language) -> str:
    """Return the figures of a run, its plots, what has changed, and the questions that were not answered right."""
    counts = [word(f"verdict_{name}", language, n=n) for name, n in result.verdicts.items() if n]
    families = "".join(_family(label, rows, language) for label, rows in result.families)
    plots = "".join(map(plot_html, result.plots))
    return (
        f'<section class="evaluation" lang="{LANG[language]}">'
        f"<h2>{escape(word('result_of', language, gold=result.gold))}</h2><p>{escape(' · '.join(counts))}</p>"
        f'{_compared(result.compared, language)}<div class="families">{families}</div><div class="plots">{plots}</div>'
        f"{_wrong(result.wrong, language)}</section>"
    )


def _family(label: str, rows: Sequence[Measured], language: Language) -> str:
    heads = [word("measure", language), word("value", language), "", word("interval", language), "n"]
    cells = [[escape(r.label), escape(r.value), gauge_html(r.gauge), escape(r.interval), str(r.n)] for r in rows]
    return f"<div><h3>{escape(label)}</h3>{table(heads, cells, 'measures figures')}</div>"


def _compared(compared: Compared | None, language: Language) -> str:
    if compared is None:
        return ""
    title = f"<h3>{escape(word('since', language, run=compared.since))}</h3>"
    if not compared.rows:
        return f"{title}<p>{word('none_changed' if compared.common else 'nothing_common', language)}</p>"
    heads = [word(head, language) for head in ("measure", "was", "now", "change", "better_worse", "significance")]
    cells = [
        [
            escape(row.label),
            escape(row.old),
            escape(row.new),
            f'<span class="{escape(row.direction)}">{escape(row.change)}</span>',
            f"{row.better}/{row.worse}",
            escape(row.p_value),
        ]
        for row in compared.rows
    ]
    return f"{title}{table(heads, cells, 'measures')}"


def _wrong(questions: Sequence[str], language: Language) -> str:
    if not questions:
        return ""
    listed = listing(map(escape, questions[:_LISTED])).replace("<ul>", '<ul class="wrong">', 1)
    more = f"<p>{word('full_report', language)}</p>" if len(questions) > _LISTED else ""
    return f"<h3>{escape(word('not_right', language, n=len(questions)))}</h3>{listed}{more}"
