"""RIS, as reference managers import it. Sole home of rispy.

A record is lines of tag and value, so line breaks inside a value become spaces.
"""

import re
from typing import Any

from qa.export.kinds import mark_of
from qa.export.references import origin, place_notes
from qa.export.types import Entry, Export, Kind

_TYPES: dict[Kind, str] = {
    "webpage": "ELEC",
    "report": "RPRT",
    "book": "BOOK",
    "chapter": "CHAP",
    "article-journal": "JOUR",
    "article-newspaper": "NEWS",
    "paper-conference": "CPAPER",
    "thesis": "THES",
    "standard": "STAND",
    "patent": "PAT",
    "dataset": "DATA",
    "software": "COMP",
    "document": "GEN",
}
_BREAKS = re.compile(r"[\r\n\t\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def write_ris(made: Export) -> str:
    """Return one RIS record a source, without the numbers that rispy would put between them."""
    import rispy

    class Writer(rispy.RisWriter):  # type: ignore[misc]  # rispy has no types
        def set_header(self, count: int) -> str:
            return ""

    return str(rispy.dumps([_record(made, entry) for entry in made.entries], implementation=Writer))


def _record(made: Export, entry: Entry) -> dict[str, Any]:
    work = entry.work
    pages = [str(p) for p in sorted({p.page for p in entry.places if p.page is not None})]
    first, _, last = work.pages.partition("-")
    quotations = [f"「{p.quote}」{at}" for p, at in zip(entry.places, place_notes(made, entry), strict=True)]
    fields: dict[str, Any] = {
        "type_of_reference": _TYPES[work.kind],
        "id": entry.key,
        "type_of_work": mark_of(work),
        "title": work.title,
        "authors": [str(name) for name in work.responsible],
        "year": work.date[:4],
        "date": work.date.replace("-", "/"),
        "secondary_title": work.container,
        "publisher": work.publisher or (work.organisation if work.authors else ""),
        "place_published": work.place,
        "edition": work.edition,
        "volume": work.volume,
        "number": work.issue,
        "start_page": first or ", ".join(pages),
        "end_page": last,
        "doi": work.doi,
        "urls": [work.url] if work.url else [],
        "access_date": entry.accessed.replace("-", "/"),
        "language": work.language,
        "accession_number": work.doc_id,
        "notes": [text for text in (*quotations, entry.mark, origin(made, entry)) if text],
    }
    return {key: _line(value) for key, value in fields.items() if value}


def _line(value: Any) -> Any:
    return [_BREAKS.sub(" ", v).strip() for v in value] if isinstance(value, list) else _BREAKS.sub(" ", value).strip()
