"""Reading: a question against windows of text gives answer spans, each with its margin over "not here"."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.normalize import fold_text
from corpus.types import Span
from qa.reader.edges import answer_part
from qa.reader.encoding import encode
from qa.reader.spans import Scored, best_spans
from qa.reader.windows import Window

if TYPE_CHECKING:
    from qa.reader.network import ReaderNetwork

_BATCH = 12


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
                found[i] = [f for s in spans if (f := _found(windows[i], s))]
        return found


def _found(window: Window, scored: Scored) -> Found | None:
    """Return where the span stands in the source, without what is no answer at its ends; None if nothing is left."""
    part = answer_part(scored.span.cut(window.text))
    if not part:
        return None
    start = scored.span.start
    return Found(window, window.to_source(Span(start + part.start, start + part.end)), scored.margin)
