"""What every format of gold file gives: rows of named fields, or what is wrong with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.errors import InputError

# Other names that a column may have, folded; those of common exports and those that a Chinese team would write.
_FIELDS = {
    "id": ("编号", "序号"),
    "question": ("问题", "提问", "query"),
    "answers": ("answer", "gold", "答案", "标准答案", "参考答案"),
    "kind": ("类型", "问题类型", "type"),
    "items": ("item", "列表项", "项目"),
    "answerable": ("可回答", "可答"),
    "evidence": ("依据", "证据"),
    "tags": ("tag", "标签", "标记"),
    "script": ("文字", "字体"),
    "note": ("备注",),
    "evidence_needed": (),
}
_BY_NAME = {name: field for field, others in _FIELDS.items() for name in (field, *others)}


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of one question by name; ``line`` counts from 1 as an editor or a spreadsheet shows it.

    ``doubts`` tell what the file may have lost before it was read.
    """

    line: int
    fields: Mapping[str, object]
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A row that is no question, and why."""

    line: int
    message: str


def field_named(name: str) -> str | None:
    """Return the field that a column's or key's name means, None for one that no question has."""
    from corpus.normalize import fold_text

    return _BY_NAME.get("_".join(fold_text(name).split()))


def table_rows(
    table: Iterable[tuple[int, Sequence[str], tuple[str, ...]]], name: str, *, padded: bool
) -> Iterator[Row | Problem]:
    """Turn (line, cells, doubts) into rows by the names in the first row that is not blank; blank rows are passed over.

    ``padded`` tells that a row has a field for each column even where it is empty, so that a shorter one is torn.
    InputError if the head lacks the question or the answers, or names a field twice.
    """
    head: list[str | None] | None = None
    for line, cells, doubts in table:
        if not any(cell.strip() for cell in cells):
            continue
        if head is None:
            head = _head(cells, name)
        elif any(cell.strip() for cell in cells[len(head) :]):
            yield Problem(line, "it has more fields than the first row; put a field that holds a separator in quotes")
        elif padded and len(cells) <= max(head.index("question"), head.index("answers")):
            yield Problem(line, "it ends before its answers; write a separator after each field, also an empty one")
        else:
            known = zip(head, cells, strict=False)
            yield Row(line, {field: cell.strip() for field, cell in known if field}, doubts)
    if head is None:
        raise InputError(f"{name} has no row; see how one looks with: kaoju eval --template csv")


def _head(cells: Sequence[str], name: str) -> list[str | None]:
    head = [field_named(cell) for cell in cells]
    for field in ("question", "answers"):
        if field not in head:
            raise InputError(
                f"{name} has no column called {field} in its first row; see how one looks with: kaoju eval --template csv"
            )
    twice = {field for field in head if field and head.count(field) > 1}
    if twice:
        raise InputError(f"{name} has several columns for {', '.join(sorted(twice))}; keep one of each")
    return head
