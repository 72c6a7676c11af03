"""Prizes, teams, memorable facts and the page Palmarès, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament_xl.core import prizes as kinds
from tournament_xl.messages.names import as_many, count, listing, ordinal
from tournament_xl.messages.sheets import signed

NAMES: dict[kinds.Kind, str] = {
    kinds.best_games: "Meilleure partie",
    kinds.widest_wins: "Plus grand écart",
    kinds.closest_games: "Partie la plus serrée",
    kinds.combined: "Plus gros total",
    kinds.upsets: "Plus grosse surprise",
    kinds.runs: "Plus longue série de victoires",
    kinds.climbs: "Plus belle remontée",
    kinds.newcomers: "Meilleur joueur sans cote",
}  # Faits marquants, column Fait; most of them as a prize may be for, too
ALSO = {"Meilleur entrant": kinds.newcomers}  # the contract's name: who has no cote has not always come late
GENERAL, CATEGORY, CLUB = "Général", "Catégorie V", "Club"  # Prix, column Pour; where teams are countries, Pays
FOR = tuple(
    NAMES[one] for one in (kinds.best_games, kinds.widest_wins, kinds.closest_games, kinds.climbs, kinds.newcomers)
)  # what is offered behind them
PALMARES = "Palmarès"
NOBODY = "personne"
NO_RANK = "Rang : un nombre (1er, 2e, 3) ; vide : 1"
NO_TEAMS = "remplir d'abord le paramètre Équipes (feuille Tournoi)"
NO_SCOPE = "« Pour » est vide : Général, Club… (la liste de la cellule)"
UNKNOWN = "« Pour » n'est pas connu : par exemple Général, Catégorie V (colonne de Joueurs), Club"
NONE_SUCH = "aucun joueur n'est dans ce cas"
NONE_LEFT = "plus personne à ce rang : un seul prix par joueur, sauf Cumulable : oui"
REASONS = (NO_RANK, NO_TEAMS, NO_SCOPE, UNKNOWN, NONE_SUCH, NONE_LEFT)  # why a prize has no winner


def title(sheet: str, after: int, rounds: int) -> str:
    """Title of Prix, Équipes, Évolution, Faits marquants: provisional until all rounds are played."""
    return sheet if after == rounds or not after else f"{sheet} après la ronde {after} sur {rounds}"


def equals(names: Sequence[str], most: float) -> str:
    """Those who share a prize, in `most` figures; "" for nobody."""
    shared = " (ex æquo)" if len(names) > 1 else ""
    return as_many(names, most - len(shared)) + shared


def shared(told: str) -> str:
    """Why several have won a prize."""
    return f"{told}, ex æquo"


def place_detail(place: int, in_table: int) -> str:
    """ "3e"; "4e au classement, 3e des présents" where somebody who has left stands before (F2)."""
    return ordinal(place) if place == in_table else f"{ordinal(in_table)} au classement, {ordinal(place)} des présents"


def detail(kind: kinds.Kind, fact: kinds.Highlight) -> str:
    """What a memorable fact was, in figures: "512 à 389", "cotes 1 820 et 2 140"."""
    value, numbers = number(fact.value), [number(one) for one in fact.detail]
    if kind == kinds.combined:
        return f"{value} points à eux deux ({numbers[0]}-{numbers[1]})"
    if kind in (kinds.best_games, kinds.widest_wins, kinds.closest_games):
        gap = "" if kind == kinds.best_games else f", écart {value}" if fact.value else ", partie nulle"
        return f"{numbers[0]} à {numbers[1]}{gap}"
    if kind == kinds.upsets:
        places = max(fact.detail) < 500  # nobody's cote is so low
        if places:
            return f"{ordinal(int(fact.detail[0]))} contre {ordinal(int(fact.detail[1]))}"
        return f"cote {numbers[0]} contre {numbers[1]}"
    if kind == kinds.runs:
        return f"{value} de suite, rondes {numbers[0]} à {numbers[1]}"
    if kind == kinds.climbs:
        return f"{ordinal(int(fact.detail[0]))} après la ronde {fact.round}, puis {ordinal(int(fact.detail[1]))}"
    return f"{ordinal(int(fact.value))} place" if fact.value > 1 else "1re place"


def number(value: float) -> str:
    """ "1 234", "12,5"."""
    text = f"{value:,.1f}" if value % 1 else f"{value:,.0f}"
    return text.replace(",", " ").replace(".", ",").replace("-", "\u2212")


def points(value: float, unit: str, second: float) -> str:
    """What stands under a name of the podium: "15 PM · Pdep +275", "9 points · départage 412"."""
    return f"{number(value)} {unit} · " + (f"Pdep {signed(second)}" if unit == "PM" else f"départage {number(second)}")


def team_detail(points: float, names: Sequence[str], of: str) -> str:
    """ "31 points : Durand, Petit et Roy"; `of`: what teams are made of, where the prize says otherwise."""
    return f"{f'par {of.lower()}, ' if of else ''}{number(points)} points : {listing(names)}"


def figures(players: int, rounds: int, matches: int, clubs: int, of: str, rated: int) -> str:
    """ "16 joueurs · 5 rondes · 40 matchs · 7 clubs"; games that count for the cotes (`rated`) if not one a round."""
    teams, played = (count(clubs, "club"), "match") if of == "Club" else (f"{clubs} pays", "partie")
    shown = [count(players, "joueur"), count(rounds, "ronde"), count(matches, played), teams]
    return " · ".join([*shown, f"{count(rated, 'partie')} pour les cotes"] if rated not in (0, rounds) else shown)


def both(one: str, other: str) -> str:
    """ "Meilleure partie, plus grand écart": what one game is."""
    return f"{one}, {other[:1].lower()}{other[1:]}"


def memorable(name: str, told: Mapping[str, Sequence[str]]) -> str:
    """A line of Palmarès: "Meilleure partie : Durand, 512 à 389 ; Petit, 512 à 402"; `told`: how it was -> who."""
    return f"{name} : {' ; '.join(f'{listing(who)}, {how}' for how, who in told.items())}"


def others(number: int) -> str:
    return f"et {count(number, 'autre')}"


def more_prizes(number: int) -> str:
    return f"et {count(number, 'autre')} (feuille Prix)"
