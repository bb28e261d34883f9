"""The tables of figures: overall, and by kind, tag, script and document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.aggregation import LATENCIES, Figure, Figures, Group
from eval.report.labels import Label
from eval.report.measures import FAMILIES, MEASURE_LABELS
from eval.report.numbers import Bar, bar, between, number
from eval.report.words import group_label, word


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as text and bar; ``name`` is its name in ``eval.aggregation.FIGURES``."""

    name: str
    value: str
    interval: str
    n: int
    bar: Bar | None

    @property
    def label(self) -> Label:
        """What the figure is called."""
        return MEASURE_LABELS[self.name]


@dataclass(frozen=True, slots=True)
class Family:
    """Figures that belong together."""

    name: str
    label: Label
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A group of questions: what it is called in words and in the gold set, and its figures by family."""

    label: Label
    name: str
    questions: int
    families: tuple[Family, ...]


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups that questions fall into by kind, tag, script or document."""

    facet: str
    label: Label
    rows: tuple[Row, ...]


def families(group: Group, shown: Sequence[str], slowest: float) -> tuple[Family, ...]:
    """Return the figures ``shown`` of a group by family; ``slowest`` in milliseconds fills a bar of a latency."""
    found = (
        Family(family, label, tuple(_cell(n, group.figures[n], slowest) for n in names if n in shown))
        for family, (label, names) in FAMILIES.items()
    )
    return tuple(family for family in found if family.cells)


def measured(figures: Figures) -> list[str]:
    """Return the names of the figures that have a value."""
    return [name for name, figure in figures.overall.figures.items() if figure.value is not None]


def groupings(figures: Figures) -> tuple[Grouping, ...]:
    """Return the groupings that have groups."""
    groups = {
        "kind": figures.by_kind,
        "tag": figures.by_tag,
        "script": figures.by_script,
        "document": figures.by_document,
    }
    shown = measured(figures)
    return tuple(_grouping(facet, by_name, shown) for facet, by_name in groups.items() if by_name)


def _grouping(facet: str, by_name: Mapping[str, Group], shown: Sequence[str]) -> Grouping:
    slowest = max(map(longest, by_name.values()))
    rows = (Row(group_label(facet, n), n, g.questions, families(g, shown, slowest)) for n, g in by_name.items())
    return Grouping(facet, word(f"by_{facet}"), tuple(sorted(rows, key=lambda row: (-row.questions, row.name))))


def longest(group: Group) -> float:
    """Return the longest time among a group's latencies and their intervals, in milliseconds."""
    latencies = [group.figures[name] for name in LATENCIES]
    return max([f.value or 0.0 for f in latencies] + [f.interval.high for f in latencies if f.interval])


def _cell(name: str, figure: Figure, slowest: float) -> Cell:
    drawn = bar(figure, slowest if name in LATENCIES else 1.0)
    return Cell(name, number(name, figure.value), between(name, figure.interval), figure.n, drawn)
