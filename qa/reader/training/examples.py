"""The windows of one round of training: answers, near misses of the same text, and near texts found by BM25."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from corpus.segment import search_words
from corpus.types import Span
from index.lexical import LexicalIndex
from qa.reader.training.sources import Asked, Source
from qa.reader.training.swaps import ask_other_component, ask_other_version, rename, shift_versions
from qa.reader.training.windows import BUDGETS, Window, around, sentence_spans, window

_NEAREST = 6  # BM25 windows of other texts that a question's near text is drawn from
_GROUP = 140  # characters of the windows that BM25 chooses from


@dataclass(frozen=True, slots=True)
class Mixture:
    """How often each sort of window is made of a question, general and of the field (chances)."""

    heading: float
    elsewhere: float
    nearest: float
    other_version: float = 0.0
    other_component: float = 0.0
    swapped: float = 0.0


GENERAL = Mixture(heading=0.25, elsewhere=0.3, nearest=0.5)
GENERAL_FINE = Mixture(heading=0.25, elsewhere=0.15, nearest=0.3)
FIELD = Mixture(heading=0.8, elsewhere=0.4, nearest=0.6, other_version=0.7, other_component=0.5, swapped=0.5)


@dataclass(frozen=True, slots=True)
class _Group:
    source: int
    span: Span


class NearTexts:
    """Stretches of all sources by BM25, to find for a question a text that is near and does not answer it."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._groups = [_Group(i, span) for i, source in enumerate(sources) for span in _groups(source.text)]
        self._index = LexicalIndex.build([search_words(g.span.cut(sources[g.source].text)) for g in self._groups])

    def find(self, asked: Asked, own: int) -> list[tuple[Source, Span]]:
        """The nearest stretches of other texts that do not hold the answer's words."""
        answer = asked.span.cut(self._sources[own].text) if asked.span else None
        scores = self._index.scores(search_words(asked.question))
        found = []
        for at in np.argsort(-scores)[:40]:
            group = self._groups[int(at)]
            source = self._sources[group.source]
            if group.source != own and (answer is None or answer not in group.span.cut(source.text)):
                found.append((source, group.span))
        return found[:_NEAREST]


def _groups(text: str) -> list[Span]:
    groups: list[Span] = []
    for sentence in sentence_spans(text):
        if groups and len(groups[-1]) + len(sentence) <= _GROUP:
            groups[-1] = Span(groups[-1].start, sentence.end)
        else:
            groups.append(sentence)
    return groups


def windows(
    sources: Sequence[Source], near: NearTexts, rng: random.Random, field_rounds: int, general: Mixture = GENERAL
) -> list[Window]:
    """One round: each general question once, each of the field's `field_rounds` times, unsorted."""
    made: list[Window] = []
    for number, source in enumerate(sources):
        for asked in source.asked:
            for _ in range(field_rounds if source.field else 1):
                made += _of_question(source, number, asked, near, rng, FIELD if source.field else general)
    return made


def _of_question(  # noqa: PLR0913, PLR0917  what one question's windows are drawn from
    source: Source, number: int, asked: Asked, near: NearTexts, rng: random.Random, mixture: Mixture
) -> list[Window]:
    heading = source.title if rng.random() < mixture.heading else ""
    made: list[Window] = []
    if place := asked.span or asked.near:
        span = around(source.text, place, rng.choice(BUDGETS), rng)
        item = window(asked.question, heading, source.text, span, asked.span)
        if rng.random() < mixture.swapped:
            item = rename(shift_versions(item, rng), rng)
        made.append(item)
        made += _exchanged(item, mixture, rng)
        if rng.random() < mixture.elsewhere and (other := _elsewhere(source, asked, rng)):
            made.append(window(asked.question, heading, source.text, other, None))
    if rng.random() < mixture.nearest and (found := near.find(asked, number)):
        text, span = rng.choice(found)
        head = text.title if rng.random() < mixture.heading else ""
        made.append(window(asked.question, head, text.text, span, None))
    return made


_Exchange = Callable[[Window, random.Random], Window | None]


def _exchanged(item: Window, mixture: Mixture, rng: random.Random) -> list[Window]:
    chances: list[tuple[float, _Exchange]] = [
        (mixture.other_version, ask_other_version),
        (mixture.other_component, ask_other_component),
    ]
    if item.answer is None:
        return []
    return [other for chance, ask in chances if rng.random() < chance and (other := ask(item, rng))]


def _elsewhere(source: Source, asked: Asked, rng: random.Random) -> Span | None:
    """A stretch of the same text without the answer's words."""
    answer = asked.span.cut(source.text) if asked.span else ""
    groups = [g for g in _groups(source.text) if not answer or answer not in g.cut(source.text)]
    return rng.choice(groups) if groups else None
