"""Fits the confidence of answers: ``python -m eval.calibration``, over the sample collection and its gold questions.

Each question gives one observation, its best sentence: what speaks for it, and whether it answers. Logistic regression
with a ridge penalty is fitted for answers with the reader and without (Platt 1999 is the case of one feature). How well
it holds is told by questions that the fit has not seen: five folds of the sample, each fitted on the other four.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from corpus.normalize import squeezed
from eval.gold import load_gold
from eval.metrics.quotation import holds_any
from eval.types import Example
from qa.answer import read_count
from qa.confidence import CALIBRATION, Calibration, Way, features_of
from qa.context import Context
from qa.question import analyse
from qa.rank import rank
from qa.retrieve import retrieve, with_ranges
from qa.scoring import Scored
from qa.select import answers
from qa.service import Service, ServiceSettings

GOLD = Path(__file__).with_name("gold") / "sample.jsonl"
_USED: dict[Way, tuple[str, ...]] = {
    "plain": ("coverage", "has_subject", "names_subject", "fits", "qualifies"),
    "reader": ("margin", "margin_of_words", "coverage", "has_subject", "names_subject", "fits", "qualifies"),
}
DIAGRAM = Path(__file__).parent.parent / "docs" / "images" / "reliability.svg"
_COLOURS = ("#8a5a00", "#1f5fa8")
_RIDGE = 0.5
_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Observation:
    """The best sentence for one question: the values of its features, and whether it answers."""

    features: dict[str, float]
    right: bool


def observe(examples: Sequence[Example], context: Context) -> list[Observation]:
    """Rank the sentences for each question; one for which nothing is retrieved gives none."""
    found = []
    for example in examples:
        question = with_ranges(analyse(example.question, context.terms), context.snapshot)
        retrieved = retrieve(question, context.snapshot, context.embedder, read_count(question))
        if ranked := rank(question, retrieved, retrieved.hits, context):
            best = ranked[0]
            features = features_of(question, best, answers(question, best.evidence))
            found.append(Observation(features, example.answerable and _answers(example, best)))
    return found


def _answers(example: Example, best: Scored) -> bool:
    """Tell whether a sentence stands in the gold evidence or holds an accepted answer, or the first item of a list."""
    sentence = best.evidence.sentence
    for gold in example.evidence:
        if sentence.document.source.endswith(gold.doc) and _overlap(sentence.words, gold.quote):
            return True
    forms = example.items[0] if example.items else example.answers
    return holds_any(sentence.words, forms)


def _overlap(words: str, quote: str) -> bool:
    a, b = squeezed(words), squeezed(quote)
    return a in b or b in a


def fit(observations: Sequence[Observation], names: Sequence[str]) -> Calibration:
    """Return the weights that make the observed outcomes likeliest, large weights costing."""
    from scipy.optimize import minimize

    x = np.array([[1.0, *(o.features[n] for n in names)] for o in observations])
    y = np.array([o.right for o in observations], dtype=float)

    def loss(w: NDArray[np.float64]) -> float:
        odds = x @ w
        return float(np.sum(np.logaddexp(0, odds) - y * odds) + _RIDGE * np.sum(w[1:] ** 2))

    weights = minimize(loss, np.zeros(x.shape[1]), method="BFGS").x
    return Calibration(
        round(float(weights[0]), 4), {n: round(float(w), 4) for n, w in zip(names, weights[1:], strict=True)}
    )


def held_out(observations: Sequence[Observation], names: Sequence[str]) -> list[tuple[float, bool]]:
    """Return for each observation the confidence by a fit on the other folds, and whether it was right."""
    stated: list[tuple[float, bool]] = []
    for fold in range(_FOLDS):
        others = [o for i, o in enumerate(observations) if i % _FOLDS != fold]
        fitted = fit(others, names)
        stated += [(fitted.probability(o.features), o.right) for o in observations[fold::_FOLDS]]
    return stated


@dataclass(frozen=True, slots=True)
class Bin:
    """Stated confidences within a range: their mean, the share that was right, and how many there are."""

    stated: float
    right: float
    n: int


def reliability(stated: Sequence[tuple[float, bool]], bins: int = 5) -> list[Bin]:
    """Return the reliability by equal ranges of confidence (DeGroot and Fienberg 1983); empty ranges are left out."""
    made = []
    for number in range(bins):
        here = [(p, r) for p, r in stated if min(int(p * bins), bins - 1) == number]
        if here:
            made.append(Bin(float(np.mean([p for p, _ in here])), float(np.mean([r for _, r in here])), len(here)))
    return made


def reliability_svg(ways: Mapping[str, Sequence[Bin]]) -> str:
    """Return the reliability diagram: stated confidence across, the share that was right upwards, dots as large as n."""
    side, room = 300, 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * room} {side + 2 * room}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect x="{room}" y="{room}" width="{side}" height="{side}" fill="#fff" stroke="#888"/>',
        f'<path d="M{room} {room + side} L{room + side} {room}" stroke="#bbb" stroke-dasharray="4 4"/>',
        f'<text x="{room + side / 2}" y="{side + 2 * room - 8}" text-anchor="middle">stated confidence, 0 to 1</text>',
        f'<text x="{room}" y="{room - 26}">share that was right, 0 to 1</text>',
    ]
    for row, (way, bins) in enumerate(ways.items()):
        colour = _COLOURS[row % len(_COLOURS)]
        parts.append(f'<text x="{room + 8}" y="{room + 18 + 16 * row}" fill="{colour}">{way}</text>')
        for b in bins:
            x, y = room + side * b.stated, room + side * (1 - b.right)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + b.n**0.5:.1f}" fill="{colour}" fill-opacity="0.6"/>'
            )
    return "\n".join((*parts, "</svg>")) + "\n"


def main() -> None:
    """Fit both ways over the bundled sample, write ``qa/calibration.json`` and the reliability diagram of the docs."""
    with TemporaryDirectory() as folder:
        service = Service(ServiceSettings(Path(folder) / "store"))
        service.ingest_sample()
        examples = load_gold(GOLD)
        fitted: dict[str, object] = {}
        drawn: dict[str, list[Bin]] = {}
        for way in get_args(Way):
            context = replace(service.context(), reader=service.reader if way == "reader" else None)
            observations = observe(examples, context)
            fitted[way] = asdict(fit(observations, _USED[way]))
            drawn[way] = reliability(held_out(observations, _USED[way]))
            for b in drawn[way]:
                print(f"{way}: stated {b.stated:.2f}, right {b.right:.2f} ({b.n})")
    CALIBRATION.write_text(json.dumps(fitted, indent=2) + "\n", encoding="utf-8")
    DIAGRAM.write_text(reliability_svg(drawn), encoding="utf-8")


if __name__ == "__main__":
    main()
