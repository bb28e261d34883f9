"""The dialog that shows a whole source at a quotation, opened from any part of the page."""

from typing import Any

import gradio as gr

from corpus.types import Span
from page.frame import QUICK, Frame, anew
from ui.behaviour import READER
from ui.source import source_html
from ui.words import Language


def source_dialog(frame: Frame) -> gr.HTML:
    """Add the dialog; every part in ``frame.opening`` opens it."""
    dialog = frame.html("reader", js=READER)

    def show(event: gr.EventData, language: Language) -> str:
        document = frame.snapshot().documents.get(str(_given(event, "doc")))
        return anew(source_html(document, _span(event), language))

    for part in frame.opening:
        part.open(show, frame.language, dialog, **QUICK)
    return dialog


def _given(event: gr.EventData, name: str) -> Any:
    data = event._data
    return data.get(name) if isinstance(data, dict) else None


def _span(event: gr.EventData) -> Span | None:
    """Return the span that the browser names; None for one that is none, since anybody can send anything."""
    try:
        return Span(int(_given(event, "start")), int(_given(event, "end")))
    except (TypeError, ValueError):
        return None
