"""Tournaments of Othello for tests: real ones of tests/data/othello, small ones, and fields by chance."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import replace
from functools import cache
from random import Random

from tests import ROOT
from tournament_xl.core.lots import create_drawing
from tournament_xl.core.matching import find_least_cost_matching
from tournament_xl.core.model import Absences
from tournament_xl.games.othello.rules import model
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.formulas import SWISS
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloPlayer, OthelloSettings, OthelloTournament
from tournament_xl.games.othello.rules.results import is_complete

DATA = ROOT / "tests" / "data" / "othello"
COUNTRIES = ("FRA", "fra", "GBR", "", "JPN", "ITA")
ENDS = ("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB", "FN", "FB", "FNB", "PNB")


@cache
def read_rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def select_rows(name: str, tid: str) -> list[dict[str, str]]:
    return [row for row in read_rows(name) if row["tid"] == tid]


def build_game(
    black: int, white: int, black_discs: float | None = None, white_discs: float | None = None, end: str = ""
):
    """Build a game as a row of the sheet gives it."""
    row = OthelloGame(black, white, black_discs, white_discs, end)
    return OthelloGame(black, white, black_discs, white_discs, end, complete=is_complete(row))


def read_game(row: dict[str, str]) -> OthelloGame:
    discs = [float(row[name]) if "." in row[name] else int(row[name]) for name in ("black_discs", "white_discs")]
    return build_game(int(row["black_id"]), int(row["white_id"]), *discs)


@cache
def read_real_tournament(tid: str) -> OthelloTournament:
    """Read a real tournament, PAPP usage, with its byes; absent players have no row."""
    (line,) = select_rows("tournaments", tid)
    byes = [(row["round"], row["player_id"]) for row in select_rows("unpaired", tid) if row["kind"] == "bye"]
    return _tournament(tid, "players", "games", byes, int(line["rounds"]), float(line["beta_used"]))


@cache
def read_reference_run(tid: str) -> OthelloTournament:
    """Read a run through PAPP with all its rounds."""
    lines = select_rows("reference_rounds", tid)
    byes = [(row["round"], row["bip_player"]) for row in lines if row["bip_player"]]
    rounds, beta = int(lines[0]["rounds_planned"]), float(lines[0]["beta"])
    return _tournament(tid, "reference_players", "reference_games", byes, rounds, beta)


def _tournament(
    tid: str, players_file: str, played: str, byes: list[tuple[str, str]], rounds: int, beta: float
) -> OthelloTournament:
    players = tuple(
        OthelloPlayer(int(row["player_id"]), f"P{int(row['player_id']):06}", country=row["country"])
        for row in select_rows(players_file, tid)
    )
    games = defaultdict(list)
    for row in select_rows(played, tid):
        games[int(row["round"])].append(read_game(row))
    for number, player in byes:
        games[int(number)].append(build_game(int(player), BIP))
    settings = OthelloSettings(SWISS, rounds=rounds, tie_break=model.PAPP, beta=beta, seed=tid)
    return OthelloTournament(settings, players, tuple(tuple(games[number]) for number in sorted(games)))


def compute_optimum(costs: Costs) -> int:
    pairs = find_least_cost_matching(costs.limited, create_drawing("any"))
    return sum(
        min(costs.cost(costs.player_ids[i], costs.player_ids[j]), costs.cost(costs.player_ids[j], costs.player_ids[i]))
        for i, j in pairs
    )


def build_players(*countries: str) -> tuple[OthelloPlayer, ...]:
    return tuple(
        OthelloPlayer(number, f"P{number}", country=country) for number, country in enumerate(countries, start=1)
    )


def build_four(*rounds, fixed=(), **settings):
    """Build a tournament of players 1 to 4 of four countries; the rounds as rows."""
    return OthelloTournament(
        OthelloSettings(**{"formula": SWISS, "seed": "7", **settings}),
        build_players("A", "B", "C", "D"),
        tuple(map(tuple, rounds)),
        fixed,
    )


# By chance


def invent_tournament(
    source: Random, count: int, announced: int, events: float = 0.1, **settings: object
) -> OthelloTournament:
    """Invent a tournament before its first round: players come late, miss rounds, leave."""
    players = []
    for number in range(1, count + 1):
        away, after = set(), None
        if source.random() < events:
            away = {source.randint(1, announced) for _ in range(source.randint(1, 2))}
        if source.random() < events:
            away |= set(range(1, source.randint(2, max(2, announced // 2)) + 1))  # comes late
        if source.random() < events:
            after = source.randint(2, announced + 1)
        absences = Absences(frozenset(away), after)
        players.append(OthelloPlayer(number, f"P{number:03}", country=source.choice(COUNTRIES), absences=absences))
    chosen = OthelloSettings(SWISS, rounds=announced, seed=str(source.random()), **settings)  # type: ignore[arg-type]
    return OthelloTournament(chosen, tuple(players))


def invent_result(source: Random, row: OthelloGame, events: float = 0.1) -> OthelloGame:
    """Invent the result of a row; BIP's opponent rarely gives the forfeit."""
    end = source.choice(ENDS) if source.random() < events else ""
    if row.bye:
        lost = "FN" if row.white == BIP else "FB"
        return replace(row, end=lost if source.random() < events / 2 else "", complete=True)
    if end not in model.NEEDS_BOARD:
        return replace(build_game(*row.sides, end=end), table=row.table)
    black = source.randint(0, 64)
    white = 64 - black if source.random() < 0.8 else source.randint(0, 64 - black)
    return replace(build_game(*row.sides, black, white, end=end), table=row.table)


def pair_next_round(tournament: OthelloTournament) -> tuple[OthelloGame, ...]:
    """Pair the next round as the program does."""
    return tuple(
        OthelloGame(*pair.sides, table=pair.table, complete=BIP in pair.sides)
        for pair in tournament.settings.formula.pair(tournament).pairs
    )


def add_round(tournament: OthelloTournament, source: Random, events: float = 0.1) -> OthelloTournament:
    """Add a round, paired and played."""
    played = tuple(invent_result(source, row, events) for row in pair_next_round(tournament))
    return replace(tournament, rounds=(*tournament.rounds, played), fixed=())


def convert_rounds(tournament: OthelloTournament) -> list[list[tuple[object, ...]]]:
    """Convert the rounds to the rows that `naive_othello` reads."""
    return [
        [(row.black, row.white, row.discs_black, row.discs_white, row.end) for row in rows]
        for rows in tournament.rounds
    ]
