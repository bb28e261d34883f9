"""Citation recall and precision after ALCE (Gao et al. 2023, Enabling Large Language Models to Generate Text with Citations).

- Recall: a statement counts 1 if all passages it cites, read as one, support it, and it cites at least one.
- Precision: a citation counts 1 if its statement is supported and it is not irrelevant; it is irrelevant if it does not
  support the statement alone and the others still do without it.

A statement that cites nothing counts 0 in recall. A citation whose number leads nowhere, or whose quotation does not
stand in the document, supports nothing and counts against precision.

The support test is a function of the statement and the passages. The default, ``gold_support``, asks whether they hold
a whole quotation of the gold evidence, an accepted answer or one item of the list (``eval.metrics.quotation``): it knows
the gold and needs no model. ``judged_support`` asks a model of natural language inference, as ALCE does, or another judge.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from corpus.types import Document
from eval.metrics.citation_exactness import is_exact
from eval.metrics.quotation import supported_by
from eval.types import Example
from qa.types import Answer, Statement

SupportTest = Callable[[str, Sequence[str]], bool]


@dataclass(frozen=True, slots=True)
class SupportFigures:
    """Recall over statements and precision over citations, from 0 to 1; ``out_of_range`` are numbers that lead nowhere."""

    recall: float
    precision: float
    out_of_range: tuple[int, ...] = ()


def gold_support(example: Example) -> SupportTest:
    """Return the test whether passages hold the gold of ``example``."""
    return lambda _, passages: any(supported_by(example, p) for p in passages)


def judged_support(entails: Callable[[str, str], float], threshold: float = 0.5) -> SupportTest:
    """Return a test by a judge: ``entails(premise, hypothesis)`` gives how likely the passages entail the statement."""
    return lambda statement, passages: entails("\n".join(passages), statement) >= threshold


def citation_support(answer: Answer, documents: Mapping[str, Document], supports: SupportTest) -> SupportFigures:
    """Hold the statements and list items of an answer against what they cite; both figures are 0 where nothing is said."""
    statements = list(dict.fromkeys((*answer.statements, *answer.items)))
    numbers = {c.n for c in answer.citations}
    quotes = {c.n: c.quote for c in answer.citations if is_exact(c, documents)}
    supported, relevant, cited = 0, 0, 0
    for statement in statements:
        passages = [quotes[n] for n in statement.citations if n in quotes]
        cited += len(statement.citations)
        if passages and supports(statement.text, passages):
            supported += 1
            relevant += _relevant(statement, passages, supports)
    return SupportFigures(
        recall=supported / len(statements) if statements else 0.0,
        precision=relevant / cited if cited else 0.0,
        out_of_range=tuple(sorted({n for s in statements for n in s.citations} - numbers)),
    )


def _relevant(statement: Statement, passages: Sequence[str], supports: SupportTest) -> int:
    """Return how many passages of a supported statement are relevant to it."""
    others = [[*passages[:i], *passages[i + 1 :]] for i in range(len(passages))]
    return sum(
        supports(statement.text, [passage]) or not (rest and supports(statement.text, rest))
        for passage, rest in zip(passages, others, strict=True)
    )
