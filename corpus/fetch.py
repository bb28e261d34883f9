"""A web address becomes bytes: one GET by the standard library, bounded in size and time, to checked machines only."""

import http.client
import io
import re
import socket
import ssl
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin

from corpus.addresses import Address, Deadline, Resolve, checked, parse_address, resolve_by_system
from corpus.errors import DocumentError, EmptyFileError, FileTooLargeError, UnreadableFileError

_MAX_REDIRECTS = 5
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_USER_AGENT = "kaoju"
_CHUNK = 1 << 16
_SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "text/plain": ".txt",
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    "application/pdf": ".pdf",
    "application/epub+zip": ".epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.ms-excel.sheet.macroenabled.12": ".xlsm",
    "application/zip": ".zip",
}
_VAGUE = frozenset(  # media types that servers give for want of a better one
    ("", "text/plain", "application/octet-stream", "binary/octet-stream", "application/zip", "application/x-download")
)
_KNOWN = frozenset((*_SUFFIXES.values(), ".htm", ".xhtml", ".markdown", ".text", ".tab"))


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a web address gave: ``url`` is where redirects led, ``suffix`` tells the reader ("" if nobody knows),
    ``charset`` is the encoding that the server states.
    """

    data: bytes
    url: str
    suffix: str
    media_type: str
    charset: str | None


class _Wire:
    """A connected socket for http.client that keeps to a deadline, however slowly the bytes come."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def send(self, data: bytes) -> None:
        """Send all of ``data``."""
        self._sock.settimeout(self._deadline.left())
        self._sock.sendall(data)

    def makefile(self, mode: str = "rb") -> io.BufferedReader:
        """Return what the server sends as a file; ``mode`` is always rb."""
        return io.BufferedReader(_Incoming(self._sock, self._deadline))


class _Incoming(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._sock.settimeout(self._deadline.left())
        return self._sock.recv_into(buffer)


def fetch(
    url: str,
    *,
    max_bytes: int,
    seconds: float,
    allow_private: bool = False,
    resolve: Resolve = resolve_by_system,
) -> Fetched:
    """Get the document at an http or https address within ``seconds``, redirects and all.

    No cookies, no credentials, no proxies. Raises a DocumentError with one line: the address is refused (private
    networks, unless allowed), the server does not answer or not with a document, or it is above ``max_bytes``.
    """
    deadline = Deadline(seconds)
    address = parse_address(url)
    for _ in range(_MAX_REDIRECTS + 1):
        try:
            ips = checked(address, resolve, deadline, allow_private=allow_private)
            with _connected(address, ips, deadline) as sock:
                answer = _ask(address, sock, deadline)
                if answer.status not in _REDIRECTS:
                    return _taken(address, answer, max_bytes)
                location = answer.headers.get("Location", "")
        except (OSError, http.client.HTTPException, zlib.error, ValueError) as error:
            raise UnreadableFileError(
                f"cannot read {address}: {_reason(error)}; try again or save it as a file"
            ) from error
        if not location:
            raise UnreadableFileError(f"cannot read {address}: it leads on to nowhere; check the address")
        address = _next(address, location)
    raise UnreadableFileError(
        f"cannot read {parse_address(url)}: more than {_MAX_REDIRECTS} redirects; open it in a browser and save it"
    )


def _next(address: Address, location: str) -> Address:
    try:
        target = urljoin(str(address), location.encode("latin-1", "replace").decode("utf-8", "replace"))
        return parse_address(target)
    except (DocumentError, ValueError) as error:
        raise UnreadableFileError(f"{address} leads on, but: {error}") from error


def _connected(address: Address, ips: list[str], deadline: Deadline) -> socket.socket:
    """Connect to the first of the checked ``ips`` that answers; the name is used for the certificate only."""
    failure: OSError = OSError("no address to connect to")
    for i, ip in enumerate(ips):
        try:
            sock = socket.create_connection((ip, address.port), timeout=deadline.left() / (len(ips) - i))
        except OSError as error:
            failure = error
            continue
        if address.scheme == "http":
            return sock
        try:
            sock.settimeout(deadline.left())
            return ssl.create_default_context().wrap_socket(sock, server_hostname=address.host)
        except BaseException:
            sock.close()
            raise
    raise failure


def _ask(address: Address, sock: socket.socket, deadline: Deadline) -> http.client.HTTPResponse:
    lines = (
        f"GET {address.target} HTTP/1.1",
        f"Host: {address.authority}",
        f"User-Agent: {_USER_AGENT}",
        "Accept: text/html, text/markdown, text/plain, */*;q=0.8",
        "Accept-Encoding: gzip",
        "Connection: close",
    )
    wire = _Wire(sock, deadline)
    wire.send("".join(f"{line}\r\n" for line in (*lines, "")).encode("ascii"))
    response = http.client.HTTPResponse(wire, method="GET")  # type: ignore[arg-type]
    response.begin()
    return response


def _taken(address: Address, answer: http.client.HTTPResponse, max_bytes: int) -> Fetched:
    if answer.status != 200:
        reason = re.sub(r"[^\x20-\x7e]", "", answer.reason or "")[:60]
        raise UnreadableFileError(
            f"cannot read {address}: the server answers {answer.status} {reason}; check the address"
        )
    too_large = FileTooLargeError(f"{address} is above the limit of {max_bytes / 1e6:.1f} MB; raise it with --max-mb")
    if (answer.length or 0) > max_bytes:
        raise too_large
    parts, size = [], 0
    for part in _unpacked(answer):
        size += len(part)
        if size > max_bytes:
            raise too_large
        parts.append(part)
    if not size:
        raise EmptyFileError(f"{address} is empty; nothing to add")
    media_type, charset = _content_type(answer.headers)
    return Fetched(b"".join(parts), str(address), _suffix(media_type, address.target), media_type, charset)


def _unpacked(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yield the body in pieces of bounded size, whatever a few packed bytes would swell to."""
    encoding = (answer.headers.get("Content-Encoding") or "identity").strip().lower()
    if encoding == "identity":
        while piece := answer.read(_CHUNK):
            yield piece
        if answer.length:
            raise ValueError(f"the connection broke off {answer.length} bytes early")
        return
    if encoding not in ("gzip", "x-gzip"):
        raise ValueError(f"the server packs its answer as {encoding[:20]!r}, which was not asked for")
    unpacker = zlib.decompressobj(wbits=31)
    while not unpacker.eof and (piece := answer.read(_CHUNK)):
        while piece and not unpacker.eof:
            yield unpacker.decompress(piece, _CHUNK)
            piece = unpacker.unconsumed_tail
    yield unpacker.flush()  # at most what one last copy gives
    if not unpacker.eof:
        raise ValueError("the packed answer broke off")


def _content_type(headers: Message) -> tuple[str, str | None]:
    """Return the media type, "" if none is stated, and the charset."""
    if "Content-Type" not in headers:
        return "", None
    charset = headers.get_content_charset()
    return headers.get_content_type().lower(), charset


def _suffix(media_type: str, target: str) -> str:
    """Return the suffix of the media type, or that of the path where the type is vague or unknown."""
    of_path = PurePosixPath(unquote(target.partition("?")[0])).suffix.lower()
    of_path = of_path if of_path in _KNOWN else ""
    if media_type in _VAGUE and of_path:
        return of_path
    return _SUFFIXES.get(media_type, of_path)


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no complete answer in the time allowed"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message})"
    if isinstance(error, socket.gaierror):
        return "the name is not known"
    words = (error.strerror if isinstance(error, OSError) and error.strerror else str(error)) or type(error).__name__
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", words)[:160]
