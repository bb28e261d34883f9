"""Which machines a web address may lead to: public ones, unless the user allows others.

A server that fetches what its users name must not become their way into its own network, so names are resolved
here, every address is judged, and the connection goes to the very address that was judged.
"""

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Thread
from time import monotonic
from urllib.parse import quote, urlsplit

from corpus.errors import UnreadableFileError

Resolve = Callable[[str, int], list[str]]  # host and port -> addresses

_HOST = re.compile(r"(?!-)[A-Za-z0-9_.-]{1,253}")
_PORTS = {"http": 80, "https": 443}
_SAFE = "/%:@!$&'()*+,;=~-._?[]"
_LONGEST = 8_000
_NAT64 = IPv6Network("64:ff9b::/96")  # an IPv4 address in the last 32 bits (RFC 6052)


class Deadline:
    """The moment at which a task must be done, however many steps it has."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left; raises TimeoutError when none are."""
        if (left := self._end - monotonic()) <= 0:
            raise TimeoutError(f"no answer within {self._seconds:g} seconds")
        return left


@dataclass(frozen=True, slots=True)
class Address:
    """A web address in ASCII, without credentials or fragment."""

    scheme: str
    host: str
    port: int
    target: str  # path and query

    @property
    def authority(self) -> str:
        """Host and port as the Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def parse_address(url: str) -> Address:
    """Take a web address apart; raises UnreadableFileError with one line that does not repeat credentials."""
    shown = _without_credentials(url)
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise UnreadableFileError(f"cannot read {shown}: it is not a web address; check how it is written") from error
    if parts.scheme.lower() not in _PORTS:
        raise UnreadableFileError(
            f"cannot read {shown}: only http:// and https:// addresses are; save the page as a file"
        )
    if "@" in parts.netloc:
        raise UnreadableFileError(
            f"cannot read {shown}: an address must not carry a user name or password; remove them"
        )
    if len(url) > _LONGEST:
        raise UnreadableFileError(f"cannot read {shown}: an address has at most {_LONGEST:,} characters; shorten it")
    host = _ascii_host(parts.hostname or "")
    if host is None or port == 0:
        raise UnreadableFileError(f"cannot read {shown}: it names no host; check how it is written")
    target = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
    scheme = parts.scheme.lower()
    return Address(scheme, host, port or _PORTS[scheme], target)


def _without_credentials(url: str) -> str:
    return re.sub(r"//[^/?#]*@", "//", re.sub(r"[\x00-\x20\x7f-\xa0\u2028\u2029\\]+", " ", url).strip())[:200]


def _ascii_host(host: str) -> str | None:
    """Return a host in ASCII, numeric IPv4 forms (2130706433, 0x7f.1, 0177.0.0.1) as four numbers; None if it is none."""
    if ":" in host:
        try:
            return str(ip_address(host)) if "%" not in host else None
        except ValueError:
            return None
    try:
        host = host.encode("idna").decode("ascii").lower() if 0 < len(host) < 254 else ""
    except UnicodeError:
        return None
    if not _HOST.fullmatch(host):
        return None
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        return None if re.fullmatch(r"[0-9.]+|(?:.*\.)?0x[0-9a-f]*\.?", host) else host


def resolve_by_system(host: str, port: int) -> list[str]:
    """Ask the system's resolver for the addresses of ``host``; raises OSError."""
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def checked(address: Address, resolve: Resolve, deadline: Deadline, *, allow_private: bool) -> list[str]:
    """Return the IP addresses that may be connected to, all of them judged.

    Raises UnreadableFileError if any is private, for a name that has both is up to no good; OSError if there is none.
    """
    found = list(dict.fromkeys(_resolved(address, resolve, deadline)))
    if not found:
        raise OSError("the name has no address")
    if not allow_private and not all(is_public(ip) for ip in found):
        raise UnreadableFileError(
            f"cannot read {address}: {address.host} is in a private or reserved network; if you trust it, add --allow-private"
        )
    return found


def _resolved(address: Address, resolve: Resolve, deadline: Deadline) -> list[str]:
    """Resolve in a thread, since the system's resolver keeps to no deadline."""
    try:
        return [str(ip_address(address.host))]
    except ValueError:
        pass
    found: list[str] = []
    failures: list[OSError] = []

    def ask() -> None:
        try:
            found.extend(resolve(address.host, address.port))
        except (OSError, UnicodeError) as error:
            failures.append(error if isinstance(error, OSError) else OSError(str(error)))

    thread = Thread(target=ask, daemon=True)
    thread.start()
    thread.join(deadline.left())
    deadline.left()
    if failures:
        raise failures[0]
    return found


def is_public(address: str) -> bool:
    """Tell whether an IP address, or the IPv4 address that it stands for, belongs to a machine of the open network."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        if ip in _NAT64:
            return is_public(str(IPv4Address(int(ip) & 0xFFFFFFFF)))
        if inner := ip.ipv4_mapped or ip.sixtofour:
            return is_public(str(inner))
        if ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
