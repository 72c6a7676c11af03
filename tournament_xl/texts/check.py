"""What a check says: each finding, the changes it repeats, the verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournament_xl.texts.names import count, listing, ranges

_FINDINGS = {
    # the Journal itself
    "line_changed": "Journal, ligne {row} : cette ligne a été modifiée après coup ({action}{of_round}).",
    "line_unsealed": "Journal, ligne {row} : cette ligne n'est pas du programme, ou sa fin a été coupée ({action}).",
    "line_twice": "Journal, ligne {row} : la ligne n={number} s'y trouve deux fois.",
    "line_missing": "Journal : il manque {lines} (n={numbers}).",
    "no_trace": "Journal : aucune trace de l'appariement, {rounds}. Jugé sur les résultats actuels.",
    # what the organiser types, against the Journal
    "result": "Résultats, ligne {row} (ronde {round}, table {table}) : {one} – {two} {now} ; le Journal a {was}.",
    "pair": "Résultats, ligne {row} (ronde {round}, table {table}) : {now} ; le Journal a {was}.",
    "pair_new": "Résultats, ligne {row} (ronde {round}, table {table}) : {now} ; le Journal n'a pas cette paire.",
    "pair_gone": "Résultats : la paire {was} de la ronde {round} a disparu ; le Journal l'a.",
    "pairs_gone": "Résultats : {pairs} de la ronde {round} ont disparu ; le Journal les a.",
    "pairs_late": "Ronde {round} : des paires ont été changées quand les résultats étaient déjà connus "
    "(Journal, « Changement »).",
    "setting": "Tournoi, ligne {row} ({name}) : {now} ; le Journal a {was}.",
    "cote": "Joueurs, ligne {row} : {name} a la cote {now} ; le premier appariement a pris {was} (Journal).",
    "name_recorded": "Joueurs, ligne {row} : « {now} » ; le Journal a « {was} » pour le N° {number}.",
    "namesake": "Joueurs, ligne {row} ({name}, un homonyme) : pays et club {now} ; le Journal a {was}.",
    "licence": "Joueurs, ligne {row} ({name}) : licence {now} ; le Journal a {was}.",
    "name": "Joueurs, ligne {row} : « {now} » ; les autres feuilles ont « {was} » pour le N° {number}.",
    "name_there": "{sheet}, ligne {row} : « {now} » ; le N° {number} est {was} sur la feuille Joueurs.",
    "reason": "Résultats, ligne {row} (ronde {round}, table {table}) : le Motif n'est pas celui du tirage. "
    "Le programme avait écrit : « {was} »",
    "reason_choice": "Résultats, ligne {row} (ronde {round}, table {table}) : le Motif ne dit pas que cette paire est "
    "un choix de l'organisateur (Journal).",
    # the rounds, against the rules
    "places": "Journal, premier appariement : {above} (cote {one}) a le rang initial {place}, devant {below} "
    "(cote {two}).",
    "draw": "Ronde {round}, table {table} : {now} ; le règlement donne {was}.",
    "dear": "Ronde {round} : les paires et leurs couleurs coûtent {cost} ; l'optimum est {optimum}.",
    "draw_none": "Ronde {round} : elle ne peut pas être vérifiée (le Journal ou les rangs initiaux sont incomplets).",
    "other_now": "Ronde {round} : sur les résultats actuels, le règlement donnerait d'autres adversaires "
    "({tables}) ; sur ceux d'alors, le tirage est juste.",
    "final": "Finales, ligne {row} : finale {now} ; le Journal a {was}.",
    "lot": "Groupe {group} : l'ordre n'est pas celui que tire la graine {seed} ({was}) ; tiré : {now}.",
    "seed": "Tournoi, ligne {row} : la Graine est {now} ; les groupes ont été tirés avec {was} (Journal).",
    # the sheets that a press writes
    "stale": "{sheets} : pas à jour, c'est l'état après la ronde {after} sur {played} jouées. "
    "Appuyez sur « Mettre à jour ».",
    "empty": "{sheet} : aucune ligne de joueur ne s'y lit.",
    "wall": "Appariements, ligne {row} : {now} ; la feuille Résultats donne {was}.",
    "wall_gone": "Appariements : {was} ne s'y lit pas.",
    "empty_wall": "Appariements : aucune paire ne s'y lit.",
    "old_wall": "Appariements : ce sont les paires de la ronde {round}, pas de la ronde {drawn}. "
    "Appuyez sur « Mettre à jour ».",
    "ratings_empty": "Cotes : la feuille est vide ; d'après le Journal les cotes ont été calculées.",
    "ratings_gone": "Cotes : le tableau a disparu ; d'après le Journal les cotes ont été calculées.",
    "line": "{sheet}, ligne {row} ({name}) : {cells}.",
    "fact": "{sheet}, ligne {row} : {cells}.",
    "line_absent": "{sheet} : la ligne de {name} (N° {number}) manque.",
    "line_again": "{sheet}, ligne {row} : le N° {number} s'y trouve deux fois.",
    "line_foreign": "{sheet}, ligne {row} : le N° {number} n'y a pas sa place.",
}
_CHANGES = {
    "fixed": "Ronde {round} : paires fixées avant le tirage : {pairs}.",
    "exchanged": "Ronde {round} : paires changées après le tirage : {pairs}.",
    "typed": "Ronde {round} : toutes les paires tapées par l'organisateur.",
    "corrected": "Ronde {round} : résultats corrigés après coup : {results}.",
    "cote": "Cotes de départ corrigées : {cotes}.",
    "setting": "Réglages changés en cours de tournoi : {altered}.",
    "people": "Joueurs renommés ou licences changées en cours de tournoi : {altered}.",
    "undone": "Ronde {round} : annulée.",
    "seed": "Graine changée avant le tirage des groupes : {before}, puis {now}.",
}
EMPTY_CELL = "vide"
NO_RESULT = "sans résultat"
PAIR = " – "  # between two names


def altered(who: int, name: str, before: str, now: str) -> str:
    """ "Nombre de rondes 6 (avant : 5)", "N° 3 Durand Paul (avant : Petit Luc)", "N° 3 licence 77 (avant : vide)"."""
    what = {"noms": f"N° {who}", "licences": f"N° {who} licence"}[name] if who else name
    return f"{what} {now or EMPTY_CELL} (avant : {before or EMPTY_CELL})"


def finding_text(key: str, /, **facts: object) -> str:
    """The French sentence of a finding; KeyError for a key that does not exist."""
    return _FINDINGS[key].format(**facts)


def change_text(key: str, /, **facts: object) -> str:
    """The French sentence of an organiser's change; KeyError for a key that does not exist."""
    return _CHANGES[key].format(**facts)


def of_round(number: int | None) -> str:
    """ ", ronde 3", or nothing."""
    return "" if number is None else f", ronde {number}"


def forfeit(names: Sequence[str]) -> str:
    """The result of a match given up."""
    return f"forfait de {listing(names)}"


def cell_differs(column: str, now: str, wanted: str) -> str:
    """ "PM 12 au lieu de 11"."""
    return f"{column} {_decimal(now) or EMPTY_CELL} au lieu de {_decimal(wanted) or EMPTY_CELL}"


def _decimal(text: str) -> str:
    """A number with decimals as people read it: "246.666666" is "246,67"; other texts as they are."""
    if not re.fullmatch(r"-?\d+\.\d+", text):
        return text
    return f"{float(text):.2f}".rstrip("0").rstrip(".").replace(".", ",")


def rounds_text(numbers: Sequence[int]) -> str:
    """ "ronde 4", "rondes 1 à 5"."""
    return f"ronde{'s' if len(numbers) > 1 else ''} {ranges(numbers)}"


def others_text(number: int) -> str:
    """What stands for the items of a list that is too long."""
    return count(number, "autre")


def lines_text(number: int) -> str:
    return count(number, "ligne")


def pairs_text(number: int) -> str:
    return count(number, "paire")


# the verdict
HEADING = "{file} · {formula} · {played} sur {rounds} rondes jouées"
PROBLEMS = "Le classeur a {problems} à corriger d'abord : tout n'a pas pu être vérifié."
ALL_RIGHT = "Tout est juste."
FOUND = "{causes} à regarder."
CAUSES, CONSEQUENCES, CHANGES, WARNINGS = "À regarder", "Ce qui en découle", "Main de l'organisateur", "À savoir"
PAIRINGS, STANDINGS, RATINGS, LOTS = "Appariements", "Classement et grille", "Cotes", "Tirage des groupes"
NOT_JUDGED = "pas vérifiés tant que des cellules sont à corriger"
NO_ROUND = "aucune ronde appariée"
RULES = "{rounds} : ceux du règlement"
OWN = "{rounds} : ceux du règlement, sauf des paires de l'organisateur (au Journal)"
OTHER = "{rounds} : pas ceux du règlement"
OPTIMAL = "{rounds} : l'optimum"
DEARER = "ronde {round} : coût {cost}, optimum {optimum}"
NOT_RECORDED = "{rounds} : jugé sur les résultats actuels, faute de trace au Journal"
REMATCH = "match rejoué, ronde {round} : {one} – {two}"
STANDINGS_RIGHT, STANDINGS_WRONG = "justes", "pas ceux des résultats actuels"
STANDINGS_UNKNOWN = "pas vérifiés"
RATINGS_RIGHT, RATINGS_WRONG, RATINGS_NONE = "justes", "pas celles que donne le calcul", "pas encore sur la feuille"
LOTS_RIGHT, LOTS_WRONG = "celui de la graine", "pas celui de la graine"
AND_OTHERS = "et {others}"
LINES = "{sheet} : {lines} ({names})"
ADVICE = "À faire"
_ADVICE = {
    "journal": "Le Journal ne se corrige pas à la main : reprenez une copie du dossier Sauvegardes, ou signalez-le.",
    "cells": "Changement voulu : « Mettre à jour » le note au Journal. Sinon, remettez ce que dit le Journal.",
    "names": "Hors de la feuille Joueurs, « Mettre à jour » récrit les noms d'après les N°. Pour changer une paire, "
    "échangez les N° : les noms suivent ; un nom se corrige sur la feuille Joueurs.",
    "sheets": "« Mettre à jour » réécrit Appariements, Classement, Grille et Cotes ; n'y tapez rien.",
    "reason": "Videz le Motif : « Mettre à jour » remet celui du tirage.",
    "rules": "Un tirage qui n'est pas celui du règlement se signale : refait à la main, ou par un autre programme.",
    "seed": "Remettez la Graine du tirage.",
}
UNREADABLE = "{file} : {reason}"
SUMMARY = "Vérification par tournament-xl {version} : {sentences}"


def advice(key: str) -> str:
    """What to do about findings of a kind; KeyError for one that does not exist."""
    return _ADVICE[key]


def sentences(parts: Sequence[str]) -> str:
    """Clauses as one sentence."""
    text = " ; ".join(parts) + "."
    return text[:1].upper() + text[1:]


def things(number: int) -> str:
    return count(number, "chose")


def others(number: int) -> str:
    return count(number, "autre")


def cells_text(number: int) -> str:
    return count(number, "cellule")


def changes_text(number: int) -> str:
    return f"{count(number, 'changement')} de l'organisateur au Journal"


def colours_text(black: str, white: str) -> str:
    """Two players with their colours."""
    return f"{black} (Noir) – {white} (Blanc)"
