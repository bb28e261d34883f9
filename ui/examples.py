"""Questions that the collection can answer, made of what it tells: releases, stages, the names it uses."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from corpus.normalize import detect_script
from corpus.terms import TermTable
from index.snapshot import Snapshot
from qa.service import Service
from qa.timeline import Event, timeline
from ui.choices import components_of
from ui.markup import action, escape
from ui.words import LANG, Language, word

_MOST = 4
_TRIED = 10  # candidates that are asked, of which the first that are answered are shown
_FORMS: dict[str, tuple[str, str, str]] = {
    "released": (
        "{name}{version} 是什么时候发布的？",
        "{name}{version} 是什麼時候發布的？",
        "When was {name}{version} released?",
    ),
    "removed": ("{name} 在哪个版本被移除？", "{name} 在哪個版本被移除？", "Which release removed {name}?"),
    "deprecated": ("{name} 从哪个版本起弃用？", "{name} 從哪個版本起棄用？", "Which release deprecated {name}?"),
    "ga": ("{name} 在哪个版本正式可用？", "{name} 在哪個版本正式可用？", "Which release made {name} GA?"),
    "introduced": ("{name} 是哪个版本引入的？", "{name} 是哪個版本引入的？", "Which release introduced {name}?"),
}
_DEFINITION = ("{name} 是什么？", "{name} 是什麼？", "What is {name}?")


def examples(service: Service, language: Language) -> tuple[str, ...]:
    """Return up to four questions that the present state of the collection answers."""
    return _examples(service.collection.snapshot(), service, language)


@lru_cache(maxsize=6)
def _examples(snapshot: Snapshot, service: Service, language: Language) -> tuple[str, ...]:
    found: list[str] = []
    for _, question in zip(range(_TRIED), _candidates(snapshot, service.terms, language), strict=False):
        if service.ask(question).status == "answered":
            found.append(question)
        if len(found) == _MOST:
            break
    return tuple(found)


def _candidates(snapshot: Snapshot, terms: TermTable, language: Language) -> Iterator[str]:
    """Yield questions, one of each form in turn, so that those shown differ."""
    names = dict(components_of(snapshot, terms))
    at = {"hans": 0, "hant": 1, "en": 2}[language]
    events = timeline(snapshot, terms)
    forms = [_of_stage(stage, forms[at], events, names) for stage, forms in _FORMS.items()]
    forms.append(_DEFINITION[at].format(name=name) for name in names.values())
    yield from _in_turn(forms)


def _of_stage(stage: str, form: str, events: Sequence[Event], names: dict[str, str]) -> Iterator[str]:
    told = [e for e in events if e.stage == stage and (e.date or stage != "released")]
    for event in reversed(told):
        name = names.get(event.component or "")
        if stage == "released":
            yield form.format(name=f"{name} " if name else "", version=event.version)
        elif name:
            yield form.format(name=name)


def _in_turn(forms: Sequence[Iterator[str]]) -> Iterator[str]:
    waiting = list(forms)
    given: set[str] = set()
    while waiting:
        for form in tuple(waiting):
            question = next((q for q in form if q not in given), None)
            if question is None:
                waiting.remove(form)
            else:
                given.add(question)
                yield question


def examples_html(questions: Sequence[str], language: Language) -> str:
    """Return the questions as buttons that ask them."""
    if not questions:
        return ""
    lang = {q: LANG[detect_script(q) or language] for q in questions}
    buttons = "".join(f'<span lang="{lang[q]}">{action("ask", q, "chip", question=q)}</span>' for q in questions)
    return f'<div class="examples" lang="{LANG[language]}"><span>{escape(word("examples", language))}</span>{buttons}</div>'
