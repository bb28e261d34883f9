"""Evaluations: a gold set to choose or upload, how far its questions have been asked, and what they came to.

Nothing here waits for a run: it is asked in the background of the server, and the page looks after it every second.
"""

from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
from gradio.processing_utils import save_bytes_to_cache

from corpus.errors import InputError, KaojuError
from eval.finished import bundled
from page.evaluations import MAX_GOLD_BYTES, MAX_QUESTIONS, Evaluations, Run, gold_named
from page.frame import ASKING, QUICK, Frame, Redraw, anew
from page.labels import text
from page.results import report_of, result_of, row_of
from page.uploads import forget
from ui.evaluation import going_html, result_html, runs_html, started
from ui.markup import alert, escape
from ui.words import LANG, Language, word

_EVERY = 1.0  # seconds


class _Followed(NamedTuple):
    """Updates of what changes while a run is going: its progress, the list, the stop button, and the timer."""

    progress: Any
    runs: Any
    stop: Any
    timer: Any


class _Shown(NamedTuple):
    """Updates of what shows a run that is done, and its id, which the visitor's page keeps."""

    result: Any
    compare: Any
    report: Any
    figures: Any
    run: Any


class EvaluateTab:
    """The tab."""

    def __init__(self, frame: Frame, tab: gr.Tab, evaluations: Evaluations) -> None:
        self._frame, self._evaluations = frame, evaluations
        self._build_choice()
        self.said = gr.HTML("", elem_id="evaluation-said", apply_default_css=False, js_on_load=None)
        self.progress = gr.HTML("", elem_id="evaluation-progress", apply_default_css=False, js_on_load=None)
        self.list = frame.html("evaluations")
        self._build_result()
        self.timer = gr.Timer(_EVERY, active=False)
        self.run = gr.State(None)
        self._wire(tab)

    def _build_choice(self) -> None:
        add = self._frame.labels.add
        names = list(bundled())
        with gr.Row(elem_id="evaluation-gold"):
            self.bundled = gr.Dropdown(names, value=names[0], label=text("bundled_gold"), elem_id="bundled-gold")
            self.own = gr.File(label=text("own_gold"), elem_id="own-gold", height=150)
        limits = gr.HTML(_limits("hans"), apply_default_css=False, js_on_load=None)
        with gr.Row():
            self.start = gr.Button(text("evaluate"), variant="primary", elem_id="evaluate")
            self.stop = gr.Button(text("stop_evaluation"), elem_id="evaluation-stop", visible=False)
        add(self.bundled, label="bundled_gold")
        add(self.own, label="own_gold")
        add(limits, value=_limits)
        add(self.start, value="evaluate")
        add(self.stop, value="stop_evaluation")

    def _build_result(self) -> None:
        add = self._frame.labels.add
        with gr.Row():
            self.compare = gr.Dropdown(
                [],
                value="",
                allow_custom_value=True,
                label=text("compare_with"),
                elem_id="evaluation-compare",
                visible=False,
            )
        self.result = self._frame.html("evaluation")
        with gr.Row():
            self.report = gr.DownloadButton(word("download_report", "hans"), elem_id="evaluation-report", visible=False)
            self.figures = gr.DownloadButton(
                word("download_figures", "hans"), elem_id="evaluation-figures", visible=False
            )
        add(self.compare, label="compare_with")
        add(self.report, label="download_report")
        add(self.figures, label="download_figures")

    def _wire(self, tab: gr.Tab) -> None:
        language = self._frame.language
        followed = [self.progress, self.list, self.stop, self.timer]
        shown = [self.result, self.compare, self.report, self.figures, self.run]
        everything = [self.said, *followed, *shown]
        self.start.click(self._start, [self.bundled, self.own, language], [*everything, self.own], **QUICK)
        self.stop.click(self._stop, language, followed, **QUICK)
        self.list.resume(self._resume, language, everything, **QUICK)
        self.list.view(self._view, language, shown, **ASKING)
        self.compare.input(self._compared, [self.run, self.compare, language], shown, **ASKING)
        self.timer.tick(self._tick, [self.run, language], [*followed, *shown], **QUICK)
        tab.select(self._all, [self.run, language], [*followed, *shown], **QUICK)
        self._frame.redraws.append(Redraw(self._all, [self.run, language], [*followed, *shown]))

    def _start(self, name: str, own: str | None, language: Language) -> tuple[Any, ...]:
        """Begin a run; the uploaded file is not kept where Gradio has put it."""
        try:
            run = self._evaluations.start(Path(own) if own else gold_named(name))
        except (KaojuError, OSError) as error:
            return self._refused(error, language), *self._follow(language), *([gr.skip()] * 5), None
        finally:
            forget([Path(own)] if own else [])
        return "", *self._follow(language), *self._show(run.id, "", language), None

    def _refused(self, error: Exception, language: Language) -> str:
        busy = isinstance(error, InputError) and self._evaluations.going
        line = word("evaluation_busy" if busy else "evaluation_failed", language, reason=error)
        return anew(alert(line, language))

    def _stop(self, language: Language) -> _Followed:
        self._evaluations.stop()
        return self._follow(language)

    def _resume(self, event: gr.EventData, language: Language) -> tuple[Any, ...]:
        try:
            run = self._evaluations.resume(str(event.run))
        except KaojuError as error:
            return self._refused(error, language), *self._follow(language), *([gr.skip()] * 5)
        return "", *self._follow(language), *self._show(run.id, "", language)

    def _view(self, event: gr.EventData, language: Language) -> _Shown:
        return self._show(str(event.run), "", language)

    def _compared(self, run_id: str | None, before: str | None, language: Language) -> _Shown:
        return self._show(run_id, before or "", language)

    def _tick(self, run_id: str | None, language: Language) -> tuple[Any, ...]:
        """Tell the progress of the run that is going; once it has ended, draw everything."""
        going = self._evaluations.going
        if going is None:
            return self._all(run_id, language)
        return going_html(row_of(going), language), *([gr.skip()] * 8)

    def _all(self, run_id: str | None, language: Language) -> tuple[Any, ...]:
        return *self._follow(language), *self._show(run_id, "", language)

    def _follow(self, language: Language) -> _Followed:
        runs = self._evaluations.runs()
        going = next((run for run in runs if run.state in ("going", "stopping")), None)
        return _Followed(
            going_html(row_of(going) if going else None, language),
            runs_html([row_of(run) for run in runs], language),
            gr.update(visible=going is not None),
            gr.Timer(active=going is not None),
        )

    def _show(self, run_id: str | None, before_id: str, language: Language) -> _Shown:
        """Show a run, by default the latest that is done, held against the one chosen to compare it with."""
        done = [run for run in self._evaluations.runs() if run.state == "done"]
        run = next((run for run in done if run.id == run_id or run_id is None), None)
        hidden = gr.update(visible=False)
        if run is None:
            return _Shown("", hidden, hidden, hidden, run_id)
        before = next((other for other in done if other.id == before_id), None)
        try:
            drawn = result_html(result_of(run, before, language), language)
            report, figures = self._downloads(run, before)
        except (KaojuError, OSError) as error:
            line = word("failed", language, reason=error)
            return _Shown(anew(alert(line, language)), hidden, hidden, hidden, run.id)
        return _Shown(
            drawn,
            _comparable(run, before, done, language),
            gr.update(value=report, visible=True),
            gr.update(value=figures, visible=True),
            run.id,
        )

    def _downloads(self, run: Run, before: Run | None) -> tuple[str, str]:
        report = report_of(run, before, self._frame.snapshot().documents)
        return (
            save_bytes_to_cache(report, "report.html", self.report.GRADIO_CACHE),
            save_bytes_to_cache(run.folder.figures.read_bytes(), "figures.json", self.figures.GRADIO_CACHE),
        )


def _comparable(run: Run, before: Run | None, done: list[Run], language: Language) -> Any:
    earlier = [other for other in done if other.id < run.id]
    choices = [(word("no_comparison", language), ""), *((f"{started(r.id)} {r.gold.name}", r.id) for r in earlier)]
    return gr.update(choices=choices, value=before.id if before else "", visible=bool(earlier))


def _limits(language: Language) -> str:
    line = word("gold_limits", language, mb=MAX_GOLD_BYTES // 1024 // 1024, n=f"{MAX_QUESTIONS:,}")
    return f'<p class="limits" lang="{LANG[language]}">{escape(line)}</p>'
