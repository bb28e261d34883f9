"""Which sentences make the summary: central, well placed, telling, not repeating one another, within the length."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from corpus.normalize import squeezed
from corpus.types import Span
from qa.summary.candidates import Candidate
from qa.summary.centrality import lexrank_of_words, tfidf
from qa.summary.signals import Signals
from qa.summary.types import DEFAULT_SENTENCES, SummaryOptions


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each sign counts; set on the sample collection and other documents in both scripts."""

    unit: float = 0.50  # centrality of the unit's vector
    sentence: float = 0.20  # centrality of the sentence's words
    opens_section: float = 0.60
    opens_document: float = 0.25
    heading: float = 0.20  # the share of its heading's words that it says
    title: float = 0.10  # the same of the document's title
    tells: float = 0.10  # it tells what happened in which version
    release: float = 0.10  # and that is the date of a release
    stage: float = 0.10  # it names a stage
    defines: float = 0.30  # it says what its heading or title names is
    aim: float = 0.20  # it says what something is for
    talks: float = -0.35  # it talks to the reader
    concepts: float = 0.60  # how much it speaks of that no chosen sentence has spoken of
    same_section: float = 0.25  # how much each sentence chosen from its section takes away
    row: float = -0.40  # of a table
    scrap: float = 0.3  # what is left of the score of a few words
    repetition: float = 0.75  # how much likeness to a chosen sentence takes away
    nearness: float = 0.6  # how much of that likeness the vectors of their units make
    length: float = 0.25  # the power of the length that a score is divided by
    length_in_characters: float = 0.60  # the same where characters are counted


_WEIGHT_OF_KIND = {"#": 1.5, "@": 1.5, "!": 4.0}  # terms, versions and what is told of them, where a word weighs 1


_SHORTEST = 25  # characters; being shorter than that is no merit


@dataclass(frozen=True, slots=True)
class Able:
    """A candidate with its signals, and its unit's centrality, 0 to 1, and vector (width,)."""

    candidate: Candidate
    signals: Signals
    unit: float
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A span of a document to be quoted, from the candidate that brought it."""

    candidate: Candidate
    span: Span
    is_item: bool


def choose(
    able: Sequence[Able],
    options: SummaryOptions,
    weights: Weights | None = None,
) -> list[Chosen]:
    """Return what to quote, the best first.

    Greedy maximal marginal relevance (Carbonell and Goldstein 1998) with a bonus for concepts not yet covered.
    """
    if not able:
        return []
    chooser = _Chooser(able, options, weights or Weights())
    while (best := chooser.best()) is not None:
        chooser.take(best)
    return chooser.chosen


@dataclass(slots=True)
class _Room:
    """What is left of the length."""

    sentences: float
    characters: float

    @classmethod
    def of(cls, options: SummaryOptions) -> "_Room":
        without = options.sentences is None and options.characters is None
        sentences = DEFAULT_SENTENCES if without else options.sentences
        return cls(
            float("inf") if sentences is None else sentences,
            float("inf") if options.characters is None else options.characters,
        )

    def holds(self, spans: Sequence[Span]) -> bool:
        return len(spans) <= self.sentences and sum(map(len, spans)) <= self.characters

    def without(self, spans: Sequence[Span]) -> "_Room":
        return _Room(self.sentences - len(spans), self.characters - sum(map(len, spans)))


class _Chooser:
    """The state of the choice: what is chosen, the room left, and for every candidate what its score is made of."""

    def __init__(self, able: Sequence[Able], options: SummaryOptions, weights: Weights) -> None:
        self.chosen: list[Chosen] = []
        self._weights, self._room = weights, _Room.of(options)
        self._by_characters = options.characters is not None
        self._candidates = [a.candidate for a in able]
        self._vectors = tfidf([a.signals.concepts for a in able])
        self._units = np.stack([a.vector for a in able])
        self._average = float(np.mean(self._units @ self._units.mean(axis=0)))
        self._concepts, self._left = _weighed_concepts([a.signals.concepts for a in able])
        self._largest_gain = float((self._concepts @ self._left).max(initial=0)) or 1.0
        said = lexrank_of_words(self._vectors)
        self._fixed = np.array([_worth(a, share, weights) for a, share in zip(able, said, strict=True)])
        scraps = [weights.scrap if a.signals.is_scrap else 1.0 for a in able]
        self._factor = np.array(scraps) * np.array([c.relevance for c in self._candidates])
        self._likeness = np.zeros(len(able))
        self._section = _numbered([(c.document.id, c.section.span) for c in self._candidates])
        self._from_section = np.zeros(max(self._section) + 1)
        self._said: set[str] = set()
        self._taken: dict[str, list[Span]] = {}
        self._new: list[list[Span]] = [self._new_spans(i) for i in range(len(able))]
        self._open = np.array([bool(spans) for spans in self._new])

    def best(self) -> int | None:
        """Return the candidate that adds most and fits; those that will not fit any more are given up."""
        scores = self._scores()
        while self._open.any():
            i = int(np.argmax(np.where(self._open, scores, -np.inf)))
            self._new[i] = self._new_spans(i)
            if self._new[i] and self._room.holds(self._new[i]):
                return i
            self._open[i] = False
        return None

    def _scores(self) -> NDArray[np.float64]:
        w = self._weights
        scores = self._fixed + w.concepts * (self._concepts @ self._left) / self._largest_gain
        scores /= 1 + w.same_section * self._from_section[self._section]
        scores *= self._factor * (1 - w.repetition * self._likeness)
        lengths = np.array([max(sum(map(len, spans)), _SHORTEST) for spans in self._new], dtype=np.float64)
        if self._by_characters:
            costs = lengths**w.length_in_characters
        else:
            costs = lengths**w.length * [max(len(spans), 1) for spans in self._new]
        rounded: NDArray[np.float64] = np.round(scores / costs, 9)  # equal ones go by place, whatever the last digit
        return rounded

    def _new_spans(self, i: int) -> list[Span]:
        """Return what taking a candidate would add, itself first; empty where any of that is said already."""
        c = self._candidates[i]
        taken = self._taken.get(c.document.id, [])
        if any(c.span.overlaps(span) for span in taken):
            return []
        new = [c.span, *(s for s in c.needs if s not in taken)]
        said = [_squeezed(span.cut(c.document.text)) for span in new]
        again = len(set(said)) < len(said) or any(words in self._said for words in said)
        return [] if again or any(s.overlaps(span) for s in new for span in taken) else new

    def take(self, i: int) -> None:
        """Choose a candidate with what it needs."""
        c = self._candidates[i]
        for span in self._new[i]:
            self._said.add(_squeezed(span.cut(c.document.text)))
            self._taken.setdefault(c.document.id, []).append(span)
            self.chosen.append(Chosen(c, span, c.is_item and span == c.span))
        self._room = self._room.without(self._new[i])
        self._open[i] = False
        self._left[self._concepts[[i], :].indices] = 0
        self._from_section[self._section[i]] += 1
        for j in np.flatnonzero(self._open):
            if self._section[j] == self._section[i] and set(self._candidates[j].needs) & set(self._new[i]):
                self._new[j] = self._new_spans(int(j)) or self._new[j]
        near = (self._units @ self._units[i] - self._average) / (1 - self._average + 1e-6)
        alike = (self._vectors @ self._vectors[[i], :].T).toarray().ravel()
        alike = np.maximum(alike, self._weights.nearness * near)
        self._likeness = np.maximum(self._likeness, np.round(alike, 4))


def _worth(able: Able, sentence: float, w: Weights) -> float:
    """Return what a candidate is worth whatever else is chosen; ``sentence`` is the centrality of its words."""
    c, s = able.candidate, able.signals
    total = w.unit * able.unit + w.sentence * sentence
    total += w.opens_section / (1 + c.place)
    total += w.opens_document * (c.section is c.document.sections[0]) / (1 + c.place)
    total += w.heading * s.heading + w.title * s.title
    total += w.tells * s.tells + w.release * s.release + w.stage * s.stage
    total += w.defines * s.defines + w.aim * s.aim + w.talks * s.talks
    return total + w.row * c.folded.startswith("|")


def _weighed_concepts(concepts: Sequence[Sequence[str]]) -> tuple[csr_array, NDArray[np.float64]]:
    """Return which concepts each candidate speaks of (n, concepts), and the weight of each concept.

    It grows with how many candidates speak of it; words that only one has count for nothing.
    """
    sets = [sorted(set(c)) for c in concepts]
    counts = Counter(concept for s in sets for concept in s)
    kept = {c: n for n, c in enumerate(c for c in counts if counts[c] > 1 or c[0] in _WEIGHT_OF_KIND)}
    rows = [i for i, s in enumerate(sets) for c in s if c in kept]
    columns = [kept[c] for s in sets for c in s if c in kept]
    matrix = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(sets), max(len(kept), 1)))
    weights = np.zeros(max(len(kept), 1))
    for concept, column in kept.items():
        weights[column] = _WEIGHT_OF_KIND.get(concept[0], 1.0) * np.log1p(counts[concept])
    return matrix, weights


def _numbered(keys: Sequence[Hashable]) -> NDArray[np.int64]:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


_squeezed = lru_cache(maxsize=8192)(squeezed)
