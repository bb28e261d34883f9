"""Looking into the XML of a Word document."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement as Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_VAL = f"{W}val"
_CONTROL = f"{W}sdt"
DROPPED = frozenset(  # deletions, and properties in which nothing stands that is read
    W + name
    for name in (
        "del",
        "moveFrom",
        "delText",
        "pPr",
        "rPr",
        "rt",
        "sdtPr",
        "sdtEndPr",
        "sectPr",
        "tblPr",
        "tblGrid",
        "trPr",
    )
)


def child(element: "Element | None", *names: str) -> "Element | None":
    """Return the first child, or child of a child, with these names in Word's namespace."""
    for name in names:
        element = None if element is None else next(element.iterchildren(W + name), None)
    return element


def is_on(element: "Element | None") -> bool | None:
    """Return the value of a switch such as w:vanish; None where it is not set."""
    return None if element is None else element.get(_VAL, "1") not in ("0", "false", "off", "none")


def number(element: "Element | None") -> int | None:
    """Return the number that an element holds; None where there is none."""
    words = "" if element is None else element.get(_VAL, "")
    return int(words) if re.fullmatch(r"[0-9]{1,9}", words) else None


def is_placeholder(element: "Element") -> bool:
    """Tell whether a content control still shows its prompt instead of words that someone put in."""
    return bool(is_on(child(element, "sdtPr", "showingPlcHdr"))) if element.tag == _CONTROL else False


def outermost(parent: "Element", *names: str) -> "Iterator[Element]":
    """Yield the elements with these names that lie in no other of them and in nothing that is dropped."""
    tags = frozenset(W + name for name in names)
    waiting = [iter(parent)]
    while waiting:
        for element in waiting[-1]:
            if element.tag in tags:
                yield element
            elif len(element) and element.tag not in DROPPED and not is_placeholder(element):
                waiting.append(iter(element))
                break
        else:
            waiting.pop()
