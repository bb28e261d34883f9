"""What a web page says of itself: title, author, date and address."""

import json
import re
from collections.abc import Iterator
from typing import Any

from corpus.dates import find_dates
from corpus.meta import byline, iso_date
from corpus.readers.html_inline import visible, words_of
from corpus.readers.markup import Element

_AUTHOR = ("author", "article:author", "og:article:author", "dc.creator", "dcterms.creator", "byl", "parsely-author")
_DATE = (
    "article:published_time",
    "og:published_time",
    "datepublished",
    "pubdate",
    "publishdate",
    "publish_date",
    "publish-date",
    "dc.date",
    "dc.date.issued",
    "dcterms.created",
    "parsely-pub-date",
    "date",
    "weibo:article:create_at",
)
_BYLINE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:author|byline|meta|info|source|date|time|pubtime|publish(?:ed)?|post-?meta)(?:$|[\s_-])"
)
_SITE_CLASS = re.compile(r"(?:^|[\s_-])(?:brand|logo|menu|site)(?:$|[\s_-])", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?!\d)")
_SEPARATOR = re.compile(r"\s*[|｜_–—·»«:：]\s*|\s+-+\s+|\s*--\s*")
_SAVED_FROM = re.compile(r"saved from url=\(\d+\)(https?://\S+)")
_AFTER_LABEL = re.compile(r"^\s*(?:作\s*者|文|撰文|author|by)\s*[:：|｜/ ]\s*", re.IGNORECASE)
_AFTER_NAME = re.compile(r"\s+\d{4}[-/.年].*$")
_MAX_JSON = 500_000
_MAX_BYLINES = 20


def page_meta(root: Element) -> dict[str, str]:
    """Return title, author, date (ISO, as precise as given) and url as far as the page under ``root`` states them."""
    stated = _meta_elements(root)
    data = list(_linked_data(root))
    lines = "\n".join(_bylines(root))
    near = byline(lines)
    found = {
        "title": _title(root, stated),
        "author": _author(root, stated, data) or _AFTER_NAME.sub("", near.get("author", "")),
        "date": _date(root, stated, data) or near.get("date", "") or iso_of(lines),
        "url": _url(root, stated),
    }
    return {key: " ".join(value.split()) for key, value in found.items() if value.strip()}


def _meta_elements(root: Element) -> dict[str, str]:
    stated: dict[str, str] = {}
    for element in root.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop") or ""
        if content := element.get("content", "").strip():
            stated.setdefault(name.lower(), content)
    return stated


def _linked_data(root: Element) -> Iterator[dict[str, Any]]:
    """Yield every object of the page's JSON-LD."""
    for script in root.iter("script"):
        if script.get("type") != "application/ld+json" or not 0 < len(script.text or "") < _MAX_JSON:
            continue
        try:
            pending = [json.loads(script.text)]
        except (ValueError, RecursionError):
            continue
        while pending:
            node = pending.pop()
            if isinstance(node, dict):
                yield node
                pending += [value for key, value in node.items() if key not in ("author", "publisher", "comment")]
            elif isinstance(node, list):
                pending += reversed(node)


def _title(root: Element, stated: dict[str, str]) -> str:
    """Return the page's name; a first heading that the title repeats tells where the site's own name begins."""
    named = next((e for e in root.iter("title") if e.getparent() is None or e.getparent().tag != "svg"), None)
    in_head = stated.get("og:title") or ("".join(named.itertext()) if named is not None else "")
    in_head = " ".join(in_head.split())
    headings = {e: words for e in root.iter("h1") if visible(e) and (words := " ".join(words_of(e).split()))}
    of_page = [words for e, words in headings.items() if not _is_of_site(e)]
    for words in sorted(of_page, key=in_head.startswith, reverse=True):
        if words in in_head:
            return words
    for site in (stated.get("og:site_name", ""), *headings.values()):
        parts = _SEPARATOR.split(in_head)
        if site and len(parts) > 1 and site in (parts[0], parts[-1]):
            return in_head.removesuffix(site).removeprefix(site).strip(" |｜_-–—·»«:：")
    return in_head or next(iter(headings.values()), "")


def _is_of_site(heading: Element) -> bool:
    """Tell whether a first heading names the site, as those beside a logo do."""
    if _SITE_CLASS.search(f"{heading.get('class', '')} {heading.get('id', '')}"):
        return True
    outer = next(heading.iterancestors("main", "article", "header", "nav"), None)
    return outer is not None and outer.tag in ("header", "nav")


def _author(root: Element, stated: dict[str, str], data: list[dict[str, Any]]) -> str:
    for name in _AUTHOR:
        if (author := stated.get(name, "")) and not author.startswith("http"):
            return author
    for node in data:
        if names := list(_names(node.get("author"))):
            return "、".join(names)
    for element in root.iter("a", "span", "address", "div", "p"):
        if element.get("rel") == "author" or element.get("itemprop") == "author":
            words = _AFTER_LABEL.sub("", words_of(element))
            if 0 < len(words) < 60:
                return words
    return ""


def _names(author: Any) -> Iterator[str]:
    for one in author if isinstance(author, list) else [author]:
        name = one.get("name") if isinstance(one, dict) else one
        if isinstance(name, str) and name and not name.startswith("http"):
            yield name


def _date(root: Element, stated: dict[str, str], data: list[dict[str, Any]]) -> str:
    times = list(root.iter("time"))
    marked = [t for t in times if t.get("itemprop") == "datePublished" or t.get("pubdate") is not None]
    candidates = [
        *(stated.get(name, "") for name in _DATE),
        *(str(node.get("datePublished", "")) for node in data),
        *(time.get("datetime", "") for time in [*marked, *times[:1]]),
    ]
    return next((iso for iso in map(iso_of, candidates) if iso), "")


def iso_of(words: str) -> str:
    """Return the first date in ``words`` as ISO, as precise as written; empty if there is none."""
    if match := _DAY.match(words.strip()):
        return match[0]
    return next((iso_date(date.value) for date in find_dates(words[:100]) if date.value), "")


def _bylines(root: Element) -> Iterator[str]:
    """Yield the short texts whose class says that they tell who wrote the page and when."""
    count = 0
    for element in root.iter("p", "div", "span", "section", "li", "td"):
        if count < _MAX_BYLINES and _BYLINE_CLASS.search(element.get("class", "")):
            words = words_of(element)
            count += 1
            if 0 < len(words) < 200:
                yield words


def _url(root: Element, stated: dict[str, str]) -> str:
    links = [link.get("href", "") for link in root.iter("link") if link.get("rel", "").lower() == "canonical"]
    saved = [m[1] for m in (_SAVED_FROM.search(comment) for comment in _first_comments(root)) if m]
    for url in (*links, stated.get("og:url", ""), *saved):
        if url.startswith(("http://", "https://")):
            return str(url)
    return ""


def _first_comments(root: Element) -> Iterator[str]:
    """Yield the comments before the page, where browsers note from where they saved it."""
    for node in root.itersiblings(preceding=True):
        if not isinstance(node.tag, str):
            yield node.text or ""
    for node in list(root)[:3]:
        if not isinstance(node.tag, str):
            yield node.text or ""
