"""Words for searching. Sole home of jieba.

Identifiers and versions are taken out before jieba sees the text, since its own pattern stops after one dot and
its dictionary may cut a longer name in half. An identifier gives itself and its parts (kube-proxy: kube-proxy,
kube, proxy); a version gives itself only, without the v, so that v1.12 and 1.12 meet and 1.1 and 1.10 do not.
"""

import re
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

from corpus.normalize import NormalizedText, fold
from corpus.types import Span, Token
from corpus.versions import find_in_folded

_RUN = re.compile(
    r"(?P<word>[a-z0-9]+(?:[-_./:+#][a-z0-9]+)*)|(?P<han>[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+)"
)
_PART = re.compile(r"[a-z0-9]+")
_NUMBER = re.compile(r"[\d.]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LONGEST_RUN = 200  # jieba's guess at unknown words takes time quadratic in an unbroken run
_LOCK = threading.Lock()


def _jieba() -> Any:
    with _LOCK:  # the dictionary is read once, however many threads come first
        return _tokenizer()


@cache
def _tokenizer() -> Any:
    """Return a tokenizer of our own, its dictionary read from the package.

    jieba's own start-up loads a marshal file by a predictable name from the shared temporary folder; this never
    reads or writes one.
    """
    import logging
    import warnings

    with warnings.catch_warnings():  # it asks for pkg_resources, which setuptools has deprecated
        warnings.simplefilter("ignore")
        import jieba

    jieba.setLogLevel(logging.ERROR)

    class PrivateTokenizer(jieba.Tokenizer):  # type: ignore[misc]
        def initialize(self, dictionary: str | None = None) -> None:
            with self.lock:
                self.FREQ, self.total = self.gen_pfdict(self.get_dict_file())
                self.initialized = True

    tokenizer = PrivateTokenizer()
    tokenizer.initialize()
    return tokenizer


def _han_tokens(run: str, start: int) -> Iterator[tuple[str, int, int]]:
    for at in range(0, len(run), _LONGEST_RUN):
        for word, a, b in _jieba().tokenize(run[at : at + _LONGEST_RUN], mode="search"):
            yield word, start + at + a, start + at + b


def _word_tokens(word: str, start: int, original: str) -> Iterator[tuple[str, int, int]]:
    """Yield an identifier, then its parts: between separators, and between humps where the original has them."""
    yield word, start, start + len(word)
    parts = [] if _NUMBER.fullmatch(word) else list(_PART.finditer(word))
    for part in parts if len(parts) > 1 else ():
        yield part.group(), start + part.start(), start + part.end()
    if len(original) == len(word) and not (word.isdigit() or original.isupper() or original.islower()):
        for part in parts:
            humps = list(_CAMEL.finditer(original, part.start(), part.end()))
            for hump in humps if len(humps) > 1 else ():
                yield word[hump.start() : hump.end()], start + hump.start(), start + hump.end()


def _folded_tokens(view: NormalizedText, original: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for mention in find_in_folded(view.text):
        yield from _plain_tokens(view, original, at, mention.span.start)
        yield str(mention.version), mention.span.start, mention.span.end
        at = mention.span.end
    yield from _plain_tokens(view, original, at, len(view.text))


def _plain_tokens(view: NormalizedText, original: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    for match in _RUN.finditer(view.text, start, end):
        if match["han"]:
            yield from _han_tokens(match.group(), match.start())
        else:
            written = view.to_original(Span(match.start(), match.end())).cut(original)
            yield from _word_tokens(match.group(), match.start(), written)


def segment(text: str) -> list[Token]:
    """Return the search tokens of ``text``, folded, with spans in the original; long words also give their parts."""
    view = fold(text)
    return [Token(word, view.to_original(Span(a, b))) for word, a, b in _folded_tokens(view, text)]


def search_words(text: str) -> list[str]:
    """Return only the folded words of ``text``, for indexing and querying."""
    return [word for word, _, _ in _folded_tokens(fold(text), text)]


def words(text: str) -> list[str]:
    """Cut ``text`` into words that join to it again, for conversion and statistics.

    Only words of the dictionary: a guessed one (而云 in 而云原生) would hide the bounds of a real one.
    """
    return list(_jieba().cut(text, HMM=False))
