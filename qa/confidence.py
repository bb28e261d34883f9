"""How likely a sentence is to answer a question: logistic regression over what speaks for it.

The weights in ``calibration.json`` are fitted by ``python -m eval.calibration``, with the reader and without; the
figures of how well stated and observed shares agree are in docs/BENCHMARKS.md.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from qa.question import Question
from qa.scoring import Scored, fits, margin_of

CALIBRATION = Path(__file__).with_name("calibration.json")

Way = Literal["plain", "reader"]

_FEW_WORDS = frozenset({"date", "version", "number", "person", "org", "component"})  # forms that the reader finds whole


@dataclass(frozen=True, slots=True)
class Calibration:
    """One weight a feature, and a constant: the log-odds are their sum."""

    constant: float
    weights: Mapping[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability, 0 to 1, for the values of the features."""
        odds = self.constant + sum(weight * features[name] for name, weight in self.weights.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


@cache
def calibration(way: Way) -> Calibration:
    """Return the fitted calibration with the reader or without it."""
    return Calibration(**json.loads(CALIBRATION.read_text(encoding="utf-8"))[way])


def features_of(question: Question, scored: Scored, qualifies: bool) -> dict[str, float]:
    """Return what the confidence depends on; ``qualifies`` says that the sentence meets all the question asks for."""
    evidence = scored.evidence
    margin = margin_of(scored.found)
    return {
        "margin": margin,
        "margin_of_words": margin * (question.kind in _FEW_WORDS),
        "coverage": evidence.coverage,
        "has_subject": float(evidence.has_subject),
        "names_subject": float(evidence.names_subject),
        "fits": float(fits(question, evidence)),
        "qualifies": float(qualifies),
    }
