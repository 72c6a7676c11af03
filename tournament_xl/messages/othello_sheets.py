"""Titles, status lines and Journal sentences on the sheets of an Othello workbook.

Rules (B4, B6, F1): Othello in docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament_xl.messages.names import count, join_items
from tournament_xl.messages.sheets import ROUNDS_ENDED, Status

SURPLUS = ("il tombe encore", "l'autre tombe", "il abandonne", "l'autre abandonne")  # Arbitre: after time (B6)
_TYPE_DISCS = " ; taper les pions du plateau"
END_CODES = {
    "(vide)": "partie terminée : les pions comptent",
    "TN  TB": f"tombé au temps : l'autre gagne, 33 – 31 au moins{_TYPE_DISCS}",
    "TN+  TB+": "tombé au temps, puis encore dans le surplus : l'autre gagne 64 – 0",
    "TNB  TBN": "tombé au temps (1re lettre), puis l'autre dans le surplus : l'autre gagne 33 – 31",
    "AN  AB": "abandonne : l'autre gagne 64 – 0",
    "FN  FB": "forfait, ne joue pas : l'autre gagne 64 – 0",
    "FNB": "aucun des deux ne joue : 0 – 0, zéro point",
    "GN  GB": "plateau nul donné gagné à Noir, à Blanc (usage d'autres fédérations)",
    "PNB": "les deux perdent, décision de l'arbitre : 0 – 0, zéro point",
}  # codes of the column Fin -> what they say (B4, B6)
_SIDE_NAMES = {"N": ("Noir", "{1}"), "B": ("Blanc", "{2}")}  # letter of a code -> side, its name in a page's choices


def list_end_choices() -> list[list[str]]:
    """List the codes of the column Fin, each with what it says of a table: who wins, in words.

    {1} and {2} stand for the names of Black and White; only who is late, resigns or does not play is named. Behind it
    comes what is left to say once the discs are typed.
    """
    choices = []
    for codes, meaning in END_CODES.items():
        for code in codes.split() if codes != "(vide)" else ():
            if " " not in codes:  # both players alike
                text = meaning
            elif code[0] == "G":
                text = meaning.replace(" à Noir, à Blanc", f" à {_SIDE_NAMES[code[1]][0]}")
            else:
                side, name = _SIDE_NAMES[code[1]]
                other, _ = _SIDE_NAMES["B" if code[1] == "N" else "N"]
                event = meaning.replace(" (1re lettre)", "").replace("l'autre", other)
                text = f"{side} {name}, {event}"
            choices.append([code, f"{code} · {text}", f"{code} · {text.removesuffix(_TYPE_DISCS)}"])
    return choices


DEFAULT_TITLE = "Tournoi d'Othello"
STAGES = {
    "play-off": "Barrage 4e place",
    "semi-final 1": "Demi-finale 1",
    "semi-final 2": "Demi-finale 2",
    "third place": "3e place",
    "final": "Finale",
    "unranked": "Hors classement",
}  # matches of othello/finals.py -> Finales, column Match
WALL_TITLES = STAGES | {"third place": "Match pour la 3e place"}  # Appariements: matches above their players
FINALS_INSTRUCTION = (
    "Après la dernière ronde : choisir ce qui se joue (« Ce qui se joue »), puis Mettre à jour ; saisir les pions."
)
FINALS_NOTES = (
    "1 : en une partie",
    "3 : au meilleur de trois",
    "vide : ne se joue pas",
    "Puis : Mettre à jour, saisir les pions.",
    "Autres parties (dames, 5e place…) : tapez",
    f"« {STAGES['unranked']} » dans Match, et les N° : elles",
    "comptent pour le fichier ELO seulement.",
)  # beside the choices
BLACK_MARK, WHITE_MARK = "●", "○"
BLACK, WHITE = "● Noir", "○ Blanc"  # Appariements, Fiches
SLIP_NOTE = "Fin :  ☐ temps   ☐ abandon   ☐ forfait   de  ☐ ●  ☐ ○"
EVENT = "Othello"  # page Fiche of what is sent


def played_text(formula: str, rounds: int, players: int) -> str:
    """Describe a tournament: "Othello, Suisse, 7 rondes, 16 joueurs"; `formula`: how it is paired."""
    return f"Othello, {formula}, {count(rounds, 'ronde')}, {count(players, 'joueur')}"


_LEGEND_OF_COLUMNS = (
    "J : parties, exempt et forfaits compris, G : gagnées, N : nulles, P : perdues · "
    "Points : 1, ½, 0 · Pions : total · ± : places"
)
_AS_DRAWS = " : exempt, absence, forfait donné, toute partie avec un absent de la ronde du classement"


def standings_legend(beta: str, *, real_discs: bool) -> str:
    """Render the legend of Classement for the tie-break of a tournament (B5), in three lines.

    With `real_discs` Bêta 0 counts all discs as they are, and the last decision is the alphabet (usage of PAPP).
    """
    last = "l'alphabet" if real_discs else "tirage au sort"
    if beta == "0":
        tie_break = "la colonne Pions" if real_discs else "les pions"
        exception = "" if real_discs else f"Y comptent 32 pions{_AS_DRAWS}"
    else:
        tie_break = f"pions + {beta} × points des adversaires"
        exception = f"32 pions et ses propres points{_AS_DRAWS}"  # the width of the sheet
        last = f"les pions, puis {last}"
    order = f"Départage B5 (Brightwell, Bêta {beta}) : {tie_break} · encore égaux : {last}"
    return "\n".join(filter(None, (_LEGEND_OF_COLUMNS, order, exception)))


def tie_break_text(tie_break: str, beta: str) -> str:
    """Name the tie-break and its factor Bêta: "départage règlement, Bêta 4"."""
    return f"départage {tie_break}, Bêta {beta}"


_REASONS = {"bye": "exempt", "absent": "absent", "gave forfeit": "forfait", "left": "adversaire absent ou parti"}


def tie_break_sum_text(rounds: Sequence[tuple[int, float, str]], beta: float, opponents: float) -> str:
    """Render how a tie-break adds up: "R1 40 + R2 32 (exempt) + 6 × 5,5 points des adversaires = 105".

    Each of `rounds` is a round, the discs that count, and why it is a draw with oneself (a key of `_REASONS`; "": it is
    not). With `beta` 0 the points of the opponents are left out; `opponents` is their sum, with own points where a
    round counts as a draw with oneself.
    """
    parts = [
        f"R{number}\u00a0{_decimal_text(discs)}{f' ({_REASONS[reason]})' if reason else ''}"
        for number, discs, reason in rounds
    ]
    if beta:
        word = "points" if opponents >= 2 else "point"
        parts.append(f"{_decimal_text(beta)}\u00a0×\u00a0{_decimal_text(opponents)} {word} des adversaires")
    total = sum(discs for _, discs, _ in rounds) + beta * opponents
    return f"{' + '.join(parts)} = {_decimal_text(total)}"


def _decimal_text(value: float) -> str:
    return f"{value:.10g}".replace(".", ",")


STEPS = "\n".join((
    "1.  Joueurs : saisir ou coller les inscrits.",
    "2.  Apparier, imprimer Appariements et Fiches.",
    "3.  Résultats : saisir les pions, table par table.",
    "4.  Mettre à jour : Classement et Grille suivent.",
    "5.  Recommencer à l'étape 2 à chaque ronde.",
    "6.  À la fin : Finales, Classement, préparer l'envoi.",
))  # fmt: skip


def finals_status(matches: Sequence[str]) -> Status:
    """Render the next step while finals are played, by the matches that are still to be played."""
    return Status((ROUNDS_ENDED, f"à jouer (feuille Finales) : {', '.join(matches)}"))


BEFORE_FINALS = "Classement, finales en cours"
GRID_BEFORE_FINALS, FINAL_GRID = "Grille, finales en cours", "Grille finale, après les finales"


def final_standings_title(reasons: Mapping[str, str]) -> str:
    """Render the title of Classement; `reasons`: name of a match that its games left even -> what decided it."""
    if reasons:
        decided = " ; ".join(f"{name.lower()} : {reason}" for name, reason in reasons.items())
        return f"Classement final par les finales ({decided})"
    return "Classement final, premières places par les finales"


def places_by_finals(final: str = "") -> str:
    """Say that the finals decided the first places; `final`: how the final ended, "" where none was played."""
    return f"Premières places par les finales{f'. {final}' if final else ''}"


def decision_text(first: float, second: float) -> str:
    """Say how a match of the finals is decided in which both players won equally many games (F1).

    "aux pions, 98 à 94" for different discs; for equal ones a sentence that the better rank after the Swiss rounds
    decides. Which player wins is not said. The discs are those of all games of the match, halves where empty squares
    are divided; the order of the two does not matter.
    """
    most, least = (f"{discs:g}".replace(".", ",") for discs in (max(first, second), min(first, second)))
    return f"aux pions, {most} à {least}" if first != second else "pions égaux, au classement des rondes"


def decided_match_text(winner: str, reason: str) -> str:
    """Say at the last game of a match that its games left even who has won it; `reason` as `decision_text` gives it."""
    return f"Gagné par {winner} : {reason}."


def row_to_type_text(row: int, *sides: str) -> str:
    """Say what to type in a row of Résultats: the two `sides`, N° N (Black) and N° B (White); none: empty the row."""
    return f"ligne {row} : tapez N° N {sides[0]}, N° B {sides[1]}" if sides else f"videz la ligne {row}"


def counted_score_text(score: str, end: str, *, drawn: bool) -> str:
    """Say at a table what counts instead of the discs typed: "TN : compté 31 – 33, rien à faire.".

    `end` is the code of the column Fin, which decides the score, "" where the board does; `drawn` means that both have
    equally many discs.
    """
    reason = end or ("Cases vides partagées" if drawn else "Cases vides au vainqueur")
    return f"{reason} : compté {score}, rien à faire."


def empty_squares_status(tables: Sequence[str]) -> str:
    """Render the part of the status that lists tables whose discs are under 64 together (Othello B1)."""
    return f"moins de 64 pions, complétés à 64 : table{'s' if len(tables) > 1 else ''} {join_items(tables)}"
