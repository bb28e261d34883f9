"""Does a citation still hold? Each one in an exported file against what the store has now."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Literal

from corpus.normalize import fold_text
from corpus.types import Document
from qa.export.library import Library, file_sha256, text_sha256
from qa.export.recorded import Recorded, read_recorded
from qa.export.tables import SECTION_MARK

Outcome = Literal["verified", "changed", "gone"]
Digests = Callable[[str], tuple[str, str]]  # SHA-256 of file and text by document id

_SEARCHED = 2_000  # code points on either side of the old place in which a changed wording is looked for


@dataclass(frozen=True, slots=True)
class Difference:
    """What the file says of ``field`` and what the store has in its place."""

    field: str
    recorded: str
    found: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a citation: ``verified``, source ``changed`` (with the differences), or source ``gone``.

    ``doc_id`` is the document that was compared, ``moved_to`` where the same words stand now, if elsewhere.
    """

    n: str
    outcome: Outcome
    source: str
    quote: str
    doc_id: str | None = None
    differences: tuple[Difference, ...] = ()
    moved_to: int | None = None


def verify(data: bytes, library: Library) -> list[Verdict]:
    """Return a verdict for each citation in an exported file (JSON, CSL-JSON or CSV); InputError if it is none."""
    digests = cache(lambda doc_id: _digests(library.documents[doc_id]))
    return [_verdict(recorded, library, digests) for recorded in read_recorded(data)]


def _digests(document: Document) -> tuple[str, str]:
    return file_sha256(document), text_sha256(document.text)


def _verdict(recorded: Recorded, library: Library, digests: Digests) -> Verdict:
    document = library.documents.get(recorded.doc_id)
    if document is None:
        held = library.documents.get(library.holds.get(recorded.source, ""))
        document = held or library.of_address(recorded.url)
    if document is None:
        return Verdict(recorded.n, "gone", recorded.source, recorded.quote)
    differences = tuple(_differences(recorded, document, library, digests))
    outcome: Outcome = "changed" if differences else "verified"
    lost = recorded.quote and any(d.field in ("quote", "place") for d in differences)
    moved = document.text.find(recorded.quote) if lost else -1
    return Verdict(
        recorded.n, outcome, recorded.source, recorded.quote, document.id, differences, moved if moved >= 0 else None
    )


def _differences(recorded: Recorded, document: Document, library: Library, digests: Digests) -> Iterator[Difference]:
    if recorded.doc_id != document.id:
        yield Difference("doc_id", recorded.doc_id, document.id)
    start, end = recorded.start, recorded.end
    if start is None or end is None or not 0 <= start <= end <= len(document.text):
        yield Difference("place", f"{start}-{end}", f"0-{len(document.text)}")
    elif document.text[start:end] != recorded.quote or not recorded.quote:
        same = recorded.doc_id == document.id
        found = document.text[start:end] if same else _wording(recorded.quote, start, document.text)
        yield Difference("quote", recorded.quote, found)
    if recorded.doc_id != document.id:
        return  # what else differs follows from that
    if recorded.source and document.id != library.holds.get(recorded.source) and recorded.source != document.source:
        yield Difference("source", recorded.source, document.source)
    for name, fact in _facts(recorded, document, digests(document.id)).items():
        said = recorded.fields[name]
        if said is not None and fact is not None and not _same(said, fact, recorded.converted):
            yield Difference(name, said, fact)


def _facts(recorded: Recorded, document: Document, digests: tuple[str, str]) -> dict[str, str | None]:
    """Return what the store says of the fields; None where it cannot tell."""
    at = recorded.start or 0
    section = next((s for s in document.sections if s.span.start <= at < s.span.end), None)
    digest, of_text = digests
    if not digest and not (recorded.fields["sha256"] or document.id).startswith(document.id):
        digest = f"{document.id}…"
    return {
        "title": document.title,
        "section": SECTION_MARK.join(section.path) if section else None,
        "page": ("" if section.page is None else str(section.page)) if section else None,
        "sha256": digest or None,
        "text_sha256": of_text,
    }


def _same(said: str, found: str, converted: bool) -> bool:
    return said == found or (converted and fold_text(said) == fold_text(found))


def _wording(quote: str, start: int, text: str) -> str:
    """Return what stands in a changed ``text`` for ``quote``: from the first to the last words both share there."""
    left = max(0, min(start, len(text)) - _SEARCHED)
    window = text[left : start + len(quote) + _SEARCHED]
    anchor = SequenceMatcher(None, quote, window, autojunk=False).find_longest_match()
    if anchor.size < 2:
        return text[start : start + len(quote)]
    around = 10 + len(quote) // 2
    near = window[max(0, anchor.b - anchor.a - around) : anchor.b + len(quote) - anchor.a + around]
    shared = [b for b in SequenceMatcher(None, quote, near, autojunk=False).get_matching_blocks() if b.size > 1]
    return near[max(0, shared[0].b - shared[0].a) : shared[-1].b + len(quote) - shared[-1].a]


def marked_difference(recorded: str, found: str) -> str:
    """Return both wordings in one: [-what went-] and {+what came+}."""
    pieces = []
    for tag, a, b, c, d in SequenceMatcher(None, recorded, found, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(recorded[a:b])
            continue
        pieces += [f"[-{recorded[a:b]}-]" if b > a else "", f"{{+{found[c:d]}+}}" if d > c else ""]
    return "".join(pieces)


def all_hold(verdicts: Sequence[Verdict]) -> bool:
    """Tell whether every citation is verified."""
    return all(verdict.outcome == "verified" for verdict in verdicts)
