"""Firefox and WebKit (the engine of Safari) for tests of the page, driven by WebDriver.

Firefox takes its commands on a socket (Marionette), WebKit has a driver that takes them by HTTP; Debian's packages
are firefox-esr and webkit2gtk-driver. A `Driven` does what tests.browser.Browser does, as far as these tests need it.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.browser import LEND
from tests.display import display
from tests.programs import program_group

PROGRAMS = {"firefox": "firefox-esr", "webkit": "WebKitWebDriver"}
_ASKED = """const asked = document.createElement("script");
asked.textContent = `delete document.documentElement.dataset.told;
  if (globalThis.inside) (${arguments[1]})(inside);
  (async () => (${arguments[0]}))().then(
  (value) => JSON.stringify({value}), (error) => JSON.stringify({error: String(error)})).then(
  (told) => { document.documentElement.dataset.told = told; });`;
document.head.append(asked); asked.remove();"""  # a script of the page's own: it sees all that the page's scripts see
_TOLD = "return document.documentElement.dataset.told ?? null"


class Driven:
    """A page of a browser; `ask` sends a command of WebDriver and returns the answer."""

    def __init__(self, ask: Callable[[str, dict[str, Any]], Any]) -> None:
        self._ask = ask

    def open(self, address: object, width: int = 1366, height: int = 768) -> Driven:
        """Load a page in a window of this size."""
        self._ask("SetWindowRect", {"width": width, "height": height})
        self._ask("Navigate", {"url": str(address) if "://" in str(address) else Path(str(address)).as_uri()})
        return self

    def run(self, script: str, seconds: float = 120) -> Any:
        """Evaluate a JavaScript expression in the page."""
        self._script(_ASKED, script, LEND)
        until = time.monotonic() + seconds
        while not (reply := self._script(_TOLD)):
            assert time.monotonic() < until, script[:200]
            time.sleep(0.02)
        result = json.loads(reply)
        assert "error" not in result, (result, script[:200])
        return result.get("value")

    def _script(self, script: str, *arguments: str) -> str:
        return str(self._ask("ExecuteScript", {"script": script, "args": arguments}) or "")

    def until(self, script: str, seconds: float = 120) -> None:
        """Wait until the expression is true."""
        _once(lambda: self.run(script), seconds)


@contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    """Start Firefox without a window, its profile in `folder`."""
    prefs = {"marionette.port": 0, "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in prefs.items())
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    words = [PROGRAMS["firefox"], "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with program_group() as start:
        start(words, env=os.environ | {"HOME": str(folder)})
        port = _once(lambda: int((folder / "MarionetteActivePort").read_text(encoding="ascii")))
        with socket.create_connection(("127.0.0.1", port), timeout=120) as talk, talk.makefile("rwb") as line:

            def receive() -> Any:
                size = b"".join(iter(lambda: line.read(1).strip(b":"), b""))
                return json.loads(line.read(int(size)))

            def ask(name: str, parameters: dict[str, Any]) -> Any:
                message = json.dumps([0, 1, f"WebDriver:{name}", parameters]).encode()
                line.write(b"%d:%s" % (len(message), message))
                line.flush()
                _, _, error, answer = receive()
                assert not error, error
                return answer.get("value")

            receive()  # who it is
            ask("NewSession", {"capabilities": {}})
            yield Driven(ask)


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    """Start WebKit's small browser on a screen of its own, its profile in `folder`."""
    places = {"SetWindowRect": "window/rect", "Navigate": "url", "ExecuteScript": "execute/sync"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with display() as screen, program_group() as start:
        start([PROGRAMS["webkit"], f"--port={port}"], env=os.environ | {"HOME": str(folder), "DISPLAY": screen})

        def post(place: str, body: dict[str, Any]) -> Any:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as talk:
                talk.request("POST", place, json.dumps(body).encode(), {"Content-Type": "application/json"})
                value = json.loads(talk.getresponse().read())["value"]
            assert not (isinstance(value, dict) and "error" in value), value
            return value

        session = _once(lambda: post("/session", {"capabilities": {}}))["sessionId"]
        yield Driven(lambda name, body: post(f"/session/{session}/{places[name]}", body))


def _once(what: Callable[[], Any], seconds: float = 60) -> Any:
    """Return the value of the function as soon as it has one."""
    until = time.monotonic() + seconds
    while True:
        with suppress(OSError, ValueError):
            if value := what():
                return value
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.1)
