"""An e-book's package document: who wrote it, and which files make its text in which order."""

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from corpus.errors import DocumentError
from corpus.readers.html_meta import iso_of
from corpus.readers.markup import Element, local_name, parse_xml

_CONTENT = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
_MAX_CHAPTERS = 5000


@dataclass(frozen=True, slots=True)
class Package:
    """``chapters`` are names in the archive in reading order; ``tables`` those of its tables of contents."""

    meta: dict[str, str]
    chapters: tuple[str, ...]
    tables: tuple[str, ...]


def root_file(container: str, name: str) -> str:
    """Return the name of the package document that META-INF/container.xml points to."""
    root = parse_xml(container, name)
    path = next((e.get("full-path") for e in root.iter("rootfile") if e.get("full-path")), None)
    if not path:
        raise DocumentError(f"{name} is damaged: it names no package document; get the book again")
    return str(path)


def read_package(text: str, path: str, name: str) -> Package:
    """Read the package document that stands at ``path`` in the archive."""
    root = parse_xml(text, name)
    files = {e.get("id", ""): e for e in root.iter("item") if e.get("href")}
    chapters = []
    for reference in root.iter("itemref"):
        item = files.get(reference.get("idref", ""))
        if item is not None and item.get("media-type", _CONTENT[0]) in _CONTENT and not _is_table(item):
            chapters.append(resolve(path, item.get("href")))
    tables = [
        resolve(path, item.get("href"))
        for item in files.values()
        if _is_table(item) or item.get("media-type") == "application/x-dtbncx+xml"
    ]
    if not chapters:
        raise DocumentError(f"{name} lists no chapters that are text; convert it to HTML or text first")
    if len(chapters) > _MAX_CHAPTERS:
        raise DocumentError(f"{name} lists more than {_MAX_CHAPTERS:,} chapters; split the book")
    return Package(_meta(root), tuple(dict.fromkeys(chapters)), tuple(tables))


def _is_table(item: Element) -> bool:
    return "nav" in str(item.get("properties", "")).split()


def resolve(base: str, reference: str) -> str:
    """Return the name in the archive of what ``reference`` means in the file ``base``."""
    path = unquote(reference.split("#", 1)[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path)).lstrip("/")


def _meta(root: Element) -> dict[str, str]:
    metadata = next(root.iter("metadata"), root)
    sources = (*_texts(metadata, "source"), *_texts(metadata, "identifier"))
    found = {
        "title": next(_texts(metadata, "title"), ""),
        "author": "、".join(dict.fromkeys(_texts(metadata, "creator", _is_author))),
        "date": next((iso for iso in map(iso_of, _texts(metadata, "date")) if iso), ""),
        "url": next((words for words in sources if words.startswith(("http://", "https://"))), ""),
    }
    return {key: value for key, value in found.items() if value}


def _is_author(creator: Element) -> bool:
    role = next((value for key, value in creator.attrib.items() if local_name(key) == "role"), "aut")
    return bool(role == "aut")


def _texts(metadata: Element, tag: str, fits: Callable[[Element], bool] = lambda _: True) -> Iterator[str]:
    for element in metadata.iter(tag):
        words = " ".join("".join(element.itertext()).split())
        if words and fits(element):
            yield words


def labels(text: str, path: str, name: str) -> dict[str, str]:
    """Return what a table of contents (EPUB 3's nav or EPUB 2's NCX) calls each file, by its first entry."""
    found: dict[str, str] = {}
    root = parse_xml(text, name)
    for link in root.iter("a", "navpoint"):
        target, words = link.get("href"), "".join(link.itertext())
        if link.tag == "navpoint":
            content, label = next(link.iter("content"), None), next(link.iter("navlabel"), None)
            target = content.get("src") if content is not None else None
            words = "".join(label.itertext()) if label is not None else ""
        if target and words.strip():
            found.setdefault(resolve(path, target), " ".join(words.split()))
    return found
