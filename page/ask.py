"""Asking: the question box, the conversation, and what an answer can be narrowed to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast, get_args

import gradio as gr

from corpus.errors import KaojuError
from page.export import ExportPanel
from page.frame import ASKING, QUICK, Frame, Redraw, anew
from page.labels import text
from page.running import Running
from qa.answer import ScriptChoice
from qa.kinds import Kind
from qa.types import Answer
from ui.answer import Setting, answer_html, earlier_html
from ui.behaviour import ANSWERED
from ui.choices import choices_of, components_of, documents_of, versions_of
from ui.conversation import Asked, Conversation, Narrowed, ask
from ui.corrections import reworded
from ui.examples import examples, examples_html
from ui.markup import alert
from ui.words import Language, word

_SCRIPTS: tuple[ScriptChoice, ...] = get_args(ScriptChoice)


class AskTab:
    """The tab; ``given`` are questions to offer, in place of those drawn from the collection."""

    def __init__(self, frame: Frame, given: Sequence[str] | None) -> None:
        self._frame, self._given, self._running = frame, given, Running()
        self._build()
        self._wire()

    def _build(self) -> None:
        frame = self._frame
        with gr.Column(elem_id="composer"), gr.Row(elem_id="line"):
            self._question_line()
        with gr.Accordion(text("scope"), open=False, elem_id="scope") as scope:
            self._scope()
        frame.labels.add(scope, label="scope")
        self.answer = frame.html("answer", js=ANSWERED, live=True)
        self.export = ExportPanel(frame, "export", conversation=True)
        self.offers = frame.html("examples")
        self.earlier = frame.html("earlier")
        self.clear = gr.Button(text("clear"), size="sm", elem_id="clear", visible=False)
        frame.labels.add(self.clear, value="clear")
        self.conversation = gr.State(Conversation())

    def _question_line(self) -> None:
        add = self._frame.labels.add
        self.question = gr.Textbox(
            label=text("question"),
            placeholder=text("example"),
            lines=1,
            max_lines=6,
            elem_id="question",
            autofocus=True,
            scale=1,
        )
        add(self.question, label="question", placeholder="example")
        self.button = add(gr.Button(text("ask"), variant="primary", elem_id="ask"), value="ask")
        self.halt = add(gr.Button(text("stop"), elem_id="stop"), value="stop")

    def _scope(self) -> None:
        add = self._frame.labels.add
        with gr.Row():
            self.documents = gr.Dropdown([], multiselect=True, label=text("documents"), elem_id="scope-documents")
            self.version = gr.Dropdown(
                [], value="", allow_custom_value=True, label=text("version"), elem_id="scope-version"
            )
            self.component = gr.Dropdown(
                [], value="", allow_custom_value=True, label=text("component"), elem_id="scope-component"
            )
            self.script = gr.Dropdown(
                _script_choices("hans"), value="auto", label=text("script"), elem_id="scope-script"
            )
        add(self.documents, label="documents")
        add(self.version, label="version")
        add(self.component, label="component")
        add(self.script, label="script", choices=_script_choices)

    @property
    def _context(self) -> list[Any]:
        scope = [self.documents, self.version, self.component, self.script]
        return [*scope, self._frame.language, self.conversation]

    @property
    def _shown(self) -> list[Any]:
        return [self.answer, self.earlier, self.conversation, self.export.fold, self.clear]

    def _wire(self) -> None:
        frame = self._frame
        self.button.click(self._ask, [self.question, *self._context], self._shown, **ASKING)
        both = [self.question, *self._shown]
        self.offers.ask(self._ask_offered, self._context, both, **ASKING)
        self.answer.correct(self._correct, self._context, [self.version, *both], **ASKING)
        self.halt.click(self._stop, None, None, **QUICK)
        self.clear.click(self._clear, None, both, **QUICK)
        self.export.exports(
            self.conversation, lambda talk, everything: talk.answers if everything else talk.answers[-1:]
        )
        frame.redraws.append(Redraw(self._offers, [frame.language], [self.offers], at_load=True))
        scope = [self.documents, self.version, self.component]
        frame.redraws.append(Redraw(self.choices, [frame.language], scope, at_load=True))
        frame.redraws.append(Redraw(self._again, [frame.language, self.conversation], [self.answer, self.earlier]))

    def choices(self, language: Language) -> tuple[Any, Any, Any]:
        """Return the updates of the pickers for the present state of the collection."""
        every = (word("all", language), "")
        snapshot, terms = self._frame.snapshot(), self._frame.service.terms
        versions = [every, *((v, v) for v in versions_of(snapshot))]
        components = [every, *((name, name) for _, name in components_of(snapshot, terms))]
        return gr.update(choices=documents_of(snapshot)), gr.update(choices=versions), gr.update(choices=components)

    def _ask(  # noqa: PLR0913, PLR0917  one argument a component
        self,
        question: str,
        documents: Sequence[str] | None,
        version: str | None,
        component: str | None,
        script: ScriptChoice,
        language: Language,
        before: Conversation,
        request: gr.Request,
    ) -> tuple[Any, ...]:
        narrowed = Narrowed(tuple(documents or ()), _given(version), _given(component), script)
        return self._answered(question, narrowed, language, before, request)

    def _answered(
        self, question: str, narrowed: Narrowed, language: Language, before: Conversation, request: gr.Request
    ) -> tuple[Any, ...]:
        def work() -> Asked:
            return ask(self._frame.service, question, narrowed, before, language)

        asked = self._running.run(str(request.session_hash), work) or Asked(before, word("stopped", language))
        talk = asked.conversation
        if asked.failure:
            earlier = self._earlier(talk.answers, language)
            return anew(alert(asked.failure, language)), earlier, talk, self.export.offered(False), _visible(talk)
        return (*self._drawn(talk, language), talk, self.export.offered(True), _visible(talk))

    def _drawn(self, talk: Conversation, language: Language) -> tuple[str, str]:
        snapshot, terms = self._frame.snapshot(), self._frame.service.terms
        setting = Setting(snapshot.documents, terms, language, choices_of(snapshot, terms))
        return anew(answer_html(talk.answers[-1], setting)), self._earlier(talk.answers[:-1], language)

    def _earlier(self, answers: Sequence[Answer], language: Language) -> str:
        setting = Setting(self._frame.snapshot().documents, self._frame.service.terms, language)
        return earlier_html(answers, setting)

    def _again(self, language: Language, talk: Conversation) -> tuple[Any, Any]:
        return self._drawn(talk, language) if talk.answers else (gr.skip(), gr.skip())

    def _ask_offered(  # noqa: PLR0913, PLR0917  one argument a component
        self,
        event: gr.EventData,
        documents: Sequence[str] | None,
        version: str | None,
        component: str | None,
        script: ScriptChoice,
        language: Language,
        before: Conversation,
        request: gr.Request,
    ) -> tuple[Any, ...]:
        question = str(event.question)
        return question, *self._ask(question, documents, version, component, script, language, before, request)

    def _correct(  # noqa: PLR0913, PLR0917  one argument a component
        self,
        event: gr.EventData,
        documents: Sequence[str] | None,
        version: str | None,
        component: str | None,
        script: ScriptChoice,
        language: Language,
        before: Conversation,
        request: gr.Request,
    ) -> tuple[Any, ...]:
        """Ask again with a chip changed: the question is put anew, or the scope changed where that named the version."""
        narrowed = Narrowed(tuple(documents or ()), _given(version), _given(component), script)
        read = before.answers[-1].understood if before.answers else None
        question = read.question if read else ""
        what, was, now = str(event.what), str(event.was), str(event.now)
        if what == "kind" and now in get_args(Kind):
            narrowed = replace(narrowed, kind=cast("Kind", now))
        elif what != "kind":
            names = dict(components_of(self._frame.snapshot(), self._frame.service.terms))
            question = reworded(question, was, names.get(now, now), self._frame.service.terms)
            narrowed = replace(narrowed, version=_rescoped(narrowed.version, was, now))
        rest = self._answered(question, narrowed, language, before, request)
        return narrowed.version or "", question, *rest

    def _stop(self, request: gr.Request) -> None:
        self._running.stop(str(request.session_hash))

    def _clear(self) -> tuple[Any, ...]:
        return "", "", "", Conversation(), self.export.offered(False), gr.update(visible=False)

    def _offers(self, language: Language) -> str:
        try:
            offered = examples(self._frame.service, language) if self._given is None else tuple(self._given)
        except KaojuError:  # the masthead says what is wrong
            return ""
        return examples_html(offered, language)


def _given(chosen: str | None) -> str | None:
    return (chosen or "").strip() or None


def _rescoped(version: str | None, was: str, now: str) -> str | None:
    return (now or None) if version == was else version


def _visible(talk: Conversation) -> Any:
    return gr.update(visible=bool(talk.answers))


def _script_choices(language: Language) -> list[tuple[str, str]]:
    return [(word(f"script_{choice}", language), choice) for choice in _SCRIPTS]
