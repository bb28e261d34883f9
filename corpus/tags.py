"""What a passage is about beyond its words: its headings, and the versions and terms it inherits from them."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from corpus.layout import table_head
from corpus.normalize import fold_text
from corpus.segment import search_words
from corpus.terms import TermTable
from corpus.types import Document, Section, Span
from corpus.versions import Version, find_in_folded

TERM_MARK = "#"  # opens a term's token; no word of a text begins with it
_DOMINANT = 0.5  # share of a document's version mentions that makes one its subject
_ENOUGH_MENTIONS = 3


@dataclass(frozen=True, slots=True)
class Tags:
    """The search tokens of a passage with its headings, and the versions and terms it is about."""

    tokens: tuple[str, ...]
    versions: tuple[Version, ...]
    terms: tuple[str, ...]


def heading_path(document: Document, section: Section) -> tuple[str, ...]:
    """Return the document's title and the headings above a passage: what gives its words their subject."""
    return tuple(filter(None, (document.title, *section.path)))


def context_of(document: Document, section: Section, span: Span) -> tuple[str, ...]:
    """Return the headings above ``span``, and the head of the table that it begins in the middle of."""
    head = table_head(document.text, section.span, span.start)
    return (*heading_path(document, section), *((head.cut(document.text),) if head else ()))


def versions_in(text: str) -> list[Version]:
    """Return the versions that ``text`` names, in order."""
    return [m.version for m in find_in_folded(fold_text(text))]


def term_tokens(ids: set[str]) -> list[str]:
    """Return the tokens under which terms are indexed and asked for."""
    return sorted(TERM_MARK + i for i in ids)


@lru_cache(maxsize=64)
def subject_versions(document_id: str, title: str, version: str, source: str, text: str) -> tuple[Version, ...]:
    """Return what a whole document is about: versions in its title, metadata or file name, else the dominant one."""
    named = versions_in(f"{title}\n{version}\n{PurePath(source).stem}")
    if named:
        return tuple(dict.fromkeys(named))
    counts = Counter(v.minor for v in versions_in(text))
    for candidate, count in counts.most_common(1):
        if count >= _ENOUGH_MENTIONS and count >= _DOMINANT * counts.total():
            return (candidate,)
    return ()


def context_versions(document: Document, section: Section) -> tuple[Version, ...]:
    """Return the versions a section speaks of without naming them: its nearest heading's, else the document's."""
    for heading in reversed(section.path):
        if found := versions_in(heading):
            return tuple(dict.fromkeys(found))
    meta = document.meta.get("version", "")
    return subject_versions(document.id, document.title, meta, document.source, document.text)


def tags_of(document: Document, section: Section, span: Span, terms: TermTable) -> Tags:
    """Return the tags of the passage ``span`` of ``section``."""
    words = span.cut(document.text)
    headings = "\n".join(context_of(document, section, span))
    folded = fold_text(f"{headings}\n{words}")
    ids = terms.ids(folded)
    own = versions_in(words)
    return Tags(
        tokens=(*search_words(headings), *search_words(words), *term_tokens(ids)),
        versions=tuple(dict.fromkeys([*own, *context_versions(document, section)])),
        terms=tuple(sorted(ids)),
    )
