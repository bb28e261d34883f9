"""Speaks with the process that reads a PDF, ends it in time, and turns its failures into errors for the user."""

import base64
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from corpus.errors import DocumentError

_PROGRAM = Path(__file__).with_name("pdfium.py")
_FIRST_SECONDS = 8.0  # to open a file and read its first page
_PAGE_SECONDS = 0.05  # more for each page
_BYTE_SECONDS = 1e-5  # more for each byte told of it; a full page has some 10,000


@dataclass(frozen=True, slots=True)
class Run:
    """Words that stand close on one line; points from the lower left corner of the page as it is seen.

    A blank at the end of ``text`` stands in the file, though the line ends there.
    """

    text: str
    x0: float
    x1: float
    bottom: float
    top: float
    size: float
    font: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page as PDFium sees it; ``image``: hardly any text, but a picture of a page; ``ocr``: recognised text."""

    number: int
    width: float
    height: float
    runs: tuple[Run, ...]
    image: bool = False
    ocr: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Pdf:
    """What a file holds; ``outline`` has (level, title, page), ``pages`` may be fewer than ``count``."""

    count: int
    properties: dict[str, str]
    outline: tuple[tuple[int, str, int], ...]
    pages: tuple[Page, ...]


def open_pdf(data: bytes, name: str) -> Pdf:
    """Return the head and all pages that can be had in time; DocumentError if that is none."""
    head: dict[str, Any] = {}
    pages: list[Page] = []
    for answer in _answers(data, name, "pages"):
        if "pages" in answer:
            head = answer
        elif answer.get("stopped"):
            if not pages:
                raise _damaged(name, str(answer["stopped"]))
        else:
            pages.append(_page(answer))
    if not head:
        raise _damaged(name, "no page can be read")
    outline = tuple((level, _clean(title), page) for level, title, page in head["outline"])
    return Pdf(head["pages"], {k: _clean(v) for k, v in head["meta"].items()}, outline, tuple(pages))


def page_image(data: bytes, name: str, number: int) -> bytes:
    """Return page ``number`` as a PNG."""
    for answer in _answers(data, name, "image", str(number)):
        if "png" in answer:
            return base64.b64decode(answer["png"])
    raise DocumentError(f"{name}: page {number} cannot be drawn; open it in a PDF viewer and save it again")


def _page(answer: dict[str, Any]) -> Page:
    runs = tuple(Run(_clean(text), *rest) for text, *rest in answer["runs"])
    return Page(
        answer["n"],
        answer["width"],
        answer["height"],
        runs,
        answer.get("image", False),
        answer.get("hidden", False),
        answer.get("problem", ""),
    )


def _clean(text: str) -> str:
    """Join surrogates to characters; a lone one becomes the replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _damaged(name: str, why: str) -> DocumentError:
    return DocumentError(f"{name} cannot be read as a PDF ({why}); open it in a PDF viewer and save it again")


def _answers(data: bytes, name: str, *request: str) -> Iterator[dict[str, Any]]:
    """Yield the answers of the process up to its end; a sudden end gives a last answer {"stopped": why}."""
    with _process(data, request) as (lines, late):
        for line in lines:
            try:
                answer = json.loads(line)
            except ValueError:
                break  # cut off in the middle
            if "end" in answer:
                return
            if "error" in answer:
                raise _explained(answer, name)
            yield answer
        yield {"stopped": "it takes too long" if late.is_set() else "it is damaged or needs too much memory"}


def _explained(answer: dict[str, Any], name: str) -> DocumentError:
    if answer["error"] == "password":
        return DocumentError(f"{name} is protected by a password; save a copy without one and add that")
    if answer["error"] == "missing":
        return DocumentError(f"{name}: reading PDF needs pypdfium2; install it with: pip install pypdfium2")
    return _damaged(name, "it needs too much memory" if answer["error"] == "memory" else "it is damaged")


@contextmanager
def _process(data: bytes, request: tuple[str, ...]) -> Iterator[tuple[Iterator[bytes], threading.Event]]:
    """Run the program on ``data``; give its lines, and the event that tells whether it was ended for being late."""
    command = [sys.executable, "-P", str(_PROGRAM), *request]
    late, done = threading.Event(), threading.Event()
    deadline = [time.monotonic() + _FIRST_SECONDS]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # noqa: S603
    threads = [
        threading.Thread(target=_feed, args=(child.stdin, data), daemon=True),
        threading.Thread(target=_watch, args=(child, deadline, done, late), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield _lines(child.stdout, deadline), late
    finally:
        done.set()
        child.kill()
        child.wait()
        for thread in threads:
            thread.join()
        if child.stdout:
            child.stdout.close()


def _feed(pipe: IO[bytes] | None, data: bytes) -> None:
    if pipe is None:
        return
    try:
        with pipe:
            pipe.write(data)
    except OSError:
        pass  # it has ended; what it said tells why


def _watch(
    child: "subprocess.Popen[bytes]", deadline: list[float], done: threading.Event, late: threading.Event
) -> None:
    while time.monotonic() <= deadline[0]:
        if done.wait(0.1):
            return
    late.set()
    child.kill()


def _lines(pipe: IO[bytes] | None, deadline: list[float]) -> Iterator[bytes]:
    for line in pipe or ():
        deadline[0] += _PAGE_SECONDS + _BYTE_SECONDS * len(line)
        yield line
