"""Windows for training: runs of sentences of varying length, with or without the answer in them."""

import random
import re
from dataclasses import dataclass

from corpus.types import Span
from qa.reader.windows import under

_SENTENCE = re.compile(r"[^。!?;\n]*[。!?;\n]+|[^。!?;\n]+")  # of folded text
BUDGETS = (60, 90, 120, 160, 200, 260)  # characters; at run time windows have about 110


@dataclass(frozen=True, slots=True)
class Window:
    """What the model reads: a question and a text that opens with `head` characters of headings, and the answer."""

    question: str
    text: str
    head: int
    answer: Span | None


def sentence_spans(text: str) -> list[Span]:
    """Sentences and lines, blanks and ends included, that cover `text`."""
    return [Span(m.start(), m.end()) for m in _SENTENCE.finditer(text)]


def around(text: str, place: Span, budget: int, rng: random.Random) -> Span:
    """A run of whole sentences that holds `place`, of about `budget` characters, `place` anywhere within it."""
    inside = [s for s in sentence_spans(text) if s.overlaps(place)]
    start, end = inside[0].start, inside[-1].end
    if end - start > budget:
        return _cut(Span(start, end), place, budget, rng)
    before = [s for s in sentence_spans(text) if s.end <= start]
    after = [s for s in sentence_spans(text) if s.start >= end]
    while before or after:
        left = bool(before) and (not after or rng.random() < 0.5)
        neighbour = before.pop() if left else after.pop(0)
        if (end - start) + len(neighbour) > budget:
            if left:
                before.clear()
            else:
                after.clear()
            continue
        start, end = min(start, neighbour.start), max(end, neighbour.end)
    return Span(start, end)


def _cut(run: Span, place: Span, budget: int, rng: random.Random) -> Span:
    """A stretch of a run that is too long, `place` inside it."""
    room = max(0, budget - len(place))
    start = max(run.start, place.start - rng.randint(0, room))
    return Span(start, min(run.end, max(place.end, start + budget)))


def window(question: str, heading: str, text: str, span: Span, answer: Span | None) -> Window:
    """The window over `text[span]` under `heading` (may be empty); `answer` is in the text's offsets."""
    heading = under(heading, text, Span(0, len(text)), span.start)
    head = f"{heading}\n" if heading else ""
    shift = len(head) - span.start
    moved = Span(answer.start + shift, answer.end + shift) if answer else None
    return Window(question, head + span.cut(text), len(head), moved)
