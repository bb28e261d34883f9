"""Summaries as JSON: the one contract of the command line, the page and exports."""

from dataclasses import asdict
from typing import Any

from qa.summary.types import Summary


def to_json(summary: Summary) -> dict[str, Any]:
    """Return the summary as plain dicts and lists, in the order of its fields."""
    return asdict(summary)
