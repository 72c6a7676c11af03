"""Reasons why two players of Scrabble meet, in the words of the regulation (rule C12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from tournament_xl.core.model import X

X_NEEDED = " Exempt (X) : présents en nombre impair."
X_SEATED = " Exempt (X) : inscrits en nombre impair."
UNAVOIDABLE = " Paire à éviter, mais il ne reste personne d'autre."

_RULES = {
    "fold": "Ronde 1, deux premiers tiers (places 1 à {folded}) repliés : place {one} contre place {two}",
    "neighbours": "Ronde 1, dernier tiers (après la place {folded}), voisins : place {one} contre place {two}",
    "table": "Table de {size} joueurs, ronde {round} : siège {one} contre siège {two}.",
    "berger": "Table de Berger, ronde {round} : siège {one} contre siège {two}.",
    "group": "Groupe {group}, ronde {round} : siège {one} contre siège {two}.",
    "even": "Groupe à {pm} PM, pair ({size}) : le premier contre le dernier",
    "odd": "Groupe à {pm} PM, impair ({size}) : le premier contre le premier à {other_pm} PM",
    "repair_even": "Fin de classement reprise par le bas. Groupe à {pm} PM, pair ({size}) : "
    "le dernier contre le premier",
    "repair_odd": "Fin de classement reprise par le bas. Groupe à {pm} PM, impair ({size}) : "
    "le dernier contre le dernier à {other_pm} PM",
}
_SEAT_BY_SEED = (
    "Siège : le rang initial du joueur (Joueurs). Inscrits en nombre impair : le dernier est à X, puis au premier "
    "qui arrive en cours de tournoi."
)
SEATS = {
    "group": "Siège : la place du joueur dans son groupe, tirée au sort (Groupes, colonne Ordre).",
    "table": _SEAT_BY_SEED,
    "berger": _SEAT_BY_SEED,
}  # kind of a reason with seats -> what a seat is
_DIRECTIONS = {
    "fold": ("remontée", "descente"),
    "neighbours": ("remontée", "descente"),
    "even": ("remontée", "descente"),
    "odd": ("remontée", "descente"),
    "repair_even": ("descente", "remontée"),
    "repair_odd": ("descente", "remontée"),
}  # kind -> where the search goes first, and then


class Reason(Protocol):
    """Reason for a pair, as `games.scrabble.rules.model` has it; its fields are explained there.

    `up` and `down` are the players passed over in the first and the second direction of `_DIRECTIONS`.
    """

    @property
    def kind(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, int]: ...
    @property
    def normal(self) -> int | None: ...
    @property
    def up(self) -> Sequence[int]: ...
    @property
    def down(self) -> Sequence[int]: ...
    @property
    def opponent(self) -> int | None: ...
    @property
    def turned(self) -> bool: ...
    @property
    def rematch(self) -> bool: ...
    @property
    def table_dropped(self) -> bool: ...
    @property
    def left_over(self) -> bool: ...
    @property
    def forcing(self) -> Mapping[int, tuple[int, int]]: ...
    @property
    def avoided(self) -> frozenset[int]: ...
    @property
    def unavoidable(self) -> bool: ...


class Pair(Protocol):
    """Pair, by the N° of its players, with its reason; X (the bye) is always `two`."""

    @property
    def one(self) -> int: ...
    @property
    def two(self) -> int: ...
    @property
    def reason(self) -> Reason: ...


def reason_text(pair: Pair, name: Callable[[int], str]) -> str:
    """Return the French sentences for column Motif: why these two meet.

    They name the rule, or the seats of a table; before that, if so, that the round's table was abandoned or has no
    opponent for them. If the opponent whom the rule gives (the normal one) was passed over, they go on: who was passed
    over and why (already met, to be avoided, would force a rematch), in the order of the search, then who was taken,
    or that nobody is left and the two meet again. At the end they say, if so, that the pair was to be avoided but is
    unavoidable, and against X, the bye, why there is one.

    Args:
        pair: The pair.
        name: Gives the short name of a player by his number.
    """
    reason = pair.reason
    text = _RULES[reason.kind].format(**reason.facts)
    if reason.kind in _DIRECTIONS:
        text += f". {_chain(reason, name)}" if reason.normal is not None else "."
        text += UNAVOIDABLE if reason.unavoidable else ""
    if reason.left_over:
        names = [name(player_id) for player_id in (pair.one, pair.two) if player_id != X]
        text = f"La table de cette ronde ne donne pas d'adversaire présent à {' ni à '.join(names)}. {text}"
    if reason.table_dropped:
        text = f"Table abandonnée pour cette ronde (elle ferait rejouer un match). {text}"
    if pair.two == X:
        text += X_SEATED if reason.kind == "group" else X_NEEDED
    return text


def _chain(reason: Reason, name: Callable[[int], str]) -> str:
    """Describe the permutation step by step: "D déjà rencontré ; remontée : C, B déjà rencontrés ; descente : E."."""
    first, then = _DIRECTIONS[reason.kind]
    steps = [_passed([X if reason.normal is None else reason.normal], reason, name)]
    if reason.up or not reason.turned:
        steps.append(_walk(first, reason.up, None if reason.turned else reason.opponent, reason, name))
    if reason.down or (reason.turned and not reason.rematch):
        steps.append(_walk(then, reason.down, None if reason.rematch else reason.opponent, reason, name))
    if reason.rematch:
        match = "match" if reason.opponent in (None, reason.normal) else f"match contre {name(reason.opponent)}"  # O6
        steps.append(f"personne d'autre : le {match} est rejoué")
    return " ; ".join(steps).removesuffix(".") + "."  # "Martin P." ends with one already


def _walk(
    direction: str, passed: Sequence[int], opponent: int | None, reason: Reason, name: Callable[[int], str]
) -> str:
    end = "" if opponent is None else name(opponent)
    return f"{direction} : {', puis '.join(part for part in (_passed(passed, reason, name), end) if part)}"


def _passed(passed: Sequence[int], reason: Reason, name: Callable[[int], str]) -> str:
    """Name the players who were passed over, in order.

    Example: "C, B déjà rencontrés, E à éviter, D écarté (après lui, K et L devraient se rejouer)".
    """
    parts = []
    for (avoids, forces), group in groupby(
        passed, key=lambda number: (number in reason.avoided, number in reason.forcing)
    ):
        player_ids = list(group)
        if avoids:
            parts.append(f"{', '.join(map(name, player_ids))} à éviter")
        elif forces:
            rematches = (" et ".join(map(name, reason.forcing[player_id])) for player_id in player_ids)
            forcing_players = zip(player_ids, rematches, strict=True)
            parts += [
                f"{name(number)} écarté (après lui, {pair} devraient se rejouer)" for number, pair in forcing_players
            ]
        else:
            parts.append(f"{', '.join(map(name, player_ids))} déjà rencontré{'s' if len(player_ids) > 1 else ''}")
    return ", ".join(parts)
