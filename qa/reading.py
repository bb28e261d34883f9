"""The sentences of the passages found, each with the words around it that give it its subject."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from corpus.layout import code_blocks, code_lines, table_head
from corpus.normalize import fold_text
from corpus.sentences import LIST_MARK, cut_long, sentences
from corpus.tags import heading_path
from corpus.types import Document, Passage, Span
from index.snapshot import Snapshot
from index.types import Hit

_LONGEST_SENTENCE = 300  # characters; a longer one is quoted by clause
_LEANS_BACK = re.compile(
    r"除此|它|他们|其(?!他|余|实)|该|此|这|那|上述|以上|前者|后者|同时|并且|而且|所以|因此|另外|仍然|但"
)
_WORD = re.compile(r"\w")
_FENCE = re.compile(r"\s*(?:```|~~~)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, with the words around it that give it its subject.

    ``items`` is the list it leads in; ``code`` the block of code that it leads in or is a line of, without fences.
    """

    document: Document
    passage: Passage
    span: Span
    hit: Hit
    rank: int
    cosine: float
    words: str
    before: str
    headings: str
    items: tuple[Span, ...] = ()
    code: Span | None = None

    @property
    def leans_back(self) -> bool:
        """Tell whether it takes its subject from what stands before it."""
        return bool(_LEANS_BACK.match(LIST_MARK.sub("", fold_text(self.words), count=1)))

    @property
    def is_item(self) -> bool:
        """Tell whether it is an item of a list."""
        return bool(LIST_MARK.match(self.words))


def sentences_of(snapshot: Snapshot, hits: Sequence[Hit], vector: NDArray[np.float32]) -> Iterator[Sentence]:
    """Yield the sentences of the hits' passages, in rank order and then in the order of the text."""
    for rank, hit in enumerate(hits):
        document = snapshot.documents[hit.passage.doc_id]
        headings = " > ".join(heading_path(document, hit.passage.section))
        cosines = snapshot.unit_cosines(hit.passage, vector)
        section = section_sentences(document.text, hit.passage.section.span)
        blocks = _section_code(document.text, hit.passage.section.span)
        for i, span in enumerate(section):
            if hit.passage.span.overlaps(span) and says_something(span.cut(document.text)):
                cosine = max((c for unit, c in cosines if unit.span.overlaps(span)), default=hit.cosine)
                words, block = span.cut(document.text), _code_of(document.text, blocks, span)
                before = _before(document.text, section, i, block)
                items = _items_after(document.text, section, i)
                code = code_lines(document.text, block) if block else None
                yield Sentence(document, hit.passage, span, hit, rank, cosine, words, before, headings, items, code)


@lru_cache(maxsize=512)
def section_sentences(text: str, section: Span) -> tuple[Span, ...]:
    """Return the sentences of a section, long ones cut at clauses."""
    return tuple(p for s in sentences(text, section) for p in cut_long(text, s, _LONGEST_SENTENCE))


@lru_cache(maxsize=512)
def _section_code(text: str, section: Span) -> tuple[Span, ...]:
    return tuple(code_blocks(text, section))


def _code_of(text: str, blocks: Sequence[Span], sentence: Span) -> Span | None:
    """Return the block of code that the sentence stands in, or that follows it with nothing but blanks between."""
    for block in blocks:
        if block.contains(sentence):
            return block
        if block.start >= sentence.end:
            return None if text[sentence.end : block.start].strip() else block
    return None


def says_something(words: str) -> bool:
    """Tell words from rules, the line under a table's head and the fences of code."""
    return bool(_WORD.search(words)) and not _FENCE.match(words)


def _is_item(text: str, span: Span) -> bool:
    return bool(LIST_MARK.match(span.cut(text)))


def _before(text: str, section: Sequence[Span], i: int, block: Span | None) -> str:
    """Return what gives the i-th sentence its subject: the one before it, or for an item what leads the list in.

    A row of a table also has its first row, which names the columns; a line of code has what stands before the code.
    """
    if block and block.contains(section[i]):
        earlier = [s for s in section[:i] if s.end <= block.start]
        return earlier[-1].cut(text) if earlier else ""
    item = _is_item(text, section[i])
    head = table_head(text, Span(section[0].start, section[-1].end), section[i].start)
    header = head.cut(text) if head else ""
    for j in range(i - 1, -1, -1):
        continues_line = "\n" not in text[section[j].end : section[j + 1].start]
        if not item or not (_is_item(text, section[j]) or continues_line):
            return "\n".join(filter(None, (section[j].cut(text), header)))
    return header


def _heads_table(text: str, section: Sequence[Span], i: int) -> bool:
    rule = section[i + 1].cut(text) if i + 1 < len(section) else ""
    return text.startswith("|", section[i].start) and rule.startswith("|") and not _WORD.search(rule)


def _items_after(text: str, section: Sequence[Span], i: int) -> tuple[Span, ...]:
    """Return the items of the list that the i-th sentence leads in, or the rows of the table that it heads."""
    if _is_item(text, section[i]) and not _heads_table(text, section, i):
        return ()
    items: list[Span] = []
    for j in range(i + 1, len(section)):
        if not _is_item(text, section[j]):
            if items and "\n" not in text[section[j - 1].end : section[j].start]:
                continue  # a further sentence of the item
            break
        items.append(section[j])
    return tuple(span for span in items if says_something(span.cut(text)))
