"""Citations become entries: one a source, with all its places, and the statements count along."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from corpus.errors import InputError
from corpus.normalize import Script
from qa.export.library import Library
from qa.export.material import material
from qa.export.scripts import in_other_script
from qa.export.types import Claim, Entry, Export, ExportOptions, Part, Place, Work
from qa.export.works import work_of

_ID = re.compile(r"[0-9a-f]{8,64}")


def make_export(thing: object, options: ExportOptions, library: Library) -> Export:
    """Return all that an export writes of ``thing`` (see ``material``); InputError where it does not hold together."""
    answers = material(thing)
    bibliography = _Bibliography(library, options.accessed.isoformat())
    parts = tuple(_part(answer, bibliography) for answer in answers)
    script: Script = options.script or ("hant" if answers[0].get("script") == "hant" else "hans")
    title = str(answers[0].get("title") or "") if len(answers) == 1 else ""
    made = Export(parts, bibliography.entries(), bibliography.accessed, script, library.generation, title)
    return in_other_script(made, options.script, quotes=options.convert_quotes) if options.script else made


@dataclass(slots=True)
class _Bibliography:
    """Collects entries in the order of first mention."""

    library: Library
    accessed: str
    found: dict[str, Entry] = field(default_factory=dict)
    stored: dict[str, Work] = field(default_factory=dict)

    def add(self, citation: Mapping[str, Any]) -> int:
        """Take a citation in; return the number of its entry."""
        place = self._checked(citation, _place(citation))
        work = self._work(citation)
        key = key_of(work)
        entry = self.found.get(key) or Entry(len(self.found) + 1, key, work, (), self.accessed)
        places = entry.places if place in entry.places else (*entry.places, place)
        self.found[key] = replace(entry, places=places)
        return entry.n

    def entries(self) -> tuple[Entry, ...]:
        """Return the entries by number."""
        return tuple(self.found.values())

    def _work(self, citation: Mapping[str, Any]) -> Work:
        """Return the work of a citation; that of a stored document is made once."""
        doc_id = str(citation.get("doc_id"))
        if doc_id not in self.library.documents:
            return work_of(citation, self.library)
        if doc_id not in self.stored:
            self.stored[doc_id] = work_of(citation, self.library)
        return self.stored[doc_id]

    def _checked(self, citation: Mapping[str, Any], place: Place) -> Place:
        """A quotation that the stored document does not have at its place is not a citation."""
        document = self.library.documents.get(str(citation.get("doc_id")))
        if document and place.start is not None and document.text[place.start : place.end] != place.quote:
            raise InputError(
                f"citation {citation.get('n', '?')} is not what its document {document.id} says at "
                f"{place.start}-{place.end}; ask again and export the new answer"
            )
        return place


def key_of(work: Work) -> str:
    """Return an ASCII key that depends on the source alone: the document's id, else a digest of what names it."""
    if _ID.fullmatch(work.doc_id):
        return f"kaoju-{work.doc_id}"
    named = "\0".join((work.doc_id, work.url, work.source, work.title))
    return f"kaoju-{hashlib.sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _place(citation: Mapping[str, Any]) -> Place:
    start, end = _number(citation, "start"), _number(citation, "end")
    if (start is None) != (end is None) or (start is not None and end is not None and not 0 <= start <= end):
        raise InputError(f"citation {citation.get('n', '?')} has no place from {start} to {end}; export a whole answer")
    section = citation.get("section") or ()
    path = (section,) if isinstance(section, str) else tuple(str(part) for part in section)
    quote = citation.get("quote")
    words = quote if isinstance(quote, str) else ""
    return Place(words, start, end, path, _number(citation, "page"), citation.get("ocr") is True)


def _number(citation: Mapping[str, Any], key: str) -> int | None:
    value = citation.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _part(answer: Mapping[str, Any], bibliography: _Bibliography) -> Part:
    numbers: dict[object, int] = {}
    for at, citation in enumerate(answer["citations"], 1):
        n = citation.get("n", at)
        if not isinstance(n, int) or n in numbers:
            raise InputError(f"the citations have no distinct numbers (see {n!r}); export a whole answer")
        numbers[n] = bibliography.add(citation)
    return Part(
        question=str(answer.get("question") or ""),
        short=str(answer.get("short") or ""),
        statements=_claims(answer.get("statements") or (), numbers),
        items=_claims(answer.get("items") or (), numbers),
        notes=tuple(str(note) for note in answer.get("notes") or ()),
    )


def _claims(statements: Sequence[Mapping[str, Any]], numbers: Mapping[object, int]) -> tuple[Claim, ...]:
    return tuple(_claim(statement, numbers) for statement in statements)


def _claim(statement: Mapping[str, Any], numbers: Mapping[object, int]) -> Claim:
    cited = list(statement.get("citations") or ())
    if unknown := [n for n in cited if not isinstance(n, int) or n not in numbers]:
        raise InputError(f"a statement cites {unknown[0]!r}, which is not among the citations; export a whole answer")
    return Claim(str(statement.get("text") or ""), tuple(dict.fromkeys(numbers[n] for n in cited)))
