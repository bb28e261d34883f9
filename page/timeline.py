"""The timeline: versions by date with what reached which stage, each leading to its quotation."""

from typing import Any

import gradio as gr

from page.frame import QUICK, Frame, Redraw
from page.labels import text
from ui.timeline import dates_of, timeline_figure, timeline_html
from ui.words import Language, word


class TimelineTab:
    """The tab: a component to choose, the plot, and the list of events under it."""

    def __init__(self, frame: Frame, tab: gr.Tab) -> None:
        self._frame = frame
        self.component = gr.Dropdown(
            [], value="", allow_custom_value=True, label=text("component"), elem_id="timeline-component"
        )
        frame.labels.add(self.component, label="component")
        self.plot = gr.Plot(show_label=False, container=False, elem_id="timeline-plot")
        self.events = frame.html("events")
        inputs, outputs = [self.component, frame.language], [self.component, self.plot, self.events]
        tab.select(self.draw, inputs, outputs, **QUICK)
        self.component.input(self.draw, inputs, outputs, **QUICK)
        frame.redraws.append(Redraw(self.draw, inputs, outputs))

    def draw(self, component: str | None, language: Language) -> tuple[Any, Any, str]:
        """Return the components to choose from, the plot and the list."""
        service = self._frame.service
        names = {t.id: t.aliases[0] for t in service.terms.terms}
        every = service.timeline()
        shown = service.timeline(component) if component else every
        told = dict.fromkeys(e.component for e in every if e.component)
        choices = [(word("all", language), ""), *sorted((names.get(c, c), names.get(c, c)) for c in told)]
        dates = dates_of(every)
        figure = timeline_figure(shown, dates, names, language)
        plot = gr.update(value=figure, visible=figure is not None)
        return gr.update(choices=choices), plot, timeline_html(shown, dates, names, language)
