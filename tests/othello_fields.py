"""Othello tournaments by chance: players come late, miss rounds, leave; games end in every way."""

from __future__ import annotations

from random import Random

from tests.othello_data import game
from tournament_xl.model import Absences
from tournament_xl.record import replace
from tournament_xl.rules.othello import formulas
from tournament_xl.rules.othello.model import BIP, NEEDS_BOARD, Game, Player, Settings, Tournament

COUNTRIES = ("FRA", "fra", "GBR", "", "JPN", "ITA")
ENDS = ("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB", "FN", "FB", "FNB", "PNB")


def field(source: Random, count: int, announced: int, events: float = 0.1, **settings: object) -> Tournament:
    """A tournament before its first round."""
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
        players.append(Player(number, f"P{number:03}", country=source.choice(COUNTRIES), absences=absences))
    chosen = Settings(rounds=announced, seed=str(source.random()), **settings)  # type: ignore[arg-type]
    return Tournament(chosen, tuple(players))


def result(source: Random, row: Game, events: float = 0.1) -> Game:
    """The row with a result; BIP's opponent rarely gives the forfeit."""
    end = source.choice(ENDS) if source.random() < events else ""
    if row.bye:
        lost = "FN" if row.white == BIP else "FB"
        return replace(row, end=lost if source.random() < events / 2 else "", complete=True)
    if end not in NEEDS_BOARD:
        return replace(game(*row.sides, end=end), table=row.table)
    black = source.randint(0, 64)
    white = 64 - black if source.random() < 0.8 else source.randint(0, 64 - black)
    return replace(game(*row.sides, black, white, end=end), table=row.table)


def paired(tournament: Tournament) -> tuple[Game, ...]:
    """The next round as the program pairs it."""
    return tuple(
        Game(*pair.sides, table=pair.table, complete=BIP in pair.sides) for pair in formulas.pair(tournament).pairs
    )


def with_round(tournament: Tournament, source: Random, events: float = 0.1) -> Tournament:
    """One more round, paired and played."""
    played = tuple(result(source, row, events) for row in paired(tournament))
    return replace(tournament, rounds=(*tournament.rounds, played), fixed=())


def plain(tournament: Tournament) -> list[list[tuple[object, ...]]]:
    """The rounds as `naive_othello` reads them."""
    return [
        [(row.black, row.white, row.discs_black, row.discs_white, row.end) for row in rows]
        for rows in tournament.rounds
    ]
