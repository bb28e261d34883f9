"""Which passages and sentences a scope holds, and how much each is about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from corpus.normalize import fold_text
from corpus.segment import search_words
from corpus.tags import context_versions, heading_path, versions_in
from corpus.terms import TermTable
from corpus.types import Document, Passage, Span
from corpus.version_ranges import VersionRange, expand, find_ranges
from corpus.versions import Version, parse_version
from index.embed import Embedder
from index.snapshot import Snapshot
from qa.question import Key, analyse
from qa.retrieve import retrieve, with_ranges
from qa.summary.material import Material, TaggedPassage, tagged_passages
from qa.summary.types import Scope
from qa.topics import topics_in

_PASSAGES_OF_TOPIC = 40
_NEAR_TOPIC = 0.5  # share of the best passage's score from which a passage is about the topic
_UNDER_HEADING = 0.8  # how much a sentence is about what only its heading names
_AMONG_OTHERS = 0.4  # the same where that heading names other things too
_NAMED_WITHIN = 0.75  # how much a sentence is about what it names after its head
_HEAD = 16  # characters
_LEAST_SAID = 0.5  # how much a sentence is about a topic of which it says hardly anything
_NAME_WEIGHS = 3.0  # a name in a topic, where a word weighs 1
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Named:
    """A component by the ids of its terms, or by the words themselves where no term has that name."""

    ids: frozenset[str]
    folded: str

    def stands_in(self, folded: str, terms: TermTable) -> bool:
        """Tell whether the folded text names it."""
        return bool(self.ids & terms.ids(folded)) if self.ids else self.folded in folded


@dataclass(frozen=True, slots=True)
class Found:
    """The passages in scope with their weight for the topic (0 to 1), and what their sentences must be about."""

    passages: tuple[TaggedPassage, ...]
    weights: tuple[float, ...]
    versions: tuple[Version, ...] = ()
    named: Named | None = None
    topic: tuple[Key, ...] = ()

    def relevance(self, document: Document, passage: Passage, words: str, folded: str, terms: TermTable) -> float:
        """Return how much a sentence is about the scope, 0 to 1; 0 is outside of it."""
        return min(
            _of_versions(self.versions, document, passage, words),
            _of_named(self.named, document, passage, folded, terms),
            _of_topic(self.topic, document, passage, folded, terms),
        )


def find(scope: Scope, material: Material, snapshot: Snapshot, embedder: Embedder, terms: TermTable) -> Found:
    """Return what ``scope`` holds; InputError for a version or a range that cannot be read."""
    contents = material.contents
    versions = _versions(scope, {v for p in tagged_passages(contents) for v in p.versions})
    wanted = frozenset(scope.documents)
    passages = [p for p in tagged_passages(contents) if not wanted or p.passage.doc_id in wanted]
    if scope.version is not None or scope.range is not None:
        passages = [p for p in passages if any(v.covers(own) for v in versions for own in p.versions)]
    named = _named(scope.component, terms) if scope.component is not None else None
    if named is not None:
        passages = [p for p in passages if _names(p, named, contents.documents[p.passage.doc_id])]
    if scope.topic is None:
        return Found(tuple(passages), (1.0,) * len(passages), versions, named)
    keys, scores = _topic(scope.topic, passages, snapshot, embedder, terms)
    kept = [p for p in passages if p.passage.id in scores]
    return Found(tuple(kept), tuple(scores[p.passage.id] for p in kept), versions, named, keys)


def _versions(scope: Scope, present: set[Version]) -> tuple[Version, ...]:
    found: list[Version] = []
    if scope.version is not None:
        try:
            found.append(parse_version(scope.version.strip()))
        except ValueError as error:
            raise InputError(str(error)) from error
    if scope.range is not None:
        ranges = [VersionRange(m.range.low, m.range.high) for m in find_ranges(scope.range)]
        if not ranges:
            raise InputError(f"not a range of versions: {scope.range!r}; write it like 1.8 到 1.12 or 1.20 之后")
        majors = {end.parts[0] for r in ranges for end in (r.low, r.high) if end}
        covered = expand(ranges, (v for v in present if v.parts[0] in majors))
        found = [v for v in covered if not found or any(f.covers(v) for f in found)]
    return tuple(found)


def _named(name: str, terms: TermTable) -> Named:
    folded = fold_text(name).strip()
    if not folded:
        raise InputError("the component has no name; give one such as kubelet")
    whole = {m.term.id for m in terms.find(folded) if m.span == Span(0, len(folded))}
    return Named(frozenset(whole | {t.id for t in terms.terms if t.id == folded}), folded)


def _names(tagged: TaggedPassage, named: Named, document: Document) -> bool:
    if named.ids:
        return bool(named.ids & tagged.terms)
    words = (*heading_path(document, tagged.passage.section), tagged.passage.span.cut(document.text))
    return named.folded in fold_text("\n".join(words))


def _topic(
    topic: str, passages: Sequence[TaggedPassage], snapshot: Snapshot, embedder: Embedder, terms: TermTable
) -> tuple[tuple[Key, ...], dict[str, float]]:
    """Return what the topic names, and the passages about it with their weight: those near it that name it in part."""
    question = with_ranges(analyse(topic, terms), snapshot)
    doc_ids = frozenset(p.passage.doc_id for p in passages)
    if not doc_ids or not snapshot.passages:
        return (), {}
    found = retrieve(question, snapshot, embedder, _PASSAGES_OF_TOPIC, doc_ids)
    if found.missing and len(found.missing) == len(question.versions):
        return (), {}
    keys = found.keys
    best = max((h.score for h in found.hits), default=0.0)
    scores = {
        h.passage.id: h.score / best
        for h in found.hits
        if best and h.score >= _NEAR_TOPIC * best and _said_in(keys, h.passage, snapshot, terms)
    }
    return keys, scores


def _said_in(keys: Sequence[Key], passage: Passage, snapshot: Snapshot, terms: TermTable) -> bool:
    """Tell whether a passage with its headings names what the topic names: one of its names, else half of its words."""
    document = snapshot.documents[passage.doc_id]
    folded = fold_text("\n".join((*heading_path(document, passage.section), snapshot.text_of(passage))))
    named = _names_of(keys)
    return share_said(named, folded, terms) > 0 if named else share_said(keys, folded, terms) >= _HALF


def _names_of(keys: Sequence[Key]) -> list[Key]:
    return [k for k in keys if k.may_be_subject]


def share_said(keys: Sequence[Key], folded: str, terms: TermTable) -> float:
    """Return the share of ``keys`` that stand in the folded text, names weighing more than words."""
    if not keys:
        return 1.0
    tokens = {*search_words(folded), *("#" + i for i in terms.ids(folded))}
    weights = [_NAME_WEIGHS if k.may_be_subject else 1.0 for k in keys]
    said = sum(w for k, w in zip(keys, weights, strict=True) if k.tokens & tokens)
    return said / sum(weights)


def _of_versions(asked: Sequence[Version], document: Document, passage: Passage, words: str) -> float:
    if not asked:
        return 1.0
    own = versions_in(words)
    if own:
        return float(any(a.covers(v) for a in asked for v in own))
    about = context_versions(document, passage.section)
    return _UNDER_HEADING if any(a.covers(v) for a in asked for v in about) else 0.0


def _of_named(named: Named | None, document: Document, passage: Passage, folded: str, terms: TermTable) -> float:
    """Weigh a sentence by where it names the component: at its head, further on, or only its nearest heading does."""
    if named is None:
        return 1.0
    if named.stands_in(folded, terms):
        return 1.0 if named.stands_in(folded[:_HEAD], terms) else _NAMED_WITHIN
    for heading in reversed(heading_path(document, passage.section)):
        words = fold_text(heading)
        if named.stands_in(words, terms):
            several = len({t.id for t in topics_in(words, terms) if not t.is_general}) > 1
            return _AMONG_OTHERS if several else _UNDER_HEADING
        if any(not t.is_general for t in topics_in(words, terms)):
            return 0.0  # it is about something else
    return 0.0


def _of_topic(keys: Sequence[Key], document: Document, passage: Passage, folded: str, terms: TermTable) -> float:
    if not keys:
        return 1.0
    needed = _names_of(keys) or keys
    if share_said(needed, folded, terms):
        return _LEAST_SAID + (1 - _LEAST_SAID) * share_said(keys, folded, terms)
    nearest = fold_text("\n".join(heading_path(document, passage.section)[-1:]))
    return _LEAST_SAID * share_said(needed, nearest, terms)
