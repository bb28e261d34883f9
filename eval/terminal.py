"""An evaluation as text for a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from eval.aggregation import LATENCIES, Figure, Figures, Group
from eval.comparison import SIGNIFICANCE, Comparison
from qa.render import one_line


def render_figures(figures: Figures) -> str:
    """Return the figures overall, then the accuracy by kind of question."""
    return "\n".join(_figure_lines(figures))


def _figure_lines(figures: Figures) -> Iterator[str]:
    overall = figures.overall
    yield f"questions: {overall.questions} ({_counts(overall.outcomes)})"
    yield ""
    yield from (_line(name, figure) for name, figure in overall.figures.items() if figure.value is not None)
    yield ""
    yield "accuracy by kind"
    yield from (_line(f"  {kind or '-'}", _accuracy(group)) for kind, group in figures.by_kind.items())


def _counts(outcomes: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(outcomes.items()))


def _accuracy(group: Group) -> Figure:
    return group.figures["accuracy"]


def _line(name: str, figure: Figure) -> str:
    digits = 0 if name in LATENCIES else 3
    value = "-" if figure.value is None else f"{figure.value:.{digits}f}"
    between = figure.interval
    bounds = f"{between.low:.{digits}f} to {between.high:.{digits}f}" if between else ""
    return f"{one_line(name) if not name.startswith(' ') else name:<22} {value:>7}  {bounds:<16}  n={figure.n}"


def render_comparison(comparisons: Sequence[Comparison]) -> str:
    """Return one line a measure that changed, and the questions whose accuracy did."""
    return "\n".join(_comparison_lines(comparisons))


def _comparison_lines(comparisons: Sequence[Comparison]) -> Iterator[str]:
    changed = [c for c in comparisons if c.better or c.worse]
    if not changed:
        yield "nothing changed" if comparisons else "the two runs have no scored question in common"
    for c in changed:
        sure = "" if c.p_value < SIGNIFICANCE else ", may be chance"
        counts = f"{len(c.better)} better, {len(c.worse)} worse"
        yield f"{c.measure:<22} {c.old:.3f} -> {c.new:.3f}  {counts} of {c.n} ({c.test} p={c.p_value:.3g}{sure})"
    for c in changed:
        if c.measure == "accuracy":
            yield from (f"now right: {one_line(i)}" for i in c.better)
            yield from (f"now wrong: {one_line(i)}" for i in c.worse)
