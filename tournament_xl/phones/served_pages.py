"""Pages that the server in the hall gives: the files of the last publication, served from memory, read only.

Nothing is looked up on the disk, so that no request can reach anything else. The address of an earlier state's page
redirects to the present page. Files are compressed once per state; a browser that has a file gets only its status.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus

from tournament_xl.messages import publication as texts
from tournament_xl.phones.server import LOOPBACK, Answer, Request, Server

PORTS = range(8064, 8084)
_TYPES = {
    "html": "text/html", "css": "text/css", "js": "text/javascript", "csv": "text/csv", "json": "application/json",
}  # fmt: skip
_STATE = "etat-"
_PAPER = "/papier-"  # in the path of a paper, whose styles stand in the page


def build_policy(form: str = "'none'", *, is_paper: bool = False) -> str:
    """Build the content policy of a page.

    `form` is where its forms may be sent; on a paper styles stand at its elements.
    """
    style = "'unsafe-inline'" if is_paper else "'self'"
    return (
        f"default-src 'none'; script-src 'self'; style-src {style}; img-src 'self' data:; "
        f"base-uri 'none'; form-action {form}; frame-ancestors 'none'"
    )


class ServedPages:
    """Handler of requests for published files, which a function gives: path -> content."""

    def __init__(self, files: Callable[[], Mapping[str, bytes]]) -> None:
        self._files = files
        self._cache: tuple[Mapping[str, bytes], dict[str, tuple[str, bytes]]] = (
            {},
            {},
        )  # files of a state; path -> ETag, compressed content

    def __call__(self, request: Request) -> Answer:
        """Answer a request for a published file ("" is index.html).

        The page of an earlier state (`etat-…/`) is redirected to the same page of the present one; a path that is
        nowhere gets 404, a method other than GET and HEAD 405, a browser that has the file 304.
        """
        files = self._files()
        if request.method not in ("GET", "HEAD"):
            return Answer(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD"})
        path = request.path or "index.html"
        if path in files:
            return self._file(files, path, request.headers)
        state, _, page = path.partition("/")
        current = next((name for name in files if name.endswith(f"/{page}")), "") if state.startswith(_STATE) else ""
        if current:
            return Answer(HTTPStatus.FOUND, headers={"Location": f"/{current}"})
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": build_policy()}
        return Answer(HTTPStatus.NOT_FOUND, texts.NO_PAGE.encode(), headers)

    def _file(self, files: Mapping[str, bytes], path: str, request_headers: Mapping[str, str]) -> Answer:
        cached_files, cached = self._cache
        if cached_files is not files:
            cached = {}
            self._cache = files, cached
        if path not in cached:
            cached[path] = compute_etag(files[path]), gzip.compress(files[path], mtime=0)
        mark, packed = cached[path]
        headers = {
            "Content-Type": f"{_TYPES[path.rsplit('.')[-1]]}; charset=utf-8",
            "Content-Security-Policy": build_policy(is_paper=_PAPER in path),
            "Cache-Control": "max-age=3600" if path.startswith(_STATE) else "no-cache",
            "ETag": mark,
            "Vary": "Accept-Encoding",
        }
        if mark in request_headers.get("if-none-match", ""):
            return Answer(HTTPStatus.NOT_MODIFIED, headers=headers)
        if "gzip" in request_headers.get("accept-encoding", "") and len(packed) < len(files[path]):
            return Answer(HTTPStatus.OK, packed, headers | {"Content-Encoding": "gzip"})
        return Answer(HTTPStatus.OK, files[path], headers)


def compute_etag(content: bytes) -> str:
    """Return the weak ETag of a content, quotes included; a browser asks with it whether its copy is still valid."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'


def open_server(answer: Callable[[Request], Answer], hosts: Iterable[str] = ()) -> Server:
    """Bind a server for the hall and for this computer to the first free port of `PORTS`; its `start` is not called.

    `answer` runs in several threads. The loopback addresses are added to `hosts`, those of this computer in the hall.

    Raises:
        ExternalError: No port is free.
    """
    return Server(answer, [*hosts, *LOOPBACK], PORTS)
