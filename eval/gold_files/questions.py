"""A row of a gold file becomes a question. Everything is text: None, N/A and 无 are answers, only an empty cell is none."""

import hashlib
import re
from collections.abc import Sequence

from corpus.normalize import detect_script
from eval.gold_files.rows import Row
from eval.types import EvidenceNeeded, Example, GoldEvidence

_YES = frozenset({"true", "yes", "1", "是", "可", "有"})
_NO = frozenset({"false", "no", "0", "否", "不可", "无", "無"})
_HAN = re.compile(r"[\u3400-\u9fff]")


def example_of(row: Row) -> Example:
    """Return the question of a row; ValueError says what is wrong with it."""
    question = _text(row, "question")
    if not question:
        raise ValueError("it has no question; fill in the question")
    note = _text(row, "note")
    answers, items = _texts(row, "answers"), _items(row)
    evidence = _evidence(row)
    return Example(
        id=_text(row, "id") or f"q-{hashlib.sha256(question.encode()).hexdigest()[:10]}",
        question=question,
        answers=answers,
        kind=_text(row, "kind") or "other",
        items=items,
        answerable=_answerable(row, bool(answers or items), bool(evidence)),
        evidence=evidence,
        tags=_texts(row, "tags"),
        script=_text(row, "script") or _script(question),
        evidence_needed=_needed(row, note),
        note=note,
    )


def _text(row: Row, field: str) -> str:
    value = row.fields.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"its {field} is not a text; write it in quotation marks")
    value.encode()  # half a surrogate pair cannot be written to a report; UnicodeEncodeError is a ValueError
    return value.strip()


def _texts(row: Row, field: str) -> tuple[str, ...]:
    return tuple(_listed(row.fields.get(field), field, "|"))


def _items(row: Row) -> tuple[tuple[str, ...], ...]:
    value = row.fields.get("items")
    if isinstance(value, str):
        return tuple(tuple(split_field(item, ";")) for item in split_field(value, "|"))
    if not isinstance(value, list | None):
        raise ValueError("its items are not a list of lists")
    items = tuple(tuple(_listed(item, "items", ";")) for item in value or ())
    if not all(items):
        raise ValueError("one of its items has no form; give each at least one")
    return items


def _listed(value: object, field: str, separator: str) -> list[str]:
    """Return the texts of a JSON list, or those of a cell between separators."""
    if value is None:
        return []
    if isinstance(value, str):
        return split_field(value, separator)
    if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
        raise ValueError(f"its {field} are not a list of texts that are not blank")
    "".join(value).encode()
    return [v.strip() for v in value]


def split_field(cell: str, separator: str) -> list[str]:
    """Return the texts of a cell between separators, without blanks; a backslash makes a separator part of a text."""
    parts = re.split(rf"(?<!\\){re.escape(separator)}", cell)
    return [part.replace(f"\\{separator}", separator).strip() for part in parts if part.strip()]


def joined(texts: Sequence[str], separator: str) -> str:
    """Return texts as a cell that ``split_field`` takes apart again."""
    return separator.join(text.replace(separator, f"\\{separator}") for text in texts)


def _evidence(row: Row) -> tuple[GoldEvidence, ...]:
    value = row.fields.get("evidence")
    if isinstance(value, str):
        return tuple(map(_evidence_in_cell, split_field(value, "|")))
    if not isinstance(value, list | None):
        raise ValueError("its evidence is not a list")
    return tuple(map(_evidence_in_json, value or ()))


def _evidence_in_cell(text: str) -> GoldEvidence:
    doc, mark, quote = text.partition("::")
    if not mark or not doc.strip() or not quote.strip():
        raise ValueError("its evidence is not written as document::quotation")
    return GoldEvidence(doc.strip(), quote.strip())


def _evidence_in_json(value: object) -> GoldEvidence:
    if isinstance(value, dict) and all(isinstance(value.get(k), str) and value[k].strip() for k in ("doc", "quote")):
        return GoldEvidence(value["doc"], value["quote"])
    raise ValueError("its evidence needs a doc and a quote that are texts")


def _answerable(row: Row, has_answer: bool, has_evidence: bool) -> bool:
    value = row.fields.get("answerable")
    if value is None or value == "":
        return has_answer
    said = str(value).strip().lower()
    if said not in _YES | _NO:
        raise ValueError(f"its answerable is {value!r}; write true or false, or leave it out")
    if said in _YES and not (has_answer or has_evidence):
        raise ValueError("it is said to be answerable but has no answer; fill in answers")
    if said in _NO and has_answer:
        raise ValueError("it is said to be unanswerable but has an answer; empty one of the two")
    return said in _YES


def _needed(row: Row, note: str) -> EvidenceNeeded:
    """Return whether any evidence suffices, as its field or the beginning of the note says."""
    said = _text(row, "evidence_needed") or ("any" if note.startswith("evidence=any") else "all")
    if said == "any":
        return "any"
    if said == "all":
        return "all"
    raise ValueError(f"its evidence_needed is {said!r}; write any or all")


def _script(question: str) -> str:
    return (detect_script(question) or "hans") if _HAN.search(question) else "en"
