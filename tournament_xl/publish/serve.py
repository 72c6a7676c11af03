"""The pages in the local network: a small server, read only, of the files that the last publication made, from memory.

Nothing is looked up on the disk, so that no request can reach anything else. One request a connection, each with a
deadline; a page of an earlier state leads to the same page now.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import unquote

from tournament_xl.book.snapshot import HostError
from tournament_xl.texts import publish as texts

PORT = 8064  # and the next ones when it is taken
_PORTS = 20
_LONGEST, _DEADLINE, _CONNECTIONS = 16_384, 10.0, 500  # bytes of a request, seconds, at a time
_TYPES = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8", "csv": "text/csv; charset=utf-8",
}  # fmt: skip
_HEADERS = (
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Cross-Origin-Resource-Policy: same-origin",
    "Cache-Control: no-cache",
    "Connection: close",
)
Files = Mapping[str, bytes]  # path -> content, as published now


def listen() -> socket.socket:
    """A socket in the local network; HostError when there is none to be had."""
    trouble: OSError | None = None
    for port in range(PORT, PORT + _PORTS):
        try:
            return socket.create_server(("", port), backlog=2048)
        except OSError as error:
            trouble = error
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


async def serve(listening: socket.socket, files: Callable[[], Files]) -> None:
    """Answer until cancelled."""
    room = asyncio.Semaphore(_CONNECTIONS)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with room:
            with suppress(OSError):  # a timeout too
                async with asyncio.timeout(_DEADLINE):
                    writer.write(await _answer_to(reader, files()))
                    await writer.drain()
            writer.close()

    async with await asyncio.start_server(answer, sock=listening, limit=_LONGEST) as server:
        await server.serve_forever()


async def _answer_to(reader: asyncio.StreamReader, files: Files) -> bytes:
    try:
        return respond(await reader.readuntil(b"\r\n\r\n"), files)
    except asyncio.LimitOverrunError:
        return _answer(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    except asyncio.IncompleteReadError:
        return _answer(HTTPStatus.BAD_REQUEST)


def respond(request: bytes, files: Files) -> bytes:
    """The answer to a request's head."""
    words = request.split(b"\r\n", 1)[0].split(b" ")
    if len(words) != 3 or not words[2].startswith(b"HTTP/1.") or not words[1].startswith(b"/") or b"\0" in request:
        return _answer(HTTPStatus.BAD_REQUEST)
    if words[0] not in (b"GET", b"HEAD"):
        return _answer(HTTPStatus.METHOD_NOT_ALLOWED, ("Allow: GET, HEAD",))
    path = unquote(words[1].split(b"?")[0].decode("latin-1")).removeprefix("/") or "index.html"
    if path in files:
        return _answer(HTTPStatus.OK, (f"Content-Type: {_TYPES[path.rsplit('.')[-1]]}",), files[path], words[0])
    state, _, page = path.partition("/")
    now = next((name for name in files if name.endswith(f"/{page}")), "") if state.startswith("etat-") else ""
    if now and "/" not in page:
        return _answer(HTTPStatus.FOUND, (f"Location: /{now}",))
    return _answer(HTTPStatus.NOT_FOUND)


def _answer(status: HTTPStatus, more: tuple[str, ...] = (), body: bytes = b"", method: bytes = b"GET") -> bytes:
    head = (f"HTTP/1.1 {status.value} {status.phrase}", f"Content-Length: {len(body)}", *_HEADERS, *more, "", "")
    return "\r\n".join(head).encode() + (b"" if method == b"HEAD" else body)
