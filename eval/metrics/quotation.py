"""Whether what an answer quotes holds the gold answer."""

from collections.abc import Iterable
from typing import Literal

from corpus.normalize import squeezed
from eval.text_tokens import contains, tokens
from eval.types import Example
from qa.types import Answer


def holds_any(text: str, forms: Iterable[str]) -> bool:
    """Tell whether ``text`` holds one of ``forms`` as whole tokens, folded: 1.10 does not hold 1.1."""
    found = tokens(text)
    return any(contains(found, tokens(form)) for form in forms)


def quotation_holds(example: Example, answer: Answer) -> bool:
    """Tell whether an answered question's quotations hold an accepted answer, or every item of a list."""
    if answer.status != "answered":
        return False
    quotes = "\n".join(c.quote for c in answer.citations)
    return all(holds_any(quotes, forms) for forms in example.items or (example.answers,))


Support = Literal["evidence", "answer"]


def supported_by(example: Example, passage: str) -> Support | None:
    """Tell which gold a passage holds: a whole quotation of the evidence, or an accepted answer or one list item."""
    inside = squeezed(passage)
    if any(squeezed(gold.quote) in inside for gold in example.evidence):
        return "evidence"
    forms = [*example.answers, *(form for forms in example.items for form in forms)]
    return "answer" if holds_any(passage, forms) else None
