"""The pages in the local network: a small server, read only, of the files that the last publication made, from memory.

Nothing is looked up on the disk, so that no request can reach anything else. One request a connection; a page of an
earlier state leads to the same page now.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from urllib.parse import unquote

from tournament_xl.book.snapshot import HostError
from tournament_xl.texts import publish as texts

PORT = 8064  # and the next ones when it is taken
_PORTS = 20
_TYPES = {
    "html": "text/html", "css": "text/css", "js": "text/javascript", "csv": "text/csv", "json": "application/json",
}  # fmt: skip
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Server(ThreadingTCPServer):
    """A thread a connection."""

    files: Callable[[], Mapping[str, bytes]]  # path -> content, as published now
    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # on Windows two programs would share the port
    request_queue_size = 2048

    def handle_error(self, *_: object) -> None:
        """A connection that broke off is nobody's concern."""


class _Answer(BaseHTTPRequestHandler):
    server: Server
    timeout = 10  # seconds
    default_request_version = "HTTP/1.0"  # so that whatever is asked gets a status
    server_version, sys_version, error_message_format = "tournament_xl", "", ""

    def do_GET(self) -> None:
        files = self.server.files()
        path = unquote(self.path.split("?")[0]).removeprefix("/") or "index.html"
        state, _, page = path.partition("/")
        now = next((name for name in files if name.endswith(f"/{page}")), "") if state.startswith("etat-") else ""
        if path in files:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", f"{_TYPES[path.rsplit('.')[-1]]}; charset=utf-8")
            self.send_header("Content-Length", str(len(files[path])))
            self.end_headers()
            self.wfile.write(files[path] if self.command == "GET" else b"")
        elif now:
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", f"/{now}")
            self.end_headers()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    do_HEAD = do_GET

    def end_headers(self) -> None:
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing in the terminal."""


def listen(files: Callable[[], Mapping[str, bytes]]) -> Server:
    """A server of these files in the local network; HostError when there is no port to be had."""
    trouble: OSError | None = None
    for port in range(PORT, PORT + _PORTS):
        try:
            server = Server(("", port), _Answer)
        except OSError as error:
            trouble = error
        else:
            server.files = files
            return server
    raise HostError(texts.NO_PORT.format(reason=trouble))


def address(port: int) -> str:
    """What phones in the hall type: this computer's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        host = "127.0.0.1"
        with suppress(OSError):
            asked.connect(("192.0.2.1", 9))
            host = asked.getsockname()[0]
    return f"http://{host}:{port}/"


def tell_address(address: str) -> None:
    """The address in the terminal, as a QR code too."""
    import segno

    print(texts.SERVING.format(address=address))
    with suppress(UnicodeEncodeError, LookupError):  # a terminal without its blocks
        segno.make(address, error="m").terminal(compact=True)
    print(texts.SERVED_HERE.format(address=address), flush=True)
