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


def discs(text: str) -> float:
    return float(text) if "." in text else int(text)


@cache
def real(tid: str) -> Tournament:
    """A real tournament, PAPP usage, with its byes; absent players have no row."""
    (line,) = of("tournaments", tid)
    players = tuple(
        Player(int(row["player_id"]), f"P{int(row['player_id']):06}", country=row["country"])
        for row in of("players", tid)
    )
    games = defaultdict(list)
    for row in of("games", tid):
        sides = int(row["black_id"]), int(row["white_id"])
        games[int(row["round"])].append(game(*sides, discs(row["black_discs"]), discs(row["white_discs"])))
    for row in of("unpaired", tid):
        if row["kind"] == "bye":
            games[int(row["round"])].append(game(int(row["player_id"]), BIP))
    settings = Settings(rounds=int(line["rounds"]), tie_break=PAPP, beta=float(line["beta_used"]), seed=tid)
    return Tournament(settings, players, tuple(tuple(games[number]) for number in sorted(games)))


@cache
def reference(tid: str) -> Tournament:
    """A run through PAPP with all its rounds."""
    lines = of("reference_rounds", tid)
    players = tuple(
        Player(int(row["player_id"]), f"P{row['player_id']}", country=row["country"])
        for row in of("reference_players", tid)
    )
    games = defaultdict(list)
    for row in of("reference_games", tid):
        sides = int(row["black_id"]), int(row["white_id"])
        games[int(row["round"])].append(game(*sides, discs(row["black_discs"]), discs(row["white_discs"])))
    for row in lines:
        if row["bip_player"]:
            games[int(row["round"])].append(game(int(row["bip_player"]), BIP))
    settings = Settings(rounds=int(lines[0]["rounds_planned"]), beta=float(lines[0]["beta"]), tie_break=PAPP, seed=tid)
    return Tournament(settings, players, tuple(tuple(games[number]) for number in sorted(games)))


def present(row: dict[str, str]) -> list[int]:
    return [int(who) for who in row["present_ids"].split()]


def id_of(text: str) -> int:
    return BIP if text == "BIP" else int(text)


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
