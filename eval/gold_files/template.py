"""An example of a gold file, over the bundled sample collection, in each format."""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal, get_args

from corpus.errors import InputError
from eval.gold_files.questions import joined
from eval.types import Example, GoldEvidence

TemplateFormat = Literal["jsonl", "csv", "xlsx"]
FORMATS: tuple[TemplateFormat, ...] = get_args(TemplateFormat)

_RELEASE = "发布说明-1.20-1.21.txt"
_EXAMPLES = (
    Example(
        "t1", "Dockershim 在哪个版本被移除？", ("1.24", "v1.24"), "version", (), True,
        (GoldEvidence(_RELEASE, "dockershim 在 1.20 被标记为弃用，在 1.24 被移除。"),), ("version-confusion",), "hans",
    ),
    Example(
        "t2", "dockershim 被棄用以後，可以換成哪兩種容器執行階段？", ("containerd、CRI-O",), "list",
        (("containerd",), ("CRI-O", "crio")), True,
        (GoldEvidence(_RELEASE, "镜像遵循 OCI 标准，换成 containerd 或 CRI-O 之后照样能够运行"),), ("cross-script",), "hant",
    ),
    Example("t3", "Kubernetes 1.97 是什么时候发布的？", (), "date", (), False, (), (), "hans"),
)  # fmt: skip
_COLUMNS = ("id", "question", "answers", "kind", "items", "answerable", "evidence", "evidence_needed", "tags", "script")
_BOM = "\ufeff"  # without it Excel takes UTF-8 for the system's own encoding


def template(file_format: str) -> bytes:
    """Return a gold file with one question of each sort; InputError for a format that is not one of ``FORMATS``."""
    if file_format == "jsonl":
        return "".join(json.dumps(_row(e), ensure_ascii=False) + "\n" for e in _EXAMPLES).encode()
    table = [list(_COLUMNS), *(_cells(e) for e in _EXAMPLES)]
    if file_format == "csv":
        stream = io.StringIO(newline="")
        csv.writer(stream).writerows(table)
        return (_BOM + stream.getvalue()).encode()
    if file_format == "xlsx":
        return _workbook(table)
    raise InputError(f"there is no template of the format {file_format}; use one of {', '.join(FORMATS)}")


def _row(example: Example) -> Mapping[str, Any]:
    data = asdict(example)
    return {column: data[column] for column in _COLUMNS}


def _cells(example: Example) -> list[str]:
    evidence = [f"{gold.doc}::{gold.quote}" for gold in example.evidence]
    return [
        example.id,
        example.question,
        joined(example.answers, "|"),
        example.kind,
        joined([joined(forms, ";") for forms in example.items], "|"),
        str(example.answerable).lower(),
        joined(evidence, "|"),
        example.evidence_needed,
        joined(example.tags, "|"),
        example.script,
    ]


def _workbook(table: list[list[str]]) -> bytes:
    """Return a workbook whose cells are all formatted as text, also those that are still blank."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("gold")
    for column in range(1, len(_COLUMNS) + 1):
        sheet.column_dimensions[chr(ord("A") + column - 1)].number_format = "@"
    for row in table:
        cells = [WriteOnlyCell(sheet, text or None) for text in row]
        for cell in cells:
            cell.number_format = "@"
        sheet.append(cells)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
