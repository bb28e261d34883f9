"""Gold as JSON, one object a line."""

import json
from collections.abc import Iterator
from typing import NoReturn

from corpus.decode import decode
from eval.gold_files.rows import Problem, Row, field_named


def read_jsonl(data: bytes, name: str) -> Iterator[Row | Problem]:
    """Yield the rows; numbers are kept as they are written, so that 1.10 is 1.10."""
    for line, text in enumerate(decode(data, name).text.split("\n"), 1):  # U+2028 may stand inside a JSON text
        if text.strip():
            yield _row(line, text)


def _row(line: int, text: str) -> Row | Problem:
    try:
        value = json.loads(text, parse_float=str, parse_int=str, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        return Problem(line, f"it is not JSON ({error}); write one JSON object a line")
    if not isinstance(value, dict):
        return Problem(line, "it is not a JSON object; write one object a line, not a list")
    named = {field: content for key, content in value.items() if (field := field_named(key))}
    return Row(line, {field: _as_list(field, content) for field, content in named.items()})


def _as_list(field: str, content: object) -> object:
    """Return a single text as a list where a list is wanted: in JSON no separator is read in it."""
    if field in ("answers", "tags", "items") and isinstance(content, str):
        content = [content] if content.strip() else []
    if field == "items" and isinstance(content, list):
        return [[item] if isinstance(item, str) else item for item in content]
    return content


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
