"""`make bench`: one table of what takes how long: whole presses, engines, a federation's folder, imports, memory.

Everything is measured twice (columns "run 1", "run 2"), each time as a median of RUNS, in milliseconds of processor
time (the process and its children), which others at work on the machine disturb least; memory is the highest of the
process, in megabytes. "growth" is e in "time ~ size^e" between the smallest and the largest size.
"""

from __future__ import annotations

import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from bench.press import players, restore_copy

RUNS = 5
SIZES = (16, 32, 64, 128)
MEASURE = (
    "import sys\nfrom tournament_xl.frontends.cli.main import main\ncode = main(sys.argv[1:])\n"
    "(memory,) = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
    "print('\\nMEMORY', int(memory.split()[1]) // 1024)\nsys.exit(code)"
)  # Linux
Task = Callable[[], object]


def main() -> None:
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"{'what':<42} {'size':>5} {'run 1':>8} {'run 2':>8} {'growth':>7} {'memory':>7}")
    with tempfile.TemporaryDirectory() as name:
        for title, sizes, task in _tasks(Path(name)):
            first: tuple[int, float] | None = None
            for size in sizes:
                work, reset, memory = task(size)
                runs = [_median(work, reset) for _ in range(2)]
                best = min(runs)
                growth = ""
                if first and size == sizes[-1]:
                    growth = f"{math.log(best / first[1], size / first[0]):.1f}"
                first = first or (size, best)
                megabytes = memory() if memory else ""
                print(f"{title:<42} {size:>5} {runs[0]:>8.1f} {runs[1]:>8.1f} {growth:>7} {megabytes:>7}", flush=True)


def _tasks(folder: Path) -> Iterator[tuple[str, tuple[int, ...], Callable[[int], tuple[Task, Task, Task | None]]]]:
    """List title, sizes, and for a size: the work, the restoring before it, the memory of a process doing it."""
    yield "start of Python", (1,), lambda _: (partial(_run, "-c", "0"), _nothing, None)
    for module in ("frontends.cli.main", "storage.workbook_file", "frontends.wire", "federation.publish"):
        code = f"import tournament_xl.{module}"
        yield f"import of {module}", (1,), lambda _, code=code: (partial(_run, "-c", code), _nothing, None)
    for verb in ("pair", "update", "standings", "check", "ratings"):
        yield f"`{verb}` on a closed file", SIZES, partial(_press, folder, verb)
    yield "`press pair --stdio`, as LibreOffice does", SIZES, partial(_stdio, folder)
    for name in ("Classique", "Toutes-rondes", "Open"):
        yield f"engine, {name}: one round", SIZES, partial(_engine, name)
    yield "engine, Othello: one round", SIZES, _othello
    yield "standings after round 5", SIZES, _standings
    yield "`federation build`, workbooks", (100,), partial(_federation, folder)


def _book(folder: Path, size: int) -> Path:
    """Write a workbook before its last round; 7 rounds."""
    from tournament_xl.service.act import SimulationRequest, simulate
    from tournament_xl.service.workbook_access import WorkbookFile
    from tournament_xl.storage import new_file

    path = folder / f"{size}.xlsx"
    if not path.exists():
        new_file.create_workbook(path, {"Graine": "1", "Nombre de rondes": "7", "Lieu": "ici"}, players(size))
        simulate(WorkbookFile(path), SimulationRequest(6, "1"))
    return path


def _press(folder: Path, verb: str, size: int) -> tuple[Task, Task, Task]:
    from tournament_xl.storage.workbook_file import ClosedFile
    from tournament_xl.workbook.snapshot import Block

    source, copy = _book(folder, size), folder / "copie.xlsx"
    changed = folder / f"{size} {verb}.xlsx"
    shutil.copy(source, changed)
    words = [verb, str(copy)]
    if verb == "update":  # something to bring up to date
        ClosedFile(changed).write((Block("Résultats", 5, 5, ((501,),)),), stamp="2026-11-21 14-05-33")
    if verb == "ratings":
        _finished(changed)
    work = partial(_run, "-c", MEASURE, *words, codes=(0, 1))

    def fresh() -> None:
        restore_copy(changed, copy)

    return work, fresh, lambda: _memory(fresh, *words)


def _finished(path: Path) -> None:
    from tournament_xl.service.act import SimulationRequest, simulate
    from tournament_xl.service.workbook_access import WorkbookFile

    simulate(WorkbookFile(path), SimulationRequest(1, "1"))


def _stdio(folder: Path, size: int) -> tuple[Task, Task, None]:
    import json

    from tournament_xl.storage.workbook_file import ClosedFile

    sheets = [{"name": name, "rows": rows} for name, rows in ClosedFile(_book(folder, size)).read().sheets.items()]
    sent = json.dumps({"version": 1, "name": "", "sheets": sheets}).encode()
    return partial(_run, "-m", "tournament_xl", "press", "pair", "--stdio", sent=sent), _nothing, None


def _engine(name: str, size: int) -> tuple[Task, Task, None]:
    """Play five rounds in memory with random results, up to round 6; of an Open, phase 2."""
    from dataclasses import replace

    from tournament_xl.core.model import X
    from tournament_xl.games.scrabble.rules.formulas import FORMULAS

    formula, source, tournament = FORMULAS[name], Random(name), _field(name, size)
    for _ in range(5):
        drawn = formula.pair(tournament)
        matches = tuple(_played(pair.one, pair.two, source, X) for pair in drawn)
        tournament = replace(tournament, rounds=(*tournament.rounds, matches))
    return partial(formula.pair, tournament), _nothing, None


def _field(name: str, size: int):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    from tournament_xl.games.scrabble.rules.formulas import FORMULAS
    from tournament_xl.games.scrabble.rules.model import Player, Settings, Tournament

    people = tuple(
        Player(player_id, f"P{player_id:03}", cote=2800.0 - player_id, seed=float(player_id))
        for player_id in range(1, size + 1)
    )
    formula = FORMULAS[name]
    tournament = Tournament(Settings(formula, rounds=size - 1 if formula.cycles else 8, seed="1"), people)
    return replace(tournament, groups=formula.draw_groups(tournament) or None)


def _played(first: int, second: int, source: Random, x: int):  # type: ignore[no-untyped-def]
    from tournament_xl.games.scrabble.rules.model import Match

    games = () if x in (first, second) else ((source.randrange(300, 500), source.randrange(300, 500)),)
    return Match(first, second, games, complete=True)


def _othello(size: int) -> tuple[Task, Task, None]:
    from bench.othello import _middle

    tournament = _middle(size)
    return partial(tournament.settings.formula.pair, tournament), _nothing, None


def _standings(size: int) -> tuple[Task, Task, None]:
    from dataclasses import replace

    from tournament_xl.core.model import X
    from tournament_xl.games.scrabble.rules.formulas import FORMULAS
    from tournament_xl.games.scrabble.rules.standings import standings

    source, tournament = Random(1), _field("Classique", size)
    for _ in range(5):
        matches = tuple(_played(p.one, p.two, source, X) for p in FORMULAS["Classique"].pair(tournament))
        tournament = replace(tournament, rounds=(*tournament.rounds, matches))
    return partial(standings, tournament, 5), _nothing, None


def _federation(folder: Path, size: int) -> tuple[Task, Task, Task]:
    from tests import federation_world as world

    people, tournaments = world.invent_seasons(Random(size), tournaments=size)
    for number, facts in enumerate(tournaments):
        world.write_workbook(folder / "recus" / f"{number:04}.xlsx", facts)
    listed = world.write_list(folder / "liste.csv", people)
    words = ["federation", "build", str(folder / "recus"), "--joueurs", str(listed), "--date", "2018-09-30", "-o"]
    out = folder / "publication"
    words.append(str(out / "2018-09.xlsx"))

    def reset() -> None:
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()

    return partial(_run, "-m", "tournament_xl", *words), reset, lambda: _memory(reset, *words)


def _nothing() -> None:
    return None


def _run(*arguments: str, codes: tuple[int, ...] = (0,), sent: bytes = b"") -> bytes:
    done = subprocess.run([sys.executable, *arguments], input=sent, capture_output=True)
    assert done.returncode in codes, done.stderr.decode()
    return done.stdout


def _memory(reset: Task, *words: str) -> str:
    reset()
    return _run("-c", MEASURE, *words, codes=(0, 1)).split()[-1].decode()


def _median(work: Task, reset: Task) -> float:
    times, often = [], 1
    for _ in range(RUNS):
        reset()
        before = _used()
        for _ in range(often):
            work()
        times.append((_used() - before) / often)
        if reset is _nothing and times[0] < 0.01:  # too short for the system's clock
            often = min(500, math.ceil(0.02 / max(times[0], 1e-5)))
    return 1000 * statistics.median(times)


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
