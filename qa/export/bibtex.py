"""BibTeX. Sole home of bibtexparser.

Chinese stays UTF-8. What is special to LaTeX is written as a command; braces as \\ensuremath{\\lbrace}, since BibTeX counts
escaped ones too and a stray one would swallow the next entry. Addresses are verbatim, as LaTeX's \\url wants them.
"""

import re

from qa.export.kinds import MARKS, is_online
from qa.export.references import place_notes
from qa.export.types import Entry, Export, Kind, Name

_COMMANDS = {
    "\\": "\\textbackslash{}",
    "{": "\\ensuremath{\\lbrace}",
    "}": "\\ensuremath{\\rbrace}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    **{char: f"\\{char}" for char in "#$%&_"},
}
_SPECIAL = re.compile(r"[\\{}~^#$%&_]|(?<=([-'`]))\1|(?<=[!?])`|(?<=<)<|(?<=>)>|(?<=,),")
_IN_ADDRESS = {char: f"%{ord(char):02X}" for char in '{}\\"^`|<> '}
_TYPES: dict[Kind, str] = {
    "report": "techreport",
    "book": "book",
    "chapter": "incollection",
    "article-journal": "article",
    "article-newspaper": "article",
    "paper-conference": "inproceedings",
    "thesis": "phdthesis",
}
_PUBLISHERS = {"techreport": "institution", "phdthesis": "school", "misc": "organization"}
_LANGUAGES = {"en": "english", "ja": "japanese"}


def write_bibtex(made: Export) -> str:
    """Return one BibTeX entry a source."""
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.model import Entry as Block
    from bibtexparser.model import Field

    library = Library()
    for entry in made.entries:
        fields = [Field(key, value) for key, value in _fields(made, entry).items() if value]
        library.add(Block(_TYPES.get(entry.work.kind, "misc"), entry.key, fields))
    return write_string(library)


def _fields(made: Export, entry: Entry) -> dict[str, str]:
    work = entry.work
    kind = _TYPES.get(work.kind, "misc")
    year, _, rest = work.date.partition("-")
    pages = sorted({p.page for p in entry.places if p.page is not None})
    publisher = work.publisher or (work.organisation if work.authors else "")
    return {
        "title": escaped(work.title),
        "author": " and ".join(map(_author, work.responsible)),
        _PUBLISHERS.get(kind, "publisher"): escaped(publisher),
        "address": escaped(work.place),
        "booktitle" if kind in ("incollection", "inproceedings") else "journal": escaped(work.container),
        "edition": escaped(work.edition),
        "volume": escaped(work.volume),
        "number": escaped(work.issue),
        "pages": escaped(work.pages) or ", ".join(map(str, pages)),
        "year": year,
        "month": str(int(rest[:2])) if rest else "",
        "date": work.date,
        "doi": verbatim(work.doi),
        "url": verbatim(work.url),
        "urldate": entry.accessed,
        "mark": MARKS[work.kind],
        "medium": "OL" if is_online(work) else "",
        "langid": _LANGUAGES.get(work.language, "chinese" if work.language.startswith("zh") else ""),
        "language": escaped(work.language),
        "note": escaped(entry.mark),
        "annote": escaped("\n".join(_quotations(made, entry))),
        "kaojuid": escaped(work.doc_id),
        "kaojusource": escaped(work.source),
        "sha256": escaped(work.sha256),
        "textsha256": escaped(work.text_sha256),
        "generation": escaped(work.generation),
    }


def _quotations(made: Export, entry: Entry) -> list[str]:
    return [f"「{place.quote}」{at}" for place, at in zip(entry.places, place_notes(made, entry), strict=True)]


def escaped(text: str) -> str:
    """Return ``text`` as LaTeX that prints it: special characters as commands, ligatures such as -- taken apart."""
    return _SPECIAL.sub(lambda m: _COMMANDS.get(m[0], f"{{}}{m[0]}"), text)


def verbatim(address: str) -> str:
    """Return a web address without what would end or unbalance a field; other characters stay as they are."""
    return "".join(_IN_ADDRESS.get(char, char) for char in address)


def _author(name: Name) -> str:
    """Bodies and Chinese names are one braced word, so that no part of them is taken for a given name."""
    if name.literal:
        return f"{{{escaped(name.literal)}}}"
    return f"{escaped(name.family)}, {escaped(name.given)}" if name.given else escaped(name.family)
