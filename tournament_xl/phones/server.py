"""Small HTTP server for the local network: one function from request to answer, behind waitress.

Connections, threads, headers and bodies are bounded (`phones.network_limits`). Who connects while all connections are
taken waits until one is closed; one that is silent for `MAX_SILENCE` seconds is.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from errno import EADDRINUSE
from http import HTTPStatus
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from waitress import create_server, wasyncore

from tournament_xl.messages import publication as texts
from tournament_xl.phones import network_limits
from tournament_xl.workbook.snapshot import ExternalError

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

_FILES = 2048  # open at once: the connections, and what the program has open beside them
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
        self._app, self._max_body_bytes = _wsgi(answer), max_body_bytes
        self._map: dict[int, Any] = {}  # open sockets, as waitress keeps them
        self._servers: list[Any] = []  # one for each host
        self._thread: Thread | None = None
        self.hosts: list[str] = []
        self.port, sockets = _first_free(hosts, ports)
        for listening in sockets:
            self._listen(listening)

    def _listen(self, listening: socket.socket) -> None:
        self.hosts.append(listening.getsockname()[0])
        self._servers.append(create_server(
            self._app, self._map, sockets=[listening], threads=network_limits.MAX_THREADS, ident="tournament_xl",
            max_request_header_size=network_limits.MAX_HEADER_BYTES, max_request_body_size=self._max_body_bytes + 1,
            connection_limit=network_limits.MAX_CONNECTIONS, channel_timeout=network_limits.MAX_SILENCE,
            cleanup_interval=1, log_socket_errors=False,
        ))  # fmt: skip

    def listen_at(self, hosts: Iterable[str]) -> None:
        """Listen at these hosts too, on the same port; earlier hosts stay, hosts that cannot be bound are skipped."""
        for host in hosts:
            if host not in self.hosts:
                with suppress(OSError):
                    self._listen(_bind(host, self.port))

    def start(self) -> Server:
        """Start serving, in a thread that ends with the program; return the server."""
        loop = {"timeout": 1, "map": self._map, "use_poll": True}
        self._thread = Thread(target=wasyncore.loop, kwargs=loop, daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop serving: close the port and all connections at once, even in the middle of an answer."""
        for server in self._servers:
            server.task_dispatcher.shutdown(timeout=1)
        if self._thread and self._thread.is_alive():  # the thread closes what it waits for
            self._servers[0].trigger.pull_trigger(lambda: wasyncore.close_all(self._map))
            self._thread.join(5)
        else:
            wasyncore.close_all(self._map)


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
        bound.listen()  # at once: under Linux another program may bind the same port until one of them listens
    except OSError:
        bound.close()
        raise
    return bound


def format_url(host: str, port: int) -> str:
    """Return the URL of a host and port, with "/" at the end; an IPv6 address gets its brackets."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
