"""A question understood: what it names, what kind of answer it wants, in which script and language it is put."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from corpus.errors import InputError
from corpus.normalize import Script, detect_script, fold_text
from corpus.segment import search_words, segment
from corpus.terms import TermMention, TermTable
from corpus.types import Span
from corpus.version_ranges import VersionRange, find_ranges
from corpus.versions import Version, find_in_folded, parse_version
from qa.kinds import Kind, kinds_of

MAX_QUESTION = 1000  # characters
STAGES = frozenset({"alpha", "beta", "ga", "deprecated", "removed"})  # terms that say how far a feature has come

_ATTRIBUTE = re.compile(r"的([^的，,。？?\s]{2,8}?)(?:是|叫做?|为|有)?(?:什么|多少|多[大长久]|几)")
# what things of every kind are called: of 1.17 有哪些特性 no sentence that gives one needs to say 特性
ANYTHING = re.compile(
    r"(?:哪些|哪几[个项种]|哪[两三四五六七八九十]?[个项种]|什么)(?:新增的?|新的?|重要的?|主要的?|重大的?)?"
    r"(?:特性|功能|改动|变化|变更|改进|增强|更新|能力)"
    r"|\b(?:what|which) (?:new |major |important )?(?:features|changes|improvements)\b"
)
# says with the stage after it how far something came, of which sentences tell in many ways (升级到 GA, 正式可用)
_RAISED = re.compile(r"(?:(?:升级|提升|晋升|晋级|升|进入|进|达到|成为|变成|变为|转为|转|毕业|到|成|为|至|入|了)\s*)+$")
_SHORT_ACRONYM = 4  # letters
_TYPED_DOT = re.compile(r"(?<=\d)[。．·](?=\d)")


@dataclass(frozen=True, slots=True)
class Key:
    """One thing that the question names: any of ``tokens`` in a text is a match for it.

    ``is_name`` marks what cannot be put otherwise: a component, an organisation, an identifier; ``is_component`` a
    component or a resource of the term table; ``may_be_subject`` what a question can be about: those, terms, and long
    numbers such as ports.
    """

    words: str
    tokens: frozenset[str]
    is_term: bool
    is_latin: bool
    is_stage: bool = False
    is_name: bool = False
    is_component: bool = False

    @property
    def may_be_subject(self) -> bool:
        """Tell whether a question can be about it."""
        return not self.is_stage and (self.is_term or self.is_name or (self.words.isdigit() and len(self.words) > 3))


@dataclass(frozen=True, slots=True)
class Question:
    """An analysed question; ``kinds`` is ordered, the first being the form of answer wanted.

    ``terms`` are the ids of all terms in it. ``attribute`` is what is asked of the subject, where the wording shows it
    (kubelet 的默认端口是多少: 端口); an answer has to speak of it. ``ranges`` are the versions asked for as 1.8 到 1.12.
    """

    text: str
    folded: str
    kinds: tuple[Kind, ...]
    versions: tuple[Version, ...]
    terms: tuple[str, ...]
    stages: frozenset[str]
    keys: tuple[Key, ...]
    words: tuple[str, ...]
    script: Script
    english: bool
    attribute: Key | None = None
    names_version: bool = False
    ranges: tuple[VersionRange, ...] = ()

    @property
    def kind(self) -> Kind:
        """The form of answer wanted."""
        return self.kinds[0]


def analyse(text: str, terms: TermTable, version: str | None = None) -> Question:
    """Analyse a question, narrowed to ``version`` if given; InputError for one that cannot be read."""
    text = _TYPED_DOT.sub(".", text.strip())
    if not text.strip("?？。.!！ "):
        raise InputError("the question is empty; ask something like: Kubernetes 1.12 是什么时候发布的？")
    if len(text) > MAX_QUESTION:
        raise InputError(
            f"the question has {len(text):,} characters, at most {MAX_QUESTION:,} are read; ask one thing at a time"
        )
    folded = fold_text(text)
    mentions = terms.find(folded)
    named = [m.version for m in find_in_folded(folded, numbered=False)]
    versions = tuple(dict.fromkeys([*named, *_given(version)]))
    english = not re.search(r"[\u4e00-\u9fff]", folded)
    keys = _keys(text, folded, mentions, versions)
    return Question(
        text=text,
        folded=folded,
        kinds=kinds_of(folded),
        versions=versions,
        terms=tuple(dict.fromkeys(m.term.id for m in mentions)),
        stages=frozenset(m.term.id for m in mentions if m.term.id in STAGES),
        keys=keys,
        words=(*search_words(text), *(f"#{m.term.id}" for m in mentions)),
        script=detect_script(text) or "hans",
        english=english,
        attribute=_attribute(folded, keys),
        names_version=bool(named),
        ranges=tuple(m.range for m in find_ranges(text)),
    )


@cache
def _stop_words() -> frozenset[str]:
    lines = Path(__file__).with_name("stopwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _given(version: str | None) -> list[Version]:
    if version is None:
        return []
    try:
        return [parse_version(version)]
    except ValueError as error:
        raise InputError(str(error)) from error


def _keys(text: str, folded: str, mentions: list[TermMention], versions: tuple[Version, ...]) -> tuple[Key, ...]:
    """Return what the question names: its terms, and the content words between them; versions are kept apart."""
    unnamed = _unnamed(folded, mentions, versions)
    keys = [
        Key(
            m.span.cut(folded),
            frozenset({f"#{m.term.id}"}),
            True,
            m.span.cut(folded).isascii(),
            m.term.id in STAGES,
            m.term.kind in ("component", "org"),
            m.term.kind in ("component", "resource"),
        )
        for m in mentions
        if not any(span.contains(m.span) for span in unnamed)
    ]
    taken = [*unnamed, *(m.span for m in mentions)]
    skipped = {str(v) for v in versions} | _stop_words()
    for token in _leaves(folded):
        if token.text not in skipped and not any(span.overlaps(token.span) for span in taken):
            latin = token.text.isascii()
            keys.append(
                Key(
                    token.text,
                    frozenset({token.text}),
                    False,
                    latin,
                    is_name=latin and _is_name(token.text, text),
                )
            )
    return tuple(dict.fromkeys(keys))


def _unnamed(folded: str, mentions: Sequence[TermMention], versions: Sequence[Version]) -> list[Span]:
    """Return the words that name nothing: those before a stage, and 哪些特性 where a version or a stage narrows it."""
    stages = [m.span for m in mentions if m.term.id in STAGES]
    before = [m for span in stages if (m := _RAISED.search(folded, 0, span.start))]
    anything = list(ANYTHING.finditer(folded)) if versions or stages else []
    return [Span(m.start(), m.end()) for m in (*before, *anything)]


def _attribute(folded: str, keys: tuple[Key, ...]) -> Key | None:
    """Return the key that ends the attribute's words: in Chinese the head comes last (发布代号: 代号)."""
    match = _ATTRIBUTE.search(folded)
    heads = [k for k in keys if match and match[1].endswith(k.words)]
    return max(heads, key=lambda k: len(k.words), default=None)


def _is_name(word: str, text: str) -> bool:
    """Tell an identifier (CamelCase, kebab-case, a long acronym) from an ordinary Latin word, a unit or a number."""
    written = re.search(re.escape(word), text, re.IGNORECASE)
    as_written = written.group() if written else word
    if len(word) <= _SHORT_ACRONYM and as_written.isupper():
        return False  # API, HTTP: used of many things, and often put otherwise
    return (
        len(word) > 2 and any(c.isalpha() for c in word) and ("-" in word or as_written[1:] != as_written[1:].lower())
    )


def _leaves(folded: str) -> list["_Leaf"]:
    """Return the tokens that a reader would count: whole identifiers, and the smallest Han words."""
    tokens = [_Leaf(t.text, t.span) for t in segment(folded)]
    kept = []
    for token in tokens:
        if token.text.isascii():
            keep = not any(o is not token and o.span.contains(token.span) and o.span != token.span for o in tokens)
        else:
            keep = not any(
                o is not token and token.span.contains(o.span) and o.span != token.span and len(o.text) > 1
                for o in tokens
            )
        if keep:
            kept.append(token)
    return kept


@dataclass(frozen=True, slots=True)
class _Leaf:
    text: str
    span: Span
