"""An answer as HTML: how the question was read, the short answer, statements and items, notes, evidence beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from corpus.normalize import Script
from corpus.terms import TermTable
from corpus.types import Document, Span
from qa.notes import note
from qa.surroundings import section_of
from qa.types import Answer, Statement
from ui.chips import Choices, chips_html
from ui.comparison import compared
from ui.evidence import evidence_html, numbered
from ui.markup import action, escape, listing, place
from ui.words import LANG, Language, word

_NEAREST, _TITLES = 3, 6
_SCRIPTS: tuple[Script, Script] = ("hans", "hant")
_DISAGREE = tuple(note("disagree", script, values="\0").partition("\0")[0] for script in _SCRIPTS)


@dataclass(frozen=True, slots=True)
class Setting:
    """What an answer is shown with: the documents it cites, the terms, the language of the page."""

    documents: Mapping[str, Document]
    terms: TermTable
    language: Language
    choices: Choices | None = None  # where the chips can be corrected
    prefix: str = ""  # tells the ids of this answer from those of others on the page


EMPTY: Mapping[str, Document] = MappingProxyType({})


def answer_html(answer: Answer, setting: Setting) -> str:
    """Return the answer."""
    lang = LANG[answer.script]
    left = "".join(_left(answer, setting))
    evidence = evidence_html(answer.citations, setting.documents, setting.language, answer.script, setting.prefix)
    return (
        f'<section class="turn" lang="{lang}"><p class="asked">{escape(answer.question)}</p>'
        f'<div class="sides"><div class="said">{left}</div>{evidence}</div></section>'
    )


def _left(answer: Answer, setting: Setting) -> Iterator[str]:
    language = setting.language
    if answer.understood:
        yield chips_html(answer.understood, language, setting.choices)
    if answer.short:
        yield f'<p class="short">{escape(answer.short)}</p>'
    yield from _body(answer, setting)
    yield from map(_note, answer.notes)
    if answer.status == "no_evidence":
        yield _instead(answer, setting)
    foot = word("foot", language, n=len(setting.documents), seconds=answer.elapsed_ms / 1000)
    yield f'<p class="foot" lang="{LANG[language]}">{escape(foot)}</p>'


def _note(line: str) -> str:
    css = "note disagree" if line.startswith(_DISAGREE) else "note"
    return f'<p class="{css}">{escape(line)}</p>'


def _body(answer: Answer, setting: Setting) -> Iterator[str]:
    """Return statements and list items in the order of their citations, as they follow each other in the sources."""
    side_by_side = compared(answer, setting.terms)
    if side_by_side:
        yield from _parts(side_by_side.shared, (), setting.prefix)
        columns = (
            f"<div><h2>{escape(c.subject)}</h2>{''.join(_parts(c.statements, (), setting.prefix))}</div>"
            for c in side_by_side.columns
        )
        yield f'<div class="compared">{"".join(columns)}</div>'
    else:
        yield from _parts(answer.statements, answer.items, setting.prefix)


def _parts(statements: Sequence[Statement], items: Sequence[Statement], prefix: str) -> Iterator[str]:
    parts = [("p", s) for s in statements] + [("li", s) for s in items]
    parts.sort(key=lambda part: min(part[1].citations, default=0))
    for tag, run in groupby(parts, key=lambda part: part[0]):
        lines = "".join(f"<{tag}>{numbered(s.text, s.citations, prefix)}</{tag}>" for _, s in run)
        yield f"<ul>{lines}</ul>" if tag == "li" else lines


def _instead(answer: Answer, setting: Setting) -> str:
    """Return what the collection does have: where the best passages stand, and the titles of its documents."""
    language, documents = setting.language, setting.documents
    found = ""
    if places := list(_nearest(answer, documents)):
        found = f"<p>{word('nearest', language)}</p>{listing(places)}"
    titles = [action("open", d.title, doc=d.id) for d in list(documents.values())[:_TITLES]]
    if titles:
        more = [escape(word("more", language, n=len(documents)))] if len(documents) > _TITLES else []
        found += f"<p>{word('has', language)}</p>{listing([*titles, *more])}"
    return f'<div class="nearest" lang="{LANG[language]}">{found}</div>' if found else ""


def _nearest(answer: Answer, documents: Mapping[str, Document]) -> Iterator[str]:
    for hit in answer.hits[:_NEAREST]:
        if document := documents.get(hit.doc_id):
            section = section_of(document, Span(hit.start, hit.end))
            where = place(document.title, section.path if section else ())
            yield action("open", where, doc=hit.doc_id, start=hit.start, end=hit.end)


def earlier_html(answers: Sequence[Answer], setting: Setting) -> str:
    """Return the answers before the present one, the newest first, each folded up."""
    if not answers:
        return ""
    folded = "".join(_folded(n, answer, setting) for n, answer in reversed(list(enumerate(answers, 1))))
    heading = word("earlier", setting.language)
    return f'<section class="earlier" lang="{LANG[setting.language]}"><h2>{heading}</h2>{folded}</section>'


def _folded(n: int, answer: Answer, setting: Setting) -> str:
    then = Setting(setting.documents, setting.terms, setting.language, None, f"turn{n}-")
    gist = answer.short or next((s.text for s in (*answer.statements, *answer.items)), "".join(answer.notes[:1]))
    return (
        f'<details><summary><span class="asked">{escape(answer.question)}</span> '
        f'<span class="gist">{escape(gist)}</span></summary>{answer_html(answer, then)}</details>'
    )
