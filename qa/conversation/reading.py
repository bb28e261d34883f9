"""A text read: versions, terms, dates and other names found in it and joined into chains."""

import re

from corpus.dates import find_dates
from corpus.normalize import NormalizedText, fold
from corpus.terms import Term, TermTable
from corpus.types import Span
from corpus.versions import find_in_folded
from qa.conversation.chains import chains_of
from qa.conversation.parts import BASIC, FEATURE, HAN, KUBERNETES, NAMED, THINGS, Part, PartKind, Read

_BASIC_WORDS = "cluster node pod container volume image label service kernel linux storage network cloud"
_BASIC_IDS = frozenset(_BASIC_WORDS.split())
# Terms that say what is asked of a subject, or what happens to it.
_ATTRIBUTE_WORDS = """
access-mode addon api-object api-version architecture bug-fix changelog client code command-line component condition
config-file configuration contribution controller debug default deploying developer enhancement environment-variable
extension feature-gate field host infrastructure installation instance interface license lifecycle limit manifest object
operations parameter password patch-release performance permission plugin port priority process production-ready proposal
protocol region release reliability repository restart resource-usage rollback server software spec test third-party
throughput timeout upgrade upstream user validation vendor version-skew workload
"""
_ATTRIBUTE_IDS = frozenset(_ATTRIBUTE_WORDS.split())
_LATIN = re.compile(r"(?<![\w-])(?:--)?[A-Za-z][A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)*(?![\w-])")
_COMMON_WORDS = "and the for about api http https url yaml json new old bug via ok what why when how who which"
_COMMON_LATIN = frozenset(_COMMON_WORDS.split())


def read_text(text: str, terms: TermTable) -> Read:
    """Return the text with what it names and the chains of that."""
    view = fold(text)
    parts = [Part("version", m.span, KUBERNETES) for m in find_in_folded(view.text, numbered=False)]
    taken = [p.span for p in parts]
    named = [m for m in terms.find(view.text) if not any(m.span.overlaps(s) for s in taken)]
    parts += [_term_part(m.term, m.span) for m in named]
    taken = [p.span for p in parts]
    parts += [Part("date", s, KUBERNETES) for s in _free(view, taken, [d.span for d in find_dates(view.text)])]
    parts += [Part("identifier", s, NAMED) for s in _free(view, [p.span for p in parts], _identifiers(text, view))]
    parts.sort(key=lambda p: p.span)
    return Read(text, view, tuple(parts), tuple(chains_of(view.text, parts)))


def _free(view: NormalizedText, taken: list[Span], spans: list[Span]) -> list[Span]:
    return [s for s in spans if not any(s.overlaps(t) for t in taken)]


def _term_part(term: Term, span: Span) -> Part:
    if term.kind == "stage":
        return Part("stage", span, KUBERNETES, term)
    if term.id in _ATTRIBUTE_IDS:
        return Part("attribute", span, KUBERNETES, term)
    kind: PartKind = next((k for k in THINGS if k == term.kind), "concept")
    rank = FEATURE if kind == "concept" else NAMED
    if term.id in _BASIC_IDS:
        rank = BASIC
    return Part(kind, span, KUBERNETES if term.id == "kubernetes" else rank, term)


def _identifiers(text: str, view: NormalizedText) -> list[Span]:
    """Return names outside the term table: any Latin word in a Chinese text, what is written like a name in English."""
    if len(text) != len(view.text):
        text = view.text  # widths differ; capitals are lost, hyphens are not
    chinese, found = bool(HAN.search(text)), []
    for match in _LATIN.finditer(text):
        word = match.group()
        shaped = "-" in word or (word[1:] != word[1:].lower() and len(word) > 2)
        proper = word[0].isupper() and text[: match.start()].strip() and len(word) > 2
        if word.lower() not in _COMMON_LATIN and (shaped or proper or (chinese and len(word) > 2)):
            found.append(Span(match.start(), match.end()))
    return found
