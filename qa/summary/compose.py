"""What was chosen becomes statements with citations, in the order of the documents and their texts, in groups."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.tags import versions_in
from corpus.types import Document, Section, Span
from corpus.versions import Version
from qa.summary.choose import Chosen
from qa.summary.types import Contribution, Group, Grouping, SummaryCoverage, SummaryStatement
from qa.types import Citation


@dataclass(frozen=True, slots=True)
class Body:
    """Statements with their groups and citations; the citation of statement i is that at i."""

    statements: tuple[SummaryStatement, ...]
    groups: tuple[Group, ...]
    citations: tuple[Citation, ...]


def compose(
    chosen: Sequence[Chosen], documents: Mapping[str, Document], by: Grouping, asked: Sequence[Version] = ()
) -> Body:
    """Return the summary's body; grouped by version, a statement stands under the first that it tells of among ``asked``."""
    places = {doc_id: i for i, doc_id in enumerate(documents)}
    keys = {id(c): _version_of(c, asked) if by == "version" else None for c in chosen}

    def order(c: Chosen) -> tuple[object, ...]:
        version = keys[id(c)]
        first = (version is None, version or Version((0,))) if by == "version" else ()
        return (*first, places[c.candidate.document.id], c.span)

    ordered = sorted(chosen, key=order)
    citations = tuple(citation(n, c.candidate.document, c.candidate.section, c.span) for n, c in enumerate(ordered, 1))
    statements = tuple(SummaryStatement(q.quote, (q.n,), c.is_item) for c, q in zip(ordered, citations, strict=True))
    groups = _by_version(ordered, keys) if by == "version" else _by_document(ordered)
    return Body(statements, tuple(groups), citations)


def _version_of(chosen: Chosen, asked: Sequence[Version]) -> Version | None:
    """Return the release that a chosen span belongs to; what only stands with a sentence goes where that goes."""
    own = versions_in(chosen.candidate.words) or list(chosen.candidate.versions)
    wanted = [v for v in own if not asked or any(a.covers(v) for a in asked)]
    return next((v.minor for v in wanted if not v.wildcard), None)


def _by_document(ordered: Sequence[Chosen]) -> list[Group]:
    groups: dict[str, list[int]] = {}
    documents = {c.candidate.document.id: c.candidate.document for c in ordered}
    for i, c in enumerate(ordered):
        groups.setdefault(c.candidate.document.id, []).append(i)
    return [Group(documents[d].title, d, None, tuple(indexes)) for d, indexes in groups.items()]


def _by_version(ordered: Sequence[Chosen], keys: Mapping[int, Version | None]) -> list[Group]:
    groups: dict[Version | None, list[int]] = {}
    for i, c in enumerate(ordered):
        groups.setdefault(keys[id(c)], []).append(i)
    return [Group(str(v) if v else None, None, str(v) if v else None, tuple(indexes)) for v, indexes in groups.items()]


def citation(n: int, document: Document, section: Section, span: Span) -> Citation:
    """Return the citation ``n`` of the words under ``span``."""
    return Citation(
        n=n,
        doc_id=document.id,
        title=document.title,
        source=document.source,
        section=section.path,
        page=section.page,
        start=span.start,
        end=span.end,
        quote=span.cut(document.text),
        ocr=section.ocr,
    )


def coverage(
    citations: Iterable[Citation], matching: Iterable[str], documents: Mapping[str, Document], sentences: int
) -> SummaryCoverage:
    """Return which of the ``matching`` documents contributed to the statements, and which did not."""
    counts = Counter(c.doc_id for c in citations)
    ids = set(matching) | counts.keys()
    all_ = [Contribution(d.id, d.title, d.source, counts[d.id]) for d in documents.values() if d.id in ids]
    return SummaryCoverage(
        tuple(c for c in all_ if c.statements), tuple(c for c in all_ if not c.statements), sentences
    )
