"""What all tabs share: the service, what the page may do, its language, and how its parts are made."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import gradio as gr

from index.snapshot import Snapshot
from page.labels import Labels
from qa.service import Service
from ui.behaviour import ACTIONS

# Without Gradio's queue, which keeps a record of every event for as long as the process lives.
QUICK: dict[str, Any] = {"queue": False, "api_visibility": "private", "show_progress": "hidden"}
ASKING: dict[str, Any] = {**QUICK, "show_progress": "minimal", "trigger_mode": "always_last"}
LONG: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden", "concurrency_limit": 1}
_PLAIN = "${value}"
_LIVE = '<div aria-live="polite">${value}</div>'


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What visitors may do: whether the collection can be changed, and how much may be uploaded at once."""

    read_only: bool = False
    max_upload_mb: int = 50
    max_upload_files: int = 200


@dataclass(frozen=True, slots=True)
class Redraw:
    """What a tab draws anew when the language changes, or ``at_load`` of the page too."""

    draw: Callable[..., Any]
    inputs: Sequence[Any]
    outputs: Sequence[Any]
    at_load: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The page around its tabs; ``opening`` collects the parts in which a click opens a source."""

    service: Service
    options: PageOptions
    language: gr.Radio
    labels: Labels = field(default_factory=Labels)
    redraws: list[Redraw] = field(default_factory=list)
    opening: list[gr.HTML] = field(default_factory=list)

    def snapshot(self) -> Snapshot:
        """Return the present generation of the collection."""
        return self.service.collection.snapshot()

    def html(self, elem_id: str, value: str = "", *, js: str = ACTIONS, live: bool = False) -> gr.HTML:
        """Return a part of the page whose buttons tell their events; ``live`` has it read out when it changes."""
        template = _LIVE if live else _PLAIN
        part = gr.HTML(value, elem_id=elem_id, apply_default_css=False, js_on_load=js, html_template=template)
        self.opening.append(part)
        return part


def anew(html: str) -> str:
    """Return ``html`` so that it differs from the same shown before; the browser is told of differences alone."""
    return f"{html}<!--{time.monotonic_ns()}-->"
