"""The questions that the reader learns from: each answer stands in its evidence, each evidence in its text."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from corpus.load import Limits, folder_suffixes, load
from corpus.normalize import fold_text
from corpus.readers import DEFAULT_MAX_BYTES
from corpus.types import Document
from corpus.walk import Selection, walk
from eval.gold import load_gold
from qa.kinds import Kind
from qa.reader.training.sources import QUESTIONS, SAMPLE, field_sources

FILES = sorted(QUESTIONS.glob("*.jsonl"))
_SCRIPTS = ("hans", "hant", "en")


@cache
def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (QUESTIONS / name).read_text(encoding="utf-8").splitlines()]


def _asked(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each question with the text that it is asked about."""
    for row in _rows(name):
        if "doc" in row:
            yield _sample()[row["doc"]], row
        else:
            yield from ((row["text"], question) for question in row["questions"])


@cache
def _sample() -> dict[str, str]:
    """The texts of the sample by their paths in it."""
    return {Path(d.source).relative_to(SAMPLE.resolve()).as_posix(): d.text for d in _documents()}


def _headings() -> set[str]:
    return {heading for d in _documents() for s in d.sections for heading in s.path}


@cache
def _documents() -> list[Document]:
    found = walk([SAMPLE], Selection(folder_suffixes(), ()))
    return [d.document for file in found for d in load(file, Limits(DEFAULT_MAX_BYTES)) if d.document]


@pytest.mark.parametrize("name", [path.name for path in FILES])
def test_answers_stand_in_their_evidence_and_that_in_its_text(name: str) -> None:
    for text, question in _asked(name):
        assert question["evidence"], question
        assert question["evidence"] in text, question
        assert question["answer"] in question["evidence"], question  # empty where it is not here


@pytest.mark.parametrize("name", [path.name for path in FILES])
def test_kinds_and_scripts_are_known(name: str) -> None:
    for _, question in _asked(name):
        assert question["kind"] in (*get_args(Kind), "summary-fact"), question
        assert question["script"] in _SCRIPTS, question


def test_both_scripts_and_questions_without_an_answer_are_well_represented() -> None:
    asked = [question for path in FILES for _, question in _asked(path.name)]
    scripts = Counter(question["script"] for question in asked)
    without = sum(not question["answer"] for question in asked)
    assert min(scripts["hans"], scripts["hant"]) > 0.3 * len(asked)
    assert 0.15 < without / len(asked) < 0.4


def test_no_question_is_asked_twice_of_one_text() -> None:
    asked = Counter((text, question["question"]) for path in FILES for text, question in _asked(path.name))
    assert [key[1] for key, n in asked.items() if n > 1] == []


def test_none_of_the_gold_questions_is_trained_on() -> None:
    trained = {question["question"] for path in FILES for _, question in _asked(path.name)}
    gold = {e.question for e in load_gold(SAMPLE.parents[1] / "eval" / "gold" / "sample.jsonl")}
    assert not trained & gold


def test_every_question_reaches_the_training() -> None:
    asked = [question for path in FILES for _, question in _asked(path.name)]
    sources = field_sources()
    reached = [a for s in sources for a in s.asked]
    assert all(s.field for s in sources)
    spans = {a.question: a.span for a in reached}
    lost = [q for q in asked if fold_text(q["question"]) not in spans]
    assert all(q["evidence"] in _headings() for q in lost)  # a heading is not read
    answered = [q for q in asked if q["answer"] and q not in lost]
    assert all(spans[fold_text(q["question"])] for q in answered)
    assert len(lost) < 0.01 * len(asked)
    assert all(a.near is not None and (a.span is None or a.near.contains(a.span)) for a in reached)
