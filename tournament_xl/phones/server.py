"""A small server in the local network: one function from request to answer, behind waitress, for many phones at once.

A connection has `ASKING` seconds to say what it wants, and `TAKING` to take its answer: a byte now and then does not
count; who asks again before it is there goes, and so does at once who speaks another language (TLS). From half of
`MOST` connections on, each ends with its answer, so that phones that only look now and then leave room. Beyond `MOST`
one goes of the address that has most of them, among equals the one that is waited for longest, so that nobody is
locked out by others. Few threads, small headers, bounded bodies.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from errno import EADDRINUSE
from http import HTTPStatus
from threading import Thread
from typing import Any, NamedTuple

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from tournament_xl.messages import publication as texts
from tournament_xl.workbook.snapshot import HostError

ASKING, TAKING = 5, 30  # seconds
MOST = 300  # connections: Windows looks after 512 at once, those just taken and those just let go included
_AT_ONCE = 80  # connections taken between two looks at those that are there
THREADS = 4
HEADERS = 8192  # bytes of a request's
LOOPBACK = ("127.0.0.1", "::1")
_FAULT = HTTPStatus.INTERNAL_SERVER_ERROR
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Request(NamedTuple):
    """What a browser asks for."""

    method: str  # GET, HEAD, POST …
    path: str  # without the first "/", %-codes resolved
    query: str
    address: str  # of who asks
    headers: Mapping[str, str]  # by name in small letters
    body: bytes = b""


class Answer(NamedTuple):
    """What it gets."""

    status: HTTPStatus
    body: bytes = b""
    headers: Mapping[str, str] = {}


class Server:
    """Serves `answer` at these hosts, at the first of `ports` that all have free; HostError when there is none.

    `body`: the most bytes that a request may bring along.
    """

    def __init__(
        self, answer: Callable[[Request], Answer], hosts: Collection[str], ports: Iterable[int], body: int = 4096
    ) -> None:
        logging.getLogger("waitress").setLevel(logging.CRITICAL)  # the terminal is the organiser's
        with suppress(ImportError, OSError, ValueError):  # macOS allows 256 files at first
            import resource

            few, many = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(few, min(many, 1024)), many))
        self._app = _wsgi(answer)
        self._map: dict[int, Any] = {}
        self._bounds = Adjustments(
            threads=THREADS, max_request_header_size=HEADERS, max_request_body_size=body + 1, ident="tournament_xl",
            cleanup_interval=1, connection_limit=10 * MOST, backlog=2048, log_socket_errors=False,
        )  # fmt: skip
        self._workers = ThreadedTaskDispatcher()
        self.hosts: list[str] = []
        self.port, sockets = _first_free(hosts, ports)
        for one in sockets:
            self._listen(one)
        self._workers.set_thread_count(THREADS)

    def _listen(self, at: socket.socket) -> None:
        self.hosts.append(at.getsockname()[0])
        own = (at.family, at.type, at.proto, at.getsockname())
        _Door(self._app, self._map, True, at, dispatcher=self._workers, adj=self._bounds, sockinfo=own,
              bind_socket=False)  # fmt: skip

    def also(self, hosts: Iterable[str]) -> None:
        """Listen at these hosts too, where that is possible: the computer has got another address."""
        for host in hosts:
            if host not in self.hosts:
                with suppress(OSError):
                    self._listen(_bound(host, self.port))

    def start(self) -> Server:
        """Serve from now on, in a thread that ends with the program."""
        loop = {"timeout": 1, "map": self._map, "use_poll": True}
        Thread(target=wasyncore.loop, kwargs=loop, daemon=True).start()
        return self

    def close(self) -> None:
        """Serve no longer."""
        self._workers.shutdown(timeout=1)
        for one in list(self._map.values()):
            if not hasattr(one, "socket"):
                one.close()
            elif one.socket:  # None where the connection has just ended by itself
                one.socket.close()
        self._map.clear()


class _Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when it has been waited for: its first letter, or that its answer is taken."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.since, self.begun = time.monotonic(), False
        super().__init__(*given, **named)
        host = self.addr[0]
        self.place = socket.inet_pton(socket.AF_INET6, host.split("%")[0])[:8] if ":" in host else host  # who it is

    def received(self, data: bytes) -> bool:
        if not self.begun:
            self.begun, self.since = True, time.monotonic()
            if not data[:1].isalpha() and data[:1] not in b"\r\n":  # no request begins so: a TLS hello with 0x16
                self.leave()
                return False
        known = bool(super().received(data))
        if len(self.requests) > 1:  # no browser asks again before it has its answer; threads would wait for it
            self.leave()
        return known

    def leave(self) -> None:
        """End it, whether or not the other side takes what is on its way (`will_close` alone would wait for that)."""
        self.will_close = True
        with suppress(OSError, AttributeError):  # it has just ended by itself
            self.socket.shutdown(socket.SHUT_RDWR)

    def service(self) -> None:
        if len(self._map) > MOST // 2:
            self.requests[0].headers["CONNECTION"] = "close"
        super().service()
        self.since, self.begun = time.monotonic(), False

    @property
    def late(self) -> bool:
        bound = TAKING if self.total_outbufs_len else ASKING
        return not self.requests and time.monotonic() - self.since > bound


class _Door(TcpWSGIServer):  # type: ignore[misc]
    """An address where connections are taken."""

    channel_class = _Connection

    def maintenance(self, now: float) -> None:
        for one in self.active_channels.values():
            if one.late and not one.will_close:
                one.leave()

    def handle_accept(self) -> None:
        for _ in range(_AT_ONCE):
            before = len(self._map)
            super().handle_accept()
            if len(self._map) == before:
                break
        there = [one for one in self._map.values() if isinstance(one, _Connection) and not one.will_close]
        if len(there) > MOST:
            _let_go(there, len(there) - MOST)


def _let_go(there: list[_Connection], many: int) -> None:
    """Close so many connections: each time, of the address with most of them, the one that is waited for longest; of
    addresses with as many, that whose connection is. Who is being served goes last.
    """
    left = Counter(one.place for one in there)
    order: list[tuple[int, int, _Connection]] = []
    for one in sorted(there, key=lambda one: (bool(one.requests), one.since)):
        order.append((-left[one.place], len(order), one))
        left[one.place] -= 1
    for _, _, one in sorted(order)[:many]:
        one.leave()


def _wsgi(answer: Callable[[Request], Answer]) -> Callable[..., list[bytes]]:
    """The function as WSGI has it."""

    def app(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        sent = {name[5:]: str(value) for name, value in environ.items() if name.startswith("HTTP_")}
        headers = {name.replace("_", "-").lower(): value for name, value in sent.items()}
        headers["content-type"] = environ.get("CONTENT_TYPE", "")
        given = environ["wsgi.input"].read() if environ.get("CONTENT_LENGTH") else b""
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace").removeprefix("/")
        method = environ["REQUEST_METHOD"]
        request = Request(method, path, environ["QUERY_STRING"], environ["REMOTE_ADDR"], headers, given)
        try:
            status, body, own = answer(request)
        except Exception as error:  # a bug of ours: waitress would answer in English
            told = texts.SERVER_BUG.format(kind=type(error).__name__).encode()
            status, body, own = _FAULT, told, {"Content-Type": "text/plain; charset=utf-8"}
        length = {} if status == HTTPStatus.NOT_MODIFIED else {"Content-Length": str(len(body))}
        start(f"{status.value} {status.phrase}", [*{**_SAFE, **own, **length}.items()])
        return [] if method == "HEAD" else [body]

    return app


def _first_free(hosts: Collection[str], ports: Iterable[int]) -> tuple[int, list[socket.socket]]:
    """A port, and a socket for each of the hosts that this computer has."""
    trouble: OSError | None = None
    for port in ports:
        found: list[socket.socket] = []
        try:
            for host in hosts:
                try:
                    found.append(_bound(host, port))
                except OSError as error:
                    trouble = error
                    if error.errno == EADDRINUSE:
                        raise
            if found:
                return port, found
        except OSError:
            for one in found:
                one.close()
    raise HostError(texts.NO_PORT.format(reason=trouble))


def _bound(host: str, port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:  # two programs would share the port
            found.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", 0), 1)
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def address(host: str, port: int) -> str:
    """What is typed in a browser."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
