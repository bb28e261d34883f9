"""PDF: text with its pages, from the places of the characters; scanned pages by text recognition."""

import io
import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from corpus import ocr
from corpus.decode import plausibility
from corpus.errors import DocumentError, EmptyFileError, OcrUnavailableError
from corpus.ocr import Recogniser
from corpus.readers.base import Reading
from corpus.readers.pdf_layout import lay_out
from corpus.readers.pdf_process import Page, Pdf, open_pdf, page_image
from corpus.readers.pdf_properties import properties_of
from corpus.readers.recognised import page_of

MEDIA_TYPE = "application/pdf"
_IMPROBABLE = 0.2  # share of impossible characters above which a page's fonts are not believed
_PLAUSIBLE = 0.45  # a page of Chinese taken at random has 0.3, any real one above 0.8
_SAMPLE = 600  # characters of a page that are judged
_REPEATED = re.compile(r"(\S)(?:\s*\1)+")

_NO_MAP = "the fonts do not tell which characters they draw"
_PICTURE = "no text, only a picture"


def read_pdf(data: bytes, name: str, recognise: Recogniser | None = None) -> Reading:
    """Read a PDF; pages that cannot be read are told in the warnings, DocumentError if that is all of them.

    ``recognise`` reads pictures of pages, by default ``corpus.ocr.recognise`` where it is installed.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise EmptyFileError(f"{name} is empty; nothing to add")
    pdf = open_pdf(data, name)
    pages, refused = _readable(pdf, data, name, recognise)
    laid = lay_out(pages, pdf.outline)
    if not laid.text:
        raise _nothing(name, refused, pdf)
    meta = properties_of(pdf.properties)
    warnings = (*_told(refused), *_left_out(pdf))
    return Reading(laid.text, "utf-8", MEDIA_TYPE, laid.sections, meta.get("title") or laid.title, meta, warnings)


def _readable(pdf: Pdf, data: bytes, name: str, recognise: Recogniser | None) -> tuple[list[Page], dict[int, str]]:
    """Return the pages that can be read, and for each other one why not."""
    pages: list[Page] = []
    refused: dict[int, str] = {}
    missing = recognise is None and not ocr.available()
    for page in pdf.pages:
        trouble = _trouble(page)
        if page.problem:
            refused[page.number] = page.problem
        elif not trouble:
            pages.append(page)
        elif missing:
            refused[page.number] = f"{trouble}; to have it recognised: {ocr.INSTALL}"
        else:
            try:
                pages.append(_recognised(page, data, name, recognise or ocr.recognise))
            except DocumentError as error:
                refused[page.number] = f"{trouble}, and {error}"
    return pages, refused


def _trouble(page: Page) -> str:
    """Tell why the words of a page are not to be had from its characters; empty if they are."""
    if page.image:
        return _PICTURE
    text = "".join("".join(run.text.split()) for run in page.runs)
    if not text:
        return ""
    improbable = sum(unicodedata.category(char) in ("Cc", "Cn", "Co", "Cs") or char == "\ufffd" for char in text)
    return _NO_MAP if improbable > _IMPROBABLE * len(text) or _is_gibberish(text) else ""


def _is_gibberish(text: str) -> bool:
    """Tell Chinese characters without sense, and Latin without letters, from text; dotted leaders do not count."""
    foreign = [char for char in text if not char.isascii()]
    han = sum("\u3400" <= char <= "\u9fff" for char in foreign)
    if len(foreign) < 0.1 * len(text):
        short = _REPEATED.sub(r"\1", text)
        return len(short) >= 60 and sum(map(str.isalnum, short)) < 0.3 * len(short)
    return han >= 20 and han > 0.7 * len(foreign) and plausibility(text[:_SAMPLE]) < _PLAUSIBLE


def _recognised(page: Page, data: bytes, name: str, recognise: Recogniser) -> Page:
    from PIL import Image

    with Image.open(io.BytesIO(page_image(data, name, page.number))) as picture:
        found = recognise(picture)
    if not found:
        raise DocumentError("no text is recognised on it")
    return page_of(found, page.number, picture.size, page.width)


def _told(refused: dict[int, str]) -> list[str]:
    """Return a line for each reason with the pages it holds for."""
    by_reason: dict[str, list[int]] = {}
    for number, why in refused.items():
        by_reason.setdefault(why, []).append(number)
    return [
        f"{'page' if len(numbers) == 1 else 'pages'} {_ranges(numbers)} {'is' if len(numbers) == 1 else 'are'} unreadable: {why}"
        for why, numbers in by_reason.items()
    ]


def _ranges(numbers: Sequence[int]) -> str:
    """Return [1, 2, 3, 7] as 1-3, 7."""
    starts = [numbers[0], *(b for a, b in pairwise(numbers) if b != a + 1)]
    ends = [*(a for a, b in pairwise(numbers) if b != a + 1), numbers[-1]]
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True))


def _left_out(pdf: Pdf) -> list[str]:
    missing = pdf.count - len(pdf.pages)
    return [f"only the first {len(pdf.pages)} of {pdf.count} pages are read; split the file to add the rest"] * (
        missing > 0
    )


def _nothing(name: str, refused: dict[int, str], pdf: Pdf) -> DocumentError:
    reasons = set(refused.values())
    if reasons and all(why.endswith(ocr.INSTALL) for why in reasons):
        why = refused[min(refused)].partition(";")[0]
        return OcrUnavailableError(
            f"{name} has no page with readable text ({why}); to have it recognised, install: {ocr.INSTALL}"
        )
    if reasons:
        return DocumentError(
            f"{name} has no readable page ({_told(refused)[0]}); open it in a PDF viewer and save it again"
        )
    return EmptyFileError(f"{name} has no text on its {pdf.count} page(s); if they show text, print it to a new PDF")
