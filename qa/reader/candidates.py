"""Which stretches of the passages found are read, and what the reader found in each sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.types import Span
from qa.reader.reader import Found, Reader
from qa.reader.windows import Window, around, heading_of, under, window
from qa.reading import Sentence, section_sentences

WINDOWS = 8  # read for one question, in one batch
_SPANS = 5  # of a window, from which one of the form wanted is chosen


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: for each sentence, by its document and span, the best span found in it."""

    best: dict[tuple[str, Span], Found]

    def of(self, sentence: Sentence) -> Found | None:
        """Return the best span in the sentence, or None if it was not read or holds none."""
        return self.best.get((sentence.document.id, sentence.span))


def read_sentences(
    reader: Reader,
    question: str,
    sentences: Sequence[Sentence],
    fits: Callable[[str], bool] = lambda _: True,
    most: int = WINDOWS,
) -> Reading:
    """Read around the sentences, which come best first, until ``most`` windows are read.

    A span whose words are of the form wanted (``fits``) goes before one whose are not.
    """
    places: list[tuple[Sentence, Span]] = []
    for sentence in sentences:
        if len(places) == most:
            break
        if not any(s.document.id == sentence.document.id and w.contains(sentence.span) for s, w in places):
            places.append((sentence, _stretch(sentence)))
    windows = [_window(sentence, span) for sentence, span in places]
    best: dict[tuple[str, Span], Found] = {}
    for (sentence, _), spans in zip(places, reader.read(question, windows, _SPANS), strict=True):
        text = sentence.document.text
        for found in sorted(spans, key=lambda f: (not fits(f.span.cut(text)), -f.margin)):
            for place in section_sentences(text, sentence.passage.section.span):
                if place.contains(found.span) and len(found.span):
                    best.setdefault((sentence.document.id, place), found)
    return Reading(best)


def _stretch(sentence: Sentence) -> Span:
    places = section_sentences(sentence.document.text, sentence.passage.section.span)
    return around(places, places.index(sentence.span))


def _window(sentence: Sentence, span: Span) -> Window:
    document, section = sentence.document, sentence.passage.section
    heading = under(heading_of(document, section), document.text, section.span, span.start)
    return window(document.text, span, heading)
