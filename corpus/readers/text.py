"""Plain text."""

from corpus.decode import decode
from corpus.readers.base import Reading
from corpus.sections import sections_of


def read_text(data: bytes, name: str) -> Reading:
    """Read plain text; sections come from unmarked headings."""
    decoded = decode(data, name)
    title, sections = sections_of(decoded.text)
    return Reading(decoded.text, decoded.encoding, "text/plain", sections, title)
