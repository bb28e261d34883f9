"""Figures over many questions: overall and by kind, tag, script and document, each with its n and a 95 % interval."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from eval.metrics.bootstrap import Interval, interval, mean_intervals, quantile_interval
from eval.metrics.latency import percentile
from eval.metrics.selective import Confident, CurvePoint, auroc, coverage_curve
from eval.scores import MEASURES, QuestionScore

LATENCIES = {"latency_p50_ms": 0.5, "latency_p95_ms": 0.95}
FIGURES = (*MEASURES, "coverage", "confidence_auroc", *LATENCIES)


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over the ``n`` questions that it applies to, with its interval; None where too few make one."""

    value: float | None
    n: int
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Group:
    """The figures of some questions by the names of ``FIGURES``, and what became of the questions.

    ``outcomes`` counts answered, no_evidence, needs_clarification, failed and timeout. ``coverage`` is the share of
    questions answered. Shares are from 0 to 1, latencies in milliseconds.
    """

    questions: int
    outcomes: Mapping[str, int]
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a gold set; a question counts in each of its tags and documents.

    ``curve`` is the coverage/accuracy curve over all questions.
    """

    overall: Group
    by_kind: Mapping[str, Group]
    by_tag: Mapping[str, Group]
    by_script: Mapping[str, Group]
    by_document: Mapping[str, Group]
    curve: tuple[CurvePoint, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain dicts and lists."""
        return asdict(self)


def aggregate(scores: Sequence[QuestionScore]) -> Figures:
    """Return the figures of all questions that were asked; those that failed are among them."""
    return Figures(
        overall=_group(scores),
        by_kind=_groups(scores, lambda s: (s.kind,)),
        by_tag=_groups(scores, lambda s: s.tags),
        by_script=_groups(scores, lambda s: (s.script,)),
        by_document=_groups(scores, lambda s: s.documents),
        curve=tuple(coverage_curve(_confident(scores), len(scores))),
    )


def _groups(scores: Sequence[QuestionScore], names_of: Callable[[QuestionScore], Iterable[str]]) -> dict[str, Group]:
    groups: dict[str, list[QuestionScore]] = defaultdict(list)
    for one in scores:
        for name in dict.fromkeys(names_of(one)):
            groups[name].append(one)
    return {name: _group(groups[name]) for name in sorted(groups)}


def _group(scores: Sequence[QuestionScore]) -> Group:
    figures = _means(scores) | {"confidence_auroc": _auroc(scores)} | _latencies(scores)
    return Group(len(scores), dict(Counter(s.outcome for s in scores)), {name: figures[name] for name in FIGURES})


def _means(scores: Sequence[QuestionScore]) -> dict[str, Figure]:
    names = (*MEASURES, "coverage")
    rows = [[s.values[name] for name in MEASURES] + [float(s.outcome == "answered")] for s in scores]
    values = np.array(rows, dtype=np.float64).reshape(len(rows), len(names))  # None becomes NaN
    bounds = mean_intervals(values)
    figures = {}
    for name, column, bound in zip(names, values.T, bounds, strict=True):
        scored = column[~np.isnan(column)]
        figures[name] = Figure(float(scored.mean()) if len(scored) else None, len(scored), bound)
    return figures


def _confident(scores: Sequence[QuestionScore]) -> list[Confident]:
    return [
        Confident(s.confidence, s.right)
        for s in scores
        if s.confidence is not None and s.values["accuracy"] is not None
    ]


def _auroc(scores: Sequence[QuestionScore]) -> Figure:
    given = _confident(scores)
    value = auroc(given)
    return Figure(value, len(given), None if value is None else interval(given, auroc))


def _latencies(scores: Sequence[QuestionScore]) -> dict[str, Figure]:
    times = [s.elapsed_ms for s in scores]
    return {name: _latency(times, share) for name, share in LATENCIES.items()}


def _latency(times: Sequence[float], share: float) -> Figure:
    return Figure(percentile(times, share), len(times), quantile_interval(times, share))
