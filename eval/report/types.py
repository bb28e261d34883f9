"""What a report is made of."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from corpus.normalize import Script
from eval.comparison import Comparison
from eval.evaluating import Evaluation
from eval.scores import QuestionScore

Verdict = Literal["right", "wrong", "failed", "unscored"]


@dataclass(frozen=True, slots=True)
class Report:
    """A finished run; ``comparisons`` with a former one, None where there is none; ``missed`` has a line a missed gate."""

    evaluation: Evaluation
    comparisons: Sequence[Comparison] | None = None
    missed: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The name of the gold file."""
        return Path(self.evaluation.info.gold).name

    @property
    def script(self) -> Script:
        """The script that most of the Chinese questions are written in."""
        scripts = Counter(example.script for example in self.evaluation.examples)
        return "hant" if scripts["hant"] > scripts["hans"] else "hans"

    @property
    def verdicts(self) -> Mapping[Verdict, int]:
        """How many questions are right, wrong, failed and unscored."""
        counts = Counter(verdict_of(score) for score in self.evaluation.scores)
        return {verdict: counts[verdict] for verdict in ("right", "wrong", "failed", "unscored")}

    @property
    def flips(self) -> Comparison | None:
        """The comparison of the accuracy: its better and worse questions are those now right and now wrong."""
        return next((c for c in self.comparisons or () if c.measure == "accuracy"), None)


def verdict_of(score: QuestionScore) -> Verdict:
    """Return what became of a question; one whose gold has neither answers nor items is not scored, so not wrong."""
    if score.outcome in ("failed", "timeout"):
        return "failed"
    if score.values["accuracy"] is None:
        return "unscored"
    return "right" if score.right else "wrong"
