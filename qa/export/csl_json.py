"""CSL-JSON: what reference managers and CSL processors read; places and fingerprints travel under ``custom``."""

import json
from dataclasses import asdict
from typing import Any

from qa.export.types import Entry, Export, Name

_LOCALES = {"zh": "zh-CN", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "en": "en-US"}


def csl_items(made: Export) -> list[dict[str, Any]]:
    """Return one item an entry."""
    return [item_of(entry) for entry in made.entries]


def item_of(entry: Entry) -> dict[str, Any]:
    """Return the entry as an item of CSL-JSON 1.0; what is not known is left out."""
    work = entry.work
    pages = sorted({p.page for p in entry.places if p.page is not None})
    fields = {
        "id": entry.key,
        "type": work.kind,
        "title": work.title,
        "author": [_name(name) for name in work.responsible],
        "issued": _date(work.date),
        "accessed": _date(entry.accessed),
        "container-title": work.container,
        "publisher": work.publisher or (work.organisation if work.authors else ""),
        "publisher-place": work.place,
        "edition": work.edition,
        "volume": work.volume,
        "issue": work.issue,
        "page": work.pages or ", ".join(map(str, pages)),
        "URL": work.url,
        "DOI": work.doi,
        "language": _LOCALES.get(work.language, work.language),
        "note": entry.mark,
        "custom": {"kaoju": evidence_of(entry)},
    }
    return {key: value for key, value in fields.items() if value}


def evidence_of(entry: Entry) -> dict[str, Any]:
    """Return what is needed to check the quotations of an entry later."""
    work = entry.work
    return {
        "n": entry.n,
        "doc_id": work.doc_id,
        "sha256": work.sha256,
        "text_sha256": work.text_sha256,
        "generation": work.generation,
        "source": work.source,
        "organisation": work.organisation,
        "original_title": entry.original or work.title,
        "converted": entry.mark,
        "places": [asdict(place) for place in entry.places],
    }


def write_csl_json(made: Export) -> str:
    """Return the entries as a JSON array of CSL items."""
    return json.dumps(csl_items(made), ensure_ascii=False, indent=2) + "\n"


def _name(name: Name) -> dict[str, str]:
    if name.literal:
        return {"literal": name.literal}
    return {"family": name.family, "given": name.given} if name.given else {"family": name.family}


def _date(iso: str) -> dict[str, list[list[int]]]:
    return {"date-parts": [[int(part) for part in iso.split("-")]]} if iso else {}
