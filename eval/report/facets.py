"""What questions can be filtered by."""

from collections.abc import Sequence
from dataclasses import dataclass

from eval.report.labels import Label
from eval.report.questions import Question
from eval.report.words import CHANGES, FACETS, VERDICTS, group_label


@dataclass(frozen=True, slots=True)
class Facet:
    """A choice: ``options`` by the names that questions have, and for each question the numbers of its options."""

    name: str
    label: Label
    options: dict[str, Label]
    members: tuple[tuple[int, ...], ...]


def facets(asked: Sequence[Question]) -> tuple[Facet, ...]:
    """Return the choices that tell the questions apart."""
    found = (_facet(name, [_names(name, q) for q in asked]) for name in FACETS)
    return tuple(facet for facet in found if len(set(facet.members)) > 1)


def _names(facet: str, question: Question) -> tuple[str, ...]:
    """Return the names of the groups that ``eval.aggregation`` counts the question in, and those of its result."""
    score = question.score
    names = {
        "verdict": (question.verdict,),
        "change": (question.change,) if question.change else (),
        "kind": (score.kind,),
        "tag": score.tags,
        "script": (score.script,),
        "document": score.documents,
    }
    return names[facet]


def _facet(facet: str, names: Sequence[tuple[str, ...]]) -> Facet:
    known = {"verdict": VERDICTS, "change": CHANGES}.get(facet)
    given = {name for row in names for name in row}
    options = {n: known[n] for n in known if n in given} if known else {n: group_label(facet, n) for n in sorted(given)}
    numbers = {name: i for i, name in enumerate(options)}
    return Facet(facet, FACETS[facet], options, tuple(tuple(sorted({numbers[n] for n in row})) for row in names))
