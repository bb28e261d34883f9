"""What a text names: its parts, the chains they are joined into, and the text read with them."""

import re
from dataclasses import dataclass
from typing import Literal

from corpus.normalize import NormalizedText
from corpus.terms import Term
from corpus.types import Span
from qa.conversation.joining import join

PartKind = Literal["component", "resource", "concept", "identifier", "org", "version", "stage", "date", "attribute"]
THINGS: tuple[PartKind, ...] = ("component", "resource", "concept", "identifier", "org")
KUBERNETES, BASIC, FEATURE, NAMED = 3, 2, 1, 0  # ranks of what is named
HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a text names, with its span in the folded text; the lower the rank, the narrower the subject."""

    kind: PartKind
    span: Span
    rank: int
    term: Term | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Things joined into one phrase (kube-proxy 的 ipvs 模式); ``place`` marks one that only says where."""

    span: Span
    parts: tuple[Part, ...]
    rank: int
    place: bool


@dataclass(frozen=True, slots=True)
class Read:
    """A text with what it names; spans are those of ``view``."""

    text: str
    view: NormalizedText
    parts: tuple[Part, ...]
    chains: tuple[Chain, ...]

    @property
    def folded(self) -> str:
        """The folded text."""
        return self.view.text

    @property
    def han(self) -> bool:
        """Whether the text has Chinese characters."""
        return bool(HAN.search(self.folded))

    def of(self, *kinds: PartKind) -> list[Part]:
        """Return the parts of these kinds."""
        return [p for p in self.parts if p.kind in kinds]

    def cut(self, span: Span) -> str:
        """Return the words as they are written under a span of the folded text."""
        return self.view.to_original(span).cut(self.text).strip()

    def put(self, *changes: tuple[Span, str]) -> str:
        """Return the text with the spans exchanged; of overlapping changes the first one given counts."""
        kept: list[tuple[Span, str]] = []
        for span, new in changes:
            if not any(span.overlaps(other) for other, _ in kept):
                kept.append((span, new))
        text = self.text
        for span, words in sorted(kept, key=lambda c: c[0], reverse=True):
            at = self.view.to_original(span)
            text = join(join(text[: at.start], words), text[at.end :])
        return text
