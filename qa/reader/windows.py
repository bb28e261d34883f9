"""What the reader reads: stretches of text of about 110 characters under their headings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.layout import table_head
from corpus.normalize import NormalizedText, fold, fold_text
from corpus.sentences import cut_long, sentences
from corpus.types import Document, Section, Span

BUDGET = 110  # characters; training windows have 60 to 260, and longer ones are read less well

_HEADING = 80  # characters
_COLUMNS = 60  # characters of the row that names the columns of a table


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a text: where it stands, its folded view, and the folded headings that it stands under."""

    span: Span
    view: NormalizedText
    heading: str = ""

    @property
    def text(self) -> str:
        """What the model gets: the headings on a line of their own, then the folded words."""
        return f"{self.heading}\n{self.view.text}" if self.heading else self.view.text

    @property
    def head(self) -> int:
        """How many characters of ``text`` are headings, in which no answer is looked for."""
        return len(self.heading) + 1 if self.heading else 0

    def to_source(self, folded: Span) -> Span:
        """Return where in the source text the span of ``text`` stands."""
        inside = Span(folded.start - self.head, folded.end - self.head)
        found = self.view.to_original(inside)
        return Span(self.span.start + found.start, self.span.start + found.end)


def window(text: str, span: Span, heading: str = "") -> Window:
    """Return the window over ``text[span]``; ``heading`` is folded already."""
    return Window(span, fold(span.cut(text)), heading)


def heading_of(document: Document, section: Section) -> str:
    """Return the title and the headings that a section stands under, folded, on one line."""
    path = section.path if document.title in section.path else (document.title, *section.path)
    return fold_text(" ".join(path))[-_HEADING:]


def under(heading: str, text: str, section: Span, start: int) -> str:
    """Return the folded heading of a window that opens at ``start``, with the names of the columns if a row stands there."""
    columns = table_head(text, section, start)
    return f"{heading} {fold_text(columns.cut(text))[:_COLUMNS]}".strip() if columns else heading


def around(places: Sequence[Span], at: int, budget: int = BUDGET) -> Span:
    """Return the stretch of sentences ``places`` that holds the one numbered ``at`` and its neighbours within ``budget``.

    What stands before comes first, since a sentence takes its subject from there; then what follows.
    """
    first = last = at
    while True:
        grown = False
        if first > 0 and places[last].end - places[first - 1].start <= budget:
            first, grown = first - 1, True
        if last + 1 < len(places) and places[last + 1].end - places[first].start <= budget:
            last, grown = last + 1, True
        if not grown:
            return Span(places[first].start, places[last].end)


def windows_over(text: str, heading: str = "", size: int = BUDGET) -> list[Window]:
    """Return windows that cover the whole text, each opening with the last sentence of the one before where it fits."""
    places = [part for s in sentences(text) for part in cut_long(text, s, size)]
    return [window(text, span, heading) for span in _overlapping(places, size)]


def _overlapping(places: Sequence[Span], size: int) -> Iterable[Span]:
    at = 0
    while at < len(places):
        last = at
        while last + 1 < len(places) and places[last + 1].end - places[at].start <= size:
            last += 1
        yield Span(places[at].start, places[last].end)
        if last + 1 >= len(places):
            return
        repeats = last > at and places[last + 1].end - places[last].start <= size
        at = last if repeats else last + 1
