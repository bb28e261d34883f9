"""How a question was read, as chips; where choices are given, each can be changed or dropped."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qa.types import Understood
from ui.markup import data, escape
from ui.words import KINDS, LANG, Language, kind_word, word


@dataclass(frozen=True, slots=True)
class Choices:
    """What a chip may be changed to: versions, and components as ids with names."""

    versions: tuple[str, ...]
    components: tuple[tuple[str, str], ...]


def chips_html(read: Understood, language: Language, choices: Choices | None) -> str:
    """Return the chips of kind, versions, components and stages; nothing where the question shows none."""
    chips = "".join(_chips(read, language, choices))
    label = escape(word("understood", language))
    return f'<div class="chips" role="group" aria-label="{label}" title="{label}" lang="{LANG[language]}">{chips}</div>'


def _chips(read: Understood, language: Language, choices: Choices | None) -> Iterator[str]:
    if choices is None:
        names = (kind_word(read.kind, language), *read.versions, *read.components, *read.stages)
        yield from (f"<span>{escape(name)}</span>" for name in names)
        return
    kinds = [(kind, kind_word(kind, language)) for kind in KINDS]
    yield _select("kind", read.kind, kinds, word("kind", language))
    versions = [(v, v) for v in choices.versions]
    for version in read.versions:
        yield _select("version", version, versions, word("version", language), _drop(version, language))
    names_of = dict(choices.components)
    for component in read.components:
        drop = _drop(names_of.get(component, component), language)
        yield _select("component", component, choices.components, word("component", language), drop)
    yield from (f"<span>{escape(stage)}</span>" for stage in read.stages)


def _drop(what: str, language: Language) -> str:
    return word("drop", language, what=what)


def _select(what: str, now: str, options: Iterable[tuple[str, str]], label: str, drop: str = "") -> str:
    """Return a chip as a list to choose from, so that keys and screen readers know what to do with it."""
    known = dict(options)
    rows = {now: known.get(now, now), **known} if now not in known else known
    listed = "".join(
        f'<option value="{escape(value)}"{" selected" if value == now else ""}>{escape(name)}</option>'
        for value, name in rows.items()
    )
    last = f'<option value="">{escape(drop)}</option>' if drop else ""
    attributes = data({"change": "correct", "what": what, "was": now})
    return f'<select aria-label="{escape(label)}"{attributes}>{listed}{last}</select>'
