"""The tournaments of tests/data/othello as values of the program, and small ones of a few players."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path

from tournament_xl.rules.lots import lot
from tournament_xl.rules.matching import least_cost_matching
from tournament_xl.rules.othello.costs import Costs
from tournament_xl.rules.othello.model import BIP, PAPP, Game, Player, Settings, Tournament
from tournament_xl.rules.othello.results import is_complete

DATA = Path(__file__).parent / "data" / "othello"


@cache
def rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def of(name: str, tid: str) -> list[dict[str, str]]:
    return [row for row in rows(name) if row["tid"] == tid]


def game(black: int, white: int, black_discs: float | None = None, white_discs: float | None = None, end: str = ""):
    """A row as the sheet would give it."""
    found = Game(black, white, black_discs, white_discs, end)
    return Game(black, white, black_discs, white_discs, end, complete=is_complete(found))


def game_of(row: dict[str, str]) -> Game:
    discs = [float(row[name]) if "." in row[name] else int(row[name]) for name in ("black_discs", "white_discs")]
    return game(int(row["black_id"]), int(row["white_id"]), *discs)


@cache
def real(tid: str) -> Tournament:
    """A real tournament, PAPP usage, with its byes; absent players have no row."""
    (line,) = of("tournaments", tid)
    byes = [(row["round"], row["player_id"]) for row in of("unpaired", tid) if row["kind"] == "bye"]
    return _tournament(tid, "players", "games", byes, int(line["rounds"]), float(line["beta_used"]))


@cache
def reference(tid: str) -> Tournament:
    """A run through PAPP with all its rounds."""
    lines = of("reference_rounds", tid)
    byes = [(row["round"], row["bip_player"]) for row in lines if row["bip_player"]]
    rounds, beta = int(lines[0]["rounds_planned"]), float(lines[0]["beta"])
    return _tournament(tid, "reference_players", "reference_games", byes, rounds, beta)


def _tournament(tid: str, who: str, played: str, byes: list[tuple[str, str]], rounds: int, beta: float) -> Tournament:
    players = tuple(
        Player(int(row["player_id"]), f"P{int(row['player_id']):06}", country=row["country"]) for row in of(who, tid)
    )
    games = defaultdict(list)
    for row in of(played, tid):
        games[int(row["round"])].append(game_of(row))
    for number, player in byes:
        games[int(number)].append(game(int(player), BIP))
    settings = Settings(rounds=rounds, tie_break=PAPP, beta=beta, seed=tid)
    return Tournament(settings, players, tuple(tuple(games[number]) for number in sorted(games)))


def optimum(costs: Costs) -> int:
    pairs = least_cost_matching(costs.limited, lot("any"))
    return sum(costs.cheaper(costs.who[i], costs.who[j]) for i, j in pairs)


def players(*countries: str) -> tuple[Player, ...]:
    return tuple(Player(number, f"P{number}", country=country) for number, country in enumerate(countries, start=1))


def four(*rounds, fixed=(), **settings):
    """Players 1 to 4 of four countries; the rounds as rows."""
    return Tournament(
        Settings(**{"seed": "7", **settings}), players("A", "B", "C", "D"), tuple(map(tuple, rounds)), fixed
    )
