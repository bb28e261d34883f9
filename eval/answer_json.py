"""An answer in the JSON contract, as the type that the measures read. Other systems' answers may leave fields out."""

from collections.abc import Mapping
from typing import Any, get_args

from corpus.errors import InputError
from qa.types import Answer, Citation, Coverage, RankedPassage, Statement, Status


def answer_from_json(data: Mapping[str, Any]) -> Answer:
    """Return the answer that ``qa.jsonable.to_json`` wrote; InputError names a field that does not fit the contract.

    What no measure reads (how the question was understood) is left out.
    """
    if data.get("status") not in get_args(Status):
        raise InputError(f"an answer has the status {data.get('status')!r}; use one of {', '.join(get_args(Status))}")
    try:
        return Answer(
            question=str(data.get("question", "")),
            status=data["status"],
            mode=data.get("mode", "extractive"),
            script=data.get("script", "hans"),
            short=str(data["short"]) if data.get("short") is not None else None,
            statements=_statements(data.get("statements")),
            items=_statements(data.get("items")),
            citations=tuple(map(_citation, data.get("citations") or ())),
            confidence=float(data.get("confidence") or 0.0),
            coverage=Coverage(**(data.get("coverage") or {"matching_passages": 0, "used": 0, "complete": True})),
            hits=tuple(map(_hit, data.get("hits") or ())),
            notes=tuple(map(str, data.get("notes") or ())),
            elapsed_ms=float(data.get("elapsed_ms") or 0.0),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise InputError(f"an answer does not fit the JSON contract: {wrong}") from wrong


def _statements(rows: list[dict[str, Any]] | None) -> tuple[Statement, ...]:
    return tuple(Statement(str(r["text"]), tuple(map(int, r.get("citations") or ()))) for r in rows or ())


def _citation(row: dict[str, Any]) -> Citation:
    return Citation(
        n=int(row["n"]),
        doc_id=str(row["doc_id"]),
        title=str(row.get("title", "")),
        source=str(row.get("source", "")),
        section=tuple(map(str, row.get("section") or ())),
        page=row.get("page"),
        start=int(row["start"]),
        end=int(row["end"]),
        quote=str(row["quote"]),
        ocr=bool(row.get("ocr", False)),
        mark=(int(row["mark"][0]), int(row["mark"][1])) if row.get("mark") else None,
    )


def _hit(row: dict[str, Any]) -> RankedPassage:
    score = float(row.get("score", 0.0))
    return RankedPassage(str(row["doc_id"]), str(row.get("source", "")), int(row["start"]), int(row["end"]), score)
