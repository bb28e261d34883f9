"""Whether the quotations of an answer hold the gold answer. Compared on folded text without blanks."""

from collections.abc import Iterable

from corpus.normalize import fold_text
from eval.types import Example
from qa.types import Answer


def squeezed(text: str) -> str:
    """Return ``text`` folded and without blanks, so that script, width and spacing do not decide."""
    return "".join(fold_text(text).split())


def holds_answer(example: Example, answer: Answer) -> bool:
    """Tell whether an answered question's quotations hold an accepted answer, or every item of a list."""
    if answer.status != "answered":
        return False
    quotes = squeezed(" ".join(c.quote for c in answer.citations))
    if example.items:
        return all(_any_in(forms, quotes) for forms in example.items)
    return _any_in(example.answers, quotes)


def _any_in(forms: Iterable[str], text: str) -> bool:
    return any(squeezed(form) in text for form in forms)


def evidence_rank(example: Example, answer: Answer, texts: dict[str, str]) -> int | None:
    """Return the rank of the first hit that overlaps a gold quotation; ``texts`` maps a source to its text."""
    for rank, hit in enumerate(answer.hits, 1):
        text = texts[hit.source]
        for gold in example.evidence:
            at = text.find(gold.quote) if hit.source.endswith(gold.doc) else -1
            if at >= 0 and at < hit.end and hit.start < at + len(gold.quote):
                return rank
    return None
