"""What every reader gives, and how a document gets its identity."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus.types import Section


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader makes of a file's bytes; ``title`` is None when the file does not say.

    ``meta`` may hold title, author, date, url, version; ``warnings`` tell what could not be read, a line each.
    """

    text: str
    encoding: str
    media_type: str
    sections: tuple[Section, ...]
    title: str | None = None
    meta: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def document_id(data: bytes) -> str:
    """Return the identity of a source: 16 hexadecimal digits of the SHA-256 of its bytes."""
    return hashlib.sha256(data).hexdigest()[:16]
