"""Small HTTP server for the local network: one function from request to answer, behind waitress, for many phones.

- A connection has `ASKING` seconds to send its whole request and `TAKING` seconds to take its whole answer.
- It is closed when it sends a second request before the answer to the first, or at once when it speaks TLS.
- Above half of `MAX_CONNECTIONS`, each is closed after its answer, so that phones that ask rarely leave room.
- Above `MAX_CONNECTIONS`, the address with most connections loses a connection, of equals the address with the
  longest idle one, so that nobody can lock out others.
- Threads, headers and bodies are bounded.
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
from typing import TYPE_CHECKING, Any, NamedTuple

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from tournament_xl.messages import publication as texts
from tournament_xl.phones import network_limits
from tournament_xl.workbook.snapshot import ExternalError

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

ASKING, TAKING = 5, 30  # seconds
_AT_ONCE = 80  # connections accepted before old ones are checked again
_BACKLOG = 2048  # connections that wait to be accepted
_FILES = 1024  # open at once: the connections, and what the program has open beside them
LOOPBACK = ("127.0.0.1", "::1")
_FAULT = HTTPStatus.INTERNAL_SERVER_ERROR
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Request(NamedTuple):
    """HTTP request of a browser."""

    method: str  # GET, HEAD, POST …
    path: str  # without the first "/", %-codes resolved
    query: str
    address: str  # of the client
    headers: Mapping[str, str]  # by name in small letters
    body: bytes = b""


class Answer(NamedTuple):
    """HTTP answer to a request."""

    status: HTTPStatus
    body: bytes = b""
    headers: Mapping[str, str] = {}


class Server:
    """Server that answers requests with a function; it is bound to a port at once, and answers from `start` on.

    Args:
        answer: Function from request to answer; runs in several threads. An exception of it becomes an answer 500.
        hosts: Addresses to listen at; addresses that this computer does not have are skipped.
        ports: Ports to try; the first that is free at all hosts is taken.
        max_body_bytes: The most bytes of a request's body.

    Raises:
        ExternalError: No port is free.
    """

    def __init__(
        self,
        answer: Callable[[Request], Answer],
        hosts: Collection[str],
        ports: Iterable[int],
        max_body_bytes: int = network_limits.MAX_FORM_BYTES,
    ) -> None:
        logging.getLogger("waitress").setLevel(logging.CRITICAL)  # the terminal is the organiser's
        _raise_file_limit()
        self._app = _wsgi(answer)
        self._map: dict[int, Any] = {}
        self._bounds = Adjustments(
            threads=network_limits.MAX_THREADS, max_request_header_size=network_limits.MAX_HEADER_BYTES,
            max_request_body_size=max_body_bytes + 1, ident="tournament_xl",
            cleanup_interval=1, connection_limit=10 * network_limits.MAX_CONNECTIONS, backlog=_BACKLOG,
            log_socket_errors=False,
        )  # fmt: skip
        self._workers = ThreadedTaskDispatcher()
        self.hosts: list[str] = []
        self.port, sockets = _first_free(hosts, ports)
        for listening in sockets:
            self._listen(listening)
        self._workers.set_thread_count(network_limits.MAX_THREADS)

    def _listen(self, listening: socket.socket) -> None:
        self.hosts.append(listening.getsockname()[0])
        socket_info = (listening.family, listening.type, listening.proto, listening.getsockname())
        _ListeningServer(
            self._app, self._map, True, listening, dispatcher=self._workers, adj=self._bounds, sockinfo=socket_info,
            bind_socket=False,
        )  # fmt: skip

    def listen_at(self, hosts: Iterable[str]) -> None:
        """Listen at these hosts too, on the same port; earlier hosts stay, hosts that cannot be bound are skipped."""
        for host in hosts:
            if host not in self.hosts:
                with suppress(OSError):
                    self._listen(_bind(host, self.port))

    def start(self) -> Server:
        """Start serving, in a thread that ends with the program; return the server."""
        loop = {"timeout": 1, "map": self._map, "use_poll": True}
        Thread(target=wasyncore.loop, kwargs=loop, daemon=True).start()
        return self

    def close(self) -> None:
        """Stop serving: close the port and all connections at once, even in the middle of an answer."""
        self._workers.shutdown(timeout=1)
        channels = list(self._map.values())
        self._map.clear()
        for channel in channels:
            if not hasattr(channel, "socket"):
                channel.close()
            elif channel.socket:  # None where the connection has just ended
                if isinstance(channel, _ListeningServer):
                    with suppress(OSError):  # else the port is taken for as long as the thread of `start` waits for it
                        channel.socket.shutdown(socket.SHUT_RDWR)
                channel.socket.close()


class _Connection(HTTPChannel):  # type: ignore[misc]
    """Connection that knows since when the server has waited for its request or for its answer to be taken."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.since, self.begun = time.monotonic(), False
        super().__init__(*args, **kwargs)
        host = self.addr[0]
        self.place = (
            socket.inet_pton(socket.AF_INET6, host.split("%")[0])[:8] if ":" in host else host
        )  # identifies the client: an IPv4 address, or the network of an IPv6 address

    def received(self, data: bytes) -> bool:
        if not self.begun:
            self.begun, self.since = True, time.monotonic()
            if (
                not data[:1].isalpha() and data[:1] not in b"\r\n"
            ):  # no HTTP request begins so; a TLS hello begins with 0x16
                self.leave()
                return False
        is_complete = bool(super().received(data))
        if len(self.requests) > 1:  # no browser asks again before it has its answer; a thread would have to wait
            self.leave()
        return is_complete

    def leave(self) -> None:
        """Close the connection without waiting until the client has taken its answer, as `will_close` alone would."""
        self.will_close = True
        with suppress(OSError, AttributeError):  # the connection has just ended
            self.socket.shutdown(socket.SHUT_RDWR)

    def service(self) -> None:
        if len(self._map) > network_limits.MAX_CONNECTIONS // 2:
            self.requests[0].headers["CONNECTION"] = "close"
        super().service()
        self.since, self.begun = time.monotonic(), False

    @property
    def late(self) -> bool:
        bound = TAKING if self.total_outbufs_len else ASKING
        return not self.requests and time.monotonic() - self.since > bound


class _ListeningServer(TcpWSGIServer):  # type: ignore[misc]
    """Listening socket of an address."""

    channel_class = _Connection

    def maintenance(self, now: float) -> None:
        for connection in self.active_channels.values():
            if connection.late and not connection.will_close:
                connection.leave()

    def handle_accept(self) -> None:
        for _ in range(_AT_ONCE):
            count_before = len(self._map)
            super().handle_accept()
            if len(self._map) == count_before:
                break
        connections = [
            connection
            for connection in self._map.values()
            if isinstance(connection, _Connection) and not connection.will_close
        ]
        if len(connections) > network_limits.MAX_CONNECTIONS:
            _close_connections(connections, len(connections) - network_limits.MAX_CONNECTIONS)


def _close_connections(connections: list[_Connection], excess: int) -> None:
    """Close surplus connections.

    Each time, the address with most connections loses the one that has been idle longest; of addresses with equally
    many, the one whose connection has been idle longest. Connections that are being served are closed last.
    """
    open_by_place = Counter(connection.place for connection in connections)
    order: list[tuple[int, int, _Connection]] = []
    for connection in sorted(connections, key=lambda connection: (bool(connection.requests), connection.since)):
        order.append((-open_by_place[connection.place], len(order), connection))
        open_by_place[connection.place] -= 1
    for _, _, connection in sorted(order)[:excess]:
        connection.leave()


def _raise_file_limit() -> None:
    """Let this process open `_FILES` files where it may open fewer, as under macOS (256 at first)."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Windows has none

        soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        unlimited = resource.RLIM_INFINITY  # no large number everywhere: -1 under Linux
        if soft_limit != unlimited and soft_limit < _FILES:
            wanted = _FILES if hard_limit == unlimited else min(_FILES, hard_limit)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard_limit))


def _wsgi(answer: Callable[[Request], Answer]) -> Callable[..., list[bytes]]:
    """Wrap the function as a WSGI application."""

    def app(environ: WSGIEnvironment, start: Callable[..., object]) -> list[bytes]:
        header_values = {name[5:]: str(value) for name, value in environ.items() if name.startswith("HTTP_")}
        headers = {name.replace("_", "-").lower(): value for name, value in header_values.items()}
        headers["content-type"] = environ.get("CONTENT_TYPE", "")
        request_body = environ["wsgi.input"].read() if environ.get("CONTENT_LENGTH") else b""
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace").removeprefix("/")
        method = environ["REQUEST_METHOD"]
        request = Request(method, path, environ["QUERY_STRING"], environ["REMOTE_ADDR"], headers, request_body)
        try:
            status, body, headers_of_answer = answer(request)
        except Exception as error:  # a bug of ours: waitress would answer in English
            message = texts.SERVER_BUG.format(kind=type(error).__name__).encode()
            status, body, headers_of_answer = _FAULT, message, {"Content-Type": "text/plain; charset=utf-8"}
        length = {} if status == HTTPStatus.NOT_MODIFIED else {"Content-Length": str(len(body))}
        start(f"{status.value} {status.phrase}", [*{**_SAFE, **headers_of_answer, **length}.items()])
        return [] if method == "HEAD" else [body]

    return app


def _first_free(hosts: Collection[str], ports: Iterable[int]) -> tuple[int, list[socket.socket]]:
    """Find a port that is free at all hosts; return it with a socket for each host that this computer has."""
    last_error: OSError | None = None
    for port in ports:
        sockets: list[socket.socket] = []
        try:
            for host in hosts:
                try:
                    sockets.append(_bind(host, port))
                except OSError as error:
                    last_error = error
                    if error.errno == EADDRINUSE:
                        raise
            if sockets:
                return port, sockets
        except OSError:
            for opened in sockets:
                opened.close()
    raise ExternalError(texts.NO_PORT, reason=last_error)


def _bind(host: str, port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:  # Windows would let two programs share the port
            bound.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", 0), 1)
        bound.bind((host, port))
        bound.listen(_BACKLOG)  # at once: under Linux another program may bind the same port until one of them listens
    except OSError:
        bound.close()
        raise
    return bound


def format_url(host: str, port: int) -> str:
    """Return the URL of a host and port, with "/" at the end; an IPv6 address gets its brackets."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
