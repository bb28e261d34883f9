"""Sentences weighed against a question: what speaks for each. Everything here is a value taken from a snapshot."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from corpus.dates import find_dates
from corpus.normalize import fold_text
from corpus.segment import search_words
from corpus.sentences import LIST_MARK
from corpus.tags import context_versions, versions_in
from corpus.terms import TermTable
from corpus.types import Span
from corpus.versions import Version, find_in_folded
from index.snapshot import Snapshot
from qa.clauses import apart, clause_ends
from qa.question import STAGES, Key, Question
from qa.reading import Sentence

_CONTEXT_CREDIT = 0.6  # what a key is worth that stands in the heading or the sentence before, not in the sentence
_CHARACTER_CREDIT = 0.5  # what a Han word is worth whose characters all stand in the sentence, apart
_ORDINARY_WORD = 0.7  # weight of a word beside that of a term of the field
_UNKNOWN_WORD = 0.35  # weight of a word that the collection lacks: it may be put otherwise there

_AS_RARE = 0.8  # weight from which a term is as much the subject as the rarest one
_NUMBER = re.compile(
    r"\d|[一二两三四五六七八九十百千万亿半]\s*[个年月日天次家种倍秒分小条项台位层成]|第[一二三四五六七八九十]"
)
_ENUMERATION = re.compile(r"、|/|[和与及]|\band\b|, ")
_VAGUE = re.compile(r"一系列|一些|若干|诸多|许多|很多|大量|部分|等一众|several|various|a number of")
_THIS_VERSION = re.compile(r"(?:这个?|此|该|本)(?:次|个)?版本")
_UMBRELLA = "#kubernetes"  # the whole that everything here is part of: no subject beside a component
# What follows a name that is only part of another: CSI 的拓扑支持, kubeadm 安装的集群, 边车组件.
_NO_TOPIC = re.compile(r"\s*(?:的|到|之|上|中|里|等|安装|建立|创建|组件|插件)")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence weighed against a question.

    ``coverage`` (0 to 1) is the share of what the question names, rare things counting more, that the sentence says
    itself or takes from its headings and the sentence before; ``direct`` counts only its own words. It has the subject
    of the question in the same way, and names it in its own words. ``sides`` are those of the question's components and
    versions that it speaks of, by their own words or its headings.
    """

    sentence: Sentence
    coverage: float
    direct: float
    has_subject: bool
    names_subject: bool
    topic: bool
    has_predicate: bool
    has_attribute: bool
    names_version: bool
    other_version: bool
    versions: tuple[Version, ...]
    this_version: bool
    stages: frozenset[str]
    stage_elsewhere: bool
    has_date: bool
    has_number: bool
    enumerates: bool
    sides: frozenset[str] = frozenset()


class Weigher:
    """Weighs sentences against one question."""

    def __init__(self, question: Question, keys: Sequence[Key], snapshot: Snapshot, terms: TermTable) -> None:
        self.question = question
        self._snapshot = snapshot
        self._terms = terms
        self._weights = {key: weight for key in keys if (weight := self._weight(key)) > 0}
        self._version_weight = max((snapshot.lexical.idf(str(v)) for v in question.versions), default=0.0)
        self._total = sum(self._weights.values()) + self._version_weight
        self.components = frozenset(k for k in self._weights if k.is_term and k.is_name and _UMBRELLA not in k.tokens)
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
        """Return what the question is about: its components, or else the rarest of its terms and names."""
        candidates = {k: w for k, w in self._weights.items() if k.may_be_subject}
        most = max(candidates.values(), default=0.0)
        return self.components or frozenset(k for k, w in candidates.items() if w >= _AS_RARE * most)

    def weigh(self, sentence: Sentence) -> Evidence:
        """Return what speaks for ``sentence``."""
        folded = fold_text(sentence.words)
        own = self._tokens(sentence.words, folded)
        around = self._tokens(f"{sentence.headings}\n{sentence.before}")
        direct = {k: w * _credit(k, own, folded) for k, w in self._weights.items()}
        full = {k: max(direct[k], w * _CONTEXT_CREDIT * bool(k.tokens & around)) for k, w in self._weights.items()}
        named = tuple(versions_in(sentence.words))
        inherited = context_versions(sentence.document, sentence.passage.section)
        names = self._asked(named)
        version_credit = self._version_weight * (1.0 if names else _CONTEXT_CREDIT * self._asked(inherited))
        return Evidence(
            sentence=sentence,
            coverage=self._share(sum(full.values()) + version_credit),
            direct=self._share(sum(direct.values()) + self._version_weight * names),
            has_subject=not self.subject or any(full[k] for k in self.subject) or self._is_spoken_of(sentence),
            names_subject=any(direct[k] for k in self.subject) or (sentence.leans_back and self._in(sentence.before)),
            topic=self._is_topic(folded),
            has_predicate=any(direct[k] for k in self._weights if k not in self.subject),
            has_attribute=self.question.attribute is None or full.get(self.question.attribute, 0.0) > 0,
            names_version=names,
            other_version=bool(self.question.versions and named) and not names,
            versions=named,
            this_version=bool(_THIS_VERSION.search(folded)),
            stages=frozenset(i for i in self._terms.ids(folded) if i in STAGES),
            stage_elsewhere=self._stage_elsewhere(folded),
            has_date=any(d.value for d in find_dates(sentence.words)),
            has_number=bool(_NUMBER.search(LIST_MARK.sub("", folded, count=1))),
            enumerates=bool(sentence.items or _ENUMERATION.search(folded))
            or (sentence.is_item and not _VAGUE.search(folded)),
            sides=self._sides(own | self._tokens(sentence.headings), named or inherited),
        )

    def _stage_elsewhere(self, folded: str) -> bool:
        """Tell whether the stage asked for is told of another version: alpha in 1.29, GA in 1.33, and 1.29 GA is asked."""
        mentions = find_in_folded(folded)
        asked = [m.span for m in mentions if self._asked([m.version])]
        stages = [m.span for m in self._terms.find(folded) if m.term.id in self.question.stages]
        if not (asked and stages) or len({m.version for m in mentions}) < 2:
            return False
        ends = clause_ends(folded)
        return all(apart(ends, version, stage) for version in asked for stage in stages)

    def _sides(self, tokens: frozenset[str], versions: Sequence[Version]) -> frozenset[str]:
        named = {str(a) for a in self.question.versions if any(a.covers(v) for v in versions)}
        return frozenset(named | {min(k.tokens) for k in self.components if k.tokens & tokens})

    def _in(self, text: str) -> bool:
        tokens = self._tokens(text)
        return any(k.tokens & tokens for k in self.subject)

    def _is_spoken_of(self, sentence: Sentence) -> bool:
        """Tell whether the passage has named a component before; an item of a list may be about another one."""
        earlier = Span(sentence.passage.span.start, max(sentence.span.start, sentence.passage.span.start))
        return bool(self.components) and not sentence.is_item and self._in(earlier.cut(sentence.document.text))

    def _is_topic(self, folded: str) -> bool:
        """Tell whether the sentence speaks of the subject itself, not of something that bears its name too."""
        ids = {token for key in self.subject for token in key.tokens}
        mentions = (m for m in self._terms.find(folded) if f"#{m.term.id}" in ids)
        return any(not _NO_TOPIC.match(folded, m.span.end) for m in mentions)

    def _asked(self, versions: Sequence[Version]) -> bool:
        return any(a.covers(v) for a in self.question.versions for v in versions)

    def _share(self, weight: float) -> float:
        return weight / self._total if self._total else 0.0

    def _tokens(self, text: str, folded: str | None = None) -> frozenset[str]:
        ids = self._terms.ids(fold_text(text) if folded is None else folded)
        return _words(text) | {f"#{i}" for i in ids}


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(search_words(text))


def _credit(key: Key, tokens: frozenset[str], folded: str) -> float:
    if key.tokens & tokens:
        return 1.0
    if not key.is_term and not key.is_latin and len(key.words) > 1 and all(c in folded for c in key.words):
        return _CHARACTER_CREDIT
    return 0.0
