"""Rules B6, B7, B8: the referee's calculators (time, late arrivals) and the registration fees."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.games.othello.rules.model import OthelloGame, OthelloPlayer, OthelloSettings
from tournament_xl.games.othello.rules.results import discs

FEE, REDUCED_FEE = 4, 2  # euros (B8)

# what happens first in the surplus, the two minutes given to both (B6)
NOTHING, LATE_AGAIN, OTHER_LATE, LATE_RESIGNS, OTHER_RESIGNS = (
    "nothing",
    "late again",
    "other late",
    "late resigns",
    "other resigns",
)


class Ruling(NamedTuple):
    """What the referee writes down."""

    black: float  # final discs
    white: float
    end: str  # code for the column Fin that gives these discs


def ruling(late_colour: str, surplus_event: str, board: tuple[float, float] | None) -> Ruling:
    """The result of a game in which `late` ("N" or "B") ran out of time (B6).

    `event`: the first one in the surplus. `board`: Black's and White's discs at the end, needed and read only when
    nothing happens; under 64 the empty squares go to the winner. ValueError for anything else.
    """
    other_colour = {"N": "B", "B": "N"}.get(late_colour)
    if other_colour is None:
        raise ValueError(f"colour {late_colour}")
    ends = {
        NOTHING: f"T{late_colour}",
        LATE_AGAIN: f"T{late_colour}+",
        OTHER_LATE: f"T{late_colour}{other_colour}",
        LATE_RESIGNS: f"A{late_colour}",  # 0-64
        OTHER_RESIGNS: f"T{late_colour}{other_colour}",  # 33-31 for him (ours)
    }
    if surplus_event not in ends:
        raise ValueError(f"event {surplus_event}")
    black, white = board if surplus_event == NOTHING and board else (None, None)
    final = discs(OthelloGame(1, 2, black, white, ends[surplus_event]))
    return Ruling(*final, ends[surplus_event])


def minutes_left(allotted: float, minutes_late: float) -> float:
    """What a latecomer of round 1 has on his clock (B7): `allotted` minutes less those he is late; 0 for a forfeit."""
    return max(allotted - minutes_late, 0)


def fee(player: OthelloPlayer, settings: OthelloSettings) -> int:
    """What a player pays, in euros (B8): only at a Grand Prix A, and members nothing."""
    if not settings.grand_prix_a or player.member:
        return 0
    return REDUCED_FEE if player.reduced else FEE
