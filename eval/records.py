"""One asked question as the runner keeps it: the answer as JSON, or why there is none."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from corpus.errors import InputError

RecordStatus = Literal["ok", "failed", "timeout"]


@dataclass(frozen=True, slots=True)
class Record:
    """What became of the question ``example_id``; ``answer`` is the JSON of ``qa.jsonable.to_json`` where status is ok.

    ``error`` says in one line why a question failed; ``elapsed_ms`` is measured around the call, failures included.
    """

    example_id: str
    status: RecordStatus
    answer: dict[str, Any] | None
    error: str
    elapsed_ms: float

    def __post_init__(self) -> None:
        if (self.status == "ok") != (self.answer is not None):
            raise ValueError(f"a record is ok exactly if it has an answer, unlike that of {self.example_id}")

    def to_json(self) -> dict[str, Any]:
        """Return the record as a plain dict."""
        return asdict(self)


def record_from_json(data: object) -> Record:
    """Return the record that ``to_json`` made; InputError says what is wrong with other data."""
    if not isinstance(data, dict) or data.get("status") not in get_args(RecordStatus):
        raise InputError("not a record of a question; give the folder that kaoju eval wrote")
    try:
        answer = data.get("answer")
        if not isinstance(answer, dict | None):
            raise TypeError("its answer is not an object")
        example_id, error = data["example_id"], data.get("error", "")
        if not isinstance(example_id, str) or not isinstance(error, str):
            raise TypeError("its example_id or error is not a text")
        return Record(example_id, data["status"], answer, error, float(data["elapsed_ms"]))
    except (KeyError, TypeError, ValueError) as wrong:
        raise InputError(f"a damaged record ({wrong}); ask its question again") from wrong
