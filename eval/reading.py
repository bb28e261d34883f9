"""How well the reader reads: CMRC 2018 and DRCD questions with their paragraph given, and found among a thousand."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from corpus.segment import search_words
from eval.drcd import load_sample
from eval.metrics.character_f1 import character_f1
from eval.metrics.exact_match import exact_match
from eval.metrics.selective import Confident, auroc
from index.collection import Collection
from index.lexical import LexicalIndex
from qa.context import Context
from qa.question import analyse
from qa.rank import rank
from qa.reader.reader import Found, Reader
from qa.reader.training.sources import HELD_BACK
from qa.reader.windows import Window, windows_over
from qa.retrieve import retrieve

_RERANKED = 10  # paragraphs that are ranked for a question


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its accepted answers and the paragraph that it was written for."""

    question: str
    answers: tuple[str, ...]
    paragraph: str


@dataclass(frozen=True, slots=True)
class ReadingFigures:
    """Means over ``questions``: exact match and character F1 of the best span."""

    questions: int
    exact: float
    f1: float


def load(
    path: Path, questions: int, *, held_back: bool = False, paragraphs: int | None = None, seed: int = 0
) -> list[Asked]:
    """Draw questions from a set in SQuAD's form, from its first ``paragraphs``, or its last 15% if ``held_back``."""
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["data"]
    rows = [p for entry in entries for p in entry["paragraphs"]]
    rows = rows[round(len(rows) * (1 - HELD_BACK)) :] if held_back else rows[:paragraphs]
    asked = [
        Asked(qa["question"], tuple(a["text"] for a in qa["answers"]), row["context"])
        for row in rows
        for qa in row["qas"]
    ]
    random.Random(seed).shuffle(asked)  # noqa: S311  a sample, not a secret
    return asked[:questions]


def best_span(reader: Reader, question: str, windows: Sequence[Window]) -> Found | None:
    """Return the span of the greatest margin over all windows."""
    found = [f for spans in reader.read(question, windows, 1) for f in spans]
    return max(found, key=lambda f: f.margin, default=None)


def given(reader: Reader, asked: Sequence[Asked]) -> ReadingFigures:
    """Read the paragraph that each question was written for."""
    answers = [_words(best_span(reader, a.question, windows_over(a.paragraph)), a.paragraph) for a in asked]
    return _figures(asked, answers)


def _words(found: Found | None, text: str) -> str:
    return found.span.cut(text) if found else ""


def _figures(asked: Sequence[Asked], answers: Sequence[str]) -> ReadingFigures:
    pairs = list(zip(asked, answers, strict=True))
    return ReadingFigures(
        len(pairs),
        float(np.mean([exact_match(answer, a.answers) for a, answer in pairs])),
        float(np.mean([character_f1(answer, a.answers) for a, answer in pairs])),
    )


@dataclass(frozen=True, slots=True)
class OpenFigures:
    """The answer found among all paragraphs, and how often ranking puts the right paragraph first.

    ``reachable`` is how often it is among the first ten that are ranked.
    """

    reading: ReadingFigures
    first: float
    reachable: float


def found_among(asked: Sequence[Asked], paragraphs: Path, context: Context, collection: Collection) -> OpenFigures:
    """Search the paragraphs of DRCD's test set for each question, and rank the sentences of the first ten as ``ask`` does.

    The answer is what the reader found in the best sentence that it found anything in; ValueError without a reader.
    """
    if context.reader is None:
        raise ValueError("this measures a reader; give a context that has one")
    for document in load_sample(paragraphs).documents:
        collection.add(document)
    context = replace(context, snapshot=collection.snapshot())
    answers, first, reachable = [], [], []
    for a in asked:
        question = analyse(a.question, context.terms)
        found = retrieve(question, context.snapshot, context.embedder, 4 * _RERANKED)
        ids = list(dict.fromkeys(hit.passage.doc_id for hit in found.hits))[:_RERANKED]
        ranked = rank(question, found, [hit for hit in found.hits if hit.passage.doc_id in ids], context)
        best = next((s for s in ranked if s.found), None)
        answers.append(_words(best.found, best.evidence.sentence.document.text) if best else "")
        first.append(bool(ranked) and ranked[0].evidence.sentence.document.text == a.paragraph)
        reachable.append(a.paragraph in [context.snapshot.documents[i].text for i in ids])
    return OpenFigures(_figures(asked, answers), float(np.mean(first)), float(np.mean(reachable)))


def separation(reader: Reader, asked: Sequence[Asked]) -> float | None:
    """Return the AUROC of the margin: the right paragraph against the nearest by BM25 that is another's."""
    texts = sorted({a.paragraph for a in asked})
    index = LexicalIndex.build([search_words(text) for text in texts])
    observed: list[Confident] = []
    for a in asked:
        order = np.argsort(-index.scores(search_words(a.question)))
        wrong = next(texts[int(i)] for i in order if texts[int(i)] != a.paragraph and not _holds(texts[int(i)], a))
        for text, right in ((a.paragraph, True), (wrong, False)):
            found = best_span(reader, a.question, windows_over(text))
            observed.append(Confident(found.margin if found else -10.0, right))
    return auroc(observed)


def _holds(text: str, asked: Asked) -> bool:
    return any(answer in text for answer in asked.answers)
