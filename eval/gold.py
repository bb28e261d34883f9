"""Gold files: questions with their answers, as JSONL, CSV or XLSX."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import DocumentError, InputError
from eval.gold_files.csv import read_csv
from eval.gold_files.jsonl import read_jsonl
from eval.gold_files.questions import example_of
from eval.gold_files.rows import Problem, Row
from eval.gold_files.xlsx import read_xlsx
from eval.types import Example

_READERS: Mapping[str, Callable[[bytes, str], Iterable[Row | Problem]]] = {
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".csv": read_csv,
    ".tsv": read_csv,
    ".xlsx": read_xlsx,
    ".xlsm": read_xlsx,
}


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The questions of a gold file, the rows that are none, and what the file may have lost before it was read."""

    examples: tuple[Example, ...]
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()


def load_gold(path: Path) -> list[Example]:
    """Return the questions of a gold file without a bad row; InputError names the first that is bad."""
    return list(read_gold(path).examples)


def read_gold(path: Path, *, lenient: bool = False) -> GoldSet:
    """Read a gold file; InputError for one that cannot be read or holds no question, and for bad rows.

    With ``lenient``, bad rows are returned as problems beside the questions.
    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise InputError(f"{path} is not a gold file; give a file of {', '.join(_READERS)}")
    try:
        gold = _gold_set(read(_bytes(path), str(path)))
    except DocumentError as error:
        raise InputError(str(error)) from error
    if gold.problems and not lenient:
        first = gold.problems[0]
        more = f" ({len(gold.problems)} rows are bad; --lenient leaves them out)"
        raise InputError(f"{path} line {first.line}: {first.message}{more}")
    if not gold.examples:
        raise InputError(f"{path} holds no question; see how one looks with: kaoju eval --template")
    return gold


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; check the path") from error
    if not data.strip():
        raise InputError(f"{path} is empty; see how a gold file looks with: kaoju eval --template")
    return data


def _gold_set(rows: Iterable[Row | Problem]) -> GoldSet:
    examples: dict[str, Example] = {}
    lines: dict[str, int] = {}
    problems, doubts = [], []
    for row in rows:
        found = row if isinstance(row, Problem) else _question(row)
        if isinstance(found, Problem):
            problems.append(found)
        elif found.id in examples:
            problems.append(
                Problem(row.line, f"its id {found.id} is that of line {lines[found.id]}; give it another id")
            )
        else:
            examples[found.id] = found
            lines[found.id] = row.line
            doubts += [Problem(row.line, doubt) for doubt in row.doubts] if isinstance(row, Row) else []
    return GoldSet(tuple(examples.values()), tuple(problems), tuple(doubts))


def _question(row: Row) -> Example | Problem:
    try:
        return example_of(row)
    except ValueError as error:
        return Problem(row.line, str(error))
