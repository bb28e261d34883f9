"""Tables kept as text: comma, semicolon, tab or bar between the fields, in any encoding that documents come in."""

import csv
import io
from collections import Counter
from itertools import islice

from corpus.decode import decode
from corpus.errors import EmptyFileError
from corpus.readers.base import Reading
from corpus.readers.builder import TextBuilder
from corpus.readers.rows import RowLimits, add_rows

_DELIMITERS = (",", "\t", ";", "|")
_SAMPLE = 50  # records that the choice of the delimiter looks at
_SAMPLE_CHARACTERS = 100_000


def read_csv(data: bytes, name: str, limits: RowLimits | None = None) -> Reading:
    """Read a table kept as text; fields stay as they are written, so 1.10 is 1.10."""
    limits = limits or RowLimits()
    decoded = decode(data, name)
    text, delimiter = _announced(decoded.text)
    delimiter = delimiter or _delimiter(text, "\t" if name.lower().endswith((".tsv", ".tab")) else ",")
    warnings = []
    if len(text) > limits.characters:
        text = text[: limits.characters].rpartition("\n")[0] or text[: limits.characters]
        warnings.append(f"{name}: only the first {limits.characters:,} characters were read")
    rows = _records(text, delimiter)
    if rows is None:
        rows = [field for line in text.splitlines() for field in _records(line, delimiter) or [line.split(delimiter)]]
        warnings.append(f"{name}: its quotation marks do not pair up; each line was read as a row")
    builder = TextBuilder()
    cut = add_rows(builder, rows[: limits.rows], limits)
    if cut or len(rows) > limits.rows:
        warnings.append(f"{name}: it has {len(rows):,} rows, more than are read; split the file to have them all")
    text, sections = builder.build()
    if not text:
        raise EmptyFileError(f"{name} has no field with text; nothing to add")
    media_type = "text/tab-separated-values" if delimiter == "\t" else "text/csv"
    return Reading(text, decoded.encoding, media_type, sections, warnings=tuple(warnings))


def _announced(text: str) -> tuple[str, str | None]:
    """Return the text without a first line such as ``sep=;``, and the delimiter that the line names."""
    first, _, rest = text.partition("\n")
    mark = first.strip("\r ")
    if len(mark) == 5 and mark.lower().startswith("sep="):
        return rest, mark[4]
    return (rest, "\t") if first.rstrip("\r").lower() == "sep=\t" else (text, None)


def _delimiter(text: str, preferred: str) -> str:
    """Return the delimiter that parts most records into equally many fields, ``preferred`` where none is better."""

    def fitness(delimiter: str) -> tuple[float, int, bool]:
        rows = [row for row in _first_records(text, delimiter) if row]
        widths = Counter(len(row) for row in rows if len(row) > 1)
        width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
        return (count / len(rows) if rows else 0.0, width, delimiter == preferred)

    return max(_DELIMITERS, key=fitness) if any(fitness(d)[0] for d in _DELIMITERS) else preferred


def _first_records(text: str, delimiter: str) -> list[list[str]]:
    sample = text[:_SAMPLE_CHARACTERS]
    try:
        return list(islice(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter), _SAMPLE))
    except csv.Error:
        return [line.split(delimiter) for line in sample.splitlines()[:_SAMPLE]]


def _records(text: str, delimiter: str) -> list[list[str]] | None:
    """Return the records of ``text``, or None if its quotation marks do not pair up."""
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return None
