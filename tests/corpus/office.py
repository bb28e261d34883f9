"""Small Office files for the tests: made by the libraries, then changed part by part."""

import io
import random
import zipfile
from collections.abc import Callable, Iterator
from functools import cache

import docx
import pptx

from corpus.errors import KaojuError
from corpus.readers.base import Reading

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_NAMESPACES = (
    f"{W} "
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)


@cache
def plain_word() -> bytes:
    stream = io.BytesIO()
    docx.Document().save(stream)
    return stream.getvalue()


@cache
def plain_powerpoint() -> bytes:
    stream = io.BytesIO()
    pptx.Presentation().save(stream)
    return stream.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def package(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def changed(data: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    parts = parts_of(data)
    change(parts)
    return package(parts)


def word(body: str, notes: str = "", styles: str = "") -> bytes:
    """A Word file with this body, these footnotes (w:footnote elements) and these styles besides the usual ones."""

    def fill(parts: dict[str, bytes]) -> None:
        parts["word/document.xml"] = f"<w:document {_NAMESPACES}><w:body>{body}</w:body></w:document>".encode()
        added = styles.encode() + b"</w:styles>"
        parts["word/styles.xml"] = parts["word/styles.xml"].replace(b"</w:styles>", added)
        if notes:
            parts["word/footnotes.xml"] = f"<w:footnotes {_NAMESPACES}>{notes}</w:footnotes>".encode()
            relation = (
                b'<Relationship Id="rIdNotes" Target="footnotes.xml" '
                b'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"/></Relationships>'
            )
            rels = "word/_rels/document.xml.rels"
            parts[rels] = parts[rels].replace(b"</Relationships>", relation)

    return changed(plain_word(), fill)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, style: str = "", properties: str = "") -> str:
    """A paragraph of runs as XML, or of words."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    inner = "".join(r if r.startswith("<") else run(r) for r in runs)
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{inner}</w:p>"


def refusal(read: Callable[[bytes, str], Reading], data: bytes, name: str) -> str | None:
    """The one line that a reader says of a file; None where it reads it."""
    try:
        read(data, name).text.encode()
    except KaojuError as error:
        return str(error)
    return None


def mutations(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Damaged copies: bits flipped, cut short, a stretch of NULs; and whole archives whose XML is damaged inside."""
    chance = random.Random(seed)
    parts = parts_of(data)
    names = sorted(n for n in parts if n.endswith((".xml", ".rels")) and "theme" not in n)
    for turn in range(count):
        if turn % 2:
            name = chance.choice(names)
            yield package({**parts, name: _damaged(parts[name], chance)})
        else:
            yield _damaged(data, chance)


def _damaged(data: bytes, chance: random.Random) -> bytes:
    where = chance.randrange(len(data))
    match chance.randrange(4):
        case 0:
            return data[:where]
        case 1:
            return data[:where] + bytes(64) + data[where + 64 :]
        case 2:
            end = min(len(data), where + chance.randrange(400))
            return data[:where] + data[end:]
        case _:
            damaged = bytearray(data)
            for _ in range(chance.randrange(1, 12)):
                damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return bytes(damaged)
