"""Text with tags becomes a tree: lxml's home for web pages and e-books.

No entity of the file's own is ever expanded, nothing is fetched, and neither nesting nor numbers grow without bound.
"""

import re
from html.entities import html5
from typing import Any

from corpus.errors import DocumentError, EmptyFileError

Element = Any  # an lxml element; ``tag`` is a name in lower case, or not a string for comments and the like

_MAX_TAGS = 500_000
_MAX_ATTRIBUTES = 2_000_000
_DOCTYPE = re.compile(r"<!DOCTYPE\b[^\[>]*(?:\[.*?\]\s*)?>", re.IGNORECASE | re.DOTALL)
_DOCTYPE_START = re.compile(r"<!DOCTYPE\b", re.IGNORECASE)
_MAX_PROLOG = 10_000
_DECLARATION = re.compile(r"<\?xml\b[^>]*\?>")
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))
_CONTROLS = dict.fromkeys((*range(9), 11, *range(14, 32), 127, 0xFFFE, 0xFFFF))
_NESTING = re.compile(
    r"<(/?)(?:a|abbr|b|big|center|div|em|font|i|label|mark|s|section|small|span|strong|tt|u)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"</?(?:center|div|section)", re.IGNORECASE)


def parse_html(text: str, name: str) -> Element:
    """Return the root of ``text`` read as forgivingly as browsers do; raises a DocumentError that names the file."""
    plain = _without_prolog(text)
    _check_size(plain, name)
    root, too_deep = _html(plain)
    if too_deep:  # unclosed tags pile up; without the ones that only wrap, the words are all there
        root, too_deep = _html(_NESTING.sub(lambda m: "<p>" if _BLOCK.match(m[0]) else "", plain))
    if too_deep:
        raise DocumentError(f"{name} nests its elements too deeply; save the page as text and add that")
    if root is None:
        raise EmptyFileError(f"{name} holds no visible text; nothing to add")
    return root


def parse_xhtml(text: str, name: str) -> Element:
    """Return the root of ``text`` read as XML where it is sound XML, else as HTML."""
    plain = _without_prolog(text)
    _check_size(plain, name)
    if "<!DOCTYPE" not in plain and "<!ENTITY" not in plain:
        root = _xml(_NAMED.sub(_character, plain))
        if root is not None:
            return root
    return parse_html(plain, name)


def parse_xml(text: str, name: str) -> Element:
    """Return the root of ``text``, which has to be XML; names lose their namespace."""
    plain = _without_prolog(text)
    _check_size(plain, name)
    root = None if "<!ENTITY" in plain else _xml(_NAMED.sub(_character, plain))
    if root is None:
        raise DocumentError(f"{name} is damaged: a part that must be XML is not; get the file again")
    return root


def _without_prolog(text: str) -> str:
    """Return ``text`` without control characters, XML declaration and document type, where entities are declared."""
    plain = text.translate(_CONTROLS).lstrip()
    if declaration := _DECLARATION.match(plain):
        plain = plain[declaration.end() :]
    doctype = _DOCTYPE_START.search(plain, 0, _MAX_PROLOG)
    whole = _DOCTYPE.match(plain, doctype.start()) if doctype else None
    return plain[: whole.start()] + plain[whole.end() :] if whole else plain


def _check_size(text: str, name: str) -> None:
    if text.count("<") > _MAX_TAGS or text.count("=") > _MAX_ATTRIBUTES:
        raise DocumentError(f"{name} has more than {_MAX_TAGS:,} tags; split it into smaller files")


def _character(named: re.Match[str]) -> str:
    return named[0] if named[1] in _OF_XML else html5.get(f"{named[1]};", named[0])


def _html(text: str) -> tuple[Element | None, bool]:
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True, remove_pis=True)
    try:
        root = etree.fromstring(text.encode("utf-8", errors="replace"), parser)
    except (etree.LxmlError, ValueError):
        root = None
    return root, any("Excessive depth" in error.message for error in parser.error_log)


def _xml(text: str) -> Element | None:
    from lxml import etree

    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, load_dtd=False, no_network=True, huge_tree=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.strip().encode("utf-8", errors="replace"), parser)
    except (etree.LxmlError, ValueError):
        return None
    for element in root.iter(etree.Element):
        element.tag = local_name(element.tag)
    return root


def names(words: str) -> frozenset[str]:
    """Return the names that stand in ``words``, between blanks."""
    return frozenset(words.split())


def local_name(tag: str) -> str:
    """Return a tag or an attribute's name without its namespace, in lower case."""
    return tag.rpartition("}")[2].lower()
