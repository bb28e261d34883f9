"""What is known of one question after it has been held against gold."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from eval.metrics.ranking import RANKING_MEASURES
from eval.reasons import Reason

# In the order in which they are reported. A plain name is the folded view of eval.text_tokens.
MEASURES = (
    "accuracy", "exact_match", "exact_match_strict", "exact_match_terms", "f1", "f1_strict", "f1_terms", "rouge_l",
    "item_precision", "item_recall", "item_f1", "quotation_holds", *RANKING_MEASURES, "citation_exactness",
    "citation_recall", "citation_precision", "refusal_precision", "refusal_recall",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """All measures of one question; ``values`` has every name of ``MEASURES``, from 0 to 1, or None where not scored.

    ``accuracy`` is 1 if an answerable question's short answer is exact or its quotations hold the answer, or if an
    unanswerable one was refused. ``outcome`` is the answer's status, else failed or timeout; ``confidence`` is None
    unless the question was answered; ``documents`` are those that the gold evidence names.
    """

    id: str
    kind: str
    tags: tuple[str, ...]
    script: str
    documents: tuple[str, ...]
    answerable: bool
    outcome: str
    values: Mapping[str, float | None]
    reasons: tuple[Reason, ...]
    confidence: float | None
    elapsed_ms: float

    @property
    def right(self) -> bool:
        """Whether ``accuracy`` is 1."""
        return self.values["accuracy"] == 1

    def to_json(self) -> dict[str, Any]:
        """Return the score as plain dicts and lists."""
        return asdict(self)
