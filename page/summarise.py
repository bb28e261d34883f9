"""Summaries: what they are of, how long they are, and the summary with its citations."""

from collections.abc import Sequence
from typing import Any, get_args

import gradio as gr

from corpus.errors import KaojuError
from page.export import ExportPanel
from page.frame import ASKING, QUICK, Frame, Redraw
from page.labels import text
from qa.answer import ScriptChoice
from qa.summary.types import DEFAULT_SENTENCES, Grouping, Scope, Summary, SummaryOptions
from ui.choices import components_of, documents_of, versions_of
from ui.markup import alert
from ui.summary import summary_html
from ui.words import Language, word

_LONGEST = 30  # sentences


class SummariseTab:
    """The tab."""

    def __init__(self, frame: Frame, tab: gr.Tab) -> None:
        self._frame = frame
        with gr.Row():
            self._scope()
        with gr.Row(elem_id="summary-options"):
            self._options()
        self.button = frame.labels.add(
            gr.Button(text("summarize"), variant="primary", elem_id="summarize"), value="summarize"
        )
        self.shown = frame.html("summary", live=True)
        self.export = ExportPanel(frame, "summary-export")
        self.summary = gr.State(None)
        self._wire(tab)

    def _scope(self) -> None:
        add = self._frame.labels.add
        self.documents = gr.Dropdown([], multiselect=True, label=text("documents"), elem_id="summary-documents")
        self.topic = gr.Textbox(label=text("topic"), placeholder=text("topic_example"), elem_id="summary-topic")
        self.version = gr.Dropdown(
            [], value="", allow_custom_value=True, label=text("version"), elem_id="summary-version"
        )
        self.range = gr.Textbox(label=text("range"), placeholder=text("range_example"), elem_id="summary-range")
        self.component = gr.Dropdown(
            [], value="", allow_custom_value=True, label=text("component"), elem_id="summary-component"
        )
        add(self.documents, label="documents")
        add(self.topic, label="topic", placeholder="topic_example")
        add(self.version, label="version")
        add(self.range, label="range", placeholder="range_example")
        add(self.component, label="component")

    def _options(self) -> None:
        add = self._frame.labels.add
        self.sentences = gr.Slider(
            1, _LONGEST, value=DEFAULT_SENTENCES, step=1, label=text("sentences"), elem_id="summary-sentences"
        )
        self.grouping = gr.Radio(
            _groupings("hans"), value="document", label=text("grouping"), elem_id="summary-grouping"
        )
        self.script = gr.Dropdown(_scripts("hans"), value="source", label=text("script"), elem_id="summary-script")
        self.changes = gr.Checkbox(False, label=text("overview"), elem_id="summary-changes")
        add(self.sentences, label="sentences")
        add(self.grouping, label="grouping", choices=_groupings)
        add(self.script, label="script", choices=_scripts)
        add(self.changes, label="overview")

    def _wire(self, tab: gr.Tab) -> None:
        language = self._frame.language
        scope = [self.documents, self.topic, self.version, self.range, self.component]
        options = [self.sentences, self.grouping, self.script, self.changes]
        outputs = [self.shown, self.summary, self.export.fold]
        self.button.click(self._summarise, [*scope, *options, language], outputs, **ASKING)
        self.export.exports(self.summary, lambda summary, _: [summary] if summary else [])
        pickers = [self.documents, self.version, self.component]
        tab.select(self._choices, language, pickers, **QUICK)
        self._frame.redraws.append(Redraw(self._choices, [language], pickers))
        self._frame.redraws.append(Redraw(self._again, [self.summary, language], [self.shown]))

    def _choices(self, language: Language) -> tuple[Any, Any, Any]:
        snapshot, every = self._frame.snapshot(), (word("all", language), "")
        versions = [every, *((v, v) for v in versions_of(snapshot))]
        components = [every, *((n, n) for _, n in components_of(snapshot, self._frame.service.terms))]
        return gr.update(choices=documents_of(snapshot)), gr.update(choices=versions), gr.update(choices=components)

    def _summarise(  # noqa: PLR0913, PLR0917  one argument a component
        self,
        documents: Sequence[str] | None,
        topic: str,
        version: str | None,
        range_: str,
        component: str | None,
        sentences: float,
        grouping: Grouping,
        script: ScriptChoice,
        changes: bool,
        language: Language,
    ) -> tuple[Any, ...]:
        scope = Scope(tuple(documents or ()), _given(topic), _given(version), _given(component), _given(range_))
        options = SummaryOptions(sentences=int(sentences), by=grouping, changes=changes, script=script)
        try:
            made = self._frame.service.summarize(scope, options)
        except KaojuError as error:
            return alert(word("failed", language, reason=error), language), None, self.export.offered(False)
        return self._drawn(made, language), made, self.export.offered(bool(made.citations))

    def _drawn(self, summary: Summary, language: Language) -> str:
        return summary_html(summary, self._frame.snapshot().documents, language)

    def _again(self, summary: Summary | None, language: Language) -> Any:
        return self._drawn(summary, language) if summary else gr.skip()


def _given(words: str | None) -> str | None:
    return (words or "").strip() or None


def _groupings(language: Language) -> list[tuple[str, str]]:
    return [(word(f"by_{by}", language), by) for by in get_args(Grouping)]


def _scripts(language: Language) -> list[tuple[str, str]]:
    return [(word(f"script_{choice}", language), choice) for choice in ("source", "hans", "hant")]
