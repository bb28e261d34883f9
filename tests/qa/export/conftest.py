"""Answers as JSON and the sources they cite, small enough to check by hand."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from qa.export.types import Entry, Export, ExportOptions, Name, Part, Place, Work

DAY = datetime.date(2024, 5, 31)
OPTIONS = ExportOptions(accessed=DAY)


def citation(n: int = 1, **fields: Any) -> dict[str, Any]:
    """A citation as ``kaoju ask --json`` prints it."""
    given = {
        "n": n, "doc_id": "ce10a06b22a22ae6", "title": "集群升级说明", "source": "/文档/升级.md", "section": ["步骤"],
        "page": None, "start": 10, "end": 16, "quote": "先升级主节点", "ocr": False,
    }  # fmt: skip
    return {**given, **fields}


def answer(*citations: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """An answer with one statement a citation."""
    statements = [{"text": c["quote"], "citations": [c["n"]]} for c in citations]
    given = {"question": "如何升级？", "status": "answered", "script": "hans", "short": None, "statements": statements,
             "items": [], "citations": list(citations), "notes": []}  # fmt: skip
    return {**given, **fields}


def export_of(*works: Work, quotes: tuple[str, ...] = ("原文",)) -> Export:
    """An export with an entry a work."""
    places = tuple(Place(quote, 0, len(quote)) for quote in quotes)
    entries = tuple(Entry(n, f"kaoju-{n:016x}", work, places, "2024-05-31") for n, work in enumerate(works, 1))
    return Export((Part(),), entries, "2024-05-31", "hans")


@pytest.fixture
def entry() -> Callable[..., Entry]:
    """Return a function that makes an entry of a work given by its fields; authors as they are written."""

    def make(title: str, *authors: str, page: int | None = None, **fields: Any) -> Entry:
        from qa.export.names import authors_in

        names: tuple[Name, ...] = tuple(name for author in authors for name in authors_in(author))
        return Entry(1, "kaoju-1", Work(title, authors=names, **fields), (Place("原文", page=page),), "2024-05-31")

    return make
