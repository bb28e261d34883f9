"""A web address gives bytes, or one line that says why not; no test leaves this machine."""

import gzip
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from corpus.addresses import Deadline, checked, is_public, parse_address
from corpus.errors import DocumentError, EmptyFileError, FileTooLargeError, UnreadableFileError
from corpus.fetch import Fetched, fetch

PAGE = "<html><body><p>自 1.10 起，CoreDNS 取代 kube-dns。</p></body></html>".encode()
TEXT = "叢集升級說明：先備份 etcd。\n".encode("big5")
ANSWERS: dict[str, tuple[bytes, dict[str, str]]] = {
    "/page": (PAGE, {"content_type": "text/html; charset=UTF-8", "set_cookie": "a=b"}),
    "/gzip": (gzip.compress(PAGE), {"content_type": "text/html", "content_encoding": "gzip"}),
    "/half-gzip": (gzip.compress(PAGE)[:-9], {"content_encoding": "gzip"}),
    "/bomb": (gzip.compress(b"\0" * 50_000_000), {"content_encoding": "gzip"}),
    "/brotli": (b"x", {"content_encoding": "br"}),
    "/large": (b"x" * 2000, {}),
    "/empty": (b"", {}),
    "/short": (b"abc", {"content_length": "10"}),
}
done = Event()  # ends the answers that dawdle


class _Site(BaseHTTPRequestHandler):
    """Pages by path; the tests read what was asked from ``asked``."""

    protocol_version = "HTTP/1.1"
    asked: list[tuple[str, dict[str, str]]]

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"content_length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-").title(), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.asked.append((self.path, dict(self.headers)))
        self.close_connection = True
        path = self.path.partition("?")[0]
        if path in ANSWERS:
            body, headers = ANSWERS[path]
            self.answer(body, **headers)
        elif path.startswith("/raw/"):
            self.answer(TEXT, content_type="text/plain")
        elif path.startswith("/hop"):
            left = int(path[4:])
            self.answer(b"", 302, location=f"/hop{left - 1}" if left else "/page")
        elif path.startswith("/to/"):
            self.answer(b"", 301, location=self.path[4:])
        else:
            self.answer_oddly(path)

    def answer_oddly(self, path: str) -> None:
        if path == "/gone":
            self.answer(b"no", 404)
        elif path == "/nowhere":
            self.answer(b"", 302)
        elif path == "/noise":
            self.wfile.write(b"\xff\xfe not http at all\r\n\r\n")
        elif path == "/slow-head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            self.drip(b"y")
        else:
            self.send_response(200)
            self.end_headers()
            self.drip(b"x" * 1000 if path == "/endless" else b"x")

    def drip(self, byte: bytes) -> None:
        while not done.wait(0.02):
            try:
                self.wfile.write(byte)
            except OSError:
                return

    def handle(self) -> None:
        with suppress(OSError):  # the reader hung up, as it should
            super().handle()


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    done.clear()
    _Site.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    done.set()
    server.shutdown()
    server.server_close()
    thread.join()


def get(url: str, max_bytes: int = 1_000_000, seconds: float = 10) -> Fetched:
    return fetch(url, max_bytes=max_bytes, seconds=seconds, allow_private=True)


def test_a_page(site: str) -> None:
    assert get(f"{site}/page#top") == Fetched(PAGE, f"{site}/page", ".html", "text/html", "utf-8")


def test_the_request_is_plain(site: str) -> None:
    get(f"{site}/page?q=版本 1.10&x=%41")
    path, headers = _Site.asked[-1]
    assert path == "/page?q=%E7%89%88%E6%9C%AC%201.10&x=%41"
    assert headers["User-Agent"] == "kaoju"
    assert headers["Host"] == site.removeprefix("http://")
    assert not {"Cookie", "Authorization", "Referer"} & set(headers)


@pytest.mark.parametrize(
    ("name", "suffix"), [("说明.md", ".md"), ("a.csv", ".csv"), ("說明", ".txt"), ("a.exe", ".txt")]
)
def test_plain_text_may_be_something_better(site: str, name: str, suffix: str) -> None:
    fetched = get(f"{site}/raw/{name}")
    assert (fetched.data, fetched.suffix, fetched.charset) == (TEXT, suffix, None)


def test_packed_answers_are_unpacked(site: str) -> None:
    assert get(f"{site}/gzip").data == PAGE


def test_redirects_are_followed_to_the_fifth(site: str) -> None:
    assert get(f"{site}/hop4").url == f"{site}/page"
    with pytest.raises(UnreadableFileError, match="more than 5 redirects"):
        get(f"{site}/hop5")


@pytest.mark.parametrize(
    ("path", "error", "message"),
    [
        ("/large", FileTooLargeError, "above the limit"),
        ("/endless", FileTooLargeError, "above the limit"),
        ("/bomb", FileTooLargeError, "above the limit"),
        ("/empty", EmptyFileError, "is empty"),
        ("/short", UnreadableFileError, "7 bytes early"),
        ("/half-gzip", UnreadableFileError, "broke off"),
        ("/brotli", UnreadableFileError, "'br'"),
        ("/gone", UnreadableFileError, "404"),
        ("/nowhere", UnreadableFileError, "leads on to nowhere"),
        ("/noise", UnreadableFileError, "cannot read"),
        ("/to/file:///etc/passwd", UnreadableFileError, "only http"),
        ("/to/http://a:b@c/", UnreadableFileError, "user name or password"),
        ("/to/http://[::1", UnreadableFileError, "leads on"),
    ],
)
def test_refusals_are_one_line(site: str, path: str, error: type[DocumentError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        get(site + path, max_bytes=1000)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", ["/slow-body", "/slow-head"])
def test_the_time_is_that_of_the_whole_fetch(site: str, path: str) -> None:
    start = time.monotonic()
    with pytest.raises(UnreadableFileError, match="in the time allowed"):
        get(site + path, seconds=0.3)
    assert time.monotonic() - start < 3


def test_a_resolver_that_hangs_does_not_hold_us() -> None:
    def hang(_host: str, _port: int) -> list[str]:
        done.wait(5)
        return []

    with pytest.raises(UnreadableFileError, match="in the time allowed"):
        fetch("http://slow.test/", max_bytes=10, seconds=0.1, resolve=hang)


def test_an_unknown_name_and_a_closed_door() -> None:
    def unknown(_host: str, _port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.raises(UnreadableFileError, match="the name is not known"):
        fetch("http://没有.test/", max_bytes=10, seconds=5, resolve=unknown)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # not listening
        with pytest.raises(UnreadableFileError, match="refused"):
            get(f"http://127.0.0.1:{taken.getsockname()[1]}/")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "017700000001",
        "0177.0.0.1",
        "127.1",
        "１２７.０.０.１",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[fe80::1]",
        "[fc00::1]",
        "[ff02::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[2002:7f00:1::]",
        "[fec0::1]",
    ],
)
def test_private_addresses_are_refused_in_every_form(host: str) -> None:
    def never(_host: str, _port: int) -> list[str]:
        raise AssertionError("a number was resolved")

    with pytest.raises(UnreadableFileError, match="private or reserved"):
        fetch(f"http://{host}/", max_bytes=10, seconds=5, resolve=never)


@pytest.mark.parametrize(
    "answer", [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["fe80::1%eth0"], ["::ffff:10.0.0.1"]]
)
def test_names_of_private_addresses_are_refused(answer: list[str]) -> None:
    with pytest.raises(UnreadableFileError, match="private or reserved"):
        fetch("https://intern.example/", max_bytes=10, seconds=5, resolve=lambda _host, _port: answer)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822", "::ffff:93.184.216.34"]
)
def test_public_addresses_are_allowed(address: str) -> None:
    assert is_public(address)
    found = checked(parse_address("http://example.com"), lambda _h, _p: [address], Deadline(5), allow_private=False)
    assert found == [address]


def test_a_redirect_into_the_private_network_is_refused(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    port = int(site.rpartition(":")[2])
    real = socket.create_connection
    asked: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        asked.append(address)
        return real(("127.0.0.1", port), timeout)

    monkeypatch.setattr("corpus.fetch.socket.create_connection", connect)
    for target in ("http://169.254.169.254/meta", "http://intern.test/", "//[::1]/"):
        with pytest.raises(UnreadableFileError, match="private or reserved"):
            fetch(
                f"http://public.test:{port}/to/{target}",
                max_bytes=1000,
                seconds=5,
                resolve=lambda host, _port: ["93.184.216.34"] if host == "public.test" else ["192.168.0.9"],
            )
    assert set(asked) == {("93.184.216.34", port)}


def test_the_address_that_was_checked_is_the_one_that_is_asked(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])  # a name that changes its mind
    port = int(site.rpartition(":")[2])
    real, asked = socket.create_connection, []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        asked.append(address)
        return real(("127.0.0.1", port), timeout)

    monkeypatch.setattr("corpus.fetch.socket.create_connection", connect)
    fetched = fetch(
        f"http://rebind.test:{port}/page", max_bytes=1000, seconds=5, resolve=lambda _host, _port: next(answers)
    )
    assert fetched.data == PAGE
    assert asked == [("93.184.216.34", port)]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://example.com/a", "only http"),
        ("file:///etc/passwd", "only http"),
        ("javascript:alert(1)", "only http"),
        ("手册.md", "only http"),
        ("", "only http"),
        ("http://", "names no host"),
        ("http:///a", "names no host"),
        ("http://a b/", "names no host"),
        ("http://a..b/", "names no host"),
        ("http://1.2.3.4.5/", "names no host"),
        ("http://256.256.256.256/", "names no host"),
        ("http://[::1%25eth0]/", "cannot read"),
        ("http://[::1/", "not a web address"),
        ("http://a:99999/", "not a web address"),
        ("http://a:0/", "names no host"),
        ("http://" + "a" * 5000 + "/", "names no host"),
        ("http://a/" + "b" * 9000, "at most"),
        ("http://张三:密码@a/", "user name or password"),
        ("http://127.0.0.1\\@a/", "user name or password"),
        ("http://u:secret@[::1/", "not a web address"),
    ],
)
def test_addresses_that_are_none(url: str, message: str) -> None:
    with pytest.raises(UnreadableFileError, match=message) as caught:
        fetch(url, max_bytes=10, seconds=5, resolve=lambda _host, _port: ["127.0.0.1"])
    assert "\n" not in str(caught.value)
    assert "密码" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_chinese_names_become_ascii() -> None:
    address = parse_address(" HTTP://例子.测试:8080/说明 书.md?版本=1.10#甲 ")
    assert str(address) == (
        "http://xn--fsqu00a.xn--0zwm56d:8080/%E8%AF%B4%E6%98%8E%20%E4%B9%A6.md?%E7%89%88%E6%9C%AC=1.10"
    )
