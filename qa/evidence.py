"""Sentences that may answer, each with what speaks for it. Everything here is a value taken from a snapshot."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corpus.dates import find_dates
from corpus.normalize import fold_text
from corpus.segment import search_words
from corpus.sentences import LIST_MARK, cut_long, sentences
from corpus.tags import context_versions, heading_path, versions_in
from corpus.terms import TermTable
from corpus.types import Document, Passage, Span
from corpus.versions import Version
from index.snapshot import Snapshot
from index.types import Hit
from qa.question import STAGES, Key, Question

_LONGEST_SENTENCE = 300  # characters; a longer one is quoted by clause
_CONTEXT_CREDIT = 0.6  # what a key is worth that stands in the heading or the sentence before, not in the sentence
_CHARACTER_CREDIT = 0.5  # what a Han word is worth whose characters all stand in the sentence, apart
_ORDINARY_WORD = 0.7  # weight of a word beside that of a term of the field
_UNKNOWN_WORD = 0.35  # weight of a word that the collection lacks: it may be put otherwise there

_AS_RARE = 0.8  # weight from which a term is as much the subject as the rarest one

_LEANS_BACK = re.compile(
    r"它|他们|其(?!他|余|实)|该|此|这|那|上述|以上|前者|后者|同时|并且|而且|所以|因此|另外|仍然|但"
)
_NUMBER = re.compile(
    r"\d|[一二两三四五六七八九十百千万亿半]\s*[个年月日天次家种倍秒分小条项台位层成]|第[一二三四五六七八九十]"
)
_ENUMERATION = re.compile(r"、|/|[和与及]|\band\b|, ")
_VAGUE = re.compile(r"一系列|一些|若干|诸多|许多|很多|大量|部分|等一众|several|various|a number of")
_WORD = re.compile(r"\w")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_THIS_VERSION = re.compile(r"(?:这个?|此|该|本|当前)(?:次|个)?版本")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, with the words around it that give it its subject; ``items`` is the list it leads in."""

    document: Document
    passage: Passage
    span: Span
    hit: Hit
    rank: int
    cosine: float
    words: str
    before: str
    headings: str
    items: tuple[Span, ...] = ()

    @property
    def leans_back(self) -> bool:
        """Tell whether it takes its subject from what stands before it."""
        return bool(_LEANS_BACK.match(LIST_MARK.sub("", fold_text(self.words), count=1)))

    @property
    def is_item(self) -> bool:
        """Tell whether it is an item of a list."""
        return bool(LIST_MARK.match(self.words))


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence weighed against a question.

    ``coverage`` (0 to 1) is the share of what the question names, rare things counting more, that the sentence says
    itself or takes from its headings and the sentence before; ``direct`` counts only its own words. It has the subject
    of the question in the same way, and names it in its own words.
    """

    sentence: Sentence
    coverage: float
    direct: float
    has_subject: bool
    names_subject: bool
    has_predicate: bool
    has_attribute: bool
    names_version: bool
    other_version: bool
    versions: tuple[Version, ...]
    this_version: bool
    stages: frozenset[str]
    has_date: bool
    has_number: bool
    enumerates: bool


def sentences_of(snapshot: Snapshot, hits: Sequence[Hit], vector: NDArray[np.float32]) -> Iterator[Sentence]:
    """Yield the sentences of the hits' passages, in rank order and then in the order of the text."""
    for rank, hit in enumerate(hits):
        document = snapshot.documents[hit.passage.doc_id]
        headings = " > ".join(heading_path(document, hit.passage.section))
        cosines = snapshot.unit_cosines(hit.passage, vector)
        section = _section_sentences(document.text, hit.passage.section.span)
        for i, span in enumerate(section):
            if hit.passage.span.overlaps(span) and says_something(span.cut(document.text)):
                cosine = max((c for unit, c in cosines if unit.span.overlaps(span)), default=hit.cosine)
                words, before = span.cut(document.text), _before(document.text, section, i)
                items = _items_after(document.text, section, i)
                yield Sentence(document, hit.passage, span, hit, rank, cosine, words, before, headings, items)


@lru_cache(maxsize=512)
def _section_sentences(text: str, section: Span) -> tuple[Span, ...]:
    return tuple(p for s in sentences(text, section) for p in cut_long(text, s, _LONGEST_SENTENCE))


def says_something(words: str) -> bool:
    """Tell words from rules, the line under a table's head and the fences of code."""
    return bool(_WORD.search(words)) and not _FENCE.match(words)


def _is_item(text: str, span: Span) -> bool:
    return bool(LIST_MARK.match(span.cut(text)))


def _before(text: str, section: Sequence[Span], i: int) -> str:
    """Return what gives the i-th sentence its subject: the one before it, or for an item what leads the list in.

    A row of a table also has its first row, which names the columns.
    """
    item = _is_item(text, section[i])
    header = _table_header(text, section, i)
    for j in range(i - 1, -1, -1):
        continues_line = "\n" not in text[section[j].end : section[j + 1].start]
        if not item or not (_is_item(text, section[j]) or continues_line):
            return "\n".join(filter(None, (section[j].cut(text), header)))
    return header


def _heads_table(text: str, section: Sequence[Span], i: int) -> bool:
    rule = section[i + 1].cut(text) if i + 1 < len(section) else ""
    return text.startswith("|", section[i].start) and rule.startswith("|") and not _WORD.search(rule)


def _table_header(text: str, section: Sequence[Span], i: int) -> str:
    """Return the first row of the table that the i-th sentence is a row of; empty if it is none."""
    first = i
    while first >= 0 and text.startswith("|", section[first].start):
        first -= 1
    return section[first + 1].cut(text) if first < i - 1 else ""


def _items_after(text: str, section: Sequence[Span], i: int) -> tuple[Span, ...]:
    """Return the items of the list that the i-th sentence leads in, or the rows of the table that it heads."""
    if _is_item(text, section[i]) and not _heads_table(text, section, i):
        return ()
    items: list[Span] = []
    for j in range(i + 1, len(section)):
        if not _is_item(text, section[j]):
            if items and "\n" not in text[section[j - 1].end : section[j].start]:
                continue  # a further sentence of the item
            break
        items.append(section[j])
    return tuple(span for span in items if says_something(span.cut(text)))


class Weigher:
    """Weighs sentences against one question."""

    def __init__(self, question: Question, keys: Sequence[Key], snapshot: Snapshot, terms: TermTable) -> None:
        self.question = question
        self._snapshot = snapshot
        self._terms = terms
        self._weights = {key: weight for key in keys if (weight := self._weight(key)) > 0}
        self._version_weight = max((snapshot.lexical.idf(str(v)) for v in question.versions), default=0.0)
        self._total = sum(self._weights.values()) + self._version_weight
        self.subject = self._subject()
        if not self.subject:  # nothing in particular is asked about, so that every word has to be found
            self._total += sum(self._missing_weight(key) for key in keys)

    def _weight(self, key: Key) -> float:
        """Rare things count more; words that the collection lacks count little."""
        lexical = self._snapshot.lexical
        idf = max(lexical.idf(token) for token in key.tokens)
        if key.is_term:
            return idf
        known = any(lexical.document_frequency(token) for token in key.tokens)
        if self.question.english and not key.is_name:  # an English word is not expected in Chinese documents
            return idf * _UNKNOWN_WORD * known
        return idf * (_ORDINARY_WORD if known else _UNKNOWN_WORD)

    def _missing_weight(self, key: Key) -> float:
        """Return what a word that the collection lacks would weigh more if it were there."""
        lexical = self._snapshot.lexical
        if key.is_term or any(lexical.document_frequency(token) for token in key.tokens):
            return 0.0
        return max(lexical.idf(token) for token in key.tokens) * _ORDINARY_WORD - self._weights.get(key, 0.0)

    def _subject(self) -> frozenset[Key]:
        """Return what the question is about: the rarest of its terms and names, and its rarest components."""
        candidates = {k: w for k, w in self._weights.items() if k.may_be_subject}
        components = {k: w for k, w in candidates.items() if k.is_term and k.is_name}
        return _rarest(candidates) | _rarest(components)

    def weigh(self, sentence: Sentence) -> Evidence:
        """Return what speaks for ``sentence``."""
        folded = fold_text(sentence.words)
        own = self._tokens(sentence.words, folded)
        around = self._tokens(f"{sentence.headings}\n{sentence.before}")
        direct = {k: w * _credit(k, own, folded) for k, w in self._weights.items()}
        full = {k: max(direct[k], w * _CONTEXT_CREDIT * bool(k.tokens & around)) for k, w in self._weights.items()}
        leaned = self._tokens(sentence.before) if sentence.leans_back else frozenset()
        named = tuple(versions_in(sentence.words))
        inherited = context_versions(sentence.document, sentence.passage.section)
        names = self._asked(named)
        version_credit = self._version_weight * (1.0 if names else _CONTEXT_CREDIT * self._asked(inherited))
        return Evidence(
            sentence=sentence,
            coverage=self._share(sum(full.values()) + version_credit),
            direct=self._share(sum(direct.values()) + self._version_weight * names),
            has_subject=not self.subject or any(full[k] for k in self.subject),
            names_subject=any(direct[k] or (leaned and k.tokens & leaned) for k in self.subject),
            has_predicate=any(direct[k] for k in self._weights if k not in self.subject),
            has_attribute=self.question.attribute is None or full.get(self.question.attribute, 0.0) > 0,
            names_version=names,
            other_version=bool(self.question.versions and named) and not names,
            versions=named,
            this_version=bool(_THIS_VERSION.search(folded)),
            stages=frozenset(i for i in self._terms.ids(folded) if i in STAGES),
            has_date=any(d.value for d in find_dates(sentence.words)),
            has_number=bool(_NUMBER.search(LIST_MARK.sub("", folded, count=1))),
            enumerates=bool(sentence.items or _ENUMERATION.search(folded))
            or (sentence.is_item and not _VAGUE.search(folded)),
        )

    def _asked(self, versions: Sequence[Version]) -> bool:
        return any(a.covers(v) for a in self.question.versions for v in versions)

    def _share(self, weight: float) -> float:
        return weight / self._total if self._total else 0.0

    def _tokens(self, text: str, folded: str | None = None) -> frozenset[str]:
        ids = self._terms.ids(fold_text(text) if folded is None else folded)
        return _words(text) | {f"#{i}" for i in ids}


def _rarest(weights: Mapping[Key, float]) -> frozenset[Key]:
    most = max(weights.values(), default=0.0)
    return frozenset(k for k, w in weights.items() if w >= _AS_RARE * most)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(search_words(text))


def _credit(key: Key, tokens: frozenset[str], folded: str) -> float:
    if key.tokens & tokens:
        return 1.0
    if not key.is_term and not key.is_latin and len(key.words) > 1 and all(c in folded for c in key.words):
        return _CHARACTER_CREDIT
    return 0.0
