"""Documents become passages (what is retrieved and shown) and units (what is embedded)."""

from dataclasses import dataclass

from corpus.layout import code_blocks
from corpus.sentences import cut_long, sentences
from corpus.types import Document, Passage, Section, Span, Unit


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """Lengths in code points. Units of at least 60 characters retrieve best with the embedded model."""

    passage_limit: int = 400
    unit_minimum: int = 60

    @property
    def fingerprint(self) -> str:
        """What the store remembers, so that it never mixes two ways of splitting."""
        return f"split-2 passage<={self.passage_limit} unit>={self.unit_minimum}"


@dataclass(frozen=True, slots=True)
class SplitPassage:
    """A passage with its units."""

    passage: Passage
    units: tuple[Unit, ...]


def split(document: Document, settings: SplitSettings | None = None) -> list[SplitPassage]:
    """Return the passages of ``document`` in order; none crosses a section, none exceeds the limit."""
    settings = settings or SplitSettings()
    pieces: list[SplitPassage] = []
    for section in document.sections:
        for group in _passages(_pieces(document.text, section, settings), settings.passage_limit):
            pieces.append(_build(document.id, len(pieces), section, group, settings))
    return pieces


def _pieces(text: str, section: Section, settings: SplitSettings) -> list[Span]:
    """Return the sentences and the blocks of code of a section; what is over the limit is cut."""
    limit = settings.passage_limit
    pieces, at = [], section.span.start
    for code in code_blocks(text, section.span):
        pieces += sentences(text, Span(at, code.start))
        pieces += [code] if len(code) <= limit else sentences(text, code)
        at = code.end
    pieces += sentences(text, Span(at, section.span.end))
    return [part for piece in pieces for part in cut_long(text, piece, limit)]


def _passages(pieces: list[Span], limit: int) -> list[list[Span]]:
    groups: list[list[Span]] = []
    for piece in pieces:
        if groups and piece.end - groups[-1][0].start <= limit:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _build(doc_id: str, number: int, section: Section, group: list[Span], settings: SplitSettings) -> SplitPassage:
    passage_id = f"{doc_id}:{number}"
    spans = _units(group, settings.unit_minimum)
    return SplitPassage(
        Passage(passage_id, doc_id, Span(group[0].start, group[-1].end), section),
        tuple(Unit(f"{passage_id}:{i}", passage_id, span) for i, span in enumerate(spans)),
    )


def _units(group: list[Span], minimum: int) -> list[Span]:
    """Join sentences until each group has the minimum length; a short rest joins the group before it."""
    units: list[Span] = []
    start = group[0].start
    for piece in group:
        if piece.end - start >= minimum:
            units.append(Span(start, piece.end))
            start = piece.end
    if start < group[-1].end:
        if units and group[-1].end - start < minimum:
            units[-1] = Span(units[-1].start, group[-1].end)
        else:
            units.append(Span(start, group[-1].end))
    return units
