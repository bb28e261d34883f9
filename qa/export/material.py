"""What may be exported: answers and summaries, as values or as the JSON that kaoju prints of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

from corpus.errors import InputError

_WHAT_NEXT = "give what kaoju ask --json or kaoju summarize --json prints"
_TURNS = ("answers", "turns", "conversation")


def parse(text: str) -> list[dict[str, Any]]:
    """Return the answers in ``text``: one JSON value, or one a line; InputError says what cannot be read."""
    try:
        return material(json.loads(text))
    except ValueError:
        pass
    except RecursionError:
        raise InputError(f"the JSON is nested too deeply; {_WHAT_NEXT}") from None
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise InputError(f"there is nothing to export; {_WHAT_NEXT}")
    return [answer for number, line in enumerate(lines, 1) for answer in material(_line(line, number))]


def _line(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"line {number} is not JSON: {line.strip()[:40]!r}; {_WHAT_NEXT}") from None


def material(thing: object) -> list[dict[str, Any]]:
    """Return the answers that ``thing`` consists of.

    It may be an Answer, a Summary, JSON of either, several of them in a list or under ``answers``, ``turns`` or
    ``conversation`` (a conversation), or a list of citations (a selection).
    """
    if is_dataclass(thing) and not isinstance(thing, type):
        return material(asdict(thing))
    if isinstance(thing, Mapping):
        turns = next((thing[key] for key in _TURNS if isinstance(thing.get(key), Sequence)), None)
        return [_checked(thing)] if turns is None else material(turns)
    if isinstance(thing, Sequence) and not isinstance(thing, str | bytes) and thing:
        parts = [asdict(p) if is_dataclass(p) and not isinstance(p, type) else p for p in thing]
        if all(isinstance(p, Mapping) and "citations" not in p and ("quote" in p or "doc_id" in p) for p in parts):
            return [_checked({"citations": [{**c, "n": n} for n, c in enumerate(parts, 1)]})]
        return [answer for part in parts for answer in material(part)]
    raise InputError(f"this is no answer; {_WHAT_NEXT}")


def _checked(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer if its parts have the form that is read further on."""
    if "error" in answer and "citations" not in answer:
        return {"question": answer.get("question", ""), "notes": [str(answer["error"])], "citations": []}
    citations = answer.get("citations")
    if not _is_list_of_objects(citations):
        raise InputError(f"an answer has a list of citations, this has not; {_WHAT_NEXT}")
    for key in ("statements", "items"):
        if not _is_list_of_objects(answer.get(key) or []):
            raise InputError(f"{key} must be a list of objects; {_WHAT_NEXT}")
    return dict(answer)


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)
