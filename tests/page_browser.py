"""The built page in a browser: opened, taken back to its first visit, used as a hand does.

Its engine is called as the page calls it, next to the native program.
"""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests import ROOT
from tests.browser import Browser
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.storage import timestamps

ONE_FILE, FOLDER = ROOT / "dist" / "tournoi.html", ROOT / "dist" / "page"
_NO_SOURCES = ("node_modules", "__pycache__", "built")
CODES = {"Enter": 13, "Tab": 9, "ArrowDown": 40, "Escape": 27}
DIALOG = "document.querySelector('dialog[open]')"
MAIN = "document.querySelector('#actions .main').textContent"
IN_SIGHT = """((box) => {
  const { top, bottom } = box.getBoundingClientRect(), head = $('top').getBoundingClientRect().bottom;
  return box.checkVisibility() && top >= head - 1 && bottom <= innerHeight + 1;
})(%s)"""
RESULTS = """(() => {
  const at = columnsOf(RESULTS), scores = view.scores[0].map((name, side) => [name, side ? 377 : 431]);
  const cells = view.missing.slice(%d).flatMap((row) => scores.map(([name, score]) => (
    { sheet: RESULTS, row, column: at[name], value: String(score + row) })));
  return task(() => typeCells(cells)).then(() => 1);
})()"""  # of all tables but so many


def build() -> None:
    """Build the page from the present sources, only when one is newer, as other tests may be using it."""
    folders = (ROOT / name for name in ("tournament_xl", "templates", "web"))
    sources = (path for folder in folders for path in folder.rglob("*") if not {*_NO_SOURCES}.intersection(path.parts))
    newest = max(path.stat().st_mtime for path in sources if path.is_file())
    if FOLDER.exists() and newest < (FOLDER / "sw.js").stat().st_mtime:
        return
    subprocess.run([sys.executable, str(ROOT / "web" / "build.py")], check=True, stdout=subprocess.DEVNULL)


def open_page(browser: Browser, address=ONE_FILE, width=1366, height=900) -> Browser:
    """Open the page and wait for its engine."""
    browser.open(address, width, height)
    browser.until("document.body.dataset.ready", 120)
    return browser


RESET = """(async () => {
  $('dialog').close();
  for (const name of ['more', 'row-menu']) if ($(name).matches(':popover-open')) $(name).hidePopover();
  document.activeElement.blur();
  await queue;
  forgetTyped();
  hallWindow?.close();
  if (book) closeBook();
  await queue;
  for (const stored of await listStoredBooks()) {
    await forget(stored.id);
    await ask('forget', stored.name);
  }
  Object.assign(globalThis, { tab: 'round', chosenSheet: '', everyColumn: false, newTournament: {}, hallWindow: null });
  Object.assign(window, { saved: '', printed: [], confirm: () => true });
  window.print = () => { printed.push($('paper').textContent); };
  HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };
  await task(showRecent);
  scrollTo(0, 0);
  return 1;
})()"""


def reset_page(browser: Browser, width=1366, height=900) -> Browser:
    """Take the page back to its first visit without loading it anew: no workbook, nothing stored, nothing typed.

    From then on `saved` is the name of the last download, `printed` the texts of what was printed.
    """
    browser.resize(width, height)
    browser.run(RESET)
    return browser


def as_js(data: bytes) -> str:
    return f"Uint8Array.from(atob('{base64.b64encode(data).decode()}'), (one) => one.charCodeAt(0))"


def drop_file(browser: Browser, file: Path) -> None:
    """Drop a workbook on the page."""
    browser.run(f"task(() => openBytes({json.dumps(file.name)}, {as_js(file.read_bytes())}))")
    browser.until(f"book?.name === {json.dumps(file.name)} && !document.body.classList.contains('busy')")


def read_page_file(browser: Browser, name: str) -> bytes:
    """Read a file of the engine."""
    script = "ask('content', %s).then((data) => btoa(Array.from(data, (one) => String.fromCharCode(one)).join('')))"
    return base64.b64decode(browser.run(script % json.dumps(name)))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder on a plain web server and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


class Both:
    """The same calls in the page and natively, at the same minute of a clock of their own."""

    def __init__(self, browser: Browser, file: Path, monkeypatch) -> None:
        self.browser, self.file, self.minutes = browser, file, 0
        self.native = PageSession(file.parent)
        monkeypatch.setattr(timestamps, "journal_date", self._now)
        browser.run("ask('python', 'import re\\nfrom tournament_xl.storage import timestamps as files')")
        drop_file(browser, file)

    def _now(self) -> str:
        return f"21/11/2026 {13 + self.minutes // 60}:{self.minutes % 60:02}:30"

    def __call__(self, name: str, /, data: bytes = b"", **parameters):
        """Call both sides and return their common answer; both workbooks must then have the same parts."""
        self.minutes += 1
        self.browser.run(f"ask('python', {json.dumps(f'files.journal_date = lambda: {self._now()!r}')}).then(() => 1)")
        parameters = {"file": self.file.name, **parameters}
        native = json.loads(json.dumps(self.native.call(name, parameters, data)))
        asked = f"call({json.dumps(name)}, {json.dumps(parameters)}, {as_js(data)})"
        inside = json.loads(self.browser.run(f"{asked}.then(JSON.stringify)"))
        differences = {
            key: (inside.get(key), native.get(key)) for key in inside | native if inside.get(key) != native.get(key)
        }
        assert not differences, differences
        if name == "press" and "view" in native:  # what a press says of the workbook is what there is to see of it
            assert json.loads(json.dumps(self.native.call("open", parameters)))["view"] == native["view"]
        mine, theirs = read_parts(self.file.read_bytes()), read_parts(read_page_file(self.browser, self.file.name))
        assert [name for name in mine if mine[name] != theirs.get(name)] == [] and mine.keys() == theirs.keys()
        return native

    def done(self, name: str, /, **parameters):
        """Make a call that must succeed, and return the view."""
        reply = self(name, **parameters)
        assert reply["answer"]["code"] == 0, reply["answer"]
        return reply.get("view")


def read_parts(data: bytes) -> dict[str, bytes]:
    """Return the parts of a workbook."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def settled(page):
    page.until("!document.body.classList.contains('busy')", 60)


def act(page, action):
    """Press a button of the page, and wait for what it does."""
    page.run(f"task(() => runAction('{action}')).then(() => 1)")
    settled(page)


def play(page, rounds, leave=0):
    """Pair rounds and type their scores, of the last one all but so many."""
    for number in range(1, rounds + 1):
        act(page, "pair")
        page.run(RESULTS % (leave if number == rounds else 0))
        settled(page)


def show(page, tab, sheet=""):
    page.run(f"(chosenSheet = '{sheet}', showTab('{tab}').then(() => 1))")
    settled(page)


def texts(page, selector):
    """Return the texts of elements, with plain spaces."""
    found = page.run(f"[...document.querySelectorAll({selector!r})].map((one) => one.textContent)")
    return [text.replace("\u00a0", " ").replace("\u202f", " ") for text in found]


def text(page, selector):
    """Return the text of an element."""
    return texts(page, selector)[0]


def field(label):
    """Return the box of the open dialog whose label begins so, as an expression."""
    labelled = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith({json.dumps(label)}))"
    return f"{labelled}.querySelector('input, textarea, select')"


def fill_in(page, game="scrabble", **values):
    """Fill in the dialog of a new tournament, by label."""
    page.run("document.getElementById('begin').click()")
    page.run(f"{DIALOG}.querySelector('[value={game}]').click()")
    for label, value in values.items():
        type_into(page, field(label), value)


def create(page, game="scrabble", **values):
    """Create a tournament in the dialog."""
    fill_in(page, game, **values)
    page.run(f"{DIALOG}.querySelector('footer .main').click()")
    page.until("!$('dialog').open && view?.players?.length > 0", 60)
    settled(page)


def open_dialog(page, script):
    """Run what opens a dialog without an end, and wait for it."""
    page.run(f"void {script}")
    page.until("$('dialog').open", 60)
    settled(page)


def close_dialog(page):
    page.run("$('dialog').close()")
    settled(page)


def confirm_dialog(page):
    """Press the last button of the open dialog."""
    page.run(f"[...{DIALOG}.querySelectorAll('footer button')].at(-1).click()")
    settled(page)


def type_into(page, box, text):
    """Type into a box (an expression) as a hand does, all at once."""
    page.run(f"({box}.value = {json.dumps(text)}, {box}.dispatchEvent(new Event('input', {{ bubbles: true }})), 1)")


def choose_in(page, box, value):
    """Choose in a list, or leave a box of Réglages, with this value."""
    page.run(f"({box}.value = {json.dumps(value)}, {box}.dispatchEvent(new Event('change', {{ bubbles: true }})), 1)")


def end_match(page, code, row=0):
    """Choose in the menu of a row in sight how its match ended."""
    page.run(f"document.querySelectorAll('#panel .game')[{row}].querySelector('.more').click()")
    items = "[...document.querySelectorAll('#row-menu [role=menuitemradio]')]"
    page.run(f"{items}.find((item) => item.value === {json.dumps(code)}).click()")


def press(page, name, modifiers=0):
    """Press and release a key, as a hand does."""
    text = "\r" if name == "Enter" else name if len(name) == 1 else ""
    code = {"key": name, "windowsVirtualKeyCode": CODES.get(name, ord(name[0].upper())), "modifiers": modifiers}
    page.call("Input.dispatchKeyEvent", type="keyDown", text=text, **code)
    page.call("Input.dispatchKeyEvent", type="keyUp", **code)


def type_keys(page, *texts, then="Enter"):
    """Type texts into the boxes from the one with the focus on, with real keys, each with a key that ends it."""
    for text in texts:
        for letter in text:
            press(page, letter)
        press(page, then)


def click_at(page, element):
    """Press and release the mouse in the middle of an element (an expression), as a finger's touch becomes."""
    box = page.run(f"{element}.getBoundingClientRect().toJSON()")
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)
