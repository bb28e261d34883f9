"""The sentences that a summary may choose from, each with what it cannot stand without."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from corpus.layout import code_blocks, table_head
from corpus.normalize import fold_text
from corpus.sentences import LIST_MARK, sentences, without_mark
from corpus.tags import context_versions, heading_path, versions_in
from corpus.terms import TermTable
from corpus.types import Document, Section, Span
from corpus.versions import Version
from qa.reading import says_something
from qa.stages import stages_in
from qa.summary.boilerplate import is_back_matter, is_boilerplate, is_prose
from qa.summary.material import TaggedPassage
from qa.summary.scope import Found
from qa.topics import topics_in

LONGEST = 300  # characters of a sentence that may be quoted whole
_LEANS = re.compile(
    r"^(?:它|他|她|其(?!他|余|实|中一)|该|此(?!外)|这|那|上述|以上|前者|后者|前两者|两者|二者|同时|并且|而且|所以|因此|因而|于是|从而|否则|另外|另一|此外|除此|仍然?|但|然而|不过|只是|却"
    r"|而(?!言)|也(?!就)|又|还|再|则|反过来|相反|相比|相较|然后|接下来|接着|具体|例如|比如|譬如|其中|其一|换句话|也就是|可以看到|由此|至于|对此|为此|随后|之后|最后|结果|当时|此时|如此|有了|简单来说|总之|综上|取而代之"
    r"|可以(?![a-z])|不可以|第[二三四五六七八九十]|[二三四五六]是|(?:以下|下[面列表图])(?!特|几)|(?:it|its|they|this|that|these|those|such|however|but|also|therefore|thus|so)\b)"
)
_LEANS_WITHIN = re.compile(
    r"^[^,。;:]{0,12}(?:[该此](?:特性|功能|组件|资源|接口|机制|参数|字段|控制器|对象|问题|命令|选项)|[这那][一两几]?(?:个|些|项|种|类|样|里|时|意味|使得|就是)|两者|二者|前者|后者|上述)"
)
_NO_SUBJECT = re.compile(
    r"^(?:目前)?(?:(?:在|从|于|自)\s?v?[\d.]+\s?(?:版本?)?(?:中|里)?\s?(?:首次|开始(?!,)|进入|升[级为至到]|被|引入|迁移|以)"
    r"|v?[\d.]+\s?(?:版本?)?(?:中|里)?\s?(?:alpha|beta)\s?(?:功能|特性|版)?(?:首次|引入|进入|升))"
)
_ASKS = re.compile(r"[?]\s*$|为什么|怎么|怎样|如何|哪|什么|多少")
_NO_NAME = re.compile(r"\b(?:alpha|beta|ga|stable|api|apis|kubernetes|k8s)\b")
_NAME = re.compile(r"[a-z]{3}")
_HEADING_MARKS = re.compile(r"^[\s#=\-*]*")
_LEADS = re.compile(r"[:：]\s*$")
_ENDS = re.compile(r"[。.!！…][”’」』）)\"'`*]*\s*$")
_MAX_BEFORE = 2  # sentences that one may take with it


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence, item or row that may be chosen; ``needs`` are the spans that have to stand with it.

    ``row`` is that of its unit's vector. ``place`` counts from 0 the sentences before it in its section, ``relevance`` is
    how much it is about the scope, 0 to 1. ``versions`` are its own, else those of its headings, which ``headings`` has
    folded, the document's title first; ``about`` are those of the headings in any case.
    """

    document: Document
    section: Section
    span: Span
    row: int
    folded: str
    headings: tuple[str, ...]
    place: int
    relevance: float
    versions: tuple[Version, ...]
    names_version: bool
    about: tuple[Version, ...]
    needs: tuple[Span, ...] = ()
    is_item: bool = False
    is_heading: bool = False

    @property
    def words(self) -> str:
        """The words as they stand."""
        return self.span.cut(self.document.text)


@dataclass(frozen=True)
class _Line:
    """A sentence of a section; ``alone`` if it opens a line. It is folded when it is looked at, since few are."""

    words: str
    span: Span
    is_item: bool
    is_row: bool
    alone: bool

    @cached_property
    def folded(self) -> str:
        """The folded words, without the mark of an item."""
        return fold_text(self.words if self.is_row else LIST_MARK.sub("", self.words, count=1))


def candidates(
    found: Found, documents: Mapping[str, Document], rows: frozenset[int], terms: TermTable
) -> list[Candidate]:
    """Return what may be chosen of the units in ``rows``, in the order of the documents and their texts."""
    made: list[Candidate] = []
    weights = dict(zip((p.passage.id for p in found.passages), found.weights, strict=True))
    for section, passages in _by_section(found.passages):
        document = documents[passages[0].passage.doc_id]
        if not any(row in rows for p in passages for row, _ in p.units):
            continue
        if any(is_back_matter(fold_text(h)) for h in section.path[-1:]):
            continue
        made += _of_section(document, section, passages, weights, found, rows, terms)
    return made


def _by_section(passages: Sequence[TaggedPassage]) -> Iterator[tuple[Section, list[TaggedPassage]]]:
    sections: dict[tuple[str, Span], list[TaggedPassage]] = {}
    for tagged in passages:
        sections.setdefault((tagged.passage.doc_id, tagged.passage.section.span), []).append(tagged)
    for group in sections.values():
        yield group[0].passage.section, group


def _of_section(  # noqa: PLR0913, PLR0917  what one section is read with
    document: Document,
    section: Section,
    passages: Sequence[TaggedPassage],
    weights: Mapping[str, float],
    found: Found,
    rows: frozenset[int],
    terms: TermTable,
) -> Iterator[Candidate]:
    text, homes = document.text, _Homes(passages, rows)
    body = list(_lines(text, section))
    heading = _heading_line(text, section)
    lines = [heading, *body] if heading and body and _adjoins(text, heading, body[0]) else body
    headings = tuple(map(fold_text, heading_path(document, section)))
    inherited = context_versions(document, section)
    for i, line in enumerate(lines):
        is_heading = line is heading
        home = homes.of(body[0].span if is_heading else line.span)
        if home is None or not (_tells(line, terms) if is_heading else _may_stand(line)):
            continue
        tagged, row = home
        relevance = found.relevance(document, tagged.passage, line.words, line.folded, terms)
        needs = () if is_heading else _needs(text, section, lines, i)
        if relevance <= 0 or needs is None:
            continue
        own = tuple(dict.fromkeys(versions_in(line.words)))
        yield Candidate(
            document=document,
            section=section,
            span=_quoted(text, line),
            row=row,
            folded=line.folded,
            headings=headings,
            place=max(0, i - (lines is not body)),
            relevance=relevance * weights[tagged.passage.id],
            versions=own or inherited,
            names_version=bool(own),
            about=inherited,
            needs=needs,
            is_item=line.is_item,
            is_heading=is_heading,
        )


def _quoted(text: str, line: _Line) -> Span:
    return line.span if line.is_row else without_mark(text, line.span)


def _heading_line(text: str, section: Section) -> _Line | None:
    """Return the words of a section's heading, without the marks around them."""
    if section.heading is None:
        return None
    words = section.heading.cut(text)
    kept = _HEADING_MARKS.sub("", words)
    start = section.heading.start + len(words) - len(kept)
    kept = kept.split("\n")[0].rstrip(" \t\r#")
    return _Line(kept, Span(start, start + len(kept)), False, False, True) if kept else None


def _tells(heading: _Line, terms: TermTable) -> bool:
    """Tell whether a heading says that something with a name reached a stage; one that asks says nothing."""
    if _ASKS.search(heading.folded) or not stages_in(heading.folded, terms):
        return False
    named = any(not t.is_general for t in topics_in(heading.folded, terms))
    return named or bool(_NAME.search(_NO_NAME.sub(" ", heading.folded)))


class _Homes:
    """Finds the passage that a sentence stands in, and the row of its unit, among the units that were asked for."""

    def __init__(self, passages: Sequence[TaggedPassage], rows: frozenset[int]) -> None:
        units = sorted((u.span, row, n) for n, p in enumerate(passages) for row, u in p.units if row in rows)
        self._passages = passages
        self._units = units
        self._starts = [span.start for span, _, _ in units]

    def of(self, sentence: Span) -> tuple[TaggedPassage, int] | None:
        """Return the passage and the row of the last unit that begins before the sentence ends and reaches it."""
        at = bisect_right(self._starts, sentence.end - 1) - 1
        if at < 0 or not self._units[at][0].overlaps(sentence):
            return None
        _, row, n = self._units[at]
        return self._passages[n], row


def _lines(text: str, section: Section) -> Iterator[_Line]:
    """Yield the sentences of a section without code; the row of a table is one, whatever ends in it."""
    blocks = code_blocks(text, section.span)
    row_end = at = section.span.start
    for sentence in sentences(text, section.span):
        if sentence.start < row_end or any(b.overlaps(sentence) for b in blocks):
            continue
        is_row, span = text.startswith("|", sentence.start), sentence
        if is_row:
            line_end = text.find("\n", sentence.start, section.span.end)
            row_end = section.span.end if line_end < 0 else line_end
            span = Span(sentence.start, sentence.start + len(text[sentence.start : row_end].rstrip()))
        words, opens = span.cut(text), at == section.span.start or "\n" in text[at : span.start]
        at = span.end
        if says_something(words):
            yield _Line(words, span, not is_row and bool(LIST_MARK.match(words)), is_row, opens)


def _may_stand(line: _Line) -> bool:
    if line.is_row:
        return len(line.span) <= LONGEST
    return (
        len(line.span) <= LONGEST
        and is_prose(line.folded)
        and not is_boilerplate(line.folded)
        and not (_LEADS.search(line.folded) and not line.is_item)
    )


def leans_back(folded: str) -> bool:
    """Tell whether a sentence takes what it speaks of from the one before it."""
    return bool(_LEANS.match(folded) or _LEANS_WITHIN.match(folded))


def _needs(text: str, section: Section, lines: Sequence[_Line], i: int) -> tuple[Span, ...] | None:
    """Return what has to stand with the i-th line of a section; None where it cannot stand at all.

    A row needs the head of its table; an item that names too little, and one that leans on what leads its list in, need
    that; a sentence that leans back needs the one before it, and that may need another.
    """
    line = lines[i]
    if line.is_row:
        head = table_head(text, section.span, line.span.start)
        return None if head is None or is_boilerplate(fold_text(head.cut(text))) else (head,)
    needs: list[Span] = []
    at = i
    while _leans(lines, at):
        at = _before(lines, at)
        if at < 0 or len(needs) == _MAX_BEFORE or lines[at].is_row or len(lines[at].span) > LONGEST:
            return None
        if _is_unfit(lines[at]) or not _adjoins(text, lines[at], lines[at + 1]):
            return None
        needs.append(_quoted(text, lines[at]))
    return tuple(needs)


def _leans(lines: Sequence[_Line], i: int) -> bool:
    line = lines[i]
    if line.is_item and not _stands_alone(lines, i):
        return True
    return leans_back(line.folded) or _subjectless(line)


def _subjectless(line: _Line) -> bool:
    return bool(_NO_SUBJECT.match(line.folded))


def _is_unfit(line: _Line) -> bool:
    return is_boilerplate(line.folded) or not re.search(r"\w{2}", line.folded)


def _adjoins(text: str, one: _Line, other: _Line) -> bool:
    """Tell whether no block of code or the like lies between two lines that follow one another."""
    return not text[one.span.end : other.span.start].strip()


def _before(lines: Sequence[_Line], i: int) -> int:
    """Return the line before; for the first sentence of an item, the line that leads its list in. -1 for none."""
    if not lines[i].is_item:
        return i - 1
    for j in range(i - 1, -1, -1):
        if not lines[j].is_item and lines[j].alone:
            return j
    return -1


def _stands_alone(lines: Sequence[_Line], i: int) -> bool:
    """Tell whether an item says something without what leads its list in: it ends like a sentence, or nothing leads it in."""
    lead = _before(lines, i)
    if lead < 0 or not _LEADS.search(lines[lead].folded):
        return True
    return (bool(_ENDS.search(lines[i].folded)) and len(lines[i].folded) >= 20) or bool(versions_in(lines[i].folded))
