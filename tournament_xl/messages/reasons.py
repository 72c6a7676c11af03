"""Why two players meet, in the words of the regulation (rule C12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from tournament_xl.core.model import Pair, Reason, X

CHOICE = "Choix de l'organisateur"  # how the reason of a pair begins that the program did not draw
ORGANISER = f"{CHOICE}."
COLOURS = f"{CHOICE} : couleurs échangées."
X_NEEDED = " Exempt (X) : présents en nombre impair."
X_SEATED = " Exempt (X) : inscrits en nombre impair."
IMPORTED = "Importé"  # how the reason of a pair begins that came with a file of results
UNAVOIDABLE = " Paire à éviter, mais il ne reste personne d'autre."
LOST = "Tirage du programme (motif effacé ; voir le Journal)."

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
SEATS = {
    "Groupe ": "Siège : la place du joueur dans son groupe, tirée au sort (Groupes, colonne Ordre).",
    "": "Siège : le rang initial du joueur (Joueurs). Inscrits en nombre impair : le dernier est à X, puis au premier "
    "qui arrive en cours de tournoi.",
}  # how a reason with seats begins -> what a seat is
_DIRECTIONS = {
    "fold": ("remontée", "descente"),
    "neighbours": ("remontée", "descente"),
    "even": ("remontée", "descente"),
    "odd": ("remontée", "descente"),
    "repair_even": ("descente", "remontée"),
    "repair_odd": ("descente", "remontée"),
}  # kind -> where the search goes first, and then


def reason_text(pair: Pair, name: Callable[[int], str]) -> str:
    """The sentence of a pair; `name` gives a player's short name."""
    why = pair.reason
    text = _RULES[why.kind].format(**why.facts)
    if why.kind in _DIRECTIONS:
        text += f". {_chain(why, name)}" if why.normal is not None else "."
        text += UNAVOIDABLE if why.unavoidable else ""
    if why.left_over:
        both = [name(who) for who in (pair.one, pair.two) if who != X]
        text = f"La table de cette ronde ne donne pas d'adversaire présent à {' ni à '.join(both)}. {text}"
    if why.table_dropped:
        text = f"Table abandonnée pour cette ronde (elle ferait rejouer un match). {text}"
    if pair.two == X:
        text += X_SEATED if why.kind == "group" else X_NEEDED
    return text


def seat_text(reason: str) -> str:
    """What a seat is, under a reason that speaks of seats."""
    return next(text for begins, text in SEATS.items() if reason.startswith(begins)) if " : siège " in reason else ""


def _chain(why: Reason, name: Callable[[int], str]) -> str:
    """The permutation step by step: "D déjà rencontré ; remontée : C, B déjà rencontrés ; descente : E."."""
    first, then = _DIRECTIONS[why.kind]
    steps = [_passed([X if why.normal is None else why.normal], why, name)]
    if why.up or not why.turned:
        steps.append(_walk(first, why.up, None if why.turned else why.opponent, why, name))
    if why.down or (why.turned and not why.rematch):
        steps.append(_walk(then, why.down, None if why.rematch else why.opponent, why, name))
    if why.rematch:
        match = "match" if why.opponent in (None, why.normal) else f"match contre {name(why.opponent)}"  # O6
        steps.append(f"personne d'autre : le {match} est rejoué")
    return " ; ".join(steps).removesuffix(".") + "."  # "Martin P." ends with one already


def _walk(word: str, passed: Sequence[int], found: int | None, why: Reason, name: Callable[[int], str]) -> str:
    end = "" if found is None else name(found)
    return f"{word} : {', puis '.join(part for part in (_passed(passed, why, name), end) if part)}"


def _passed(passed: Sequence[int], why: Reason, name: Callable[[int], str]) -> str:
    """Who was passed over, in order: "C, B déjà rencontrés, E à éviter, D écarté (après lui, K et L devraient se
    rejouer)".
    """
    parts = []
    for (avoids, forces), some in groupby(passed, key=lambda who: (who in why.avoided, who in why.forcing)):
        people = list(some)
        if avoids:
            parts.append(f"{', '.join(map(name, people))} à éviter")
        elif forces:
            again = (" et ".join(map(name, why.forcing[who])) for who in people)
            told = zip(people, again, strict=True)
            parts += [f"{name(who)} écarté (après lui, {two} devraient se rejouer)" for who, two in told]
        else:
            parts.append(f"{', '.join(map(name, people))} déjà rencontré{'s' if len(people) > 1 else ''}")
    return ", ".join(parts)


def changed_text(drawn: Sequence[str]) -> str:
    """The reason of a pair that the organiser put in place of the drawn ones."""
    return f"{CHOICE} (le tirage donnait {', '.join(drawn)})." if drawn else ORGANISER
