"""Calculators of the referee for time and late arrivals, and registration fees (rules B6, B7, B8 of docs/regles.md)."""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.games.othello.rules.model import OthelloGame, OthelloPlayer, OthelloSettings
from tournament_xl.games.othello.rules.results import compute_final_discs

FEE, REDUCED_FEE = 4, 2  # euros (B8)

# first event in the surplus, the two minutes that both players get (B6)
NOTHING, LATE_AGAIN, OTHER_LATE, LATE_RESIGNS, OTHER_RESIGNS = (
    "nothing",
    "late again",
    "other late",
    "late resigns",
    "other resigns",
)


class Ruling(NamedTuple):
    """Result that the referee writes down."""

    black: float  # final discs
    white: float
    end: str  # code for the column Fin that gives these discs


def compute_ruling(late_colour: str, surplus_event: str, board: tuple[float, float] | None) -> Ruling:
    """Return the result of a game in which a player ran out of time (B6).

    Args:
        late_colour: Colour of the late player, "N" or "B".
        surplus_event: First event in the surplus, one of the constants of this module.
        board: Black's and White's discs at the end; only NOTHING reads and requires it. Of less than 64 discs the empty
            squares go to the winner.

    Raises:
        ValueError: The colour or the event is unknown, or for NOTHING the board is missing or impossible.
    """
    other_colour = {"N": "B", "B": "N"}.get(late_colour)
    if other_colour is None:
        raise ValueError(f"colour {late_colour}")
    ends = {
        NOTHING: f"T{late_colour}",
        LATE_AGAIN: f"T{late_colour}+",
        OTHER_LATE: f"T{late_colour}{other_colour}",
        LATE_RESIGNS: f"A{late_colour}",  # 0-64
        OTHER_RESIGNS: f"T{late_colour}{other_colour}",  # 33-31 for the late player [ours]
    }
    if surplus_event not in ends:
        raise ValueError(f"event {surplus_event}")
    black, white = board if surplus_event == NOTHING and board else (None, None)
    final = compute_final_discs(OthelloGame(1, 2, black, white, ends[surplus_event]))
    return Ruling(*final, ends[surplus_event])


def compute_minutes_left(allotted: float, minutes_late: float) -> float:
    """Return the minutes on the clock of a latecomer of round 1 (B7); 0 means a forfeit.

    A player on time has `allotted` minutes.
    """
    return max(allotted - minutes_late, 0)


def compute_fee(player: OthelloPlayer, settings: OthelloSettings) -> int:
    """Return a player's registration fee in euros (B8): only at a Grand Prix A, and never from members."""
    if not settings.grand_prix_a or player.member:
        return 0
    return REDUCED_FEE if player.reduced else FEE
