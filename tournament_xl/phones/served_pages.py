"""The pages for the hall: the files that the last publication made, from memory, read only.

Nothing is looked up on the disk, so that no request can reach anything else. A page of an earlier state leads to the
same page now. A file goes out packed, once for each state, and not at all to whoever has it.
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
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action {form}; frame-ancestors 'none'"
)
_STATE = "etat-"


class ServedPages:
    """Answers from the files as published now: path -> content."""

    def __init__(self, files: Callable[[], Mapping[str, bytes]]) -> None:
        self._files = files
        self._kept: tuple[Mapping[str, bytes], dict[str, tuple[str, bytes]]] = ({}, {})  # path -> mark, packed

    def __call__(self, request: Request) -> Answer:
        files = self._files()
        if request.method not in ("GET", "HEAD"):
            return Answer(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD"})
        path = request.path or "index.html"
        if path in files:
            return self._file(files, path, request.headers)
        state, _, page = path.partition("/")
        now = next((name for name in files if name.endswith(f"/{page}")), "") if state.startswith(_STATE) else ""
        if now:
            return Answer(HTTPStatus.FOUND, headers={"Location": f"/{now}"})
        kind = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY.format(form="'none'")}
        return Answer(HTTPStatus.NOT_FOUND, texts.NO_PAGE.encode(), kind)

    def _file(self, files: Mapping[str, bytes], path: str, asked: Mapping[str, str]) -> Answer:
        of, kept = self._kept
        if of is not files:
            kept = {}
            self._kept = files, kept
        if path not in kept:
            kept[path] = mark_of(files[path]), gzip.compress(files[path], mtime=0)
        mark, packed = kept[path]
        headers = {
            "Content-Type": f"{_TYPES[path.rsplit('.')[-1]]}; charset=utf-8",
            "Content-Security-Policy": POLICY.format(form="'none'"),
            "Cache-Control": "max-age=3600" if path.startswith(_STATE) else "no-cache",
            "ETag": mark,
            "Vary": "Accept-Encoding",
        }
        if mark in asked.get("if-none-match", ""):
            return Answer(HTTPStatus.NOT_MODIFIED, headers=headers)
        if "gzip" in asked.get("accept-encoding", "") and len(packed) < len(files[path]):
            return Answer(HTTPStatus.OK, packed, headers | {"Content-Encoding": "gzip"})
        return Answer(HTTPStatus.OK, files[path], headers)


def mark_of(content: bytes) -> str:
    """The ETag: what a browser that has this says, so that it is not sent again."""
    return f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'


def listen(answer: Callable[[Request], Answer], hosts: Iterable[str] = ()) -> Server:
    """A server at these addresses in the hall and for this computer; HostError when there is no port to be had."""
    return Server(answer, [*hosts, *LOOPBACK], PORTS)
