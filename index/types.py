"""What searching takes and gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus.types import Passage, Unit
from corpus.versions import Version


@dataclass(frozen=True, slots=True)
class Query:
    """A question as the indexes see it.

    ``text`` is embedded; ``words`` are search tokens, term tokens included. Only passages about one of ``versions``
    and in one of ``doc_ids`` are considered, where given. Passages that carry all of ``terms`` are preferred.
    """

    text: str
    words: tuple[str, ...]
    versions: tuple[Version, ...] = ()
    terms: tuple[str, ...] = ()
    doc_ids: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found: its best unit, the fused score (higher is better), and the rank each retriever gave it."""

    passage: Passage
    unit: Unit
    score: float
    cosine: float
    ranks: Mapping[str, int] = field(default_factory=dict)
