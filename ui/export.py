"""An export as the page shows it: its text, to be copied, and the file, to be downloaded from the page itself."""

import base64
from dataclasses import dataclass

from ui.markup import data, escape
from ui.words import LANG, Language, word


@dataclass(frozen=True, slots=True)
class Exported:
    """A file: ``preview`` is its text, or that of a like form where the file is not text."""

    name: str
    media_type: str
    content: bytes
    preview: str
    is_text: bool


def exported_html(exported: Exported | None, language: Language) -> str:
    """Return the preview with buttons to copy and download. The file is in the button: nothing is kept on the server."""
    lang = LANG[language]
    if exported is None:
        return f'<p class="note" lang="{lang}">{word("nothing_to_export", language)}</p>'
    file = data(
        {
            "download": exported.name,
            "type": exported.media_type,
            "content": base64.b64encode(exported.content).decode(),
        }
    )
    form = exported.name.rpartition(".")[2].upper()
    note = "" if exported.is_text else f"<p>{escape(word('preview_as', language, form=form))}</p>"
    copied = data({"copy": "export-text", "done": word("copied", language)})
    return (
        f'<section class="export" lang="{lang}"><div class="bar">'
        f'<button type="button" class="plain"{copied}>{word("copy", language)}</button>'
        f'<button type="button" class="plain"{file}>{escape(word("download", language, name=exported.name))}</button>'
        f'</div>{note}<pre id="export-text" tabindex="0">{escape(exported.preview)}</pre></section>'
    )
