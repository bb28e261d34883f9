"""Every form an export can take: one table, and the function that everybody calls."""

from collections.abc import Callable
from dataclasses import dataclass

from corpus.errors import InputError
from qa.export.bibtex import write_bibtex
from qa.export.csl_json import write_csl_json
from qa.export.docx import write_docx
from qa.export.entries import make_export
from qa.export.html import write_html
from qa.export.library import Library
from qa.export.markdown import write_markdown
from qa.export.record import write_json
from qa.export.ris import write_ris
from qa.export.tables import write_csv, write_xlsx
from qa.export.text import write_author_date, write_numeric, write_references, write_text
from qa.export.types import Export, ExportOptions, FormatName

Writer = Callable[[Export, ExportOptions], str | bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """A form of export: how a file of it ends, what it is on the web, and what writes it."""

    suffix: str
    media_type: str
    write: Writer


def _plainly(write: Callable[[Export], str | bytes]) -> Writer:
    return lambda made, _: write(made)


FORMATS: dict[FormatName, Format] = {
    "gbt7714": Format(".txt", "text/plain", write_numeric),
    "gbt7714-author-date": Format(".txt", "text/plain", write_author_date),
    "csl": Format(".txt", "text/plain", write_references),
    "bibtex": Format(".bib", "application/x-bibtex", _plainly(write_bibtex)),
    "ris": Format(".ris", "application/x-research-info-systems", _plainly(write_ris)),
    "csl-json": Format(".json", "application/vnd.citationstyles.csl+json", _plainly(write_csl_json)),
    "markdown": Format(".md", "text/markdown", write_markdown),
    "html": Format(".html", "text/html", write_html),
    "csv": Format(".csv", "text/csv", _plainly(write_csv)),
    "xlsx": Format(".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _plainly(write_xlsx)),
    "docx": Format(".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", write_docx),
    "text": Format(".txt", "text/plain", write_text),
    "json": Format(".json", "application/json", _plainly(write_json)),
}


def export(thing: object, name: str, options: ExportOptions | None = None, library: Library | None = None) -> bytes:
    """Return ``thing`` (see ``qa.export.material``) in the form ``name``, text as UTF-8.

    ``library`` is what the store knows of the sources; InputError for an unknown form or style, or for an answer that
    does not hold together.
    """
    form = next((form for known, form in FORMATS.items() if known == name), None)
    if form is None:
        raise InputError(f"there is no export format {name}; take one of: {', '.join(FORMATS)}")
    chosen = options or ExportOptions()
    written = form.write(make_export(thing, chosen, library or Library()), chosen)
    return written if isinstance(written, bytes) else encoded(written)


def encoded(text: str) -> bytes:
    r"""Return ``text`` as UTF-8; half a surrogate pair, as in damaged file names, as \udcXX, which JSON reads back."""
    return text.encode("utf-8", "backslashreplace")
