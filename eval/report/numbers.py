"""Figures as short text, and as bars."""

from dataclasses import dataclass

from eval.aggregation import LATENCIES, Figure
from eval.metrics.bootstrap import Interval

_NONE = "—"


def number(name: str, value: float | None) -> str:
    """Return the value of the figure ``name`` with the digits that mean something."""
    if value is None:
        return _NONE
    return milliseconds(value) if name in LATENCIES else f"{value:.3f}"


def milliseconds(value: float) -> str:
    """Return a time in milliseconds, with a decimal only below 10."""
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def between(name: str, interval: Interval | None) -> str:
    """Return the bounds of an interval, or nothing."""
    return f"{number(name, interval.low)}–{number(name, interval.high)}" if interval else ""


def signed(value: float) -> str:
    """Return a difference of two shares with its sign; what rounds to nothing has none."""
    text = f"{value:+.3f}"
    return "0.000" if float(text) == 0 else text.replace("-", "−")


def p_text(p_value: float) -> str:
    """Return a p-value."""
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.3f}"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its interval, each in percent of the full length; ``low`` and ``high`` are None without one."""

    length: float
    low: float | None
    high: float | None


def bar(figure: Figure, full: float = 1.0) -> Bar | None:
    """Return the bar of a figure whose longest possible value is ``full``; None for a figure without a value."""
    if figure.value is None:
        return None
    interval = figure.interval
    return Bar(
        _percent(figure.value, full),
        _percent(interval.low, full) if interval else None,
        _percent(interval.high, full) if interval else None,
    )


def _percent(value: float, full: float) -> float:
    return round(100 * min(1.0, max(0.0, value / full)), 2) if full > 0 else 0.0
