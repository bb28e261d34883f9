"""A comparison side by side: the statements about each of the things compared, and those about several."""

import re
from dataclasses import dataclass

from corpus.normalize import fold_text
from corpus.tags import versions_in
from corpus.terms import TermTable
from corpus.versions import parse_version
from qa.types import Answer, Statement


@dataclass(frozen=True, slots=True)
class Column:
    """What is said of one thing alone."""

    subject: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One column for each thing compared, and the statements that speak of several or of none of them."""

    columns: tuple[Column, ...]
    shared: tuple[Statement, ...]


def compared(answer: Answer, terms: TermTable) -> Comparison | None:
    """Return the answer to a comparison by its subjects; None unless at least two have statements of their own."""
    read = answer.understood
    if read is None or read.kind != "compare":
        return None
    subjects = read.components if len(read.components) > 1 else read.versions
    own: dict[str, list[Statement]] = {subject: [] for subject in subjects}
    shared: list[Statement] = []
    for statement in (*answer.statements, *answer.items):
        clauses = _clauses(statement, subjects, terms)
        about = _about(answer, statement, subjects, terms)
        for subject, clause in clauses:
            own[subject].append(clause)
        if not clauses:
            (own[about[0]] if len(about) == 1 else shared).append(statement)
    columns = tuple(Column(_name(s, terms), tuple(said)) for s, said in own.items() if said)
    return Comparison(columns, tuple(shared)) if len(columns) > 1 else None


def _clauses(statement: Statement, subjects: tuple[str, ...], terms: TermTable) -> list[tuple[str, Statement]]:
    """Return the clauses of a statement that sets the subjects against each other, each clause naming one alone."""
    clauses = [words for words in re.split(r"(?<=[；;])", statement.text) if words.strip()]
    about = [_named(words, subjects, terms) for words in clauses]
    if len(clauses) < 2 or any(len(named) != 1 for named in about) or len({n for (n,) in about}) < 2:
        return []
    return [(n, Statement(words.strip(), statement.citations)) for (n,), words in zip(about, clauses, strict=True)]


def _about(answer: Answer, statement: Statement, subjects: tuple[str, ...], terms: TermTable) -> list[str]:
    """Return the subjects that the statement names, or else the headings it stands under."""
    above = " ".join(h for c in answer.citations if c.n in statement.citations for h in (c.title, *c.section))
    for words in (statement.text, above):
        if about := _named(words, subjects, terms):
            return about
    return []


def _named(words: str, subjects: tuple[str, ...], terms: TermTable) -> list[str]:
    ids, versions = terms.ids(fold_text(words)), versions_in(words)
    known = {t.id for t in terms.terms}
    return [s for s in subjects if (s in ids if s in known else any(parse_version(s).covers(v) for v in versions))]


def _name(subject: str, terms: TermTable) -> str:
    return next((t.aliases[0] for t in terms.terms if t.id == subject), subject)
