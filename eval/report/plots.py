"""The coverage curve and the latency histogram as geometry: points and boxes in the units of an SVG's viewBox."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from eval.aggregation import LATENCIES
from eval.metrics.latency import percentile
from eval.metrics.selective import CurvePoint
from eval.report.labels import Label
from eval.report.numbers import milliseconds
from eval.report.words import word

_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_BINS = 20
_BEYOND = 1.3  # the axis ends at this many times the 95th percentile: a time-out would flatten the rest


@dataclass(frozen=True, slots=True)
class Area:
    """The size of a plot, and the edges of what lies between its axes."""

    width: int = 360
    height: int = 232
    left: int = 40
    right: int = 336
    top: int = 22
    bottom: int = 190


AREA = Area()


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid at ``at``, and what is written beside it."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a curve, with what is told of it."""

    x: float
    y: float
    tells: Label


@dataclass(frozen=True, slots=True)
class Column:
    """A box of a histogram that stands on the horizontal axis, with what is told of it."""

    x: float
    y: float
    width: float
    height: float
    tells: Label


@dataclass(frozen=True, slots=True)
class Curve:
    """The coverage/accuracy curve; no dots where no answer was given."""

    dots: tuple[Dot, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]

    @property
    def points(self) -> str:
        """The dots as an SVG polyline takes them."""
        return " ".join(f"{dot.x:g},{dot.y:g}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many questions took how long; ``marks`` are the median and the 95th percentile."""

    columns: tuple[Column, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    marks: tuple[Dot, ...]


def curve(points: Sequence[CurvePoint]) -> Curve:
    """Return the curve, coverage from left to right and accuracy upwards, both from 0 to 1."""
    return Curve(
        dots=tuple(
            Dot(
                _x(p.coverage),
                _y(p.accuracy),
                word("threshold", threshold=p.threshold, coverage=p.coverage, accuracy=p.accuracy),
            )
            for p in points
        ),
        across=tuple(Tick(_x(t), f"{t:g}") for t in _TICKS),
        up=tuple(Tick(_y(t), f"{t:g}") for t in _TICKS),
    )


def histogram(times: Sequence[float]) -> Histogram:
    """Return the histogram of ``times`` in milliseconds; the last column holds what is beyond the axis."""
    if not times:
        return Histogram((), (), (), ())
    late = percentile(times, 0.95) or 0.0
    step = nice_step(min(max(times), late * _BEYOND) / _BINS)
    bins = max(1, min(_BINS + 1, math.floor(min(max(times), late * _BEYOND) / step) + 1))
    counts = [0] * bins
    for time in times:
        counts[min(bins - 1, int(time // step))] += 1
    most, end = max(counts), bins * step
    columns = (_column(i, count, most, bins, step) for i, count in enumerate(counts) if count)
    every = max(1, math.ceil(bins / 6))
    return Histogram(
        columns=tuple(columns),
        across=tuple(Tick(_x(i / bins), _edge(i * step)) for i in range(0, bins + 1, every)),
        up=tuple(Tick(_y(count / most), str(count)) for count in sorted({0, most // 2, most})),
        marks=tuple(_mark(name, percentile(times, share) or 0.0, end) for name, share in LATENCIES.items()),
    )


def nice_step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is not below ``least``; 1 for nothing."""
    if least <= 0:
        return 1.0
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= least)


def _column(number: int, count: int, most: int, bins: int, step: float) -> Column:
    left, right, top = _x(number / bins), _x((number + 1) / bins), _y(count / most)
    last = number == bins - 1
    tells = word("last_bin" if last else "bin", low=_edge(number * step), high=_edge((number + 1) * step), count=count)
    return Column(left + 0.5, top, round(right - left - 1, 2), round(AREA.bottom - top, 2), tells)


def _mark(name: str, value: float, end: float) -> Dot:
    return Dot(_x(min(1.0, value / end)), AREA.top, word(_MARKS[name], value=milliseconds(value)))


_MARKS = {"latency_p50_ms": "median", "latency_p95_ms": "p95"}


def _edge(value: float) -> str:
    return f"{value:,.6g}" if value < 10 else f"{value:,.0f}"


def _x(share: float) -> float:
    return round(AREA.left + share * (AREA.right - AREA.left), 2)


def _y(share: float) -> float:
    return round(AREA.bottom - share * (AREA.bottom - AREA.top), 2)
