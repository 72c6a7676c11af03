"""Reasons why two players of Scrabble meet, in the words of the regulation (rule C12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from tournament_xl.core.model import Side, X
from tournament_xl.messages.names import fill_sentence

X_NEEDED = " Exempt : les présents sont en nombre impair, X (le joueur fictif) complète."
X_SEATED = " Exempt : les inscrits sont en nombre impair, X (le joueur fictif) complète."
UNAVOIDABLE = " Paire à éviter, mais il ne reste personne d'autre."

_LEFT = "À {pm} PM, il reste {size} joueurs à apparier{with_x}"
_LEFT_ALONE = "À {pm} PM, il {alone} à apparier"
_REPAIR = (
    "Fin du classement appariée à nouveau, par le bas, pour rejouer moins de matchs : sans cela, "
    "{rematches:list} {replayed}."
)
_REPLAYED = ("se rejouerait", "se rejoueraient")  # one match, several
_RULES = {
    "fold": "Ronde 1, deux premiers tiers du classement initial (places 1 à {folded}) : le premier contre le dernier, "
    "et ainsi de suite, ici place {one} contre place {two}",
    "neighbours": "Ronde 1, dernier tiers du classement initial (après la place {folded}) : chacun contre son voisin, "
    "ici place {one} contre place {two}",
    "table": "Table de {size} joueurs, ronde {round} : siège {one} contre siège {two}.",
    "berger": "Table de Berger, ronde {round} : siège {one} contre siège {two}.",
    "group": "Groupe {group}, ronde {round} : siège {one} contre siège {two}.",
    "even": f"{_LEFT}, nombre pair : le premier contre le dernier",
    "odd": f"{_LEFT}, nombre impair : le premier contre le premier à {{other_pm}} PM",
    "odd_alone": f"{_LEFT_ALONE} : contre le premier à {{other_pm}} PM",
    "repair_even": f"{_REPAIR} {_LEFT}, nombre pair : le dernier contre le premier",
    "repair_odd": f"{_REPAIR} {_LEFT}, nombre impair : le dernier contre le dernier à {{other_pm}} PM",
    "repair_odd_alone": f"{_REPAIR} {_LEFT_ALONE} : contre le dernier à {{other_pm}} PM",
}
_WITH_X = " (X compris)"
_ONLY_X, _ONE_PLAYER = "ne reste que X", "reste un seul joueur"
# Why X meets this player, where the ranking decided it
_X_RANKED = (
    "Présents en nombre impair : X, le joueur fictif, est classé comme un joueur qui perd tous ses matchs (1 PM "
    "et −{forfeit} de Pdep chacun), {place:ordinal} sur {count} présents, X compris, avant la ronde. Il est apparié "
    "comme les autres : {choice}.{passed}"
)
_X_CHOICES = {
    "normal": "son adversaire est {name}, qui est donc exempt",
    "by_x": "{normal}, son adversaire normal, a déjà été exempt, et le suivant possible est {name}",
    "by_x_forced": "{normal}, son adversaire normal, est écarté, et le suivant possible est {name}",
    "by_player": "{name} ne rencontre pas son adversaire normal, {normal}, et X est le premier possible",
    "again": "il ne reste personne d'autre, et {name} est exempt de nouveau",
}
_X_PASSED = " Déjà exempt à une ronde précédente : {names:list}."
_PLACED = "{name} ({place:ordinal})"
_SEAT_BY_SEED = (
    "Siège : le rang initial du joueur (Joueurs). Inscrits en nombre impair : le dernier est à X, puis au premier "
    "qui arrive en cours de tournoi."
)
SEATS = {
    "group": "Siège : la place du joueur dans son groupe, tirée au sort (Groupes, colonne Ordre).",
    "table": _SEAT_BY_SEED,
    "berger": _SEAT_BY_SEED,
}  # kind of a reason with seats -> what a seat is
_GAIN = "{pm:g} PM et {pdep:signed} de Pdep"
BOTH_FORFEIT = "Forfait des deux : {gain} chacun."
_LEFT_OVER = "La table de cette ronde ne donne pas d'adversaire présent à {names}."
_TABLE_DROPPED = "Sièges du règlement laissés pour cette ronde (ils feraient rejouer un match)."
_AVOIDED, _MET = "{shown} à éviter", "{shown} déjà {players:agree rencontré}"
_FORCED = "{shown} écarté (après lui, {rematch:list} devraient se rejouer)"  # one player
_UP, _DOWN = "en remontant le classement", "en descendant le classement"
_DIRECTIONS = {
    "fold": (_UP, _DOWN),
    "neighbours": (_UP, _DOWN),
    "even": (_UP, _DOWN),
    "odd": (_UP, _DOWN),
    "repair_even": (_DOWN, _UP),
    "repair_odd": (_DOWN, _UP),
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
    @property
    def dissolved_rematches(self) -> Sequence[tuple[int, int]]: ...


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
    over and why (already met, to be avoided, would force a rematch), in the order of the search, then who was taken, or
    that nobody is left and the two meet again. At the end they say, if so, that the pair was to be avoided but is
    unavoidable, and against X, the bye, why there is one. `name` gives the short name of a player by his number.
    """
    reason = pair.reason
    text = _rule_text(reason, name)
    if reason.kind in _DIRECTIONS:
        text += f". {_chain(reason, name)}" if reason.normal is not None else "."
        text += UNAVOIDABLE if reason.unavoidable else ""
    if reason.left_over:
        names = [name(player_id) for player_id in (pair.one, pair.two) if player_id != X]
        text = f"{_LEFT_OVER.format(names=' ni à '.join(names))} {text}"
    if reason.table_dropped:
        text = f"{_TABLE_DROPPED} {text}"
    if pair.two == X:
        text += X_SEATED if reason.kind == "group" else X_NEEDED
    return text


def _rule_text(reason: Reason, name: Callable[[int], str]) -> str:
    """Render the rule that made a pair; of a group, with the players still to be paired in it, X (the bye) included.

    Of the end repair it names the matches that it keeps from being replayed.
    """
    key = f"{reason.kind}_alone" if reason.facts.get("size") == 1 else reason.kind
    with_x, alone = (_WITH_X, _ONLY_X) if reason.facts.get("x_left") else ("", _ONE_PLAYER)
    rematches = [f"{name(one)} – {name(two)}" for one, two in reason.dissolved_rematches]
    words = {"with_x": with_x, "alone": alone, "rematches": rematches, "replayed": _REPLAYED[len(rematches) != 1]}
    return fill_sentence(_RULES[key], {**reason.facts, **words})


def bye_text(
    pairs: Sequence[Pair], places: Mapping[int, int], name: Callable[[int], str], *, forfeit_value: int
) -> str:
    """Return the French sentences that say why X, the bye, meets whom it meets, where the ranking decided it.

    They say what X's place in the ranking comes from, whether its opponent is the normal one, and who was passed over
    before him because he has had the bye already. `pairs` are all that the rules give in the round; in one of them X is
    `two`, not by a seat of a table. `places` are by N° in the ranking that paired the round, X included.
    `forfeit_value` is the Pdep that X loses by each match.
    """
    bye = next(pair for pair in pairs if pair.two == X)
    passing_ids = [
        pair.one if pair.reason.opponent == pair.two else pair.two
        for pair in pairs
        if pair is not bye and X in {pair.reason.normal, *pair.reason.up, *pair.reason.down} - {*pair.reason.forcing}
    ]

    def placed(player_id: int) -> str:
        return fill_sentence(_PLACED, {"name": name(player_id), "place": places[player_id]})

    normal = bye.reason.normal
    choice = _X_CHOICES[_choice_key(bye.reason)].format(
        name=placed(bye.one), normal="" if normal is None else placed(normal)
    )
    passed = fill_sentence(_X_PASSED, {"names": list(map(placed, passing_ids))}) if passing_ids else ""
    facts = {"forfeit": forfeit_value, "place": places[X], "count": len(places), "choice": choice, "passed": passed}
    return fill_sentence(_X_RANKED, facts)


def gain_text(side: Side) -> str:
    """Say what a side scores without a game: "3 PM et +50 de Pdep" (C3 to C6)."""
    return fill_sentence(_GAIN, {"pm": side.points, "pdep": side.value or 0})


def _choice_key(reason: Reason) -> str:
    """Return the key in `_X_CHOICES` for the reason of the pair with X."""
    if reason.normal is None:
        return "normal"
    if reason.rematch:
        return "again"
    if reason.opponent == X:
        return "by_player"
    return "by_x_forced" if reason.normal in reason.forcing else "by_x"


def _chain(reason: Reason, name: Callable[[int], str]) -> str:
    """Describe the permutation step by step.

    Example: "Adversaire normal : D déjà rencontré ; en remontant le classement : C, B déjà rencontrés ; en descendant
    le classement : E."
    """
    first, then = _DIRECTIONS[reason.kind]
    steps = [f"Adversaire normal : {_passed([X if reason.normal is None else reason.normal], reason, name)}"]
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
    parts = list[str]()
    for (avoids, forces), group in groupby(
        passed, key=lambda number: (number in reason.avoided, number in reason.forcing)
    ):
        players = {number: name(number) for number in group}
        if forces and not avoids:
            parts += [
                fill_sentence(_FORCED, {"shown": shown, "rematch": list(map(name, reason.forcing[number]))})
                for number, shown in players.items()
            ]
        else:
            facts = {"shown": ", ".join(players.values()), "players": players}
            parts.append(fill_sentence(_AVOIDED if avoids else _MET, facts))
    return ", ".join(parts)
