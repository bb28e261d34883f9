"""What the reader learns from: texts with questions, folded, each answer as a span of its text."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.load import Limits, folder_suffixes, load
from corpus.normalize import fold, fold_text
from corpus.readers import DEFAULT_MAX_BYTES
from corpus.types import Document, Span
from corpus.walk import Selection, walk

QUESTIONS = Path(__file__).with_name("questions")
SAMPLE = Path(__file__).parents[3] / "corpus" / "sample"
HELD_BACK = 0.15  # of the paragraphs of CMRC's development set, its last
_MARKUP = re.compile(r"[*`_]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A folded question about a text.

    `span` is the answer; `near` the tempting place in the text where it is not, for a question without an answer.
    """

    question: str
    span: Span | None
    near: Span | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A folded text under its title and heading, with what is asked about it; `field` marks the field's own texts."""

    title: str
    text: str
    asked: tuple[Asked, ...]
    field: bool = False


def squad(path: Path) -> list[Source]:
    """Read a set in the form of SQuAD: CMRC 2018 (Cui et al. 2019) or DRCD (Shao et al. 2018)."""
    data = json.loads(path.read_text(encoding="utf-8"))["data"]
    return [_paragraph(entry.get("title", ""), p) for entry in data for p in entry["paragraphs"]]


def _paragraph(title: str, paragraph: dict[str, Any]) -> Source:
    view = fold(paragraph["context"])
    asked = []
    for qa in paragraph["qas"]:
        answer = qa["answers"][0]
        start, end = answer["answer_start"], answer["answer_start"] + len(answer["text"])
        if paragraph["context"][start:end] != answer["text"]:
            continue
        span = Span(bisect_left(view.starts, start), bisect_left(view.starts, end))
        if len(span):
            asked.append(Asked(fold_text(qa["question"]), span))
    return Source(fold_text(title or paragraph.get("title", "")), view.text, tuple(asked))


def training_sets(bench: Path) -> list[Source]:
    """The public sets that are trained on, without what is held back."""
    dev = squad(bench / "cmrc_dev.json")
    return [*squad(bench / "cmrc_trial.json"), *dev[: _held_back_from(dev)], *squad(bench / "drcd_dev.json")]


def held_back(bench: Path) -> list[Source]:
    """The last paragraphs of CMRC's development set, which no training sees."""
    dev = squad(bench / "cmrc_dev.json")
    return dev[_held_back_from(dev) :]


def _held_back_from(dev: list[Source]) -> int:
    return round(len(dev) * (1 - HELD_BACK))


def field_sources() -> list[Source]:
    """The questions over the sample collection and over the invented passages."""
    sources: list[Source] = []
    by_document: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(QUESTIONS.glob("*.jsonl")):
        for entry in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if "doc" in entry:
                by_document.setdefault(entry["doc"], []).append(entry)
            else:
                heading = f"{entry['title']} {entry['section']}"
                sources.append(_field_source(fold_text(heading), entry["text"], entry["questions"]))
    for document in _sample():
        name = Path(document.source).relative_to(SAMPLE).as_posix()
        sources.extend(_sections(document, by_document.get(name, [])))
    return sources


def _sample() -> Iterator[Document]:
    limits = Limits(DEFAULT_MAX_BYTES)
    found = walk([SAMPLE], Selection(folder_suffixes(), ()))
    yield from (loaded.document for file in found for loaded in load(file, limits) if loaded.document)


def _sections(document: Document, entries: list[dict[str, Any]]) -> Iterator[Source]:
    """One source a section, since a window never crosses sections."""
    for section in document.sections:
        text = section.span.cut(document.text)
        here = [e for e in entries if e["evidence"] in text]
        if here:
            path = [document.title, *section.path] if document.title not in section.path else section.path
            yield _field_source(fold_text(" ".join(path)), text, here)


def _field_source(heading: str, text: str, entries: list[dict[str, Any]]) -> Source:
    folded = fold_text(text)
    asked = []
    for entry in entries:
        evidence, answer = fold_text(entry["evidence"]), fold_text(entry["answer"])
        at = folded.find(evidence)
        if at < 0:
            continue
        near = Span(at, at + len(evidence))
        inside = evidence.find(answer)
        span = Span(at + inside, at + inside + len(answer)) if answer and inside >= 0 else None
        asked.append(Asked(fold_text(entry["question"]), span, near))
    return Source(heading, folded, tuple(asked), field=True)
