"""Sentences of the Journal: what each action did."""

from __future__ import annotations

from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.sheets import ROUNDS_ENDED, THEN_FINALS, Status, ratings_title, step_text

CORRECTED = "Changement"  # action of a line on changes by people between two actions


PAIRED = "Ronde {round} appariée : {players:n joueur}, {paired}{imposed}."
IMPOSED = ", dont {pairs:agree imposée} : {pairs:list}"
UNDONE, ERASED = "Ronde {round} annulée, retirés : {paired}{erased}.", " ; résultats effacés : {results}"
CREATED = "Classeur créé par tournament_xl {version}, {players:n joueur inscrit}."
UPGRADED = "Classeur refait par tournament_xl {version}, d'après « {file} »."
_PAIRS, _PAIRS_AND_BYES = "{pairs:n paire}", "{pairs:n paire} et {byes:n exempt}"


def paired_part(pairs: int, byes: int) -> str:
    """Count the pairs of a round (without byes) and the byes: "11 paires et 1 exempt"."""
    return fill_sentence(_PAIRS_AND_BYES if byes else _PAIRS, {"pairs": pairs, "byes": byes})


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


def rated_detail(after: int, rounds: int, *, final: bool = False) -> str:
    """Render the Journal's sentence on computed ratings; arguments as for `ratings_title`."""
    return "Cotes calculées." if after == rounds and not final else f"{ratings_title(after, rounds, final=final)}."
