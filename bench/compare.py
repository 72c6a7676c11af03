"""What an organiser might use instead, side by side: `python -m bench.compare --python PYTHON --node FOLDER`.

PYTHON is an interpreter with py4swiss, openpyxl and pandas, FOLDER one in which npm has installed tournament-pairings;
neither is a dependency of ours. All pair round 5 of the same histories (random results of four rounds, no rematch), and
each by its own rules, so only the order of magnitude can be compared. Processor time of whole processes, milliseconds,
medians of RUNS, each without the start of an empty process of its interpreter.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from bench.press import players

RUNS = 5
SIZES = (16, 32, 64, 128)
PLAYED = 4
WIDTHS = (8, 10, 8, 6, 6, 11, 7, 16)
History = list[list[tuple[int, int, str]]]  # rounds of (white, black, result of white: "1", "=" or "0")

PY4SWISS = """
import sys
from pathlib import Path
from py4swiss.engines import {engine}
from py4swiss.trf import TrfParser
pairs = {engine}.generate_pairings(TrfParser.parse(Path(sys.argv[1])))
assert len(pairs) == int(sys.argv[2]) // 2
"""
NODE = """
import {{ Swiss }} from 'tournament-pairings';
import {{ readFileSync }} from 'fs';
const pairs = Swiss(JSON.parse(readFileSync(process.argv[2])), 5);
if (pairs.length != process.argv[3] / 2) process.exit(1);
"""
OURS = """
import sys
from bench.compare import classique, othello
assert len({game}(int(sys.argv[2]))) == int(sys.argv[2]) // 2
"""
SCRIPT = """
import sys
import openpyxl, pandas
rows = pandas.read_excel(sys.argv[1], sheet_name="Résultats", header=3)
for side, own, other in (("1", "Score 1", "Score 2"), ("2", "Score 2", "Score 1")):
    rows["PM " + side] = 1 + (rows[own] > rows[other]) * 2 + (rows[own] == rows[other])
points = pandas.concat([rows[["N° 1", "PM 1"]].set_axis(["n", "pm"], axis=1),
                        rows[["N° 2", "PM 2"]].set_axis(["n", "pm"], axis=1)])
table = points.groupby("n").pm.sum().sort_values(ascending=False)
book = openpyxl.load_workbook(sys.argv[1])
for line, (number, pm) in enumerate(table.items(), 5):
    book["Classement"].cell(line, 1).value, book["Classement"].cell(line, 9).value = line - 4, int(pm)
book.save(sys.argv[1])
"""
UPDATE = "import sys; from tournament_xl.frontends.cli.main import main; sys.exit(main(['update', sys.argv[1]]))"


def history(size: int) -> History:
    """Invent four rounds without a rematch; the same ones for every tool."""
    source, met = Random(f"compare {size}"), set()
    rounds: History = []
    while len(rounds) < PLAYED:
        order = source.sample(range(1, size + 1), size)
        games = list(zip(order[::2], order[1::2], strict=True))
        if not any(frozenset(game) in met for game in games):
            met |= {frozenset(game) for game in games}
            rounds.append([(*game, source.choice("1=0")) for game in games])
    return rounds


def trf(size: int) -> str:
    """Write the history as FIDE's tournament report file."""
    lines = []
    for player_id in range(1, size + 1):
        points, played = 0.0, ""
        for games in history(size):
            white, black, result = next(game for game in games if player_id in game[:2])
            own = result if player_id == white else {"1": "0", "0": "1", "=": "="}[result]
            points += {"1": 1.0, "=": 0.5, "0": 0.0}[own]
            played += f"  {black if player_id == white else white:>4} {'w' if player_id == white else 'b'} {own}"
        person = f"001 {player_id:>4} m    {f'Player {player_id}':<33} {2800 - player_id:>4} FRA {player_id:>11}"
        lines.append(f"{person}            {points:>4.1f} {player_id:>4}{played}")
    return "\n".join(["012 Compared", *lines, "XXR 9", ""])


def for_node(size: int) -> list[dict[str, object]]:
    """Write the history for tournament-pairings."""
    points = {"1": (1, 0), "=": (0.5, 0.5), "0": (0, 1)}
    entries: dict[int, dict[str, object]] = {}
    for player_id in range(1, size + 1):
        games = [
            (game, 0 if player_id == game[0] else 1)
            for games in history(size)
            for game in games
            if player_id in game[:2]
        ]
        entries[player_id] = {
            "id": str(player_id), "score": sum(points[game[2]][side] for game, side in games),
            "avoid": [str(game[1 - side]) for game, side in games], "rating": 2800 - player_id,
        }  # fmt: skip
    return list(entries.values())


def classique(size: int) -> list[tuple[int, int]]:
    """Pair by our Formule Classique on the same history."""
    return _ours(size, {"1": (450, 400), "=": (400, 400), "0": (400, 450)})


def othello(size: int) -> list[tuple[int, int]]:
    """Pair by our Swiss system of Othello on the same history."""
    return _ours(size, {"1": (40, 24), "=": (32, 32), "0": (24, 40)}, "othello")


def _ours(size: int, scores: dict[str, tuple[int, int]], game: str = "scrabble") -> list[tuple[int, int]]:
    """Pair the next round through the engine, as other programs do."""
    from tournament_xl import engine

    settings = {"Nombre de rondes": 9, **({"Graine": "1"} if game == "othello" else {})}
    people = {str(number): {"name": f"P{number:03}", "cote": 2800 - number} for number in range(1, size + 1)}
    rounds = {
        str(number): {"drawn": True, "matches": {
            f"{min(a, b)}-{max(a, b)}": {"sides": [a, b], "scores": [*scores[won]]} for a, b, won in games
        }}
        for number, games in enumerate(history(size), start=1)
    }  # fmt: skip
    document = {"format": 2, "game": game, "settings": settings, "players": people, "rounds": rounds}
    matches = engine.pair(document)["rounds"][str(len(rounds) + 1)]["matches"]
    return [(*match["sides"],) for match in matches.values()]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--python", required=True)
    options.add_argument("--node", type=Path, required=True)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in (1, 2):
            print(f"run {number}, medians of {RUNS}, milliseconds of processor time")
            heads = ("players", "Classique", "Othello", "Dutch", "Dubov", "t-pairings", "update", "pandas+openpyxl")
            print(" ".join(f"{head:>{width}}" for head, width in zip(heads, WIDTHS, strict=True)))
            for size in SIZES:
                print(_line(size, chosen.python, chosen.node, folder), flush=True)


def _line(size: int, python: str, node: Path, folder: Path) -> str:
    import json

    report, data, program = folder / "a.trf", folder / "a.json", node / "compare.mjs"
    report.write_text(trf(size), encoding="utf-8")
    data.write_text(json.dumps(for_node(size)), encoding="utf-8")
    program.write_text(NODE.format(), encoding="utf-8")
    start_ours, start_theirs = _median([sys.executable, "-c", "0"]), _median([python, "-c", "0"])
    start_node = _median(["node", "-e", "0"])
    figures = [
        _median([sys.executable, "-c", OURS.format(game="classique"), "", str(size)]) - start_ours,
        _median([sys.executable, "-c", OURS.format(game="othello"), "", str(size)]) - start_ours,
        _median([python, "-c", PY4SWISS.format(engine="DutchEngine"), str(report), str(size)]) - start_theirs,
        _median([python, "-c", PY4SWISS.format(engine="DubovEngine"), str(report), str(size)]) - start_theirs,
        _median(["node", str(program), str(data), str(size)]) - start_node,
    ]
    book = _workbook(size, folder)
    figures.append(_median([sys.executable, "-c", UPDATE, str(book)], book) - start_ours)
    figures.append(_median([python, "-c", SCRIPT, str(book)], book) - start_theirs)
    return " ".join(f"{figure:>{width}.0f}" for figure, width in zip([size, *figures], WIDTHS, strict=True))


def _workbook(size: int, folder: Path) -> Path:
    """Write a workbook with four played rounds, its last scores not yet seen by a press."""
    from tournament_xl.service.act import SimulationRequest, simulate
    from tournament_xl.service.workbook_access import WorkbookFile
    from tournament_xl.storage import new_file

    path = folder / f"{size}.xlsx"
    if not path.exists():
        new_file.create_workbook(path, {"Graine": "1", "Nombre de rondes": "9"}, players(size))
        simulate(WorkbookFile(path), SimulationRequest(PLAYED, "1"))
    return path


def _median(command: list[str], book: Path | None = None) -> float:
    """Measure the processor time of a process and its children; the workbook is restored after each run."""
    times, original = [], book.read_bytes() if book else b""
    for _ in range(RUNS):
        if book:  # one score corrected, so that there is something to write
            _correct(book)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if book:
            book.write_bytes(original)
    return 1000 * statistics.median(times)


def _correct(book: Path) -> None:
    from tournament_xl.workbook.snapshot import Block
    from tournament_xl.xlsx import workbook_package

    book.write_bytes(
        workbook_package.edit_workbook(
            book, workbook_package.parse_workbook(book, book.read_bytes()), (Block("Résultats", 5, 5, ((501,),)),)
        ).data
    )


if __name__ == "__main__":
    main()
