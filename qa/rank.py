"""The sentences of the passages found, ranked by how well they answer, with a confidence in each."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from index.types import Hit
from qa.confidence import calibration, features_of
from qa.context import Context
from qa.evidence import Weigher
from qa.forms import has_form
from qa.question import Question
from qa.reader.candidates import read_sentences
from qa.reading import sentences_of
from qa.retrieve import Retrieval
from qa.scoring import Scored, score, with_reading
from qa.select import answers


def rank(question: Question, found: Retrieval, hits: Sequence[Hit], context: Context) -> list[Scored]:
    """Return the sentences of ``hits``, best first; where there is a reader, those that it read."""
    weigher = Weigher(question, found.keys, context.snapshot, context.terms)
    ranked = score(question, [weigher.weigh(s) for s in sentences_of(context.snapshot, hits, found.vector)])
    if context.reader is not None:
        read = read_sentences(
            context.reader,
            _mended(question.text, found),
            [s.evidence.sentence for s in ranked],
            partial(has_form, question.kind),
        )
        ranked = with_reading(ranked, read)
    fitted = calibration("plain" if context.reader is None else "reader")
    return [
        replace(s, confidence=fitted.probability(features_of(question, s, answers(question, s.evidence))))
        for s in ranked
    ]


def _mended(text: str, found: Retrieval) -> str:
    """Return the question with misspelt names put right, as they were searched for."""
    for written, name in found.mended:
        text = text.replace(written, name)
    return text
