"""A question with its gold answer, as gold files hold it."""

from dataclasses import dataclass
from typing import Literal

EvidenceNeeded = Literal["any", "all"]


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """A verbatim quotation that holds the answer, and the end of the path of the document it stands in."""

    doc: str
    quote: str


@dataclass(frozen=True, slots=True)
class Example:
    """One question: any of ``answers`` will do; of ``items``, each inner tuple needs one of its forms.

    ``answerable`` is False where the documents do not hold the answer and the right response is no evidence.
    ``evidence_needed`` tells whether one of the quotations suffices or each adds something; ``script`` is hans, hant or
    en, and ``note`` is for those who keep the gold set.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    kind: str
    items: tuple[tuple[str, ...], ...]
    answerable: bool
    evidence: tuple[GoldEvidence, ...]
    tags: tuple[str, ...] = ()
    script: str = ""
    evidence_needed: EvidenceNeeded = "all"
    note: str = ""
