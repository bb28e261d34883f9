"""The words around a quotation as the report shows them."""

from dataclasses import dataclass

from corpus.types import Document, Span
from qa.surroundings import surroundings

_REACH = 90  # characters shown on either side


@dataclass(frozen=True, slots=True)
class Context:
    """The words before and after a quotation; a cut within a line shows as …."""

    before: str = ""
    after: str = ""


def context_of(document: Document, quote: Span, reach: int = _REACH) -> Context:
    """Return up to ``reach`` characters of the same section before and after the quotation."""
    return Context(*surroundings(document, quote, reach))
