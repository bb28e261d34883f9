"""Web pages, saved or written by hand: the page's own text, without what stands around it."""

import codecs
import re
from dataclasses import replace

from corpus.decode import Decoded, decode, plausibility
from corpus.errors import EmptyFileError, EncodingError
from corpus.readers.base import Reading
from corpus.readers.boilerplate import Weights, drop_marked, drop_named, drop_unseen, weigh
from corpus.readers.builder import TextBuilder
from corpus.readers.html_flow import write_flow
from corpus.readers.html_inline import visible, words_of
from corpus.readers.html_meta import page_meta
from corpus.readers.markup import Element, names, parse_html, parse_xhtml
from corpus.readers.text import read_text
from corpus.types import Section, Span

_DECLARED = re.compile(rb"""(?:<meta[^>]{0,300}?charset\s*=|<\?xml[^>]{0,200}?encoding\s*=)\s*["']?([\w.:-]+)""", re.I)
_UNSHOWN = re.compile(rb"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<[^<>]*>?", re.DOTALL | re.IGNORECASE)
_MARKUP = re.compile(r"<(?:!doctype|!--|\?xml|/?[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)
_CHINESE = {
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "cp936", "hz"), "gb18030"),
    **dict.fromkeys(("big5", "big5hkscs", "cp950"), "big5hkscs"),
}
_DOUBT = 0.1  # of plausibility, in favour of the encoding that the page declares
_ENOUGH = 400  # characters that make a page, whatever was left out
_ENOUGH_SHARE = 0.3
_FEW = 100
_TEXT_CLASSES = names("""article-content article-body article__body articlebody entry-content markdown-body post-body post-content
    rich_media_content richtext td-content theme-doc-markdown""")
_TEXT_IDS = frozenset(("js_content", "content_views", "article-content", "article_content", "artibody"))


def read_html(data: bytes, name: str) -> Reading:
    """Read a web page; menus, side bars, related links and calls to share or subscribe are left out."""
    decoded = decode_page(data, name)
    if not _MARKUP.search(decoded.text):
        return read_text(data, name)
    return read_page(decoded, name)


def decode_page(data: bytes, name: str, declared: str = "") -> Decoded:
    """Return ``data`` as text. UTF-8 that is sound wins, then the declared encoding if it makes plausible text.

    ``declared`` (from a transfer's headers) goes before what the page declares. Only words that are shown are judged.
    """
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4000]:
        return decode(data, name)
    encoding = declared or (m[1].decode("ascii") if (m := _DECLARED.search(data[:4096])) else "")
    shown = _UNSHOWN.sub(b" ", data)
    if not shown.strip():
        return Decoded(data.decode("utf-8", errors="replace"), "utf-8")
    try:
        found = decode(shown, name)
    except EncodingError:
        if western := _western(data, encoding):
            return western
        raise
    if found.encoding != "utf-8":
        found = _preferred(shown, found, _CHINESE.get(_python_name(encoding), ""))
    return Decoded(data.decode(found.encoding, errors="replace"), found.encoding)  # damage here is not shown


def _python_name(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return ""


def _preferred(shown: bytes, found: Decoded, declared: str) -> Decoded:
    """Return the declared encoding's text where it is sound and about as plausible as the one found."""
    if declared and declared != found.encoding:
        try:
            text = shown.decode(declared)
        except UnicodeDecodeError:
            return found
        if plausibility(text) >= plausibility(found.text) - _DOUBT:
            return Decoded(text, declared)
    return found


def _western(data: bytes, encoding: str) -> Decoded | None:
    """Return a page that declares a western encoding and is nearly all ASCII."""
    name = _python_name(encoding)
    if name not in ("iso8859-1", "cp1252", "iso8859-15") or sum(byte > 127 for byte in data) > len(data) * 0.05:
        return None
    try:
        return Decoded(data.decode("cp1252"), "cp1252")
    except UnicodeDecodeError:
        return None


def read_page(decoded: Decoded, name: str, media_type: str = "text/html", url: str = "") -> Reading:
    """Read a page that is text already; ``url`` is used where the page does not give its address."""
    root = _parse(decoded.text, name)
    meta = page_meta(root)
    if url and "url" not in meta:
        meta["url"] = url
    title = meta.get("title")
    is_heading = any(" ".join(words_of(h1).split()) == title for h1 in root.iter("h1") if visible(h1))
    content = _content(root, decoded.text, name)
    builder = TextBuilder()
    if title and is_heading and next(content.iter("h1"), None) is None:
        builder.heading(1, title)
    write_flow(builder, content)
    return reading_of(builder, decoded.encoding, media_type, meta, name)


def reading_of(builder: TextBuilder, encoding: str, media_type: str, meta: dict[str, str], name: str) -> Reading:
    """Return what was built as a reading whose sections do not repeat the title; raises EmptyFileError without words."""
    text, sections = builder.build()
    if not text:
        raise EmptyFileError(f"{name} holds no visible text; nothing to add")
    title = meta.get("title")
    below = tuple(replace(s, path=tuple(words for words in s.path if words != title)) for s in sections)
    sections = below or (Section((), Span(0, len(text))),)
    return Reading(text, encoding, media_type, sections, title, meta)


def _parse(text: str, name: str) -> Element:
    return parse_xhtml(text, name) if text.lstrip().startswith("<?xml") else parse_html(text, name)


def _content(root: Element, text: str, name: str) -> Element:
    """Return the element that holds the page's own text, with everything else in it emptied.

    Where that would leave too little of the page, only what is marked as navigation is left out, or nothing.
    """
    body = _body(root)
    drop_marked(body, weigh(body))
    marked = weigh(body)
    least = min(_ENOUGH, _ENOUGH_SHARE * marked[body].prose)
    drop_named(body, marked)
    kept = weigh(body)
    is_index = kept[body].prose < _FEW and kept[body].words < _ENOUGH_SHARE * marked[body].words  # links are its text
    if kept[body].words and kept[body].prose >= least and not is_index:
        return _main(body, kept)
    has_text = marked[body].words > 0
    body = _body(_parse(text, name))
    if has_text:
        drop_marked(body, weigh(body))
    return body


def _body(root: Element) -> Element:
    body = next(root.iter("body"), root)
    drop_unseen(body)
    return body


def _main(body: Element, weights: Weights) -> Element:
    """Return the smallest element marked as the main text that holds half of it; one with the heading goes first."""
    half = weights[body].words / 2
    marked = [e for e in body.iter() if isinstance(e.tag, str) and weights[e].words >= half and _is_main(e)]
    headed = [e for e in marked if next(e.iter("h1"), None) is not None]
    return min(headed or marked, key=lambda element: weights[element].words, default=body)


def _is_main(element: Element) -> bool:
    return (
        element.tag in ("main", "article")
        or element.get("role") == "main"
        or element.get("itemprop") == "articleBody"
        or element.get("id") in _TEXT_IDS
        or not _TEXT_CLASSES.isdisjoint(element.get("class", "").lower().split())
    )
