"""Pages that a browser saved as one file with their images: MIME messages whose first page is the page."""

from email import policy
from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser

from corpus.errors import DocumentError
from corpus.readers.base import Reading
from corpus.readers.html import decode_page, read_html, read_page

_MAX_PARTS = 10_000


def read_mhtml(data: bytes, name: str) -> Reading:
    """Read the page in an MHTML file; a page without MIME headers is read as HTML."""
    if data[:4096].lstrip()[:1] == b"<":
        return read_html(data, name)
    try:
        message = BytesParser(policy=policy.compat32).parsebytes(data)
        page = _page(message)
        payload = page.get_payload(decode=True) if page is not None else None
        charset = str(page.get_param("charset") or "") if page is not None else ""
        address = _address(message, page) if page is not None else ""
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise DocumentError(f"{name} is damaged: its MIME parts cannot be read; save the page again") from error
    if not isinstance(payload, bytes):
        raise DocumentError(f"{name} holds no web page; save the page again as HTML")
    return read_page(decode_page(payload, name, charset), name, "multipart/related", address)


def _page(message: "Message[str, str]") -> "Message[str, str] | None":
    """Return the first part that is a page."""
    for number, part in enumerate(message.walk()):
        if number > _MAX_PARTS:
            return None
        if part.get_content_type() in ("text/html", "application/xhtml+xml"):
            return part
    return None


def _address(message: "Message[str, str]", page: "Message[str, str]") -> str:
    address = str(message.get("Snapshot-Content-Location") or page.get("Content-Location") or "").strip()
    return address if address.startswith(("http://", "https://")) else ""
