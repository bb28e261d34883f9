"""Retrieval over the paragraphs of DRCD (Shao et al. 2018): is the paragraph that a question was written for found first?"""

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path

from corpus.normalize import convert_words
from corpus.types import Document, Section, Span
from eval.metrics.ranking import mean_reciprocal_rank, recall_at
from index.collection import Collection
from index.embed import Embedder
from qa.question import analyse
from qa.retrieve import retrieve

_DEPTH = 40  # passages looked at, to have ten different paragraphs


@dataclass(frozen=True, slots=True)
class RetrievalFigures:
    """Recall at rank 1 and MRR@10 over ``questions`` questions."""

    questions: int
    recall_at_1: float
    mrr_at_10: float


@dataclass(frozen=True, slots=True)
class DrcdSample:
    """Paragraphs as documents, and questions with the id of the paragraph each was written for."""

    documents: list[Document]
    questions: list[tuple[str, str]]


def load_sample(path: Path, paragraphs: int = 1000, questions: int = 1000, seed: int = 0) -> DrcdSample:
    """Return the first ``paragraphs`` paragraphs and ``questions`` of their questions drawn with ``seed``."""
    data = json.loads(path.read_text(encoding="utf-8"))["data"]
    rows = [p for article in data for p in article["paragraphs"]][:paragraphs]
    documents = [_document(row["context"], number) for number, row in enumerate(rows)]
    pairs = [(q["question"], d.id) for row, d in zip(rows, documents, strict=True) for q in row["qas"]]
    random.Random(seed).shuffle(pairs)  # noqa: S311  a sample, not a secret
    return DrcdSample(documents, pairs[:questions])


def _document(text: str, number: int) -> Document:
    doc_id = hashlib.sha256(text.encode()).hexdigest()[:16]
    sections = (Section((), Span(0, len(text))),)
    return Document(doc_id, "", f"drcd/{number}", "text/plain", "utf-8", text, sections)


def measure(sample: DrcdSample, collection: Collection, embedder: Embedder, *, other_script: bool) -> RetrievalFigures:
    """Search every question, written in the other script if asked for, and return the figures by paragraph."""
    for document in sample.documents:
        collection.add(document)
    snapshot = collection.snapshot()
    ranks: list[int | None] = []
    for text, gold in sample.questions:
        asked = convert_words([text], "hans") if other_script else text
        found = retrieve(analyse(asked, collection.terms), snapshot, embedder, _DEPTH)
        order = list(dict.fromkeys(hit.passage.doc_id for hit in found.hits))
        ranks.append(order.index(gold) + 1 if gold in order else None)
    return RetrievalFigures(len(ranks), recall_at(ranks, 1), mean_reciprocal_rank(ranks, 10))
