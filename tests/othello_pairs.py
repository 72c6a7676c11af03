"""Players and small tournaments for tests of Othello's pairing rules."""

from __future__ import annotations

from tournament_xl.othello.costs import Costs
from tournament_xl.othello.model import BIP, Player, Settings, Tournament
from tournament_xl.pairing.lots import lot
from tournament_xl.pairing.matching import least_cost_matching


def number(text: str) -> int:
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
