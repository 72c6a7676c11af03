"""`make bench`: what a press on a closed file takes, whole beside its budget, and in parts.

Whole: fresh processes of `tournament-xl`, compiled modules, the least of RUNS, in milliseconds by the clock and of
processor time; in the same run Python's start and openpyxl's load and save of the same file. Parts, in one process:
read the file, decode and pair (action), write with backup; medians. The workbook stands before its last round. Large
fields: processor time beside the floor, which is a program that only unzips, parses, zips, writes and flushes.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RUNS = 9
COMPILED = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
SIZES = (12, 32, 64, 128)
SETTINGS = {"Graine": "1", "Nombre de rondes": "7"}
BUDGETS = {("scrabble", 12): 120, ("scrabble", 128): 220, ("othello", 128): 350}  # game, players: milliseconds
LARGE = (  # game, formula, players, rounds, verb, aim: milliseconds of processor time
    ("othello", "", 1000, 7, "pair", 700),
    ("othello", "", 1000, 7, "check", 1200),
    ("scrabble", "Open", 500, 10, "pair", 280),
)
FLOOR = """
import io, os, sys, zipfile
from xml.parsers import expat
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    for name, part in parts.items():
        if name.endswith((".xml", ".rels")):
            expat.ParserCreate().Parse(part, True)
with open(path, "wb") as file:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    file.flush()
    os.fsync(file.fileno())
"""
OPENPYXL = "import sys, openpyxl\nopenpyxl.load_workbook(sys.argv[1]).save(sys.argv[1])"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(f"Python {sys.version.split()[0]}, the least of {RUNS}, milliseconds by the clock / of processor time")
        print(
            f"{'game':<10}{'players':>8}{'budget':>8}{'pair':>12}{'update':>12}{'check':>12}{'openpyxl':>12}{'Python':>12}"
        )
        for (game, size), budget in BUDGETS.items():
            print(f"{game:<10}{size:>8}{budget:>8}{_commands(game, size, Path(folder))}", flush=True)
        print(f"\n{'formula':<10}{'players':>8}{'verb':>8}{'processor':>11}{'aim':>6}{'floor':>7}")
        for line in LARGE:
            print(_large(*line, Path(folder)), flush=True)
        print(f"\nmedians of {RUNS}, milliseconds\n{'players':>8} {'round':>6} {'read':>6} {'pair':>6} {'write':>6}")
        for size in SIZES:
            print(_parts(size, Path(folder)))


def _commands(game: str, size: int, folder: Path) -> str:
    """List the commands of a game at this size, openpyxl, and Python alone."""
    source, copy = _book(folder, game, size, 7 if size > 64 else 5), folder / "copie.xlsx"
    module = ("-m", "tournament_xl")
    commands = [*((*module, verb, str(copy)) for verb in ("pair", "update", "check")), ("-c", OPENPYXL, str(copy))]
    taken = [_least(command, lambda: restore_copy(source, copy)) for command in (*commands, ("-c", "pass"))]
    return "".join(f"{wall:>6.0f} /{cpu:>4.0f}" for wall, cpu in taken)


def _large(game: str, formula: str, size: int, rounds: int, verb: str, aim: int, folder: Path) -> str:
    source, copy = _book(folder, game, size, rounds, formula), folder / "copie.xlsx"
    commands = ("-m", "tournament_xl", verb, str(copy)), ("-c", FLOOR, str(copy))
    spent, floor = (_least(command, lambda: restore_copy(source, copy))[1] for command in commands)
    return f"{formula or game:<10}{size:>8}{verb:>8}{spent:>11.0f}{aim:>6}{floor:>7.0f}"


def _book(folder: Path, game: str, size: int, rounds: int, formula: str = "") -> Path:
    """Write a workbook before its last round, not brought up to date since a score was changed."""
    from tournament_xl.service.act import SimulationRequest, simulate
    from tournament_xl.service.workbook_access import WorkbookFile
    from tournament_xl.storage import new_file
    from tournament_xl.storage.workbook_file import ClosedFile
    from tournament_xl.workbook.snapshot import Block

    path = folder / f"{game} {size} {rounds}.xlsx"
    if path.exists():
        return path
    settings = {**SETTINGS, "Nombre de rondes": str(rounds)} | ({"Formule": formula} if formula else {})
    new_file.create_workbook(path, settings, players(size), game=game)
    simulate(WorkbookFile(path), SimulationRequest(rounds - 1, "1"))
    if game == "scrabble":
        ClosedFile(path).write((Block("Résultats", 5, 5, ((501,),)),), stamp="2026-11-21 14-05-33")
    return path


def _least(command: tuple[str, ...], before: Callable[[], object]) -> tuple[float, float]:
    """Measure the least time by the clock, and of processor time."""
    walls, cpus = [], []
    for _ in range(RUNS):
        before()
        began, spent = time.perf_counter(), worked()
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=COMPILED)
        walls.append(time.perf_counter() - began)
        cpus.append(worked() - spent)
    return 1000 * min(walls), 1000 * min(cpus)


def worked() -> float:
    """Return the seconds of processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _parts(size: int, folder: Path) -> str:
    from tournament_xl.actions import workbook_actions
    from tournament_xl.storage import timestamps
    from tournament_xl.storage.workbook_file import ClosedFile

    rounds = 5 if size <= 32 else 6 if size <= 64 else 7
    path, copy = _book(Path(tempfile.mkdtemp(dir=folder)), "scrabble", size, rounds), folder / "copie.xlsx"
    snapshot = ClosedFile(path).read()
    outcome = workbook_actions.pair(snapshot, "21/11/2026 14:00")
    assert outcome.code == 0 and outcome.round == rounds, outcome.message
    restore_copy(path, copy)
    read = _median(lambda: ClosedFile(path).read())
    pair = _median(lambda: workbook_actions.pair(snapshot, "21/11/2026 14:00"))
    write = _median(
        lambda: ClosedFile(copy).write(outcome.edits, stamp=timestamps.backup_stamp("bench")),
        lambda: restore_copy(path, copy),
    )
    return f"{size:>8} {rounds:>6} {read:>6.0f} {pair:>6.0f} {write:>6.0f}"


def restore_copy(path: Path, copy: Path) -> None:
    """Restore the copy without the backups of the press before, which warns when it does not know them."""
    from tournament_xl.storage.backups import FOLDER

    shutil.rmtree(copy.parent / FOLDER, ignore_errors=True)
    shutil.copy(path, copy)


def players(size: int) -> list[dict[str, str]]:
    return [
        {"Nom": f"Joueuse{number:03}", "Prénom": "Aimée", "Club": f"Club {number % 9}", "Cote": f"{1000 + cote % 3000}"}
        for number, cote in enumerate(range(0, 15 * size, 15))
    ]


def _median(task: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    times = []
    for _ in range(RUNS):
        before()
        began = time.perf_counter()
        task()
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


if __name__ == "__main__":
    main()
