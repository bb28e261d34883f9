"""Summaries held against gold facts, beside two baselines at equal length: lead sentences, and sumy's LexRank.

Sole home of sumy. A gold line has an id, a scope (document, version, component or topic) and facts; a fact is a list of
forms, any of which tells it; the parts of a form that … parts must stand in one sentence in that order. Both scripts
and all widths match, since both sides are folded.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from corpus.errors import InputError
from corpus.normalize import fold_text, squeezed
from corpus.segment import words
from corpus.sentences import sentences
from corpus.types import Span
from qa.service import Service
from qa.summary.material import Material
from qa.summary.scope import find
from qa.summary.summarize import summarize
from qa.summary.types import Scope, SummaryOptions

GOLD = Path(__file__).with_name("gold") / "summaries.jsonl"
CHARACTERS = 400  # of each summary, quotations only

Fact = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SummaryExample:
    """A scope with the facts that a good summary of it holds; ``document`` is the end of a source, if one is meant."""

    id: str
    scope: Scope
    document: str | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class FactRecall:
    """The share of facts held, for kaoju and for each baseline."""

    kaoju: float
    lead: float
    lexrank: float


@dataclass(frozen=True, slots=True)
class SummaryFigures:
    """Fact recall by scope, and its means over the scopes."""

    by_scope: dict[str, FactRecall]

    @property
    def means(self) -> FactRecall:
        """The mean over the scopes, each counting the same."""
        rows = list(self.by_scope.values())
        return FactRecall(mean(r.kaoju for r in rows), mean(r.lead for r in rows), mean(r.lexrank for r in rows))


def load_summary_gold(path: Path = GOLD) -> list[SummaryExample]:
    """Read the gold scopes; InputError names the line that cannot be read."""
    examples = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            scope = dict(row["scope"])
            document = scope.pop("document", None)
            facts = tuple(tuple(map(str, forms)) for forms in row["facts"])
            examples.append(SummaryExample(str(row["id"]), Scope(**scope), document, facts))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path} line {number}: {error}; each line needs id, scope and facts") from error
    return examples


def fact_recall(facts: Sequence[Fact], quoted: Sequence[str]) -> float:
    """Return the share of ``facts`` that one of the sentences ``quoted`` tells."""
    told = [squeezed(sentence) for sentence in quoted]
    return mean(any(_tells(form, s) for form in forms for s in told) for forms in facts)


def measure(service: Service, examples: Sequence[SummaryExample] | None = None) -> SummaryFigures:
    """Summarise every scope over ``service``, which holds the sample collection, by all three ways."""
    rows: dict[str, FactRecall] = {}
    for example in load_summary_gold() if examples is None else examples:
        scope = _resolved(example, service)
        ours = summarize(service.collection, scope, SummaryOptions(characters=CHARACTERS))
        source = _in_scope(scope, service)
        rows[example.id] = FactRecall(
            fact_recall(example.facts, [c.quote for c in ours.citations]),
            fact_recall(example.facts, lead(source, CHARACTERS)),
            fact_recall(example.facts, lexrank(source, CHARACTERS)),
        )
    return SummaryFigures(rows)


def lead(source: Sequence[Sequence[str]], characters: int) -> list[str]:
    """Return the first sentences of the documents (each a list of sentences), taken in turn, up to the length."""
    longest = max(map(len, source), default=0)
    turns = (document[i] for i in range(longest) for document in source if i < len(document))
    return list(_filled(turns, characters))


def lexrank(source: Sequence[Sequence[str]], characters: int) -> list[str]:
    """Return the sentences that sumy's LexRank rates best, with jieba's words, up to the length."""
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.summarizers.lex_rank import LexRankSummarizer

    tokenizer = _Words()
    listed = [Sentence(s, tokenizer) for document in source for s in document]

    def fitting(rated: Sequence[Any]) -> list[Any]:
        """Take sumy's sentences, the best first, as long as they fit."""
        kept = set(_filled((str(r.sentence) for r in rated), characters))
        return [r for r in rated if str(r.sentence) in kept]

    chosen = LexRankSummarizer()(ObjectDocumentModel([Paragraph(listed)]), fitting)
    return list(dict.fromkeys(map(str, chosen)))


class _Words:
    """What sumy asks of a tokenizer; its own needs data of NLTK's."""

    def to_words(self, sentence: str) -> tuple[str, ...]:
        return tuple(w for w in words(sentence) if re.search(r"\w", w))


def _filled(ordered: Iterator[str], characters: int) -> Iterator[str]:
    """Yield what fits of the ordered sentences, each once."""
    left, seen = characters, set()
    for sentence in ordered:
        if len(sentence) <= left and sentence not in seen:
            seen.add(sentence)
            left -= len(sentence)
            yield sentence


def _in_scope(scope: Scope, service: Service) -> list[list[str]]:
    """Return by document the sentences that the scope holds, as they stand, good and bad."""
    material = Material.of(service.collection)
    documents = material.contents.documents
    found = find(scope, material, service.collection.snapshot(), service.embedder, service.terms)
    by_document: dict[str, list[str]] = {}
    seen: set[tuple[str, Span]] = set()
    for tagged in found.passages:
        passage = tagged.passage
        document = documents[passage.doc_id]
        for span in sentences(document.text, passage.span):
            quoted = span.cut(document.text)
            relevance = found.relevance(document, passage, quoted, fold_text(quoted), service.terms)
            if relevance > 0 and (passage.doc_id, span) not in seen:
                seen.add((passage.doc_id, span))
                by_document.setdefault(passage.doc_id, []).append(quoted)
    return list(by_document.values())


def _resolved(example: SummaryExample, service: Service) -> Scope:
    if example.document is None:
        return example.scope
    ids = [e.id for e in service.documents() if any(s.endswith(example.document) for s in e.sources)]
    if len(ids) != 1:
        raise InputError(f"{example.id}: {len(ids)} documents end in {example.document}; ingest the sample collection")
    return Scope(documents=(ids[0],))


def _tells(form: str, words: str) -> bool:
    at = 0
    for part in map(squeezed, form.split("…")):
        found = words.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True
