"""`python -m bench.libreoffice`: how long a press takes in an open LibreOffice, whole and in parts, at several sizes.

Parts, in seconds: read the sheets, the program's answer, the copy kept before, the writing. Each figure is the median
of RUNS presses of « Apparier la ronde suivante » before the last round, every one taken back by one undo.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from bench.press import players
from tests.office import Office
from tournament_xl.service.act import SimulationRequest, simulate
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage import new_file

RUNS = 5
SIZES = (12, 32, 64, 128)
PARTS = ("read", "program", "copy", "write", "show")


def main() -> None:
    if not shutil.which("soffice"):
        print("no press in LibreOffice measured: it is not here")
        return
    program = str(Path(sys.executable).with_name("tournament-xl"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [_book(folder / f"{size}.xlsx", size) for size in SIZES]
        print(f"{'players':>8} {'whole':>6} " + " ".join(f"{part:>8}" for part in PARTS))
        with Office(folder, program=program) as office:
            for size, path in zip(SIZES, paths, strict=True):
                office.ask("load", str(path))
                times = [_press(office) for _ in range(RUNS)]
                whole = statistics.median(sum(seconds.values()) for seconds in times)
                parts = (statistics.median(seconds[part] for seconds in times) for part in PARTS)
                print(f"{size:>8} {whole:>6.2f} " + " ".join(f"{part:>8.2f}" for part in parts), flush=True)


def _book(path: Path, size: int) -> Path:
    """Write a tournament of so many players that stands before its last round."""
    new_file.create_workbook(path, {"Graine": "1"}, players(size))
    rounds = 5 if size <= 32 else 6 if size <= 64 else 7
    simulate(WorkbookFile(path), SimulationRequest(rounds - 1, "1"))
    return path


def _press(office: Office) -> dict[str, float]:
    office.ask("modify")  # as after typing scores: the copy is then saved by LibreOffice
    answer = office.ask("press", "pair")
    assert answer["code"] == 0, answer["message"]
    office.ask("undo")
    return {part: answer["times"][part] for part in PARTS}


if __name__ == "__main__":
    main()
