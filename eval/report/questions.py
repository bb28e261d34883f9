"""One question as the report shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.normalize import convert_words, fold_text
from corpus.types import Document, Span
from eval.answer_json import answer_from_json
from eval.metrics.citation_exactness import is_exact
from eval.report.context import Context, context_of
from eval.report.labels import Label, same
from eval.report.measures import MEASURE_LABELS
from eval.report.numbers import milliseconds, number
from eval.report.types import Report, Verdict, verdict_of
from eval.report.words import word
from eval.scores import QuestionScore
from eval.types import Example
from qa.types import Answer, Citation, Statement


@dataclass(frozen=True, slots=True)
class Card:
    """A citation with the words around it; ``exact`` is False where the document says something else at its offsets."""

    citation: Citation
    context: Context
    exact: bool
    where: str
    place: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, counted from 1, with its answer (None where there is none, ``error`` says why) and its score.

    ``change`` is better, worse or empty.
    """

    number: int
    example: Example
    score: QuestionScore
    answer: Answer | None
    error: str
    change: str
    cards: tuple[Card, ...]

    @property
    def verdict(self) -> Verdict:
        """What became of it."""
        return verdict_of(self.score)

    @property
    def parts(self) -> Sequence[tuple[Statement, bool]]:
        """Statements and list items, in the order of their citations, and of each whether it is an item."""
        if self.answer is None:
            return []
        parts = [(s, False) for s in self.answer.statements] + [(s, True) for s in self.answer.items]
        return sorted(parts, key=lambda part: min(part[0].citations, default=0))

    @property
    def reasons(self) -> Sequence[Label]:
        """Why it scored as it did."""
        return [Label(r.say("hans"), r.say("hant")) for r in self.score.reasons]

    @property
    def values(self) -> Sequence[tuple[Label, str]]:
        """What each measure that applies is called, and its value."""
        return [(MEASURE_LABELS[m], number(m, v)) for m, v in self.score.values.items() if v is not None]

    @property
    def facts(self) -> Sequence[Label]:
        """The confidence, if it was answered, and how long it took."""
        confidence = self.score.confidence
        sure = [] if confidence is None else [word("confidence", value=f"{confidence:.2f}")]
        return [*sure, word("took", value=milliseconds(self.score.elapsed_ms))]

    @property
    def searched(self) -> str:
        """What a search looks through: id, question, gold and answer, in lower case, as written and in both scripts."""
        texts = [self.example.id, self.example.question, *self.example.answers]
        texts += [form for item in self.example.items for form in item]
        if self.answer:
            texts += [self.answer.short or "", *(s.text for s, _ in self.parts)]
        written = "\n".join(text for text in texts if text).lower()
        return "\n".join(dict.fromkeys((written, fold_text(written), convert_words([written], "hant"))))


def questions(report: Report) -> tuple[Question, ...]:
    """Return the questions of a run in the order of its gold set."""
    run, flips = report.evaluation, report.flips
    changes = dict.fromkeys(flips.better, "better") | dict.fromkeys(flips.worse, "worse") if flips else {}
    asked = []
    for i, (example, record, score) in enumerate(zip(run.examples, run.records, run.scores, strict=True), 1):
        answer = answer_from_json(record.answer) if record.answer is not None else None
        cards = tuple(_card(c, run.documents) for c in answer.citations) if answer else ()
        asked.append(Question(i, example, score, answer, record.error, changes.get(example.id, ""), cards))
    return tuple(asked)


def _card(citation: Citation, documents: Mapping[str, Document]) -> Card:
    document, exact = documents.get(citation.doc_id), is_exact(citation, documents)
    place = [word("place", start=citation.start, end=citation.end)]
    if citation.page:
        place.insert(0, word("page", page=citation.page))
    return Card(
        citation=citation,
        context=context_of(document, Span(citation.start, citation.end)) if document and exact else Context(),
        exact=exact,
        where=" › ".join(dict.fromkeys((citation.title or file_name(citation.source), *citation.section))),
        place=(same(file_name(citation.source)), *place),
    )


def file_name(path: str) -> str:
    """Return the last part of a path of any system."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]
