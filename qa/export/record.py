"""JSON: all that an export holds, for programs and for ``kaoju verify``."""

import json
from dataclasses import asdict
from typing import Any

from qa.export.kinds import mark_of
from qa.export.references import references
from qa.export.types import NUMERIC, Entry, Export, Name, Part

FORMAT = "kaoju-export"


def as_json(made: Export) -> dict[str, Any]:
    """Return the export as plain dicts and lists."""
    texts = {r.entry.n: r.text for r in references(made, NUMERIC).listed}
    return {
        "format": FORMAT,
        "title": made.title,
        "script": made.script,
        "accessed": made.accessed,
        "generation": made.generation,
        "parts": [_part(part) for part in made.parts],
        "entries": [_entry(entry, texts[entry.n]) for entry in made.entries],
    }


def write_json(made: Export) -> str:
    """Return the export as JSON text."""
    return json.dumps(as_json(made), ensure_ascii=False, indent=2) + "\n"


def _part(part: Part) -> dict[str, Any]:
    data = asdict(part)
    data["converted"] = data.pop("mark")
    return data


def _entry(entry: Entry, text: str) -> dict[str, Any]:
    work = asdict(entry.work)
    work["authors"] = [_name(name) for name in entry.work.authors]
    places = [asdict(place) for place in entry.places]
    names = {"converted": entry.mark, "original_title": entry.original or entry.work.title}
    return {
        "n": entry.n,
        "key": entry.key,
        "mark": mark_of(entry.work),
        **work,
        "accessed": entry.accessed,
        **names,
        "reference": text,
        "places": places,
    }


def _name(name: Name) -> str | dict[str, str]:
    return name.literal or {"family": name.family, "given": name.given}
