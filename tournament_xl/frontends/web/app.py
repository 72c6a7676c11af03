"""Command `app`: the page served on 127.0.0.1 to a browser of this computer, with the workbooks of a folder.

The page itself has nothing secret and is sent to anybody on this computer. Every other request needs:

- a key, new at each start, which only the opened address has (after "#", where no server and no other page sees it);
- a Host of this server, so that no other site's name leads here;
- an Origin, where the browser sends one, that is the page's own.

The program ends when the last page has been closed.
"""

from __future__ import annotations

import json
import os
import re
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

from tournament_xl import __version__
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import MissingFileError, printable_path, resource_path
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import page as texts
from tournament_xl.messages import publication as publication_texts
from tournament_xl.messages.failures import bug_sentence, installation_sentence
from tournament_xl.phones import network_limits
from tournament_xl.phones.hall import HallServer, publish_saves
from tournament_xl.phones.server import LOOPBACK, Answer, Request, Server
from tournament_xl.publication.publish import PublishedWorkbook
from tournament_xl.support.doctor import doctor
from tournament_xl.workbook.snapshot import ExternalError, UsageError
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import make_absolute

PORTS = range(8164, 8184)
SECONDS_WITHOUT_PAGES = 5  # seconds without a page after which the program ends: a page may only be reloading
SECONDS_WITHOUT_CALLS = (
    180  # seconds without a call after which a page counts as closed; also the wait for the first page
)
_OWN = ("here", "gone", "hall", "doctor")  # calls that the page session does not know
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def render_source(source: Mapping[str, object]) -> str:
    """Render the first line of the page's scripts, JavaScript: the constant SOURCE.

    `source` is where the page finds the program, by its kind ("app"); the names of each game's formulas are added.
    """
    formulas = {game.name: [formula.name for formula in game.formulas] for game in GAMES.values()}
    return f"const SOURCE = {json.dumps({**source, 'formulas': formulas}, ensure_ascii=False)};"


def read_built(name: str) -> str:
    """Return a file that the page's sources were built into; ExternalError where they were not."""
    try:
        return resource_path("web/built", name).read_text("utf-8")
    except MissingFileError:
        raise ExternalError(texts.NOT_BUILT) from None


def render_page(source: Mapping[str, object], embedded: str = "") -> str:
    """Render the page as one HTML text, with style and script inlined.

    `source` is where the page finds the program: the constant SOURCE of its script. `embedded` is HTML to insert after
    the script.

    Raises:
        ExternalError: The page was not built.
    """
    html, script = resource_path("web", "index.html").read_text("utf-8"), read_built("page.js")
    html = html.replace("<!--STYLE-->", f"<style>\n{read_built('page.css')}</style>")
    return html.replace("<!--SCRIPTS-->", f"<script>\n{render_source(source)}\n{script}</script>{embedded}")


_ENTRANCE_PREFIX, _ENTRANCE_FILE = "tournois-", "tournois.html"


class App:
    """Server of the page for a folder, bound to a port: its session, key, open pages and servers in the hall.

    Raises:
        ExternalError: No port is free, or the page was not built.
    """

    def __init__(self, folder: Path) -> None:
        self.session, self.key = PageSession(folder), secrets.token_urlsafe(24)
        self.html = render_page({"app": {"version": __version__}}).encode()
        self.server = Server(self.answer, LOOPBACK[:1], PORTS, max_body_bytes=limits.MAX_FILE + 2**16)
        self.pages: dict[str, int] = {}  # open page -> seconds since its last call
        self._one_at_a_time = threading.Lock()
        self._halls: dict[str, HallServer] = {}  # file name of a workbook -> its server in the local network
        self._entrance: Path | None = None  # folder of the file that leads the browser here; None once it has come

    @property
    def address(self) -> str:
        """Address of the page, with its key; whoever has it may do everything."""
        return f"http://{LOOPBACK[0]}:{self.server.port}/#{self.key}"

    def open_browser(self) -> None:
        """Open the page in the browser; where that fails, the printed address remains.

        On Linux and macOS every user of the computer reads how a program was started, so the browser is given a file
        that only this user may read, which leads to the address. It lies in the home folder, under a name that is not
        hidden: browsers in a sandbox (snap, flatpak) see no other place.
        """
        if os.name != "posix":
            webbrowser.open(self.address)
            return
        with suppress(OSError, RuntimeError):  # no home, or nothing may be written there
            _remove_entrances_of_killed_programs()
            prefix = f"{_ENTRANCE_PREFIX}{os.getpid()}-"
            self._entrance = Path(tempfile.mkdtemp(prefix=prefix, dir=Path.home()))  # 0700
            file = self._entrance / _ENTRANCE_FILE
            file.touch(mode=0o600)
            file.write_text(texts.ENTRANCE.format(address=self.address), encoding="utf-8")
            webbrowser.open(file.as_uri())

    def _remove_entrance(self) -> None:
        if self._entrance:
            shutil.rmtree(self._entrance, ignore_errors=True)
            self._entrance = None

    def answer(self, request: Request) -> Answer:
        """Answer a request of a browser: the page itself, a file of the folder (`fichier/`), or a call (`appel/`).

        Files and calls need the key: without it, or with a foreign Host or Origin, the answer is 403. A call that is no
        JSON object gets 400, any other path 404.
        """
        own_hosts = {f"{host}:{self.server.port}" for host in (LOOPBACK[0], "localhost")}
        origin = request.headers.get("origin")
        if request.headers.get("host") not in own_hosts or (origin and origin.removeprefix("http://") not in own_hosts):
            return Answer(HTTPStatus.FORBIDDEN)
        if not request.path and request.method in ("GET", "HEAD"):
            headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
            return Answer(HTTPStatus.OK, self.html, headers | {"Content-Security-Policy": _POLICY})
        key = request.headers.get("x-key", "").encode("latin-1", "replace")
        if not secrets.compare_digest(key, self.key.encode()):
            return Answer(HTTPStatus.FORBIDDEN, texts.NO_KEY.encode(), {"Content-Type": "text/plain; charset=utf-8"})
        word, _, name = request.path.partition("/")
        if word == "fichier" and request.method == "GET":
            return self._content(name)
        if word == "appel" and request.method == "POST":
            return self._answer_call(name, request.body)
        message = texts.NO_PAGE.format(host=request.headers["host"])
        return Answer(HTTPStatus.NOT_FOUND, message.encode(), {"Content-Type": "text/plain; charset=utf-8"})

    def _content(self, name: str) -> Answer:
        try:
            data = self.session.content(name)
        except (UsageError, ExternalError) as error:
            return Answer(HTTPStatus.NOT_FOUND, str(error).encode(), {"Content-Type": "text/plain; charset=utf-8"})
        return Answer(HTTPStatus.OK, data, {"Content-Type": "application/octet-stream", "Cache-Control": "no-store"})

    def _answer_call(self, name: str, body: bytes) -> Answer:
        """Answer a call (`page_calls.CALLS`): a line of JSON, then bytes."""
        line, _, data = body.partition(b"\n")
        try:
            request = json.loads(line)
            if not isinstance(request, dict) or line.count(b"[") + line.count(b"{") > network_limits.MAX_CALL_BRACKETS:
                raise ValueError(name)
        except (ValueError, RecursionError):
            return Answer(HTTPStatus.BAD_REQUEST)
        with self._one_at_a_time:
            own_result = self._call_program(name, request) if name in _OWN else None
            result = self._call_session(name, request, data) if own_result is None else own_result
        encoded = json.dumps(result, ensure_ascii=False).encode("utf-8", "replace")
        return Answer(HTTPStatus.OK, encoded, {"Content-Type": "application/json", "Cache-Control": "no-store"})

    def _call_session(self, name: str, request: Mapping[str, object], data: bytes) -> dict[str, object]:
        """Answer a call on the folder."""
        result = self.session.call(name, request, data)
        if request.get("action") == "publish" and (hall := self._halls.get(str(request.get("file")))):
            hall.publication.seen = None  # the hall must publish again, with initials or names as chosen now
        if name == "books":
            result["folder"] = str(self.session.folder)
        if name == "open" and (hall := self._halls.get(result.get("view", {}).get("file", ""))):
            result |= {"slips": f"{hall.desk_url}/fiches", "screen": f"{hall.local_url}ecran.html"}
        return result

    def _call_program(self, name: str, request: Mapping[str, object]) -> dict[str, object]:
        """Answer a call that the page session does not know: open pages, hall, doctor."""
        if name == "here":
            self.pages[str(request.get("page"))] = 0
            self._remove_entrance()
            hall = self._halls.get(str(request.get("file")))
            return {"received": hall.reports.count_received() if hall else 0}
        if name == "gone":
            self.pages.pop(str(request.get("page")), None)
        if name == "doctor":
            return {"lines": doctor(None)[1]}
        return self._hall(request) if name == "hall" else {}

    def _hall(self, request: Mapping[str, object]) -> dict[str, object]:
        """Serve a workbook in the local network, or stop; return the addresses for phones, desk and screen."""
        import segno

        try:
            path = self.session.path(request)
            if not request.get("on"):
                if open_hall := self._halls.pop(path.name, None):
                    open_hall.close()
                return {}
            hall = self._halls.get(path.name) or self._start_hall(path)
        except (ExternalError, UsageError) as error:
            return {"problem": str(error)}
        except Exception as error:  # a bug of ours: the page says so
            return {"problem": installation_sentence(error) or bug_sentence(error)}
        hall_address = hall.publication.address
        code = segno.make(hall_address, error="m").svg_data_uri(scale=6) if hall_address else ""
        warning = "" if hall_address else publication_texts.NO_HALL
        return {
            "address": hall_address, "code": code, "desk": hall.desk_url, "slips": f"{hall.desk_url}/fiches",
            "screen": f"{hall.local_url}ecran.html", "trouble": hall.publication.trouble, "warning": warning,
        }  # fmt: skip

    def _start_hall(self, path: Path) -> HallServer:
        """Start the hall of a workbook, which publishes each save; ExternalError where it cannot start."""
        publication = PublishedWorkbook(path, initials=None)
        hall = HallServer(publication)
        try:
            outcome = publication.publish()
            if outcome.code != DONE:
                raise ExternalError(outcome.message or str(outcome.problems[0]))
            hall.refresh()
        except BaseException:
            hall.close()
            raise
        threading.Thread(target=publish_saves, args=(publication, hall, str, str), daemon=True).start()
        self._halls[path.name] = hall
        return hall

    def close(self) -> None:
        """Stop serving the page, and stop all servers in the hall."""
        self._remove_entrance()
        self.server.close()
        for hall in self._halls.values():
            hall.close()

    def wait(self) -> None:
        """Wait until the last page is closed: 5 seconds without any, or 3 minutes without a first one.

        A page that makes no call for 3 minutes counts as closed. One-second steps are counted, so that a sleeping
        computer adds none.
        """
        seconds_alone = SECONDS_WITHOUT_PAGES - SECONDS_WITHOUT_CALLS
        while seconds_alone < SECONDS_WITHOUT_PAGES:
            time.sleep(1)
            self.pages = {page: seconds + 1 for page, seconds in self.pages.items() if seconds < SECONDS_WITHOUT_CALLS}
            seconds_alone = 0 if self.pages else seconds_alone + 1


def _remove_entrances_of_killed_programs() -> None:
    """Remove from the home folder the entrances (`App.open_browser`) of programs that run no more."""
    for entrance in Path.home().glob(f"{_ENTRANCE_PREFIX}*"):
        process = re.fullmatch(rf"{_ENTRANCE_PREFIX}(\d{{1,9}})-[a-z0-9_]{{8}}", entrance.name)
        with suppress(OSError):  # no folder, not ours, or another user's program runs under this number
            if process and [path.name for path in entrance.iterdir()] == [_ENTRANCE_FILE]:
                try:
                    os.kill(int(process[1]), 0)  # nothing is sent
                except ProcessLookupError:
                    shutil.rmtree(entrance, ignore_errors=True)


def serve_app(folder: str | None) -> int:
    """Serve the page for a folder, open it in the browser, and return when it is closed or Ctrl-C is pressed.

    `folder` None means the current one. The exit code is always `DONE`.

    Raises:
        UsageError: There is no such folder.
        ExternalError: No port is free, or the page was not built.
    """
    folder_path = make_absolute(folder or ".")
    if not folder_path.is_dir():
        raise UsageError(texts.NO_FOLDER.format(folder=printable_path(folder_path)))
    running_app = App(folder_path)
    running_app.server.start()
    print(texts.OPENED.format(address=running_app.address, folder=printable_path(folder_path)), flush=True)
    running_app.open_browser()
    with suppress(KeyboardInterrupt):
        running_app.wait()
    running_app.close()
    print(texts.CLOSED)
    return DONE
