"""What a reader of a rendered page sees in a piece of it: visible words, with white space as browsers show it."""

import re
from collections.abc import Callable, Iterator

from corpus.readers.markup import Element, names

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
PREFORMATTED = frozenset(("pre", "xmp", "listing", "plaintext"))
BLOCKS = (
    HEADINGS
    | PREFORMATTED
    | names("""address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
        figure footer form frameset header hgroup hr html legend li main menu nav noframes ol optgroup p search section
        summary table tbody td tfoot th thead tr ul""")
)
_UNSEEN = names("""annotation annotation-xml applet area audio base button canvas datalist embed frame head iframe img input link map
    meta meter noscript object option param picture progress rp rt script select source style svg template textarea title
    track video""")
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)
_BLOCK_STYLE = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)", re.IGNORECASE)
_FOR_SCREEN_READERS = frozenset(("sr-only", "visually-hidden", "screen-reader-text", "screen-reader-only"))
_ANCHORS = frozenset(("#", "¶", "§", "🔗", ""))
_LINE_NUMBERS = names("""linenos lineno linenodiv line-number line-numbers-rows linenumber react-syntax-highlighter-line-number ln lnt
    hljs-ln-numbers gutter code-snippet__line-index""")
_BREAK = "\0"  # a <br> in a buffer; the parser lets no such character through
_BLANKS = re.compile(r"[ \t\r\n\f\0]+")
_WIDE = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003ffff]")
_STRUCK = frozenset(("del", "s", "strike"))
_SEAMS = {"sup": "^", "sub": "_"}  # 10<sup>9</sup> is not 109
_SEPARATE = frozenset(("a", "code", "kbd", "label"))  # <a>1.2</a><a>0.1</a> is not 1.20.1


def visible(element: Element) -> bool:
    """Tell whether an element is shown; panels behind tabs count as shown, since a click shows them."""
    tag = element.tag
    if not isinstance(tag, str) or (tag in _UNSEEN and not _is_heading_button(element)):
        return False
    if element.get("hidden") is not None:
        return bool(element.get("role") == "tabpanel" or element.get("hidden") == "until-found")
    if element.get("aria-hidden") == "true" or (tag == "dialog" and element.get("open") is None):
        return False
    if not _FOR_SCREEN_READERS.isdisjoint(element.get("class", "").split()) or _is_anchor_mark(element):
        return False
    style = element.get("style")  # the app that writes WeChat pages hides the article until its script has run
    return not style or element.get("id") == "js_content" or not _HIDING_STYLE.search(style)


def _is_heading_button(element: Element) -> bool:
    """Tell whether a button is a heading's own words, which unfold what is below; others only stand beside them."""
    parent = element.getparent()
    if element.tag != "button" or parent is None or element.getprevious() is not None or (parent.text or "").strip():
        return False
    return parent.tag in HEADINGS or parent.tag in ("dt", "summary")


def _is_anchor_mark(element: Element) -> bool:
    """Tell whether a link is only the sign beside a heading that points to the heading itself."""
    if element.tag != "a" or len(element) or not str(element.get("href", "")).startswith("#"):
        return False
    return (element.text or "").strip() in _ANCHORS


def is_block(element: Element) -> bool:
    """Tell whether an element begins on a line of its own."""
    style = element.get("style")
    return element.tag in BLOCKS or bool(style and _BLOCK_STYLE.search(style))


def walk(root: Element, enter: Callable[[Element], bool]) -> Iterator[tuple[Element | None, str]]:
    """Yield the text under ``root`` in order as (None, text), and (element, "") where an entered element ends.

    ``enter`` is asked before an element's own text comes; what it refuses is passed over.
    """
    if root.text:
        yield None, root.text
    open_elements = [(root, iter(root))]
    while open_elements:
        element, children = open_elements[-1]
        child = next(children, None)
        if child is not None and enter(child):
            if child.text:
                yield None, child.text
            open_elements.append((child, iter(child)))
            continue
        if child is None:
            open_elements.pop()
            yield element, ""
        ended = element if child is None else child
        if ended is not root and ended.tail:
            yield None, ended.tail


class Line:
    """Gathers inline text; white space collapses, line breaks are kept, and no two numbers grow into one."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._seam = ""  # goes between two digits of which one ended an element and one begins another
        self._ended = ""  # the tag that ended last, if nothing came after it

    def enter(self, element: Element) -> bool:
        """Begin an element; False if nothing of it is shown."""
        if not visible(element):
            return False
        tag, ended = element.tag, self._ended
        if tag == "br" or is_block(element):
            self.break_line()
        elif tag in _STRUCK:
            self.text("~~")
        elif tag in _SEAMS:
            self._seam = _SEAMS[tag]
        elif tag in _SEPARATE and ended in _SEPARATE:
            self._seam = " "
        return bool(tag != "br")

    def leave(self, element: Element) -> None:
        """End an element that was entered."""
        if is_block(element):
            self.break_line()
        elif element.tag in _STRUCK:
            self.text("~~")
        else:
            self._ended = element.tag

    def text(self, words: str) -> None:
        """Add text."""
        if self._seam and self._parts and self._parts[-1][-1].isdigit() and words[0].isdigit():
            self._parts.append(self._seam)
        self._parts.append(words)
        self._seam = self._ended = ""

    def break_line(self) -> None:
        """Begin a new line."""
        self.text(_BREAK)

    def take(self) -> str:
        """Return what was gathered and begin anew; two breaks in a row give an empty line."""
        raw = "".join(self._parts)
        self._parts, self._seam, self._ended = [], "", ""
        return _BLANKS.sub(lambda match: _blank(raw, match), raw).replace("~~~~", "").strip(" \n")


def _blank(raw: str, match: re.Match[str]) -> str:
    """Return what browsers show for a run of white space; a source line's end between Chinese characters is nothing."""
    if breaks := match[0].count(_BREAK):
        return "\n" if breaks == 1 else "\n\n"
    if ("\n" in match[0] or "\r" in match[0]) and match.start() > 0 and match.end() < len(raw):
        between_wide = _WIDE.match(raw[match.start() - 1]) and _WIDE.match(raw[match.end()])
        return "" if between_wide else " "
    return " "


def words_of(element: Element) -> str:
    """Return the visible words of an element; its blocks stand on lines of their own."""
    line = Line()
    for ended, text in walk(element, line.enter):
        if ended is None:
            line.text(text)
        elif ended is not element:
            line.leave(ended)
    return line.take()


def is_line_numbers(element: Element) -> bool:
    """Tell whether an element beside or in code holds the numbers of its lines."""
    return not _LINE_NUMBERS.isdisjoint(element.get("class", "").split())


def code_of(element: Element) -> str:
    """Return preformatted text as it stands, without line numbers and buttons."""
    parts: list[str] = []

    def enter(child: Element) -> bool:
        if not visible(child) or is_line_numbers(child):
            return False
        previous = child.getprevious()
        after_code = child.tag == "code" and previous is not None and previous.tag == "code"  # a line each, on WeChat
        if child.tag == "br" or ((after_code or is_block(child)) and parts and not parts[-1].endswith("\n")):
            parts.append("\n")
        return bool(child.tag != "br")

    for ended, text in walk(element, enter):
        if ended is None:
            parts.append(text)
        elif ended is not element and is_block(ended) and parts and not parts[-1].endswith("\n"):
            parts.append("\n")
    return "".join(parts)
