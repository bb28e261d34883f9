"""What a finished run came to, taken from its folder for ui/evaluation.py, and its report held against an earlier run."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from corpus.normalize import Script
from corpus.types import Document
from eval.aggregation import Figures, aggregate
from eval.comparison import Comparison, compare
from eval.evaluating import read_scores
from eval.finished import read_evaluation
from eval.gold import load_gold
from eval.report.compared import Changed as Reported
from eval.report.compared import changed
from eval.report.groups import Cell, families, longest, measured
from eval.report.html import html_report
from eval.report.labels import Label
from eval.report.plots import AREA, Tick, curve, histogram
from eval.report.types import Report, verdict_of
from eval.scores import QuestionScore
from page.evaluations import Run
from ui.evaluation import Changed, Compared, Measured, Result, RunRow, started
from ui.plots import Axes, Gauge, Plot
from ui.words import Language, word


def row_of(run: Run) -> RunRow:
    """Return a run as the page lists it."""
    return RunRow(run.id, run.gold.name, run.state, run.done, run.questions, run.accuracy, run.error)


def result_of(run: Run, before: Run | None, language: Language) -> Result:
    """Return the result of a run that is done, compared with ``before``; InputError where its files are damaged."""
    scores, figures = _scored(run)
    questions = {example.id: example.question for example in load_gold(run.gold)}
    verdicts = Counter(verdict_of(score) for score in scores)
    found = families(figures.overall, measured(figures), longest(figures.overall))
    return Result(
        gold=run.gold.name,
        verdicts={name: verdicts[name] for name in ("right", "wrong", "failed", "unscored")},
        families=[
            (_said(f.label, f.name.capitalize(), language), [_measured(c, language) for c in f.cells]) for f in found
        ],
        plots=(_curve(figures, language), _latencies(scores, language)),
        wrong=[questions.get(s.id, s.id) for s in scores if verdict_of(s) in ("wrong", "failed")],
        compared=_compared(run, before, language) if before else None,
    )


def report_of(run: Run, before: Run | None, documents: Mapping[str, Document]) -> bytes:
    """Return the report as a page: the one written at the end, or with ``before`` one that compares the two."""
    if before is None:
        return run.folder.report_html.read_bytes()
    evaluation = read_evaluation(run.folder, run.gold, documents)
    return html_report(Report(evaluation, _comparisons(run, before))).encode()


@lru_cache(maxsize=8)  # the intervals of a large gold set take a while, and a finished run stays as it is
def _scored(run: Run) -> tuple[tuple[QuestionScore, ...], Figures]:
    scores = tuple(read_scores(run.folder))
    return scores, aggregate(scores)


@lru_cache(maxsize=8)
def _comparisons(run: Run, before: Run) -> Sequence[Comparison]:
    return compare(_scored(before)[0], _scored(run)[0])


def _compared(run: Run, before: Run, language: Language) -> Compared:
    found = _comparisons(run, before)
    rows = [_changed(row, language) for row in changed(found)]
    return Compared(f"{started(before.id)} {before.gold.name}", rows, bool(found))


def _changed(row: Reported, language: Language) -> Changed:
    label = _said(row.label, row.name, language)
    return Changed(label, row.old, row.new, row.change, row.better, row.worse, row.p_value, row.direction)


def _said(label: Label, name: str, language: Language) -> str:
    """Return a label of the report; in English, what the figure is called in figures.json."""
    script: Script = "hant" if language == "hant" else "hans"
    return name.replace("_", " ") if language == "en" else label.say(script)


def _measured(cell: Cell, language: Language) -> Measured:
    gauge = Gauge(cell.bar.length, cell.bar.low, cell.bar.high) if cell.bar else None
    return Measured(_said(cell.label, cell.name, language), cell.value, cell.interval, cell.n, gauge)


def _axes(across: Sequence[Tick], up: Sequence[Tick], x: str, y: str) -> Axes:
    ticks = [[(tick.at, tick.text) for tick in axis] for axis in (across, up)]
    return Axes(AREA.width, AREA.height, AREA.left, AREA.right, AREA.bottom, ticks[0], ticks[1], x, y)


def _curve(figures: Figures, language: Language) -> Plot:
    drawn = curve(figures.curve)
    axes = _axes(drawn.across, drawn.up, word("coverage", language), word("accuracy", language))
    return Plot(word("coverage_plot", language), axes, points=[(dot.x, dot.y) for dot in drawn.dots])


def _latencies(scores: Sequence[QuestionScore], language: Language) -> Plot:
    drawn = histogram([score.elapsed_ms for score in scores])
    axes = _axes(drawn.across, drawn.up, word("milliseconds", language), word("questions", language))
    boxes = [(column.x, column.y, column.width, column.height) for column in drawn.columns]
    return Plot(word("latency_plot", language), axes, boxes=boxes)
