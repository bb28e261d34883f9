"""A question against a snapshot gives an answer: every statement a quotation, or no statement at all."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corpus.normalize import Script, convert_words, detect_script
from corpus.segment import words
from corpus.terms import TermTable
from corpus.types import Span
from index.snapshot import Snapshot
from index.types import Hit
from qa.changes import asks_for_changes, changes
from qa.compose import Composition, compose
from qa.context import Context
from qa.conversation import Turn, standalone
from qa.gist import gist, mark
from qa.kinds import Kind
from qa.lists import MAX_ITEMS
from qa.notes import note, version_notes
from qa.question import Key, Question, analyse
from qa.rank import rank
from qa.releases import asks_for_release, resolve
from qa.retrieve import retrieve, with_ranges
from qa.scoring import Scored
from qa.select import WITH_READER, Thresholds, answers, select
from qa.short import wants_value
from qa.timeline import timeline
from qa.types import Answer, Coverage, RankedPassage, Statement, Status, Understood

ScriptChoice = Literal["auto", "hans", "hant", "source"]

_PASSAGES_READ = 6  # the best passages, whose sentences are weighed one by one
_PASSAGES_READ_FOR_LIST = 24  # what came with a release, or reached a stage, stands in many places
_SEVERAL = 2  # changes of a version from which they are a list
_MANY = 4  # the same where no stage is asked for: a version with fewer is told of in other words
_COMPUTED = 0.8  # confidence in what is computed over the whole collection
_PART = re.compile(r"[a-z0-9]{3,}")
# 它, or 那个 where no noun follows that it could belong to: 那个呢, 那个是什么时候发布的; not 那个端口
_PRONOUN = re.compile(
    r"^(?:那么?|那麼)?\s*(?:[它牠祂]|[他她]们|[他她]們|[这這那][个個](?=\s*(?:[呢吗嗎？?，,。是的在有会會能可从從到为為怎什何哪几幾多支默被]|$)))"
)


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a question is answered. ``version`` and ``doc_ids`` narrow what may answer; ``kind`` is the form wanted.

    ``history`` holds the turns before it in a conversation, the oldest first, from which a follow-up takes its subject.
    Without ``reader`` the answer is plainly extractive.
    """

    top_k: int = 5
    doc_ids: frozenset[str] | None = None
    version: str | None = None
    script: ScriptChoice = "auto"
    history: tuple[Turn, ...] = ()
    kind: Kind | None = None
    reader: bool = True


def ask(text: str, context: Context, options: AskOptions | None = None) -> Answer:
    """Answer the question ``text``; InputError for a question that cannot be read."""
    started = time.perf_counter()
    options = options or AskOptions()
    if not options.reader:
        context = replace(context, reader=None)
    terms = context.terms
    asked = standalone(text, options.history, terms)
    question = with_ranges(analyse(asked, terms, options.version), context.snapshot)
    question = replace(question, kinds=(options.kind,)) if options.kind else question
    answer = replace(_ask(question, context, options), understood=_understood(question, terms))
    if asked != text:
        note_on_it = note("understood_as", question.script, question=question.text)
        answer = replace(answer, question=text.strip(), notes=(note_on_it, *answer.notes))
    choice = "source" if question.english and options.script == "auto" else options.script
    return replace(_display(answer, choice), elapsed_ms=round((time.perf_counter() - started) * 1000, 1))


def _understood(question: Question, terms: TermTable) -> Understood:
    kinds = {term.id: term.kind for term in terms.terms}
    return Understood(
        question=question.text,
        kind=question.kind,
        versions=tuple(map(str, question.versions)),
        components=tuple(i for i in question.terms if kinds[i] in ("component", "resource")),
        stages=tuple(sorted(question.stages)),
        language="en" if question.english else "zh",
    )


def _ask(question: Question, context: Context, options: AskOptions) -> Answer:
    script, snapshot = question.script, context.snapshot
    if not snapshot.passages:
        return _without(question, "no_evidence", (), [note("no_documents", script)])
    if _PRONOUN.match(question.text) and not question.versions and not any(k.is_name for k in question.keys):
        return _without(question, "needs_clarification", (), [note("clarify", script)])
    found = retrieve(question, snapshot, context.embedder, max(options.top_k, read_count(question)), options.doc_ids)
    hits = tuple(_ranked(h, snapshot) for h in found.hits[: options.top_k])
    if computed := _computed(question, snapshot, context.terms, options):
        return replace(computed, hits=hits)
    notes = [note("mended", script, written=w, found=f) for w, f in found.mended]
    absent = _absent(found.keys, snapshot)
    if absent or (found.missing and len(found.missing) == len(question.versions)):
        notes += version_notes(found.missing, found.nearest, script)
        notes += [note("missing_name", script, missing=k.words) for k in absent]
        return _without(question, "no_evidence", hits, notes)
    notes += version_notes(found.missing, found.nearest, script)
    ranked = rank(question, found, found.hits[: read_count(question)], context)
    thresholds = Thresholds() if context.reader is None else WITH_READER
    answer = _from_evidence(question, ranked, select(question, ranked, thresholds), context.terms)
    if answer.short is None and wants_value(question) and answer.confidence < thresholds.least_without_words:
        answer = _without(question, "no_evidence", (), [note("no_evidence", script)])
    return replace(answer, hits=hits, notes=(*notes, *answer.notes))


def _computed(question: Question, snapshot: Snapshot, terms: TermTable, options: AskOptions) -> Answer | None:
    """Answer from the timeline of the whole collection where the question asks for what only that tells."""
    if asks_for_release(question) and (by_order := _by_order(question, snapshot, terms)):
        return by_order
    return _by_version(question, snapshot, terms, options) if asks_for_changes(question) else None


def _by_order(question: Question, snapshot: Snapshot, terms: TermTable) -> Answer | None:
    """Answer by the order of the releases that the collection speaks of, and say so; None where it tells none."""
    resolved = resolve(question, timeline(snapshot, terms))
    if resolved is None:
        return None
    found_by = note(resolved.note_key, question.script)
    if resolved.event is None:
        return _without(question, "no_evidence", (), [found_by])
    citation = replace(resolved.event.citation, n=1)
    return replace(
        _without(question, "answered", (), [found_by]),
        short=resolved.version,
        statements=(Statement(citation.quote, (1,)),),
        citations=(citation,),
        confidence=_COMPUTED,
        coverage=Coverage(1, 1, True),
    )


def _by_version(question: Question, snapshot: Snapshot, terms: TermTable, options: AskOptions) -> Answer | None:
    """Answer with all that the collection says of a version, and say so; None where that is not several things."""
    events = timeline(snapshot, terms)
    found = [e for e in changes(question, events) if options.doc_ids is None or e.citation.doc_id in options.doc_ids]
    if len(found) < (_SEVERAL if question.stages else _MANY):
        return None
    kept = found[:MAX_ITEMS]
    citations = tuple(replace(e.citation, n=n) for n, e in enumerate(kept, 1))
    return replace(
        _without(question, "answered", (), [note("by_version", question.script)]),
        items=tuple(Statement(c.quote, (c.n,)) for c in citations),
        citations=citations,
        confidence=_COMPUTED,
        coverage=Coverage(len(found), len(kept), len(kept) == len(found)),
    )


def read_count(question: Question) -> int:
    """Return how many of the best passages are read; lists are drawn from many places."""
    return _PASSAGES_READ_FOR_LIST if "list" in question.kinds else _PASSAGES_READ


def _from_evidence(question: Question, ranked: Sequence[Scored], chosen: Sequence[Scored], terms: TermTable) -> Answer:
    if not chosen:
        return _without(question, "no_evidence", (), [note("no_evidence", question.script)])
    body = compose(question, chosen)
    short, notes = gist(question, chosen, terms)
    coverage = _coverage(question, ranked, body)
    if "list" in question.kinds and not coverage.complete:
        counts = {"matching": str(coverage.matching_passages), "used": str(coverage.used)}
        notes = [*notes, note("incomplete", question.script, **counts)]
    return replace(
        _without(question, "answered", (), notes),
        short=short,
        statements=body.statements,
        items=body.items,
        citations=mark(short, body.citations) if short and question.kind != "yesno" else body.citations,
        confidence=round(chosen[0].confidence, 3),
        coverage=coverage,
    )


def _coverage(question: Question, ranked: Sequence[Scored], body: Composition) -> Coverage:
    matching = {
        s.evidence.sentence.passage.id for s in ranked if answers(question, s.evidence) and s.evidence.coverage >= 0.5
    }
    cited: dict[str, list[Span]] = {}
    for c in body.citations:
        cited.setdefault(c.doc_id, []).append(Span(c.start, c.end))
    used = {
        sentence.passage.id
        for sentence in (s.evidence.sentence for s in ranked)
        if any(sentence.span.overlaps(span) for span in cited.get(sentence.document.id, ()))
    }
    return Coverage(len(matching | used), len(used), matching <= used)


def _absent(keys: Sequence[Key], snapshot: Snapshot) -> list[Key]:
    """Return the names in the question of which not even a part stands in the collection: nothing there is about them."""
    return [
        k for k in keys if k.is_name and not any(snapshot.has_word(t) for t in (*k.tokens, *_PART.findall(k.words)))
    ]


def _ranked(hit: Hit, snapshot: Snapshot) -> RankedPassage:
    p = hit.passage
    return RankedPassage(p.doc_id, snapshot.documents[p.doc_id].source, p.span.start, p.span.end, round(hit.score, 4))


def _without(question: Question, status: Status, hits: tuple[RankedPassage, ...], notes: Sequence[str]) -> Answer:
    return Answer(
        question=question.text,
        status=status,
        mode="extractive",
        script=question.script,
        short=None,
        statements=(),
        items=(),
        citations=(),
        confidence=0.0,
        coverage=Coverage(0, 0, True),
        hits=hits,
        notes=tuple(notes),
    )


def _display(answer: Answer, choice: ScriptChoice) -> Answer:
    """Show statements in the script asked for, marked by a note where that changed them; quotations never change."""
    if choice == "source":
        return answer
    script = answer.script if choice == "auto" else choice
    statements = tuple(_converted(s, script) for s in answer.statements)
    items = tuple(_converted(s, script) for s in answer.items)
    short = _in_script(answer.short, script) if answer.short else None
    changed = (statements, items) != (answer.statements, answer.items)
    notes = (*answer.notes, note("converted", script)) if changed else answer.notes
    return replace(answer, statements=statements, items=items, short=short, notes=notes)


def _converted(statement: Statement, script: Script) -> Statement:
    return replace(statement, text=_in_script(statement.text, script))


def _in_script(text: str, script: Script) -> str:
    written = detect_script(text)
    return text if written in (None, script) else convert_words(words(text), script)
