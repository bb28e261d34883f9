"""A reader without a model: it finds the words it was told of, with the margin it was told."""

from collections.abc import Mapping, Sequence

from corpus.types import Span
from qa.reader.reader import Found, Reader
from qa.reader.windows import Window

NOWHERE = -9.0


class PlantedReader(Reader):
    """Finds in each window the words of ``margins`` (folded) outside its headings, or else its first character."""

    def __init__(self, margins: Mapping[str, float]) -> None:
        super().__init__()
        self.margins = margins
        self.asked: list[str] = []
        self.windows: list[Window] = []

    def read(self, question: str, windows: Sequence[Window], most: int = 3) -> list[list[Found]]:
        self.asked.append(question)
        self.windows.extend(windows)
        return [self._spans(w)[:most] for w in windows]

    def _spans(self, window: Window) -> list[Found]:
        places = [(window.text.find(words, window.head), words, margin) for words, margin in self.margins.items()]
        found = [
            Found(window, window.to_source(Span(at, at + len(words))), margin)
            for at, words, margin in places
            if at >= 0
        ]
        nothing = Found(window, window.to_source(Span(window.head, window.head + 1)), NOWHERE)
        return sorted(found, key=lambda f: -f.margin) or [nothing]
