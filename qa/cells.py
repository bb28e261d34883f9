"""The cell of a table's row that answers: the one under the column that the question asks for."""

from collections.abc import Sequence

from corpus.layout import table_cells, table_head
from corpus.normalize import fold_text
from corpus.segment import search_words
from corpus.terms import TermTable
from corpus.versions import find_versions
from qa.forms import has_form
from qa.question import Question
from qa.reading import Sentence

_STRICT = frozenset({"date", "version", "number"})  # forms that can be told from other words


def cells_answer(question: Question, sentence: Sentence) -> bool:
    """Tell whether the sentence is a row whose dates or versions mean what the names of their columns say."""
    return question.kind in ("date", "version") and _head(sentence) is not None


def cell_answer(question: Question, sentence: Sentence, terms: TermTable) -> str | None:
    """Return the words of the one cell that answers, or None where no row or no such cell is certain.

    The columns asked for are those of the version in the question, or those whose name the question has; where it tells
    none, the only cell of the form wanted answers.
    """
    head = _head(sentence)
    if head is None:
        return None
    names, cells = ([cell.cut(row) for cell in table_cells(row)] for row in (head, sentence.words))
    if len(names) != len(cells):
        return None
    able = [i for i, cell in enumerate(cells) if has_form(question.kind, cell) and not _is_named(question, cell, terms)]
    chosen = _columns(question, names, terms, able)
    return cells[chosen[0]] if len(chosen) == 1 else None


def _head(sentence: Sentence) -> str | None:
    """Return the row that names the columns of the row that the sentence is."""
    text = sentence.document.text
    head = table_head(text, sentence.passage.section.span, sentence.span.start)
    return head.cut(text) if head else None


def _columns(question: Question, names: Sequence[str], terms: TermTable, able: Sequence[int]) -> list[int]:
    """Return those of the columns ``able`` that the question asks for."""
    named = [i for i in able if _is_named(question, names[i], terms)]
    if question.versions and any(find_versions(name) for name in names):
        return named
    return named or (list(able) if question.kind in _STRICT else [])


def _is_named(question: Question, words: str, terms: TermTable) -> bool:
    """Tell whether the question speaks of what the words name, or of a version in them."""
    if any(asked.covers(m.version) for m in find_versions(words) for asked in question.versions):
        return True
    folded = fold_text(words)
    tokens = {*search_words(words), *(f"#{m.term.id}" for m in terms.find(folded))}
    return any(key.tokens & tokens for key in question.keys)
