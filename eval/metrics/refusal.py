"""Refusal: saying that the documents do not hold the answer, where they do not."""

from qa.types import Status


def is_refusal(status: Status | None) -> bool:
    """Tell whether a response claims nothing; None, a question that failed or ran out of time, is no refusal."""
    return status is not None and status != "answered"


def refusal_precision(status: Status | None, answerable: bool) -> float | None:
    """Return a question's share in refusal precision: was this refusal right? None if it is no refusal.

    Averaged, right refusals over all refusals; the unanswerable questions are the positive class, as in SQuAD 2.0
    (Rajpurkar et al. 2018).
    """
    return float(not answerable) if is_refusal(status) else None


def refusal_recall(status: Status | None, answerable: bool) -> float | None:
    """Return a question's share in refusal recall: was it refused? None if it is answerable."""
    return None if answerable else float(is_refusal(status))
