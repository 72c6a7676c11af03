"""`app`: the page in the browser of who has installed the program, on 127.0.0.1, with the workbooks of a folder.

The page itself has nothing secret and is given to anybody on this computer. Everything else wants a key, new at each
start, which only the address that was opened has (behind "#", where no server and no other page sees it); a Host that
is this server's, so that no name of another site leads here; and an Origin, where a browser sends one, that is the
page's own. It ends when the last page has been closed.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import tempfile
import threading
import time
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from tournament_xl import __version__
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path, resource_path
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.messages import page as texts
from tournament_xl.messages import publication as publish
from tournament_xl.messages.failures import bug_sentence, sentence
from tournament_xl.phones.hall import HallServer, follow
from tournament_xl.phones.server import LOOPBACK, Answer, Request, Server
from tournament_xl.publication.publish import PublishedWorkbook
from tournament_xl.workbook.snapshot import HostError, UsageError
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import full

PORTS = range(8164, 8184)
SCRIPTS = ("texts.js", "engine.js", "store.js", "show.js", "round.js", "tables.js", "paper.js", "talks.js", "page.js")
GONE = 5  # seconds after the last page has gone: it may only be loaded again
SILENT = 180  # seconds without a word after which a page has gone, and until the first one comes
_OWN = ("here", "gone", "hall", "doctor")  # calls that only the program answers
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(source: Mapping[str, Any], before: str = "") -> str:
    """The page in one text, style and scripts within; `before` all but those that start the engine what it is made of:
    it starts while the rest is read.
    """
    html, style, *scripts = (
        resource_path("web", name).read_text("utf-8") for name in ("index.html", "page.css", *SCRIPTS)
    )
    first, rest = "\n".join((f"const SOURCE = {json.dumps(source)};", *scripts[:2])), "\n".join(scripts[2:])
    html = html.replace("<!--STYLE-->", f"<style>\n{style}</style>")
    return html.replace("<!--SCRIPTS-->", f"<script>\n{first}</script>{before}<script>\n{rest}</script>")


class App:
    """The folder, who may ask, and the pages that are open."""

    def __init__(self, folder: Path) -> None:
        self.desk, self.key = PageSession(folder), secrets.token_urlsafe(24)
        self.html = page({"app": {"version": __version__}}).encode()
        self.server = Server(self.answer, LOOPBACK[:1], PORTS, body=limits.MAX_FILE + 2**16)
        self.pages: dict[str, int] = {}  # those that are open -> seconds since they were heard of
        self._one_at_a_time = threading.Lock()
        self._halls: dict[str, HallServer] = {}  # workbook -> its pages and phones in the hall
        self._entrance: Path | None = None  # a folder with the file that leads a browser here, until it has come

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK[0]}:{self.server.port}/#{self.key}"

    def open_browser(self) -> None:
        """Open the page in the browser; where that cannot be, the address has been printed.

        On Linux and macOS every user of the computer reads how a program was started, so the browser is given a file
        that only this user may read, which leads to the address. It lies in the home folder, under a name that is not
        hidden: browsers in a sandbox (snap, flatpak) see no other place.
        """
        if os.name != "posix":
            webbrowser.open(self.address)
            return
        with suppress(OSError, RuntimeError):  # no home, or nothing may be written there
            self._entrance = Path(tempfile.mkdtemp(prefix="tournois-", dir=Path.home()))  # 0700
            file = self._entrance / "tournois.html"
            file.touch(mode=0o600)
            file.write_text(texts.ENTRANCE.format(address=self.address), encoding="utf-8")
            webbrowser.open(file.as_uri())

    def _remove_entrance(self) -> None:
        if self._entrance:
            shutil.rmtree(self._entrance, ignore_errors=True)
            self._entrance = None

    def answer(self, request: Request) -> Answer:
        """What a browser gets."""
        own = {f"{host}:{self.server.port}" for host in (LOOPBACK[0], "localhost")}
        origin = request.headers.get("origin")
        if request.headers.get("host") not in own or (origin and origin.removeprefix("http://") not in own):
            return Answer(HTTPStatus.FORBIDDEN)
        if not request.path and request.method in ("GET", "HEAD"):
            kind = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
            return Answer(HTTPStatus.OK, self.html, kind | {"Content-Security-Policy": _POLICY})
        given = request.headers.get("x-key", "").encode("latin-1", "replace")
        if not secrets.compare_digest(given, self.key.encode()):
            return Answer(HTTPStatus.FORBIDDEN, texts.NO_KEY.encode(), {"Content-Type": "text/plain; charset=utf-8"})
        word, _, name = request.path.partition("/")
        if word == "fichier" and request.method == "GET":
            return self._content(name)
        if word == "appel" and request.method == "POST":
            return self._called(name, request.body)
        told = texts.NO_PAGE.format(host=request.headers["host"])
        return Answer(HTTPStatus.NOT_FOUND, told.encode(), {"Content-Type": "text/plain; charset=utf-8"})

    def _content(self, name: str) -> Answer:
        try:
            data = self.desk.content(name)
        except (UsageError, HostError) as error:
            return Answer(HTTPStatus.NOT_FOUND, str(error).encode(), {"Content-Type": "text/plain; charset=utf-8"})
        return Answer(HTTPStatus.OK, data, {"Content-Type": "application/octet-stream", "Cache-Control": "no-store"})

    def _called(self, name: str, body: bytes) -> Answer:
        """A call of docs/stdio.md: a line of JSON, then bytes."""
        line, _, data = body.partition(b"\n")
        try:
            given = json.loads(line)
            if not isinstance(given, dict) or line.count(b"[") + line.count(b"{") > 10_000:
                raise ValueError(name)
        except (ValueError, RecursionError):
            return Answer(HTTPStatus.BAD_REQUEST)
        with self._one_at_a_time:
            own = self._own(name, given) if name in _OWN else None
            found = self._asked(name, given, data) if own is None else own
        told = json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")
        return Answer(HTTPStatus.OK, told, {"Content-Type": "application/json", "Cache-Control": "no-store"})

    def _asked(self, name: str, given: Mapping[str, Any], data: bytes) -> dict[str, Any]:
        """A call on the folder."""
        found = self.desk.call(name, given, data)
        if given.get("action") == "publish" and (hall := self._halls.get(str(given.get("file")))):
            hall.publication.seen = None  # it shows initials or names as the folder does now
        if name == "books":
            found["folder"] = str(self.desk.folder)
        if name == "open" and (hall := self._halls.get(found.get("view", {}).get("file", ""))):
            found["slips"] = f"{hall.desk}/fiches"
        return found

    def _own(self, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """What only the program can: whether pages are open, the hall, what is installed."""
        if name == "here":
            self.pages[str(given.get("page"))] = 0
            self._remove_entrance()
        if name == "gone":
            self.pages.pop(str(given.get("page")), None)
        if name == "doctor":
            from tournament_xl.support.doctor import doctor

            return {"lines": doctor(None)[1]}
        return self._hall(given) if name == "hall" else {}

    def _hall(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The workbook in the local network, on or off: where phones, the desk and the screen find it."""
        import segno

        try:
            path = self.desk.path(given)
            if not given.get("on"):
                if open_now := self._halls.pop(path.name, None):
                    open_now.close()
                return {}
            hall = self._halls.get(path.name) or self._begun(path)
        except (HostError, UsageError) as error:
            return {"problem": str(error)}
        except Exception as error:  # a bug of ours: the page says so
            return {"problem": sentence(error) or bug_sentence(error)}
        place = hall.publication.address
        code = segno.make(place, error="m").svg_data_uri(scale=6) if place else ""
        warning = (publish.DOUBTFUL if hall.addresses.is_doubtful else "") if place else publish.NO_HALL
        return {
            "address": place, "code": code, "desk": hall.desk, "slips": f"{hall.desk}/fiches",
            "screen": f"{hall.here}ecran.html", "trouble": hall.publication.trouble, "warning": warning,
        }  # fmt: skip

    def _begun(self, path: Path) -> HallServer:
        """A workbook's hall, which follows each save; HostError for none, and then nothing of it stays."""
        publication = PublishedWorkbook(path, initials=None)
        hall = HallServer(publication)
        try:
            outcome = publication.publish()
            if outcome.code != DONE:
                raise HostError(outcome.message or str(outcome.problems[0]))
            hall.look()
        except BaseException:
            hall.close()
            raise
        threading.Thread(target=follow, args=(publication, hall, str, str), daemon=True).start()
        self._halls[path.name] = hall
        return hall

    def close(self) -> None:
        """Serve no longer."""
        self._remove_entrance()
        self.server.close()
        for hall in self._halls.values():
            hall.close()

    def wait(self) -> None:
        """Until the last page is closed. Counted in steps, which a sleeping computer does not take."""
        alone = GONE - SILENT
        while alone < GONE:
            time.sleep(1)
            self.pages = {page: since + 1 for page, since in self.pages.items() if since < SILENT}
            alone = 0 if self.pages else alone + 1


def app(folder: str | None) -> int:
    """Serve the page for a folder (None: this one) until it is closed; the exit code. UsageError for no folder."""
    place = full(folder or ".")
    if not place.is_dir():
        raise UsageError(texts.NO_FOLDER.format(folder=printable_path(place)))
    serving = App(place)
    serving.server.start()
    print(texts.OPENED.format(address=serving.address, folder=printable_path(place)), flush=True)
    serving.open_browser()
    with suppress(KeyboardInterrupt):
        serving.wait()
    serving.close()
    print(texts.CLOSED)
    return DONE
