"""Texts of a check: each finding, the changes it repeats, the verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournament_xl.messages.names import count, fill_sentence

_FINDINGS = {
    "no_memory": "La feuille cachée Mémoire manque ou est vide : les rondes sont jugées sur les résultats actuels, et "
    "ce qui a changé avant ne peut plus être vu.",
    "memory_changed": "La feuille cachée Mémoire a été modifiée ({rows:agree ligne} "
    "{rows:ranges}) : ce qu'elle disait là n'est plus sûr.",
    "no_trace": "Appariement par un autre programme ou sans mémoire, {rounds:agree ronde} "
    "{rounds:ranges} : jugé sur les résultats actuels.",
    # the rounds, against the rules
    "places": "Premier appariement : {above} (cote {one}) a le rang initial {place}, devant {below} (cote {two}).",
    "draw": "Ronde {round}, table {table} : {now} ; le règlement donne {was}.",
    "dear": "Ronde {round} : les paires et leurs couleurs coûtent {cost} ; l'optimum est {optimum} ({more} de plus).",
    "lot": "Groupe {group} : l'ordre n'est pas celui que tire la graine {seed} ({was}) ; tiré : {now}.",
    # the sheets that a press writes
    "stale": "{sheet} : pas à jour. Mettez à jour.",
    "words": "Noms, titres, textes, listes ou fiches pas à jour ou retouchés ({sheet}).",
    "not_compared": "{sheet} : la colonne « {column} » n'y est pas, ou y a un autre sens : elle n'a pas été comparée.",
    "line": "{sheet}, ligne {row}, {cells}.",
    "reasons": "Résultats, {rows:agree ligne} {rows:ranges} : le Motif n'est pas celui que donne le tirage.",
    "other_lines": "{sheet} : {count} autres lignes ne sont pas celles que donnent les résultats.",
}
_CHANGES = {
    "fixed": "Ronde {round} : paires imposées avant le tirage : {pairs}.",
    "late": "Ronde {round} : des paires ont été changées quand leurs résultats étaient déjà connus.",
    "undone": "Ronde {round} : annulée.",
    "redone": "Ronde {round} : annulée, puis refaite.",
}
EMPTY_CELL = "vide"
_MOST_DECIMALS = 15  # a number in a cell has no more digits


def unseen_change_text(place: str, sentence: str) -> str:
    """Render a change that no action has seen yet.

    `place` is a row, "Résultats!12", or a sheet, which is not named in the text.
    """
    sheet, _, row = place.partition("!")
    return f"{sheet}, ligne {row} : {sentence}" if row else sentence


def finding_text(key: str, /, **facts: object) -> str:
    """Return the French sentence of a finding; KeyError for an unknown key."""
    return fill_sentence(_FINDINGS[key], facts)


def change_text(key: str, /, **facts: object) -> str:
    """Return the French sentence of an organiser's change; KeyError for an unknown key."""
    return fill_sentence(_CHANGES[key], facts)


def cell_difference_text(column: str, current: str, expected: str) -> str:
    """Render what a cell contains and what it should contain: "« Pts 2 » : 12 au lieu de 11".

    A number with decimals is rounded to two of them ("246.666666" is "246,67"), or to as many as show the difference
    and that it is not 0; an empty text is "vide".
    """
    for decimals in range(2, _MOST_DECIMALS + 1):
        current_text, expected_text = rounded = _round(current, decimals), _round(expected, decimals)
        is_lost = any(text == "0" and float(cell) for text, cell in zip(rounded, (current, expected), strict=True))
        if current_text != expected_text and not is_lost:
            break
    return f"« {column} » : {current_text or EMPTY_CELL} au lieu de {expected_text or EMPTY_CELL}"


def _round(text: str, decimals: int) -> str:
    """Round a decimal number for people: "246.666666" is "246,67"; other texts stay."""
    if not re.fullmatch(r"-?\d+\.\d+", text):
        return text
    return f"{float(text):z.{decimals}f}".rstrip("0").rstrip(".").replace(".", ",")


# the verdict
HEADING = "{file} · {formula} · {played} sur {rounds} rondes jouées"
PROBLEMS = "Le classeur a {problems:n cellule} à corriger d'abord : tout n'a pas pu être vérifié."
ALL_RIGHT = "Tout est juste."
FOUND = "{findings:n chose} à regarder."
OUT_OF_DATE = "Rien à corriger. {stale}"
FINDINGS, WARNINGS = "À regarder", "À savoir"
CHANGES = "Interventions de l'organisateur"
PAIRINGS, STANDINGS, RATINGS, LOTS = "Appariements", "Classement et grille", "Cotes", "Tirage des groupes"
NOT_JUDGED = "pas vérifiés tant que des cellules sont à corriger"
NO_ROUND = "aucune ronde appariée"
_ROUNDS = "{rounds:agree ronde} {rounds:ranges}"
RULES = f"{_ROUNDS} : ceux du règlement"
OWN = f"{_ROUNDS} : ceux du règlement, sauf des paires de l'organisateur"
OTHER = f"{_ROUNDS} : pas ceux du règlement"
OPTIMAL = f"{_ROUNDS} : l'optimum"
OPTIMAL_THEN = (
    f"{_ROUNDS} : les meilleures paires sur les résultats d'alors (un résultat antérieur a été corrigé depuis)"
)
DEARER = "ronde {round} : coût {cost}, optimum {optimum} ; {more} de plus"
NOT_RECORDED = f"{_ROUNDS} : jugé sur les résultats actuels"
REMATCH = "match rejoué, ronde {round} : {one} – {two}"
STANDINGS_ARE = {True: "justes", False: "pas ceux des résultats actuels", None: "pas vérifiés"}
RATINGS_ARE = {True: "justes", False: "pas celles que donne le calcul", None: "pas encore sur la feuille"}
LOTS_ARE = {True: "celui de la graine", False: "pas celui de la graine"}
AND_OTHERS = "et {others:n autre}"
ADVICE = "À faire"
ADVICE_ON = {
    "memory": "Reprenez une copie d'avant, à la mémoire entière ; sinon signalez-le à la fédération.",
    "cells": "Changement voulu : mettez à jour, le Journal le note. Sinon, retapez ce qui y était.",
    "sheets": "Mettez à jour : les feuilles calculées (Classement, Palmarès…) sont réécrites ; n'y tapez rien.",
    "rules": "Un tirage qui n'est pas celui du règlement se signale : refait à la main, ou par un autre programme.",
    "seed": "Remettez la Graine du tirage.",
}  # kind of finding -> what to do
SHOWN_CHANGES = 3  # of the organiser's, in a summary
SUMMARY = "Vérification : {sentences}"


def join_clauses(parts: Sequence[str]) -> str:
    """Join clauses with semicolons into one sentence, with a capital and a full stop."""
    text = " ; ".join(parts) + "."
    return text[:1].upper() + text[1:]


def changes_text(changes: Sequence[str]) -> str:
    """Count changes by the organiser and say which: the first three, and the number of the others."""
    rest = [count(len(changes) - SHOWN_CHANGES, "autre")] if len(changes) > SHOWN_CHANGES else []
    which = " ; ".join([*(change.rstrip(".") for change in changes[:SHOWN_CHANGES]), *rest])
    return f"{count(len(changes), 'intervention')} de l'organisateur ({which})"
