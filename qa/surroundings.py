"""Where a quotation stands: the words around it, cut from the document and never searched for."""

from corpus.types import Document, Section, Span


def section_of(document: Document, span: Span) -> Section | None:
    """Return the section that holds ``span``."""
    return next((s for s in document.sections if s.span.contains(span)), None)


def surroundings(document: Document, quote: Span, reach: int) -> tuple[str, str]:
    """Return up to ``reach`` characters of the same section before and after a quotation, cut at a line end or by …."""
    found = section_of(document, quote)
    section = found.span if found else Span(0, len(document.text))
    start, end = max(section.start, quote.start - reach), min(section.end, quote.end + reach)
    before, after = document.text[start : quote.start], document.text[quote.end : end]
    if start > section.start:
        _, line_end, rest = before.partition("\n")
        before = rest if line_end and rest.strip() else f"…{before}"
    if end < section.end:
        rest, line_end, _ = after.rpartition("\n")
        after = rest if line_end and rest.strip() else f"{after}…"
    return before.lstrip(), after.rstrip()
