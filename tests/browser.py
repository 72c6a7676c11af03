"""A headless Chromium for tests, driven through its debugging pipe: opens pages, reports their faults."""

from __future__ import annotations

import base64
import json
import os
import select
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from tests import ROOT
from tests.programs import program_group

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--remote-debugging-pipe",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-dev-shm-usage",
)  # fmt: skip

# what is wider than its box or outside of the view; not what is folded away or scrolls in a box of its own
OVER = """(() => [document.documentElement, ...document.querySelectorAll("body *")].filter((one) => {
  const look = getComputedStyle(one), box = one.getBoundingClientRect();
  if (one === document.documentElement) return one.scrollWidth > innerWidth;
  if (box.width <= 1 || one.closest("svg, nav, input, .code, .skip, .sr, details:not([open])")) return false;
  if (look.overflowX !== "auto" && look.display !== "inline" && one.scrollWidth > one.clientWidth + 1) return true;
  if (document.body.classList.contains("screen") && box.bottom > innerHeight + 1) return true;
  return !one.closest(".scroll") && (box.left < -1 || box.right > innerWidth + 1);
}).map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 40)}`))()"""
# the first texts of elements in which a word is parted between two letters, without a hyphen
BROKEN = r"""(selector) => {
  const top = (text, at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return [...range.getClientRects()].pop()?.top;  // at the start of a line the first is the end of the one before
  };
  const isBroken = (text) => [...text.data].some((letter, at) =>
    at && /\p{L}\p{L}/u.test(text.data.slice(at - 1, at + 1)) && top(text, at) !== top(text, at - 1));
  const texts = [...document.querySelectorAll(selector)].map((one) => one.firstChild);
  return texts.filter(isBroken).map((text) => text.data);
}"""
# nobody is there to answer a page that asks whether to leave it
LEAVE = "addEventListener('beforeunload', (event) => event.stopImmediatePropagation())"
# makes what the page lends to tests names of its window: its state, its functions, those of the engine to be replaced
LEND = """(owners) => {
  "use strict";
  for (const owner of owners) for (const name of Object.keys(owner)) {
    const access = { get: () => owner[name], set: (value) => { owner[name] = value; } };
    Object.defineProperty(globalThis, name, { configurable: true, ...access });
  }
}"""
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
ALL = """axe.run(document, { preload: false }).then((all) => all.violations
  .map((one) => `${one.impact} ${one.id} ${one.nodes[0].html}`))"""


class Browser:
    """A page; `faults`: errors and warnings of its console; `asked`: every address that it requested."""

    def __init__(self, inward: int, outward: int) -> None:
        self._in, self._out, self._count, self._rest = inward, outward, 0, b""
        self.faults: list[str] = []
        self.asked: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = None
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=LEAVE)
        lent = f"Object.defineProperty(globalThis, 'inside', {{ set: {LEND} }})"
        self.call("Page.addScriptToEvaluateOnNewDocument", source=lent)

    def call(self, method, **params):
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
        """Return the next message, or None; note those that nobody waits for."""
        while b"\0" not in self._rest:
            if not select.select([self._in], [], [], seconds)[0]:
                return None
            data = os.read(self._in, 1 << 20)
            assert data, "Chromium has ended"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message = json.loads(line)
        name, params = message.get("method"), message.get("params", {})
        entry = params.get("entry", params)
        if name == "Runtime.exceptionThrown" or (entry.get("level") or entry.get("type")) in ("error", "warning"):
            self.faults.append(json.dumps(params))
        elif name == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])
        elif name == "Page.loadEventFired":
            self._loaded = True
        return message

    def open(self, address, width=1366, height=768):
        """Load a page on a screen of this size."""
        self.resize(width, height)
        self._loaded = False
        self.call("Page.navigate", url=address if "://" in str(address) else Path(address).as_uri())
        while not self._loaded:
            assert self._next(30), "the page does not load"
        return self

    @contextmanager
    def other_page(self, address):
        """Turn to another page whose address begins so, such as a window that this one has opened; then back."""
        own, self._session, targets, began = self._session, None, [], time.monotonic()
        try:
            while not targets:
                assert time.monotonic() - began < 15, f"no page {address}"
                pages = self.call("Target.getTargets")["targetInfos"]
                targets = [page["targetId"] for page in pages if page["url"].startswith(address)]
            self._session = self.call("Target.attachToTarget", targetId=targets[0], flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log"):
                self.call(f"{domain}.enable")
            yield self
        finally:
            self._session = own

    def count_opened_windows(self):
        """Count the windows that pages have opened and nobody has closed, blank ones too."""
        own, self._session = self._session, None
        targets = self.call("Target.getTargets")["targetInfos"]
        self._session = own
        return len([target for target in targets if target["type"] == "page" and "openerId" in target])

    def click(self, script):
        """Evaluate an expression as at a person's click, at which a page may open windows."""
        self.call("Runtime.evaluate", expression=script, userGesture=True)

    def prefer(self, scheme):
        """Choose light or dark, without the moments between."""
        preferences = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in preferences.items()]
        self.call("Emulation.setEmulatedMedia", features=features)

    def run(self, script):
        """Evaluate a JavaScript expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def over(self):
        """List the elements that are wider than their box or outside of the view."""
        return self.run(OVER)

    def broken(self, selector):
        """List the texts of elements of which a word is broken without a hyphen."""
        return self.run(f"({BROKEN})({selector!r})")

    def violations(self):
        """List all that axe finds; nothing where it is not installed."""
        if not AXE.exists():
            return []
        if self.run("typeof axe === 'undefined'"):
            self.run(AXE.read_text(encoding="utf-8") + "; 0")
        return self.run(ALL)

    def serious(self):
        """List what axe finds serious."""
        return [line for line in self.violations() if line.startswith(("serious", "critical"))]

    def resize(self, width, height):
        """Change the screen of the open page."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)

    def picture(self):
        """Take the screen as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def paper(self):
        """Print the page as PDF, on the paper that the page itself asks for."""
        options = {"preferCSSPageSize": True, "printBackground": True}
        return base64.b64decode(self.call("Page.printToPDF", **options)["data"])

    def until(self, script, seconds=15):
        """Wait until the expression is true."""
        began = time.monotonic()
        while not self.run(script):
            assert time.monotonic() - began < seconds, script
            time.sleep(0.1)


# Chromium hears on 3 and tells on 4; no other pipe of ours goes along, or a renderer that lives on would keep it open.
START = """import os, sys
for high, fd in enumerate(sys.argv[1:3], start=60): os.dup2(int(fd), high)
for low in (3, 4): os.dup2(low + 57, low)
os.execvp(sys.argv[3], sys.argv[3:])"""


@contextmanager
def chromium(profile, *more_flags):
    """Start a browser with a new profile; at the end close it with all its processes."""
    (hears, to_it), (from_it, tells) = os.pipe(), os.pipe()
    words = ["chromium", *FLAGS, *more_flags, f"--user-data-dir={profile}", "about:blank"]
    with program_group() as start, os.fdopen(to_it, "wb"), os.fdopen(from_it, "rb"):
        start([sys.executable, "-c", START, str(hears), str(tells), *words], pass_fds=(hears, tells))
        os.close(hears)
        os.close(tells)
        yield Browser(from_it, to_it)
