"""Gold as a table kept as text, every field as it is written."""

import csv
import io
from collections.abc import Iterator, Sequence

from corpus.decode import decode
from corpus.errors import InputError
from eval.gold_files.rows import Problem, Row, table_rows

_DELIMITERS = ",\t;"


def read_csv(data: bytes, name: str) -> Iterator[Row | Problem]:
    """Yield the rows of a table in any encoding; comma, tab or semicolon, whichever its first line has most of."""
    text = decode(data, name).text
    first, _, rest = text.lstrip("\r\n").partition("\n")
    if first.strip().lower() in [f"sep={d}" for d in _DELIMITERS]:
        return table_rows(_records(rest, first.strip()[-1], name, 1), name, padded=True)
    return table_rows(_records(text, max(_DELIMITERS, key=first.count), name, 0), name, padded=True)


def _records(text: str, delimiter: str, name: str, line: int) -> Iterator[tuple[int, Sequence[str], tuple[str, ...]]]:
    """Yield each record with the line that it begins on; ``line`` is how many lines stand before ``text``."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    above = line
    try:
        for record in reader:
            yield above + 1, record, ()
            above = line + reader.line_num
    except csv.Error as error:
        raise InputError(
            f'{name} line {above + 1}: it is not a table ({error}); write " inside a field as ""'
        ) from error
