"""Sentences of the Journal: what each action did."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.messages.names import count
from tournament_xl.messages.sheets import ROUNDS_ENDED, THEN_FINALS, Status, ratings_title, step_text

CORRECTED = "Changement"  # action of a line on changes by people between two actions


def paired_part(pairs: int, byes: int) -> str:
    """Count the pairs of a round (without byes) and the byes: "11 paires et 1 exempt"."""
    exempt = f" et {count(byes, 'exempt')}" if byes else ""
    return count(pairs, "paire") + exempt


def paired_detail(number: int, paired: str, players: int, imposed: Sequence[str]) -> str:
    """Render the Journal's sentence on a drawn round; `paired`: text of `paired_part`; `imposed`: as `imposed_part`."""
    return f"Ronde {number} appariée : {count(players, 'joueur')}, {paired}{imposed_part(imposed)}."


def imposed_part(imposed: Sequence[str]) -> str:
    """Render the pairs that the organiser imposed: ", dont imposée : Alpha – Bravo"; "" without such pairs."""
    return f", dont imposée{'s' if len(imposed) > 1 else ''} : {' ; '.join(imposed)}" if imposed else ""


def ended_detail(status: Status, *, final: bool) -> str:
    """Render that the rounds or, with `final`, the finals are over, and the second part of `status`.

    That part says who won, or which finals are to be played.
    """
    stage, detail, *following = status.parts
    if final:
        stage = "Finales jouées"
    elif THEN_FINALS in following:  # they may still be chosen
        stage = ROUNDS_ENDED
    return f"{step_text((stage, detail))}."


def undone_detail(number: int, pairs: int, byes: int, results: Sequence[str]) -> str:
    """Render the Journal's sentence on an undone round, "Ronde 5 annulée : 11 paires et l'exempt retirés".

    `pairs` counts no byes; `results` are texts such as "Durand – Petit 451-407".
    """
    exempt = "l'exempt" if byes == 1 else count(byes, "exempt")
    removed = [count(pairs, "paire")] * (pairs > 0 or byes == 0) + [exempt] * (byes > 0)
    ending = f"{'' if byes else 'e'}{'s' if pairs + byes > 1 else ''}"
    removed_results = f" ; résultats effacés : {', '.join(results)}" if results else ""
    return f"Ronde {number} annulée : {' et '.join(removed)} retiré{ending}{removed_results}."


def rated_detail(after: int, rounds: int, *, final: bool = False) -> str:
    """Render the Journal's sentence on computed ratings; arguments as for `ratings_title`."""
    return "Cotes calculées." if after == rounds and not final else f"{ratings_title(after, rounds, final=final)}."


def created_detail(players: int, version: str) -> str:
    """Render the Journal's sentence on a new workbook."""
    return f"Classeur créé par tournament_xl {version}, {count(players, 'joueur inscrit')}."


def upgraded_detail(file: str, version: str) -> str:
    """Render the Journal's sentence on a workbook made from an earlier one."""
    return f"Classeur refait par tournament_xl {version}, d'après « {file} »."
