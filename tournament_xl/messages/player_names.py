"""Names of players: surname, first name, whole; the order of lists by name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from tournament_xl.core.model import Notice, Person
from tournament_xl.core.name_order import is_careless, order_name
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import list_some_names

_MOST_TOLD = 3  # names in a notice


def name_players(players: Iterable[Person]) -> dict[int, str]:
    """Return the names of players by number, whole: the one rule for names, on sheets, pages and paper.

    Players of one name carry their clubs where these tell all of them apart, "Durand Paul (Lyon)", else their numbers,
    "Durand Paul N° 7". `players` are all of a tournament, so that a name is the same wherever it stands.
    """
    names, players_by_name = dict[int, str](), defaultdict[str, list[Person]](list)
    for player in players:
        names[player.number] = player.full_name
        players_by_name[normalize(player.full_name)].append(player)
    for namesakes in players_by_name.values():
        clubs = {normalize(player.club) for player in namesakes}
        has_clubs = len(clubs) == len(namesakes) and "" not in clubs
        for player in namesakes if len(namesakes) > 1 else ():
            mark = f"({player.club})" if has_clubs else f"N° {player.number}"
            names[player.number] = f"{player.full_name} {mark}".strip()
    return names


def name_opponents(players: Iterable[Person], names: Mapping[int, str]) -> dict[int, str]:
    """Return the names for the cells of Grille, by number: the surname, with the first name where others read like it.

    No more, as the place stands before it. `players` are all of a tournament, `names` their whole names and that of the
    bye.
    """
    players = [*players]
    surnames = Counter(normalize(player.name) for player in players)
    whole_names = {normalize(player.full_name) for player in players if player.first_name}
    return {**names} | {
        player.number: player.name
        if player.name and surnames[normalize(player.name)] == 1 and normalize(player.name) not in whole_names
        else player.full_name
        for player in players
    }


def alphabetical_key(surname: str, first_name: str) -> tuple[str, str]:
    """Return the sort key of every list of players by name: surname, then first name.

    All of "Petit" come before "Petit-Durand". What sorts homonyms is left to the caller: in a tournament their N°, as
    their mark changes with their club. `surname` is, of a player without a public name, what is shown in its place.
    """
    return normalize(surname), normalize(first_name)


def find_careless_names(names: Iterable[tuple[str, str]]) -> list[Notice]:
    """Return a notice on the names typed without care for their letters, each with what it would be; [] for none.

    Each name is a surname and a first name.
    """
    told = [
        f"{' '.join(filter(None, name))} ({' '.join(filter(None, order_name(*name)))})"
        for name in names
        if is_careless(*name)
    ]
    return [Notice("careless_names", {"names": list_some_names(told, _MOST_TOLD)})] if told else []
