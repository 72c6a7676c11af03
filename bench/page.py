"""`make bench`: the page (dist/tournoi.html, `make page`) in a headless Chromium, the native program beside it.

How large the file is; how long until its engine stands (the least of STARTS, each a new browser); what one warm press
of "Apparier" takes from the page's call to the answer (the least of RUNS); the memory of WebAssembly then. Native:
the same call of the same `Desk`, in this process. Milliseconds by the clock; the goals are for a quiet machine.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bench.press import players
from tests.browser import Browser, chromium
from tests.page_browser import ONE_FILE, as_js, open_page
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.service.act import SimulationRequest, simulate
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage import new_file

STARTS, RUNS = 3, 5
START, MEMORY, SIZE = 2500, 80, 11_000_000  # goals: milliseconds, MiB, bytes
GOALS = {("scrabble", 12, 5): 60, ("scrabble", 128, 7): 220, ("othello", 128, 7): 300}  # game, players, rounds: ms


def main() -> None:
    if not ONE_FILE.is_file():
        sys.exit("dist/tournoi.html is not here: make page")
    print(f"dist/tournoi.html {ONE_FILE.stat().st_size:,} bytes (at most {SIZE:,})")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        starts = []
        for start in range(STARTS):
            with chromium(folder / f"profile {start}") as browser:
                starts.append(int(open_page(browser).run("document.body.dataset.ready")))
                if start + 1 == STARTS:
                    print(f"the engine stands after {min(starts)} ms (at most {START})")
                    print(f"{'game':<10}{'players':>8}{'goal':>6}{'page':>6}{'native':>8}")
                    for (game, size, rounds), goal in GOALS.items():
                        page, native = _press(browser, _book(folder, game, size, rounds))
                        print(f"{game:<10}{size:>8}{goal:>6}{page:>6.0f}{native:>8.0f}", flush=True)
                    memory = browser.run("ask('memory')") / 2**20
                    print(f"WebAssembly has {memory:.0f} MiB (at most {MEMORY})")


def _book(folder: Path, game: str, size: int, rounds: int) -> Path:
    """Write a workbook before its last round."""
    path = folder / f"{game}-{size}.xlsx"
    new_file.create_workbook(path, {"Graine": "1", "Nombre de rondes": str(rounds)}, players(size), game=game)
    simulate(WorkbookFile(path), SimulationRequest(rounds - 1, "1"))
    return path


def _press(browser: Browser, book: Path) -> tuple[float, float]:
    """Measure the least time of a pairing, in the page and natively."""
    data, request = book.read_bytes(), {"file": book.name, "action": "pair"}
    taken = json.dumps({"file": book.name, "over": True})
    forget = "import shutil; shutil.rmtree('/tournois/Sauvegardes', ignore_errors=True)"  # they are of other runs
    browser.run(f"globalThis.bench = {as_js(data)}; 1")
    page, native = [], []
    with tempfile.TemporaryDirectory() as name:
        desk = PageSession(Path(name))
        for _ in range(RUNS):
            browser.run(f"ask('python', {forget!r}).then(() => call('take', {taken}, bench.slice())).then(() => 1)")
            timed = f"const began = performance.now(); const found = await call('press', {json.dumps(request)});"
            check = "if (found.answer.code) throw new Error(found.answer.message); return performance.now() - began;"
            page.append(browser.run(f"(async () => {{ {timed} {check} }})()"))
            shutil.rmtree(desk.folder / "Sauvegardes", ignore_errors=True)
            desk.call("take", json.loads(taken), data)
            began = time.perf_counter()
            assert desk.call("press", request)["answer"]["code"] == 0
            native.append(1000 * (time.perf_counter() - began))
    return min(page), min(native)


if __name__ == "__main__":
    main()
