"""The few forms of HTML that everything on the page is built of; what comes from outside is escaped here."""

import html
from collections.abc import Iterable, Mapping, Sequence

from ui.words import LANG, Language


def escape(text: object) -> str:
    """Return ``text`` for use in HTML and in attributes; file names may carry lone surrogates, which become ``?``."""
    return html.escape(str(text).encode("utf-8", "replace").decode())


def data(values: Mapping[str, object]) -> str:
    """Return ``values`` as data attributes."""
    return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items() if value is not None)


def action(event: str, label: str, css: str = "", **values: object) -> str:
    """Return a button that tells the page ``event`` with ``values``."""
    return f'<button type="button" class="{css or "link"}"{data({"event": event, **values})}>{escape(label)}</button>'


def listing(items: Iterable[str]) -> str:
    """Return a list of items that are HTML already."""
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], css: str) -> str:
    """Return a table in a frame that scrolls sideways; cells are HTML already, the first of a row is its heading."""
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    return (
        f'<div class="frame" tabindex="0" role="group" aria-label="{escape(heads[0])}"><table class="{css}">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def alert(line: str, language: Language) -> str:
    """Return a line that says what went wrong, or was done."""
    return f'<section lang="{LANG[language]}"><p class="note" role="alert">{escape(line)}</p></section>'


def place(title: str, section: Sequence[str]) -> str:
    """Return where something stands: the title, then the headings above it, each once."""
    return " › ".join(dict.fromkeys((title, *section)))
