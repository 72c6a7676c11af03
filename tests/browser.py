"""A headless Chromium for tests, spoken to through its debugging pipe: opens pages, tells what went wrong in them."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
needs_chromium = pytest.mark.skipif(
    not shutil.which("chromium") and not os.environ.get("TOURNAMENT_XL_NEEDS_LIBREOFFICE"),
    reason="Chromium is not installed",
)


class Browser:
    """One page; `faults`: errors and warnings of its console; `asked`: every address that it wanted."""

    def __init__(self, inward: int, outward: int) -> None:
        self._in, self._out, self._count, self._rest = inward, outward, 0, b""
        self.faults: list[str] = []
        self.asked: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = None
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")

    def _call(self, method, **params):
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if getattr(self, "_session", None):
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next(30)
            assert answer, f"Chromium does not answer {method}"
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self, seconds):
        """The next message, or None; those that nobody waits for are noted."""
        while b"\0" not in self._rest:
            if not select.select([self._in], [], [], seconds)[0]:
                return None
            self._rest += os.read(self._in, 1 << 20)
        line, _, self._rest = self._rest.partition(b"\0")
        message = json.loads(line)
        name, params = message.get("method"), message.get("params", {})
        if name == "Runtime.exceptionThrown":
            self.faults.append(json.dumps(params))
        elif name == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.faults.append(json.dumps(params["args"]))
        elif name == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.faults.append(json.dumps(params["entry"]))
        elif name == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        elif name == "Page.loadEventFired":
            self._loaded = True
        return message

    def open(self, address, width=1366, height=768, dark=False):
        """Load a page on a screen of this size."""
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])
        self._loaded = False
        self._call("Page.navigate", url=address if "://" in str(address) else Path(address).as_uri())
        while not self._loaded:
            assert self._next(30), "the page does not load"
        return self

    def run(self, script):
        """The value of a JavaScript expression in the page."""
        result = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, script, seconds=15):
        """Wait until the expression is true; how long that took."""
        began = time.monotonic()
        while not self.run(script):
            assert time.monotonic() - began < seconds, script
            time.sleep(0.1)
        return time.monotonic() - began

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self._call(
                "Input.dispatchKeyEvent", type=kind, key=key, text=key if kind == "keyDown" and len(key) == 1 else ""
            )

    def picture(self, file):
        Path(file).write_bytes(base64.b64decode(self._call("Page.captureScreenshot")["data"]))


@contextmanager
def chromium(profile):
    """A browser with a new profile, closed at the end."""
    (hears, to_it), (from_it, tells) = os.pipe(), os.pipe()

    def plug():  # what Chromium hears is 3, what it tells 4; by way of high numbers, so that none is lost
        high = [os.dup2(fd, 60 + at) for at, fd in enumerate((hears, tells))]
        os.dup2(high[0], 3)
        os.dup2(high[1], 4)

    process = subprocess.Popen(
        ["chromium", *FLAGS, f"--user-data-dir={profile}", "about:blank"], preexec_fn=plug, close_fds=False,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield Browser(from_it, to_it)
    finally:
        process.kill()
        process.wait()
        for fd in (hears, to_it, from_it, tells):
            os.close(fd)
