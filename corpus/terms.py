"""Components and concepts of the field with their aliases, in English, mainland and Taiwan usage.

Terms tag what is indexed and what is asked, so that 叢集 finds 集群; they never change a quotation. Matching runs on
folded text with Aho-Corasick (pyahocorasick), longest match first; a Latin alias matches whole identifiers only.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.normalize import fold_text
from corpus.types import Span

DEFAULT_TERMS = Path(__file__).with_name("terms.toml")
_LATIN_HAN_GAP = re.compile(r"(?<=[a-z0-9]) ?(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]) ?(?=[a-z0-9])")


@dataclass(frozen=True, slots=True)
class Term:
    """One thing with all its names; ``kind`` is component, resource, concept, stage or org."""

    id: str
    kind: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TermMention:
    """A term and where one of its names stands in the folded text."""

    term: Term
    span: Span


def _spellings(alias: str) -> Iterator[str]:
    """Yield the folded alias with its blanks kept, dropped and hyphenated, and with and without a Latin-Han gap."""
    folded = " ".join(fold_text(alias).split())
    for gap in (" ", ""):
        spelt = _LATIN_HAN_GAP.sub(gap, folded)
        yield spelt
        yield spelt.replace(" ", "")
        if spelt.isascii():
            yield spelt.replace(" ", "-")


class TermTable:
    """Finds the terms that a text names."""

    def __init__(self, terms: Iterable[Term]) -> None:
        import ahocorasick

        self.terms = tuple(terms)
        self._automaton: Any = ahocorasick.Automaton()
        for term in self.terms:
            for alias in term.aliases:
                for spelling in _spellings(alias):
                    self._automaton.add_word(spelling, (term, len(spelling)))
        if self.terms:
            self._automaton.make_automaton()

    @property
    def fingerprint(self) -> str:
        """A digest of the table, since changing it changes what is indexed."""
        content = repr(sorted((t.id, t.kind, t.aliases) for t in self.terms))
        return hashlib.sha256(content.encode()).hexdigest()[:8]

    def find(self, folded: str) -> list[TermMention]:
        """Return the terms in an already folded text, without overlaps, the longest name winning."""
        if not self.terms:
            return []
        found = [
            TermMention(term, Span(end + 1 - length, end + 1))
            for end, (term, length) in self._automaton.iter(folded)
            if _whole(folded, end + 1 - length, end + 1)
        ]
        found.sort(key=lambda m: (m.span.start, -m.span.end))
        kept: list[TermMention] = []
        for mention in found:
            if not kept or mention.span.start >= kept[-1].span.end:
                kept.append(mention)
        return kept

    def ids(self, folded: str) -> set[str]:
        """Return the ids of the terms in an already folded text."""
        return {mention.term.id for mention in self.find(folded)}


def _whole(folded: str, start: int, end: int) -> bool:
    """Tell whether the ends of a match do not cut through an identifier."""
    before, after = folded[start - 1 : start], folded[end : end + 1]
    return not (
        (_latin(folded[start]) and (_latin(before) or before in ("-", "_")) and before)
        or (
            _latin(folded[end - 1])
            and after
            and (_latin(after) or (after in "-_" and _latin(folded[end + 1 : end + 2])))
        )
    )


def _latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _term(entry: dict[str, Any]) -> Term:
    term = Term(entry["id"], entry.get("kind", "concept"), tuple(entry["aliases"]))
    names = (term.id, term.kind, *term.aliases)
    if isinstance(entry["aliases"], str) or not all(isinstance(n, str) and n.strip() for n in names):
        raise TypeError("names that are texts")
    return term


def load_terms(path: Path) -> tuple[Term, ...]:
    """Read a term table; InputError names the file and what is wrong in it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        terms = tuple(map(_term, data.get("term", [])))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"cannot read the term table {path}: {error}; give a TOML file of [[term]] entries") from error
    except (KeyError, TypeError) as error:
        raise InputError(f"a [[term]] in {path} lacks {error}; each needs id and aliases") from error
    return terms


@cache
def default_terms() -> TermTable:
    """Return the bundled table, built once a process."""
    return TermTable(load_terms(DEFAULT_TERMS))
