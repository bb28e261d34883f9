"""Reading back what was exported: the citations in a file of JSON, CSL-JSON or CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.errors import InputError
from qa.export.cells import restored
from qa.export.material import parse
from qa.export.record import FORMAT
from qa.export.tables import SECTION_MARK

_WHAT_NEXT = "verify takes what kaoju export wrote as json, csl-json or csv, and what kaoju ask --json printed"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A citation as a file has it; ``fields`` holds what else the file says of it that the store can tell, None if not.

    ``converted`` if title and section were put into the other script.
    """

    n: str
    doc_id: str
    source: str
    url: str
    quote: str
    start: int | None
    end: int | None
    fields: Mapping[str, str | None]
    converted: bool


def read_recorded(data: bytes) -> list[Recorded]:
    """Return the citations in a file, in its order; InputError if it is none of the forms."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"the file is not UTF-8; {_WHAT_NEXT}") from None
    if text.lstrip()[:1] in ("{", "["):
        return list(_from_json(text))
    return list(_from_csv(text))


def _from_json(text: str) -> Iterator[Recorded]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None  # several lines of JSON, or none: parse tells
    if isinstance(value, Mapping) and value.get("format") == FORMAT:
        yield from _from_record(value)
    elif isinstance(value, list) and value and all(isinstance(v, Mapping) and "custom" in v for v in value):
        yield from (place for item in value for place in _from_csl(item))
    elif value != []:
        answers = parse(text)
        yield from (_recorded(c, c, c.get("title")) for answer in answers for c in answer["citations"])


def _from_record(value: Mapping[str, Any]) -> Iterator[Recorded]:
    entries = _objects(value.get("entries"))
    numbers = {entry.get("n") for entry in entries}
    parts = _objects(value.get("parts"))
    claims = [c for part in parts for key in ("statements", "items") for c in _objects(part.get(key) or [])]
    if missing := {n for claim in claims for n in claim.get("entries") or ()} - numbers:
        raise InputError(
            f"statements cite entries that are not in the file: {sorted(map(str, missing))}; export it again"
        )
    for entry in entries:
        for place in _objects(entry.get("places")):
            yield _recorded(entry, place, entry.get("original_title") or entry.get("title"))


def _from_csl(item: Mapping[str, Any]) -> Iterator[Recorded]:
    custom = item.get("custom")
    known = custom.get("kaoju") if isinstance(custom, Mapping) else None
    if not isinstance(known, Mapping):
        raise InputError(f"item {item.get('id')} does not carry what kaoju wrote under custom; export it again")
    entry = {**known, "url": item.get("URL", "")}
    for place in _objects(known.get("places")):
        title = known.get("original_title") if known.get("converted") else item.get("title")
        yield _recorded(entry, place, title)


def _objects(value: object) -> Sequence[Mapping[str, Any]]:
    if isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
        return value
    raise InputError(f"the file lacks a part that an export has; {_WHAT_NEXT}")


def _recorded(entry: Mapping[str, Any], place: Mapping[str, Any], title: object) -> Recorded:
    section = place.get("section")
    page = place.get("page")
    return Recorded(
        n=str(entry.get("n", "?")),
        doc_id=str(entry.get("doc_id") or ""),
        source=str(entry.get("source") or ""),
        url=str(entry.get("url") or ""),
        quote=str(place.get("quote") or ""),
        start=_whole(place.get("start")),
        end=_whole(place.get("end")),
        fields={
            "title": title if isinstance(title, str) else None,
            "section": SECTION_MARK.join(map(str, section)) if isinstance(section, list | tuple) else None,
            "page": "" if page is None else str(page),
            "sha256": entry.get("sha256") or None,
            "text_sha256": entry.get("text_sha256") or None,
        },
        converted=bool(entry.get("converted")),
    )


def _whole(value: object) -> int | None:
    try:
        return None if value in (None, "") or isinstance(value, bool) else int(str(value))
    except ValueError:
        return None


def _from_csv(text: str) -> Iterator[Recorded]:
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        table = [row for row in reader if row]
    except csv.Error as error:
        raise InputError(f"the file cannot be read as CSV ({error}); {_WHAT_NEXT}") from None
    needed = {"doc_id", "start", "end", "quote"}
    if not table or not needed <= set(table[0]):
        raise InputError(f"this is neither JSON nor a table with the columns {', '.join(sorted(needed))}; {_WHAT_NEXT}")
    for number, cells in enumerate(table[1:], 2):
        if len(cells) != len(table[0]):
            raise InputError(f"row {number} has {len(cells)} cells where the head has {len(table[0])}; export it again")
        yield _from_row({name: restored(cell) for name, cell in zip(table[0], cells, strict=True)})


def _from_row(row: Mapping[str, str]) -> Recorded:
    section = row["section"].split(SECTION_MARK) if row.get("section") else []
    title = row.get("original_title") or row.get("title")
    return _recorded(
        row, {**row, "section": section if "section" in row else None, "page": row.get("page") or None}, title
    )
