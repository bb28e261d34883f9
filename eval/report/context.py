"""Where a quotation stands: the words around it, cut from the document and never searched for."""

from dataclasses import dataclass

from corpus.types import Document, Span

_REACH = 90  # characters shown on either side


@dataclass(frozen=True, slots=True)
class Context:
    """The words before and after a quotation; a cut within a line shows as …."""

    before: str = ""
    after: str = ""


def context_of(document: Document, quote: Span, reach: int = _REACH) -> Context:
    """Return up to ``reach`` characters of the same section before and after the quotation, cut at a line end or by …."""
    section = next((s.span for s in document.sections if s.span.contains(quote)), Span(0, len(document.text)))
    start, end = max(section.start, quote.start - reach), min(section.end, quote.end + reach)
    before, after = document.text[start : quote.start], document.text[quote.end : end]
    if start > section.start:
        _, line_end, rest = before.partition("\n")
        before = rest if line_end and rest.strip() else f"…{before}"
    if end < section.end:
        rest, line_end, _ = after.rpartition("\n")
        after = rest if line_end and rest.strip() else f"{after}…"
    return Context(before.lstrip(), after.rstrip())
