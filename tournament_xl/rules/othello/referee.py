"""Rules B6, B7, B8: the referee's calculators (time, late arrivals) and the registration fees."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.record import record
from tournament_xl.rules.othello.model import Game, Player, Settings
from tournament_xl.rules.othello.results import discs

FEE, REDUCED_FEE = 4, 2  # euros (B8)

# what happens first in the surplus, the two minutes given to both (B6)
NOTHING, LATE_AGAIN, OTHER_LATE, LATE_RESIGNS, OTHER_RESIGNS = (
    "nothing",
    "late again",
    "other late",
    "late resigns",
    "other resigns",
)


@record
class Ruling:
    """What the referee writes down."""

    black: float  # final discs
    white: float
    end: str  # code for the column Fin that gives these discs


def ruling(late: str, event: str = NOTHING, board: tuple[float, float] | None = None) -> Ruling:
    """The result of a game in which `late` ("N" or "B") ran out of time (B6).

    `event`: the first one in the surplus. `board`: Black's and White's discs at the end, needed and read only when
    nothing happens; under 64 the empty squares go to the winner. ValueError for anything else.
    """
    other = {"N": "B", "B": "N"}.get(late)
    if other is None:
        raise ValueError(f"colour {late}")
    ends = {
        NOTHING: f"T{late}",
        LATE_AGAIN: f"T{late}+",
        OTHER_LATE: f"T{late}{other}",
        LATE_RESIGNS: f"A{late}",  # 0-64
        OTHER_RESIGNS: f"T{late}{other}",  # 33-31 for him (ours)
    }
    if event not in ends:
        raise ValueError(f"event {event}")
    black, white = board if event == NOTHING and board else (None, None)
    final = discs(Game(1, 2, black, white, ends[event]))
    return Ruling(*final, ends[event])


BY_BIP, BY_PLAYER = "BIP", "player"  # whom a latecomer meets


@record
class Arrival:
    """What a latecomer of round 1 gets (B7)."""

    delay: float  # minutes after the clocks were started
    opponent: str  # BY_BIP: he starts a game with BIP; BY_PLAYER: he takes BIP's place or loses to who has BIP
    minutes: float  # on his clock; 0 for a forfeit
    opponents_minutes: float | None  # on the other clock when it started; None for a forfeit

    @property
    def forfeit(self) -> bool:
        """He loses the round 0-64."""
        return not self.minutes


def late_arrivals(allotted: float, delays: Iterable[float], odd: bool, declined: Iterable[int] = ()) -> list[Arrival]:
    """What each latecomer of round 1 gets, in order of arrival (B7).

    `allotted`: minutes of each player for the game; `delays`: minutes after the start; `odd`: somebody had BIP at
    the start; `declined`: which arrivals, from 0, prefer to lose the round. Minutes as given; ValueError for a
    negative delay or no time.
    """
    ordered = sorted(delays)
    if allotted <= 0 or (ordered and ordered[0] < 0):
        raise ValueError(f"{allotted} minutes, delays {ordered}")
    waiting: float | None = allotted if odd else None  # clock of the player who has BIP
    refused = set(declined)
    found = []
    for index, delay in enumerate(ordered):
        left = max(allotted - delay, 0)
        if not left or index in refused:
            found.append(Arrival(delay, BY_PLAYER if waiting is not None else BY_BIP, 0, None))
        elif waiting is None:
            found.append(Arrival(delay, BY_BIP, left, left))
            waiting = left
            continue
        else:
            found.append(Arrival(delay, BY_PLAYER, left, waiting))
        waiting = None
    return found


def fee(player: Player, settings: Settings) -> int:
    """What a player pays, in euros (B8): only at a Grand Prix A, and members nothing."""
    if not settings.grand_prix_a or player.member:
        return 0
    return REDUCED_FEE if player.reduced else FEE
