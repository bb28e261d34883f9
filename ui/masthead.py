"""The head of the page."""

from corpus.errors import KaojuError
from qa.service import Service
from ui.markup import escape
from ui.words import LANG, Language, word


def masthead_html(service: Service, language: Language) -> str:
    """Return the head of the page, with the number of documents in the collection."""
    try:
        holds = word("holds", language, n=len(service.collection.snapshot().documents))
    except KaojuError as error:
        holds = word("failed", language, reason=error)
    return (
        f'<header class="masthead" lang="{LANG[language]}"><h1>考据</h1><p>{word("tagline", language)}</p>'
        f'<p class="holds">{escape(holds)}</p></header>'
    )
