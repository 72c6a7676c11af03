"""How long the engine takes for one round of Othello in the middle of a tournament, whole and in parts.

`python -m bench.othello [PLAYERS ...]`. The tournaments are paired by the program itself, results by chance (the
stronger one wins more often, 2 % absent in each round); the measured round is number 6 of 11. Medians, in milliseconds
of processor time, which others at work on the machine disturb least. Growth: the exponent e of "time ~ players^e"
between two sizes. Parts: `costs` (history and the matrix of all pairs), `matching` (exact optimum,
lots included), `whole` (all of `Formula.pair`: colours, tables, terms of the costs too).
"""

from __future__ import annotations

import gc
import math
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tournament_xl.core.model import Absences
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.formulas import SWISS
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloPlayer, OthelloSettings, OthelloTournament
from tournament_xl.games.othello.rules.optimum import add_bip_if_odd, create_pairing_lot, find_optimal_pairs

SIZES = (16, 82, 128, 256, 1000)
AIMS = {16: 10, 82: 20, 128: 30, 256: 100, 1000: 400}  # milliseconds
BEFORE, ANNOUNCED = 5, 11
COUNTRIES = ("FRA", "JPN", "GBR", "ITA", "USA", "SWE", "POL", "SGP")


def main(sizes: list[int]) -> None:
    gc.disable()  # as in a command
    started = time.process_time()
    import numpy
    import rustworkx

    imports = 1000 * (time.process_time() - started)
    print(f"Python {sys.version.split()[0]}, numpy {numpy.__version__}, rustworkx {rustworkx.__version__}")
    print(f"importing numpy and rustworkx, once in a process: {imports:.0f} ms")
    print(f"{'players':>8} {'costs':>8} {'matching':>9} {'whole':>8} {'aim':>6} {'growth':>7}")
    previous: tuple[int, float] | None = None
    for size in sizes:
        costs, matching, whole = _measure(_middle(size), 3 if size > 400 else 7)
        growth = math.log(whole / previous[1], size / previous[0]) if previous else None
        growth_text = "" if growth is None else f"{growth:.1f}"
        print(
            f"{size:>8} {costs:>8.1f} {matching:>9.1f} {whole:>8.1f} {AIMS.get(size, ''):>6} {growth_text:>7}",
            flush=True,
        )
        previous = size, whole


def _middle(size: int) -> OthelloTournament:
    """Play a tournament up to round 6."""
    source = Random(f"bench {size}")
    players = tuple(
        OthelloPlayer(
            number,
            f"P{number:04}",
            country=source.choice(COUNTRIES),
            absences=Absences(frozenset(n for n in range(1, BEFORE + 1) if source.random() < 0.02)),
        )
        for number in range(1, size + 1)
    )
    strength = {player.number: source.gauss(0, 1) for player in players}
    tournament = OthelloTournament(OthelloSettings(SWISS, rounds=ANNOUNCED, seed="1"), players)
    for _ in range(BEFORE):
        games = []
        for pair in tournament.settings.formula.pair(tournament).pairs:
            if BIP in pair.sides:
                games.append(OthelloGame(*pair.sides, table=pair.table, complete=True))
                continue
            edge = strength[pair.black] - strength[pair.white] + source.gauss(0, 1)
            black = 32 + max(-32, min(32, round(12 * edge)))
            games.append(OthelloGame(*pair.sides, black, 64 - black, table=pair.table, complete=True))
        tournament = replace(tournament, rounds=(*tournament.rounds, tuple(games)))
    return tournament


def _measure(tournament: OthelloTournament, runs: int) -> tuple[float, float, float]:
    number = tournament.next_round
    costs = Costs(tournament, number)
    draw = create_pairing_lot(tournament, number)
    return (
        _median(lambda: Costs(tournament, number), runs),
        _median(lambda: find_optimal_pairs(costs, add_bip_if_odd(costs.player_ids), draw), runs),
        _median(lambda: tournament.settings.formula.pair(tournament), runs),
    )


def _median(do: Callable[[], object], runs: int) -> float:
    taken = []
    for _ in range(runs):
        started = time.process_time()
        do()
        taken.append(1000 * (time.process_time() - started))
    return statistics.median(taken)


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or list(SIZES))
