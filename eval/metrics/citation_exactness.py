"""Citation exactness: the quotation stands, character for character, where the citation says."""

from collections.abc import Mapping, Sequence

from corpus.types import Document
from qa.types import Citation


def is_exact(citation: Citation, documents: Mapping[str, Document]) -> bool:
    """Tell whether the quote is the document's text from start to end; ``documents`` maps ids to them."""
    document = documents.get(citation.doc_id)
    inside = document is not None and 0 <= citation.start < citation.end <= len(document.text)
    return document is not None and inside and document.text[citation.start : citation.end] == citation.quote


def citation_exactness(citations: Sequence[Citation], documents: Mapping[str, Document]) -> float | None:
    """Return the share of citations that are exact; None where nothing is cited."""
    return sum(is_exact(c, documents) for c in citations) / len(citations) if citations else None
