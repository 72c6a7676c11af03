"""`make bench`: how long `federation build` takes on folders of 100 to 1,000 workbooks, and in which part.

The folders are those of the tests: tournaments of 8 to 33 players, 1,500 players in all, three seasons. One run each.
Last the whole command on the largest: processor time of all its processes, its aim (12 s), the floor, a program that
only unzips and parses these files, and a month later, when ten files are new.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from random import Random

from bench.press import COMPILED, FLOOR, worked
from tests import federation_world as world
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.output.csv_files import render_decisions_csv, render_players_csv
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.report import render_publication
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.build import build_publication
from tournament_xl.players.player_lists import read_register

SIZES = (100, 300, 1000)
DAY, PLAYED, NEXT_DAY = date(2018, 9, 30), date(2018, 10, 6), date(2018, 10, 31)


def main() -> None:
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, seconds")
    print(f"{'workbooks':>9} {'read':>7} {'build':>7} {'write':>7} {'pages':>7} {'whole':>7} {'per 100':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            print(_line(size, Path(folder)), flush=True)
        print(_command(Path(folder)))


def _command(folder: Path) -> str:
    """Measure the whole command on the last folder, the next month with ten new files, and the floor."""
    files = sorted(map(str, (folder / "recus").iterdir()))
    words = ["-m", "tournament_xl", "federation", "build", str(folder / "recus"), "--date"]
    first = [*words, DAY.isoformat(), "--joueurs", str(folder / "liste.csv"), "-o", str(folder / "c.xlsx"), "--clore"]
    second = [*words, NEXT_DAY.isoformat(), "-o", str(folder / "d.xlsx"), "--clore"]
    spent = []
    for command in (first, second, ["-c", FLOOR, *files]):
        if command is second:
            field = [world.invent_person(number, Random(number)) | {"cote": 1500} for number in range(12)]
            new = [world.invent_tournament(Random(n), field, PLAYED, title=f"Nouveau {n}") for n in range(10)]
            for number, facts in enumerate(new):
                world.write_workbook(folder / "recus" / f"nouveau {number}.xlsx", facts)
        before = worked()
        subprocess.run(
            [sys.executable, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=COMPILED
        )
        spent.append(worked() - before)
    return (
        f"the whole command, {len(files)} workbooks: {spent[0]:.1f} s of processor (aim: 12), floor {spent[2]:.1f}; "
        f"ten more a month later: {spent[1]:.1f} (aim: a quarter)"
    )


def _line(size: int, folder: Path) -> str:
    shutil.rmtree(folder / "recus", ignore_errors=True)
    people, tournaments = world.invent_seasons(Random(size), tournaments=size)
    for number, facts in enumerate(tournaments):
        world.write_workbook(folder / "recus" / f"{number:04}.xlsx", facts)
    listed = world.write_list(folder / "liste.csv", people)
    times = [time.perf_counter()]
    players = read_register(listed)
    files = read_folder(folder / "recus")
    times.append(time.perf_counter())
    publication = build_publication(files, players, DAY)
    times.append(time.perf_counter())
    written = (
        render_publication(publication, "", ""),
        render_players_csv(publication),
        render_decisions_csv(publication),
    )
    times.append(time.perf_counter())
    written += render_site(publication), render_letters(publication)
    times.append(time.perf_counter())
    counted = sum(verdict.entry is not None for verdict in publication.verdicts)
    assert counted == size and all(written), f"{counted} of {size} counted"
    read, built, wrote, pages = (after - before for before, after in zip(times, times[1:], strict=False))
    whole = times[-1] - times[0]
    return f"{size:>9} {read:>7.1f} {built:>7.1f} {wrote:>7.1f} {pages:>7.1f} {whole:>7.1f} {100 * whole / size:>8.2f}"


if __name__ == "__main__":
    main()
