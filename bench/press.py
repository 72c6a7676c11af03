"""`make bench`: how long a press on a closed file takes, whole and in parts, at several sizes.

Whole: a fresh process of `tournament-xl pair`, wall time. Parts, in one process: read the file, decode and pair
(action), write with backup. Each figure is the median of RUNS; the workbook stands before its last round.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RUNS = 7
SIZES = (12, 32, 64, 128)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        start = _median(lambda: _run("-c", "pass"))
        loading = "import tournament_xl.cli, tournament_xl.hosts.files, tournament_xl.scrabble_desk.press"
        imports = _median(lambda: _run("-c", loading)) - start
        print(f"Python {sys.version.split()[0]}, medians of {RUNS}, milliseconds")
        print(f"interpreter {start:.0f}, imports of `pair` {imports:.0f}")
        print(f"{'players':>8} {'round':>6} {'process':>8} {'read':>6} {'pair':>6} {'write':>6}")
        for size in SIZES:
            print(_line(size, Path(folder)))


def _line(size: int, folder: Path) -> str:
    from tournament_xl import actions
    from tournament_xl.hosts import files
    from tournament_xl.hosts.closed import ClosedFile
    from tournament_xl.simulate import Chances, simulate

    path, copy = folder / f"{size}.xlsx", folder / "copie.xlsx"
    files.create(path, {"Graine": "1"}, players(size))
    rounds = 5 if size <= 32 else 6 if size <= 64 else 7
    files.press(path, lambda snapshot, date: simulate(snapshot, rounds - 1, Chances("1"), date), "avant")

    def process() -> None:
        _run("-m", "tournament_xl", "pair", str(copy))

    def fresh() -> None:
        again(path, copy)

    whole = _median(process, fresh)
    snapshot = ClosedFile(path).read()
    outcome = actions.pair(snapshot, "21/11/2026 14:00")
    assert outcome.code == 0 and outcome.round == rounds, outcome.message
    read = _median(lambda: ClosedFile(path).read())
    pair = _median(lambda: actions.pair(snapshot, "21/11/2026 14:00"))
    write = _median(lambda: ClosedFile(copy).write(outcome.edits, stamp=files.stamp("bench")), fresh)
    return f"{size:>8} {rounds:>6} {whole:>8.0f} {read:>6.0f} {pair:>6.0f} {write:>6.0f}"


def again(path: Path, copy: Path) -> None:
    """`copy` as `path` is, without the backups of the press before: it would be told that it knows nothing of them."""
    from tournament_xl.hosts.backups import FOLDER

    shutil.rmtree(copy.parent / FOLDER, ignore_errors=True)
    shutil.copy(path, copy)


def players(size: int) -> list[dict[str, str]]:
    return [
        {"Nom": f"Joueuse{number:03}", "Prénom": "Aimée", "Club": f"Club {number % 9}", "Cote": str(1000 + 15 * number)}
        for number in range(size)
    ]


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


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
