"""Reading: a question against windows of text gives answer spans, each with its margin over "not here"."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.normalize import fold_text
from corpus.types import Span
from qa.reader.encoding import encode
from qa.reader.spans import best_spans
from qa.reader.windows import Window

if TYPE_CHECKING:
    from qa.reader.network import ReaderNetwork

_BATCH = 12
_NEVER_ENDS = " \n\t,;:!?。、…"  # of folded text; a full stop may belong to a name
_PAIRS = ("()", "[]", "{}", "《》", "「」", "『』", "“”", "‘’", "【】", '""', "``", "**")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer span in the source text; ``margin`` above 0 says that it is likelier than "not here"."""

    window: Window
    span: Span
    margin: float


class Reader:
    """The reading model, loaded when it is first needed; threads may share one."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._network: ReaderNetwork | None = None

    def load(self) -> "ReaderNetwork":
        """Load the model now; ModelError says why it cannot be."""
        from qa.reader.weights import FOLDER, load_network

        with self._lock:
            if self._network is None:
                self._network = load_network(self._folder or FOLDER)
            return self._network

    def read(self, question: str, windows: Sequence[Window], most: int = 3) -> list[list[Found]]:
        """Return for each window up to ``most`` spans, best first."""
        import torch

        from qa.reader.network import collate

        if not windows:
            return []
        network = self.load()
        encoded = encode([(fold_text(question), w.text) for w in windows], [w.head for w in windows])
        found: list[list[Found]] = [[] for _ in windows]
        order = sorted(range(len(windows)), key=lambda i: len(encoded[i]))
        for at in range(0, len(order), _BATCH):
            rows = order[at : at + _BATCH]
            with torch.inference_mode():
                starts, ends = network(*collate([encoded[i] for i in rows]))
            for row, i in enumerate(rows):
                n = len(encoded[i])
                spans = best_spans(encoded[i], starts[row, :n].numpy(), ends[row, :n].numpy(), most)
                found[i] = [Found(windows[i], _source_span(windows[i], s.span), s.margin) for s in spans]
        return found


def _source_span(window: Window, folded: Span) -> Span:
    """Return where the span stands in the source, without blanks, punctuation and single brackets at its ends."""
    words = folded.cut(window.text)
    start, end = 0, len(words)
    while start < end and (words[start] in _NEVER_ENDS or _is_single(words[start], words[start:end])):
        start += 1
    while start < end and (words[end - 1] in _NEVER_ENDS or _is_single(words[end - 1], words[start:end])):
        end -= 1
    return window.to_source(Span(folded.start + start, folded.start + end))


def _is_single(char: str, words: str) -> bool:
    """Tell whether a bracket or quotation mark lacks its other half in the words."""
    for pair in _PAIRS:
        if char in pair:
            return words.count(char) % 2 == 1 if pair[0] == pair[1] else words.count(pair[0]) != words.count(pair[1])
    return False
