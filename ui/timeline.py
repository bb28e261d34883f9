"""What happened in which version: a list with the quotations, and the same as a plot. Home of plotly."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from corpus.versions import Version
from qa.releases import releases_of
from qa.timeline import Event, version_of
from ui.markup import action, escape
from ui.words import LANG, Language, word

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

# From the bottom of the plot: stage, colour (legible on light and dark ground), form.
STAGES = {
    "released": ("#8a8178", "diamond"),
    "introduced": ("#3f7fbf", "circle"),
    "alpha": ("#7a6fc0", "circle-open"),
    "beta": ("#b07d1e", "circle"),
    "ga": ("#3c8a4e", "square"),
    "deprecated": ("#d0702e", "triangle-down"),
    "removed": ("#c4402c", "x"),
}
_HOVER = 80  # characters of a quotation


def dates_of(events: Sequence[Event]) -> dict[Version, str]:
    """Return the dates of the releases, ISO and as precise as known."""
    return {r.version.minor: r.date for r in releases_of(events) if r.date}


def timeline_html(
    events: Sequence[Event], dates: Mapping[Version, str], names: Mapping[str, str], language: Language
) -> str:
    """Return the events by release, each opening its quotation."""
    if not events:
        return f'<p class="note" lang="{LANG[language]}">{word("no_events", language)}</p>'
    releases = [
        _release(version, list(of_it), dates, names, language)
        for version, of_it in groupby(events, key=lambda e: version_of(e).minor)
    ]
    undated = {version_of(e).minor for e in events} - set(dates)
    lines = [word("click_point", language)] if len(undated) < len(releases) else []
    lines += [word("undated", language, n=len(undated))] if undated else []
    said = f'<p class="foot">{escape(" ".join(lines))}</p>'
    return f'<section class="events" lang="{LANG[language]}">{said}{"".join(reversed(releases))}</section>'


def _release(
    version: Version,
    events: Sequence[Event],
    dates: Mapping[Version, str],
    names: Mapping[str, str],
    language: Language,
) -> str:
    date = f"<small>{escape(dates[version])}</small>" if version in dates else ""
    rows = "".join(_event(e, names, language) for e in events)
    return f"<h2>{escape(version)} {date}</h2><ul>{rows}</ul>"


def _event(event: Event, names: Mapping[str, str], language: Language) -> str:
    c = event.citation
    stage = event.stage if event.stage in STAGES else None
    badge = f'<span class="stage {stage}">{escape(word(stage, language))}</span>' if stage else ""
    name = f"<b>{escape(names.get(event.component, event.component))}</b> " if event.component else ""
    opens = action("open", event.statement, "quote", doc=c.doc_id, start=c.start, end=c.end, n=c.n)
    return f'<li id="event-{c.n}">{badge}{name}{opens}</li>'


def timeline_figure(
    events: Sequence[Event], dates: Mapping[Version, str], names: Mapping[str, str], language: Language
) -> "Figure | None":
    """Return the events of dated releases on an axis of dates, one line a stage; None where no release is dated.

    The first of a point's ``customdata`` is the number of the event's citation. Nothing is loaded from elsewhere.
    """
    from plotly.graph_objects import Figure, Layout, Scatter

    dated = [e for e in events if version_of(e).minor in dates and e.stage in STAGES]
    if not dated:
        return None
    heights = dict(_heights(dated))
    traces = []
    for stage, (colour, symbol) in STAGES.items():
        of_stage = [e for e in dated if e.stage == stage]
        traces.append(
            Scatter(
                x=[_day(dates[version_of(e).minor]) for e in of_stage],
                y=[heights[e.citation.n] for e in of_stage],
                customdata=[[e.citation.n] for e in of_stage],
                hovertext=[_hover(e, dates, names) for e in of_stage],
                hoverinfo="text",
                mode="markers+text" if stage == "released" else "markers",
                text=_first_of_each(of_stage) if stage == "released" else None,
                textposition="bottom center",
                textfont={"size": 10},
                name=word(stage, language),
                marker={"color": colour, "symbol": symbol, "size": 8, "line": {"width": 1, "color": colour}},
            )
        )
    layout = Layout(
        template="none",
        height=520,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        margin={"l": 70, "r": 16, "t": 16, "b": 40},
        hovermode="closest",
        legend={"orientation": "h", "y": -0.12},
        xaxis={"type": "date", "hoverformat": "%Y-%m-%d", "tickformat": "%Y", "dtick": "M12"},
        yaxis={
            "tickvals": list(range(len(STAGES))),
            "ticktext": [word(stage, language) for stage in STAGES],
            "range": [-0.8, len(STAGES) - 0.4],
            "zeroline": False,
        },
    )
    return Figure(traces, layout)


def _first_of_each(events: Sequence[Event]) -> list[str]:
    """Return the version beside the first event of each, and nothing beside the others."""
    first = {e.version: e.citation.n for e in reversed(events)}
    return [e.version if first[e.version] == e.citation.n else "" for e in events]


def _heights(events: Sequence[Event]) -> Iterator[tuple[int, float]]:
    """Yield the height of each event: its stage's line, those of one release spread a little so that none hides another."""
    order = list(STAGES)
    key = lambda e: (order.index(str(e.stage)), version_of(e).minor)  # noqa: E731  used twice
    for (line, _), together in groupby(sorted(events, key=key), key=key):
        same = list(together)
        step = min(0.12, 0.7 / len(same))
        for i, event in enumerate(same):
            yield event.citation.n, line + (i - (len(same) - 1) / 2) * step


def _day(date: str) -> str:
    return f"{date}-01-01"[:10] if len(date) == 4 else f"{date}-01"[:10]


def _hover(event: Event, dates: Mapping[Version, str], names: Mapping[str, str]) -> str:
    words = event.statement if len(event.statement) <= _HOVER else f"{event.statement[:_HOVER]}…"
    head = " ".join(filter(None, (event.version, names.get(event.component or "", ""), dates[version_of(event).minor])))
    lines = [words[i : i + 40] for i in range(0, len(words), 40)]
    return f"<b>{escape(head)}</b><br>{'<br>'.join(map(escape, lines))}"
