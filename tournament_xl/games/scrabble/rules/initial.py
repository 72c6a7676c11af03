"""The initial ranking: places (seeds), N°, late entrants, PL* of players without a cote.

Rules C2 and R1 of docs/regles.md.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tournament_xl.core.model import Cote
from tournament_xl.core.normalization import normalize
from tournament_xl.games.scrabble.rules.model import Player

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.seasons import Season


def find_unrated_cote(series: str, season: Season) -> int | None:
    """Return PL*, the cote of a player without one, by his series in duplicate Scrabble (R1).

    The letter A to D that may follow the digit of a series changes nothing. The series is "S" or "0" (the highest), "1"
    … "7D", upper or lower case, or "" (none: a new licence); any other text gives None.
    """
    text = series.strip().upper()
    if not text:
        return season.new_licence
    if text in ("S", "0"):
        return season.unrated["S"]
    if text[0] in "1234567" and text[1:] in ("", "A", "B", "C", "D"):
        return season.unrated[text[0]]
    return None


def strength_key(player: Player) -> tuple[Cote, str, str]:
    """Return the sort key of the initial ranking, strongest first (C2): cote descending, normalized name, licence."""
    return -player.cote, normalize(player.full_name), player.licence


def assign_seeds(players: Sequence[Player], entering: Iterable[int]) -> tuple[Player, ...]:
    """Give places in the initial ranking to the players who enter with a pairing (C2).

    If nobody has a place yet, they get 1, 2, … from the strongest down (`strength_key`). Later each gets r + 0.5, where
    r is the whole place just above the first weaker player (0 above the first), or the last whole place if nobody is
    weaker; late entrants may share a half place. Places once given never change; who does not enter gets none. At the
    first pairing everybody registered enters.
    """
    entering_ids = set(entering)
    if all(player.seed is None for player in players):
        order = sorted((player for player in players if player.number in entering_ids), key=strength_key)
        places = {player.number: float(place) for place, player in enumerate(order, start=1)}
    else:
        ranked = sorted((p for p in players if p.seed is not None), key=lambda p: (p.seed or 0.0, p.number))
        places = {
            player.number: _late_seed(player, ranked)
            for player in players
            if player.number in entering_ids and player.seed is None
        }
    return tuple(
        replace(player, seed=places[player.number]) if player.number in places else player for player in players
    )


def _late_seed(entrant: Player, ranked: Sequence[Player]) -> float:
    """Return r + 0.5, where r is the whole place just above the first weaker player, late entrants included (C2)."""
    for player in ranked:
        if strength_key(player) > strength_key(entrant):
            return math.ceil(player.seed or 0.0) - 0.5
    return math.floor(ranked[-1].seed or 0.0) + 0.5


def assign_numbers(players: Sequence[Player], highest_used: int, *, last: Collection[int] = ()) -> tuple[Player, ...]:
    """Give a N° (player number) to each player who has none (0), strongest first, after the highest one used (C2).

    Those at the indices `last` come after all others, because they are not registered yet.
    """
    without_number = (index for index, player in enumerate(players) if player.number == 0)
    waiting = sorted(without_number, key=lambda index: (index in last, strength_key(players[index])))
    numbers = {index: highest_used + rank for rank, index in enumerate(waiting, start=1)}
    return tuple(
        replace(player, number=numbers[index]) if index in numbers else player for index, player in enumerate(players)
    )
