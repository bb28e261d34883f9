"""The words on Gradio's own components: in the browser's language from the start, and in another on request."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import gradio as gr
from gradio.i18n import I18nData

from ui.words import LANGUAGES, WORDS, Language, word

ComponentT = TypeVar("ComponentT")
Label = str | Callable[[Language], Any]


def _translations(language: Language) -> dict[str, str]:
    return {f"kaoju_{key}": row[LANGUAGES.index(language)] for key, row in WORDS.items() if "{" not in row[0]}


# Gradio falls back to English; the page is told the language of other browsers when it has loaded.
I18N = gr.I18n(**{"zh-CN": _translations("hans"), "zh-TW": _translations("hant"), "en": _translations("en")})


def text(key: str) -> I18nData:
    """Return the words ``key`` for a component, in the language of the browser."""
    return I18N(f"kaoju_{key}")


class Labels:
    """What has to be said anew when the language of the page changes."""

    def __init__(self) -> None:
        self._labelled: list[tuple[Any, dict[str, Label]]] = []

    def add(self, component: ComponentT, **labels: Label) -> ComponentT:
        """Note that properties of ``component`` are the words of a key, or what a function gives for a language."""
        self._labelled.append((component, labels))
        return component

    @property
    def components(self) -> list[Any]:
        """The components, in the order of ``updates``."""
        return [component for component, _ in self._labelled]

    def updates(self, language: Language) -> Sequence[Any]:
        """Return what Gradio changes in each component for ``language``."""
        return [
            gr.update(**{name: _said(label, language) for name, label in labels.items()})
            for _, labels in self._labelled
        ]


def _said(label: Label, language: Language) -> Any:
    return word(label, language) if isinstance(label, str) else label(language)
