"""What stands on a web page around its text: menus, side bars, related links, calls to follow, share and subscribe."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from corpus.readers.html_inline import HEADINGS, PREFORMATTED, is_block, visible, words_of
from corpus.readers.html_notices import MAX_NOTICE, is_buttons, is_list_title, is_notice
from corpus.readers.markup import Element, names

_TAGS = frozenset(("nav", "footer", "header", "aside", "search"))
_ROLES = names("navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar")
_NAMES = names("""ad ads advert advertisement adsbygoogle banner backtop breadcrumb breadcrumbs comment comments commentlist consent
    cookie cookies copyright crumbs disqus donate editsection feedback footer gdpr giscus gitalk headerlink lightbox like
    likes login masthead menu menubar modal nav navbar navi navigation newsletter pager pagination paging popup prevnext
    promo qrcode recommend recommendation recommendations recommended recommends related reply respond reward search
    searchbox share sharebar sharing sidebar sidebars sidenav signup skiplink sns social sponsor sponsored subnav
    subscribe toc tocs toolbar topnav utterances vote voting widget widgets""")
_ID = re.compile(
    rf"(?:page|post|site|main|left|right|top|bottom)?[-_]?(?:{'|'.join(sorted(_NAMES))})"
    r"[-_]?(?:wrapper|container|inner|list|area|box|left|right|bar|section|post|posts|links|panel|content)?"
)
_STATES = ("category-", "tag-", "cat-", "has-", "with-", "no-", "is-", "js-", "page-", "layout-", "type-", "status-")
_ADMONITIONS = names("admonition alert callout caution hint important note notice tip warning footnote")
_NO_NOTICES = HEADINGS | {"td", "th", "dt", "dd", "body", "caption"}
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|[a-z]+")


@dataclass(frozen=True, slots=True)
class Weight:
    """Characters of an element's words, how many of them are in links, and how many links there are."""

    words: int
    in_links: int
    links: int

    @property
    def prose(self) -> int:
        """Characters outside links."""
        return self.words - self.in_links

    @property
    def is_links(self) -> bool:
        """Tell whether the words are links, two or more, and hardly anything else."""
        return self.links >= 2 and self.in_links > 0.7 * self.words


Weights = dict[Element, Weight]


def drop(root: Element, unwanted: Callable[[Element], bool]) -> None:
    """Empty every element under ``root`` that is not wanted; what follows it stays."""
    pending = [root]
    while pending:
        for child in pending.pop():
            if not isinstance(child.tag, str):
                continue
            if unwanted(child):
                empty(child)
            elif child.tag not in PREFORMATTED:
                pending.append(child)


def empty(element: Element) -> None:
    """Take away what an element holds and make it one that is not shown."""
    if isinstance(element.tag, str):
        element.clear(keep_tail=True)
        element.tag = "template"


def drop_unseen(root: Element) -> None:
    """Empty what is not shown."""
    drop(root, lambda element: not visible(element))


def drop_marked(body: Element, weights: Weights) -> None:
    """Empty what its tag or role says is not the page's own text; ``weights`` are those of ``body`` as it stands."""
    half = weights[body].words / 2
    drop(body, lambda element: _is_marked(element, weights[element], half))


def drop_named(body: Element, weights: Weights) -> None:
    """Empty what its class, its links or its words say is not the page's own text."""
    half = weights[body].words / 2
    has_main = any(weights[element].words > half for element in body.iter("main", "article"))
    drop(body, lambda e: _is_named(e, weights[e], half) or (not has_main and _is_link_box(e, weights[e])))
    _drop_lists_of_links(body, weights)
    drop(body, lambda element: _is_notice(element, weights[element]))


def weigh(root: Element) -> Weights:
    """Return the weight of ``root`` and of every node under it."""
    weights: Weights = {}
    sums: dict[Element, list[int]] = {}
    for element in reversed(list(root.iter())):
        words, in_links, links = sums.pop(element, (0, 0, 0))
        if not isinstance(element.tag, str) or element.tag in ("script", "style", "template"):
            words = in_links = links = 0
        else:
            words += _length(element.text)
            if element.tag == "a" and element.get("href") is not None:
                in_links, links = words, max(links, 1)
        weights[element] = Weight(words, in_links, links)
        parent = element.getparent()
        if element is not root and parent is not None:
            sum_ = sums.setdefault(parent, [0, 0, 0])
            sum_[0] += words + _length(element.tail)
            sum_[1] += in_links
            sum_[2] += links
    return weights


def _length(text: str | None) -> int:
    return len("".join(text.split())) if text else 0


def _is_marked(element: Element, weight: Weight, half: float) -> bool:
    tag, role = element.tag, element.get("role")
    if (tag not in _TAGS and role not in _ROLES) or (weight.words > half and not weight.is_links):
        return False
    if tag == "aside":
        return not _is_within(element, ("main", "article", "section")) or weight.is_links
    if tag in ("header", "footer"):
        return not _is_within(element, ("article", "main", "blockquote", "section")) or (
            tag == "footer" and weight.is_links
        )
    return True


def _is_within(element: Element, tags: tuple[str, ...]) -> bool:
    return next(element.iterancestors(*tags), None) is not None


def _is_named(element: Element, weight: Weight, half: float) -> bool:
    """Tell whether an element's class or id says that it is not the text, and it is not most of the page."""
    tag = element.tag
    if tag in HEADINGS or tag in ("body", "main", "tr", "td", "th", "tbody", "table", "code") or weight.words > half:
        return False
    words = _class_words(element)
    if tag == "aside" and _ADMONITIONS.isdisjoint(words) and weight.is_links:
        return True
    if _NAMES.isdisjoint(words):
        identity = element.get("id", "").lower()
        if tag == "section" or "section" in words or not _ID.fullmatch(identity):  # there ids come from headings
            return False
    return next(element.iter("main", "h1"), None) is None


def _class_words(element: Element) -> set[str]:
    names = [name for name in element.get("class", "")[:1000].split() if not name.startswith(_STATES)]
    parts = [[word.lower() for word in _WORD.findall(name)] for name in names]
    return {word for words in parts for word in (*words, "".join(words))}


def _is_link_box(element: Element, weight: Weight) -> bool:
    """Tell whether a box holds links and nothing else, as menus do on pages that do not say what is what."""
    return (
        element.tag in ("div", "section", "td", "form") and weight.links >= 3 and weight.in_links > 0.8 * weight.words
    )


def _drop_lists_of_links(body: Element, weights: Weights) -> None:
    """Empty every title such as 相关推荐 with the links under it, up to the next heading or to prose."""
    for title in [e for e in body.iter() if isinstance(e.tag, str) and _is_list_title(e, weights[e])]:
        box = _filled_by(title, weights)
        doomed = [box]
        for following in box.itersiblings():
            if _ends_links(following, weights.get(following)):
                if len(doomed) == 1 and following.tag not in HEADINGS:
                    doomed = []  # the title of a section of prose
                break
            doomed.append(following)
        for element in doomed:
            empty(element)


def _is_list_title(element: Element, weight: Weight) -> bool:
    return 0 < weight.words < 30 and is_block(element) and is_list_title(words_of(element))


def _filled_by(title: Element, weights: Weights) -> Element:
    """Return the outermost element that holds ``title`` and no other words."""
    element, parent = title, title.getparent()
    while parent is not None and parent.tag not in ("body", "html", "main", "article"):
        if parent not in weights or weights[parent].words > weights[title].words:
            break
        element, parent = parent, parent.getparent()
    return element


def _ends_links(element: Element, weight: Weight | None) -> bool:
    if weight is None or not isinstance(element.tag, str) or element.tag == "template":
        return False
    return element.tag in HEADINGS or (weight.words > 0 and weight.in_links <= 0.5 * weight.words)


def _is_notice(element: Element, weight: Weight) -> bool:
    """Tell whether a short block says nothing but what the site wants of its visitors."""
    if not 0 < weight.words <= MAX_NOTICE or not is_block(element) or element.tag in _NO_NOTICES:
        return False
    parent = element.getparent()
    if parent is not None and parent.tag in _NO_NOTICES - {"body"}:
        return False
    words = " ".join(words_of(element).split())
    if is_buttons(words):
        return element.tag not in ("ul", "ol", "li") or weight.links > 0
    return is_notice(words, in_links=weight.in_links > 0.6 * weight.words)
