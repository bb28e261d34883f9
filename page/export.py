"""Exporting what is shown: a format, its preview, copying and downloading."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

import gradio as gr

from corpus.errors import KaojuError
from page.frame import QUICK, Frame
from page.labels import text
from qa.export.formats import FORMATS
from qa.export.types import ExportOptions, FormatName
from qa.service import Service
from ui.export import Exported, exported_html
from ui.markup import alert
from ui.words import Language, word

_SHOWN_AS: dict[str, FormatName] = {"docx": "text", "xlsx": "csv"}
_STYLE = "apa"  # of references in the format csl, which names none
_NAMES: tuple[FormatName, ...] = tuple(f for f in get_args(FormatName) if f != "csl")


class ExportPanel:
    """Folded up under an answer or a summary; what it exports is asked for when it is opened."""

    def __init__(self, frame: Frame, elem_id: str, *, conversation: bool = False) -> None:
        self._frame = frame
        with gr.Accordion(text("export"), open=False, elem_id=elem_id, visible=False) as self.fold:
            frame.labels.add(self.fold, label="export")
            with gr.Row():
                self.form = gr.Dropdown(
                    list(_NAMES), value=_NAMES[0], label=text("format"), elem_id=f"{elem_id}-format"
                )
                frame.labels.add(self.form, label="format")
                self.what = gr.Radio(
                    [("这个答案", "this"), ("整个对话", "all")],
                    value="this",
                    label=text("what"),
                    elem_id=f"{elem_id}-what",
                    visible=conversation,
                )
                frame.labels.add(self.what, label="what", choices=_whole_or_part)
            self.shown = frame.html(f"{elem_id}-shown")

    def exports(self, material: gr.State, of: Callable[[Any, bool], Sequence[Any]]) -> None:
        """Have it export what ``of`` takes from the value of ``material``; its second argument asks for everything."""

        def draw(form: FormatName, what: str, value: Any, language: Language) -> str:
            things = of(value, what == "all")
            if not things:
                return exported_html(None, language)
            try:
                return exported_html(exported(self._frame.service, things, form), language)
            except KaojuError as error:
                return alert(word("failed", language, reason=error), language)

        inputs = [self.form, self.what, material, self._frame.language]
        for event in (self.fold.expand, self.form.input, self.what.input):
            event(draw, inputs, self.shown, **QUICK)

    def offered(self, offered: bool) -> Any:
        """Return the update of ``fold`` that offers exporting, folded up, or hides it."""
        return gr.update(visible=offered, open=False)


def exported(service: Service, things: Sequence[Any], form: FormatName) -> Exported:
    """Return ``things`` as a file in ``form``; InputError for an unknown one."""
    content = service.export(list(things), form, _options(form))
    preview = service.export(list(things), _SHOWN_AS[form]) if form in _SHOWN_AS else content
    known = FORMATS[form]
    words = preview.decode("utf-8-sig")
    return Exported(f"kaoju{known.suffix}", known.media_type, content, words, form not in _SHOWN_AS)


def _options(form: FormatName) -> ExportOptions:
    return ExportOptions(style=_STYLE) if form == "csl" else ExportOptions()


def _whole_or_part(language: Language) -> list[tuple[str, str]]:
    return [(word("this_answer", language), "this"), (word("conversation", language), "all")]
