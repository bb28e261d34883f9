"""Plots of an evaluation as SVG: a curve, a histogram, and the bar of a figure with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.markup import escape

Point = tuple[float, float]
Tick = tuple[float, str]


@dataclass(frozen=True, slots=True)
class Gauge:
    """A bar with its interval, each in percent of the full length; ``low`` and ``high`` are None without one."""

    length: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Axes:
    """What lies under a plot, in the units of its viewBox: its size, its edges and its ticks; ``x`` and ``y`` name the axes."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    across: Sequence[Tick]
    up: Sequence[Tick]
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A curve through ``points``, or ``boxes`` of x, y, width and height that stand on the horizontal axis."""

    title: str
    axes: Axes
    points: Sequence[Point] = ()
    boxes: Sequence[tuple[float, float, float, float]] = ()


def plot_html(plot: Plot) -> str:
    """Return the plot under its title; empty where there is nothing to draw."""
    if not plot.points and not plot.boxes:
        return ""
    axes = plot.axes
    line = " ".join(f"{x:g},{y:g}" for x, y in plot.points)
    curve = f'<polyline class="line" points="{line}"/>' if plot.points else ""
    dots = "".join(f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="2.5"/>' for x, y in plot.points)
    boxes = "".join(
        f'<rect class="column" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>' for x, y, w, h in plot.boxes
    )
    return (
        f"<figure><h3>{escape(plot.title)}</h3>"
        f'<svg class="plot" viewBox="0 0 {axes.width} {axes.height}" role="img" aria-label="{escape(plot.title)}">'
        f"{_grid(axes)}{boxes}{curve}{dots}</svg></figure>"
    )


def _grid(axes: Axes) -> str:
    up = (
        f'<line class="grid" x1="{axes.left}" x2="{axes.right}" y1="{at:g}" y2="{at:g}"/>'
        f'<text class="up" x="{axes.left - 6}" y="{at + 4:g}">{escape(text)}</text>'
        for at, text in axes.up
    )
    across = (
        f'<text class="across" x="{at:g}" y="{axes.bottom + 16}">{escape(text)}</text>' for at, text in axes.across
    )
    names = (
        f'<text class="up" x="{axes.right}" y="{axes.bottom + 36}">{escape(axes.x)}</text>'
        f'<text x="4" y="12">{escape(axes.y)}</text>'
    )
    return "".join((*up, *across, names))


def gauge_html(gauge: Gauge | None) -> str:
    """Return the bar; empty where there is none."""
    if gauge is None:
        return ""
    whisker = ""
    if gauge.low is not None and gauge.high is not None:
        path = f"M{gauge.low:g} 5H{gauge.high:g}M{gauge.low:g} 2V8M{gauge.high:g} 2V8"
        whisker = f'<path class="whisker" d="{path}"/>'
    return (
        '<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="track" width="100" height="10"/><rect class="fill" width="{gauge.length:g}" height="10"/>{whisker}</svg>'
    )
