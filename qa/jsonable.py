"""Answers as JSON: the one contract of the command line, the page, exports and evaluation."""

from dataclasses import asdict
from typing import Any

from qa.types import Answer


def to_json(answer: Answer) -> dict[str, Any]:
    """Return the answer as plain dicts and lists, in the order of the contract."""
    data = asdict(answer)
    order = (
        "question",
        "status",
        "mode",
        "script",
        "short",
        "statements",
        "items",
        "citations",
        "confidence",
    )
    return {key: data[key] for key in (*order, "coverage", "hits", "notes", "understood", "elapsed_ms")}
