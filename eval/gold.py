"""Gold files: one JSON object a line."""

import json
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from eval.types import Example, GoldEvidence


def load_gold(path: Path) -> list[Example]:
    """Read a JSONL gold file; InputError names the line that cannot be read."""
    examples = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if line.strip():
            try:
                examples.append(_example(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path} line {number}: {error}; each line needs at least id and question") from error
    return examples


def _example(row: dict[str, Any]) -> Example:
    return Example(
        id=str(row["id"]),
        question=str(row["question"]),
        answers=tuple(map(str, row.get("answers") or ())),
        kind=str(row.get("kind", "other")),
        items=tuple(tuple(map(str, forms)) for forms in row.get("items") or ()),
        answerable=bool(row.get("answerable", True)),
        evidence=tuple(GoldEvidence(e["doc"], e["quote"]) for e in row.get("evidence") or ()),
        tags=tuple(row.get("tags") or ()),
        script=str(row.get("script", "")),
    )
