"""What the federation publishes and sends: words of its pages, of a tournament's report, of the letters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.messages.federation import (
    BALANCED,
    BY_RICOCHET,
    DIRECTLY,
    ENTERS,
    MOVED,
    NO_PLAYER,
    NOBODY_DIRECTLY,
    format_cote,
)
from tournament_xl.messages.names import count
from tournament_xl.messages.publication import format_figure

SITE_FOLDER, LETTERS_FOLDER = "{stem}-site", "courriers"  # beside the workbook

# why a place brought what it brought (R5 to R7)
PE = "{pe} d'expérience : {place} sur {registered} inscrits."
BONUS = "{bonus} de prime : {place} d'un tournoi de catégorie {category} (M = {value})."
PJ = "{pj} au jeu : le {rank} de la liste de départ a {reference}, contre {own} ; {share} de l'écart{limit}."
PJ_SAME = "0 au jeu : le {rank} de la liste de départ a la même cote, {own}."
UP, DOWN = "les deux tiers", "un tiers"
LIMITED = ", soit {raw}, limités à {most}"
APART = "{points} à part, dans une liste suivante : le tournoi a changé, la cote publiée après lui ne change pas (R13)."
CHANGED_SINCE = (
    "Changé après sa publication : « Nouvelle cote » est celle publiée alors, les différences comptent ensuite (R13)."
)
ELSEWHERE = "{points} entre-temps, d'un autre tournoi ou d'un ajustement : la nouvelle cote les compte aussi."


def grouped_cote_text(value: Fraction | int) -> str:
    """Render a cote as all pages show it, with groups of three digits and two decimals at most: "2 182", "1 803,5"."""
    return format_figure(value.numerator if value.denominator == 1 else float(value))


def signed_change_text(value: Fraction | int | None) -> str:
    """Render a change with its sign: "+44", "−7", "0"; "" for none."""
    if value is None:
        return ""
    text = format_cote(value).replace("-", "−")
    return f"+{text}" if value > 0 else text


class MovedPlayer(NamedTuple):
    """Player whose cote a change of the past moves directly."""

    name: str
    points: Fraction  # that it adds to his cote
    is_balanced: bool = False  # whether other changes take the points back
    is_new: bool = False  # whether the points are his first cote


def _moved_player_text(player: MovedPlayer) -> str:
    if player.is_new:
        return ENTERS.format(name=player.name, cote=grouped_cote_text(player.points))
    text = MOVED.format(name=player.name, points=signed_change_text(player.points))
    return text + (BALANCED if player.is_balanced else "")


def effect_sentences(moved: Sequence[MovedPlayer] | None, ricochets: int | None) -> list[str]:
    """Say whose cotes (ratings) a change of the past moves.

    Args:
        moved: Players whose cotes it moves directly; None if they are not counted.
        ricochets: Number of other players whose cotes move because of those of `moved`; None if there cannot be any.

    Returns:
        One sentence on the players of `moved` and, unless `ricochets` is None, one on the others; empty if `moved` is
        None.
    """
    if moved is None:
        return []
    names = ", ".join(map(_moved_player_text, moved))
    sentence = DIRECTLY.format(players=count(len(moved), "joueur"), names=names) if moved else NOBODY_DIRECTLY
    if ricochets is None:
        return [sentence]
    return [sentence, BY_RICOCHET.format(players=count(ricochets, "autre joueur") if ricochets else NO_PLAYER)]


ANONYMOUS = "Anonyme"
BACK = "Classement du {day:%d/%m/%Y}"
WORDS = {
    "nationality": "Nationalité",
    "federation": "Fédération",
    "category": "Catégorie",
    "ranking": "Classement",
    "players": "joueurs classés",
    "search": "Chercher un joueur ou un club",
    "series": "Série",
    "all": "toutes",
    "cote": "Cote",
    "change": "Variation",
    "more": "Afficher les suivants",
    "tournaments": "Tournois",
    "last": "Dernier tournoi",
    "since": "± et variation depuis {since}",
    "movers": "Les plus fortes variations",
    "up": "En hausse",
    "down": "En baisse",
    "entries": "Entrent au classement",
    "groups": "Par groupe",
    "best": "Premier",
    "mean": "Cote moyenne",
    "number": "Joueurs",
    "event": "Tournoi",
    "date": "Date",
    "where": "Lieu",
    "participants": "Participants",
    "season": "Saison {name}",
    "history": "Sa cote",
    "after": "Cote après",
    "start": "Cote de départ",
    "new_cote": "Nouvelle cote",
    "rank": "Rang de départ",
    "why": "Pourquoi",
    "report": "Qui a gagné quoi, et pourquoi",
    "table": "Le classement du tournoi et les cotes",
    "formula": "Variation = PE (expérience) + B (prime) + PJ (jeu), selon le règlement.",
    "fields": "Catégorie {category} · M = {value} · CT {coefficient} · Jokers {jokers} % · PJ de {lowest} à {highest}",
    "nobody": "Personne.",
    "in_doubt": "en attente d'une décision",
    "legend": "N : n'y était pas",
    "category_legend": "Cat. : catégorie d'âge",
    "corrected_closed": "Rien de ce qui est publié ne change : ce qui est arrivé depuis compte dans ce classement.",
    "why_corrected": "Ce qui a changé, et qui cela touche",
    "who_corrected": "Joueurs",
    "was": "Publiée",
    "is": "Corrigée",
    "gap": "Écart",
    "cause": "D'où viennent les points",
    "parts": "Pour chacun : les points qu'un tournoi donne en plus ou en moins, et le n° (ci-dessus) qui en est la "
    "cause. Ricochet : les résultats de ce tournoi n'ont pas changé, mais on y part d'autres cotes.",
    "details": "détail",
    "archive": "Classements précédents",
    "downloads": "Télécharger",
    "grid": "Grille",
    "grid_legend": "Écart, puis la place de l'adversaire",
    "rounds": "Les rondes",
    "own_correction": "Sa cote corrigée",
    "thresholds": "Seuils des séries",
    "threshold": "À partir de",
    "last_series": "en dessous",
    "duels": "Face à face",
    "opponent": "Adversaire",
    "played": "Parties",
    "won": "G",
    "drawn": "N",
    "lost": "P",
}
PLAYER_PAGE = "joueur/{number}.html"
CORRECTIONS_PAGE, ARCHIVE_PAGE = "corrections.html", "classement-{day}.html"
CORRECTIONS_TITLE, CHANGES_TITLE = "Cotes corrigées", "Ce qui a changé"  # the latter where what is published stands
PLAYED_LATE = "compté en retard, joué le {day:%d/%m/%Y}"
CORRECTED_LINE = "Publication du {since:%d/%m/%Y} : {cotes}, une ligne par joueur."
CSV_NAME, PDF_NAME, JSON_NAME = "classement.csv", "classement.pdf", "classement.json"
FORFEIT, NOBODY_X, ROUND, DECIDER = "forfait", "X", "Ronde {number}", "Finale"
CSV_COLUMNS = (
    "Place", "±", "Joueur", "Club", "Nationalité", "Fédération", "Catégorie", "Cote", "Série", "Variation", "Tournois",
)  # fmt: skip

# the letters
LETTER_NAME = "{day} {title}.eml"
REPORT_NAME, COTES_NAME = "Rapport.html", "Cotes.csv"
SUBJECT = "Votre tournoi au classement : {title}, {dates}"
CORRECTED_SUBJECT = "Cotes corrigées de votre tournoi : {title}, {dates}"
LETTER = """Bonjour{organiser},

Votre tournoi « {title} »{where}, {dates}, est compté au classement international au {day}.
{n} inscrits, {participants} participants, catégorie {category}.
{late}
{body}Les cotes, avant → après le tournoi :

{cotes}

Le rapport joint dit à chacun d'où viennent ses points ; affichez-le ou envoyez-le aux joueurs. Cotes.csv donne le
calcul à un tableur.

Cordialement,
{signature}
"""
CORRECTED_LETTER = """Bonjour{organiser},

Dans le classement international au {day}, des cotes d'après votre tournoi « {title} »{where}, {dates}, ont changé :

{lines}

Pourquoi :
{reasons}
{others}
{questions}{results} Le rapport joint est à jour.

Cordialement,
{signature}
"""
OTHERS_TOO = "Cela change aussi les cotes de {players}, dans d'autres tournois : page « Cotes corrigées » du site.\n"
SAME_RESULTS = "Les résultats de votre tournoi restent les mêmes."
NEW_RESULTS = "Les résultats sont ceux de votre classeur corrigé ({differences})."
LATE = "Il est arrivé après la publication du {since:%d/%m/%Y} : compté à sa date ; cela y change {changed}.\n"
COUNTED_LATE = (
    "Il est arrivé après la publication du {since:%d/%m/%Y}, qui ne change plus : il compte dans le classement de ce "
    "mois, après les autres tournois.\n"
)
CLOSED_CORRECTED_LETTER = """Bonjour{organiser},

Le classeur corrigé de votre tournoi « {title} »{where}, {dates}, est compté. Ce qui est publié ne change plus : la
différence des variations s'ajoute dans le classement international au {day}.

{lines}

{results} Le rapport joint est à jour.

Cordialement,
{signature}
"""
CHANGED_BY = "  {name} : {points}"
NO_DIFFERENCE = "  Aucune cote ne change."
COUNTED_SINCE = (
    "Il nous était parvenu, mais n'était pas compté dans la publication du {since:%d/%m/%Y} : il l'est maintenant, à "
    "sa date ; cela y change {changed}.\n"
)
OF_WHICH_ELSEWHERE = " (dont {points} entre-temps, d'un autre tournoi ou d'un ajustement)"
COTE_LINE = "{place:>3}  {name} : {start} → {new}"
CHANGED = "  {name} : {before} → {after}{series}{causes}"
CHANGED_BY_ONE, CHANGED_BY_PART = " · {part}", "\n      {part}"
OTHER_SERIES = " (série {before} → {after})"
REFUSED_SUBJECT = "Votre tournoi ne compte pas encore : {title}"
REFUSED_LETTER = """Bonjour{organiser},

Votre classeur « {file} » nous est arrivé, mais le tournoi « {title} » ne peut pas encore être compté :

- {refusal}

Corrigez votre classeur, pressez « Préparer l'envoi » et renvoyez-nous le nouveau fichier.

Cordialement,
{signature}
"""
NO_WORKBOOK_SUBJECT = "Il manque votre classeur : {title}"
NO_WORKBOOK_LETTER = """Bonjour{organiser},

Votre courriel « {title} » nous est arrivé sans classeur : une image, un PDF ou un texte ne peuvent pas être comptés.

Ouvrez votre classeur, pressez « Préparer l'envoi » et envoyez-nous le fichier .xlsx du tournoi.

Cordialement,
{signature}
"""
STRUCK_SUBJECT = "Votre tournoi n'est pas compté : {title}"
STRUCK_LETTER = """Bonjour{organiser},

Votre tournoi « {title} » n'est pas compté dans le classement international au {day:%d/%m/%Y} :
la fédération l'a écarté.
{published}
Pour savoir pourquoi, ou si c'est une erreur, répondez à ce message.

Cordialement,
{signature}
"""
STRUCK_PUBLISHED = "Il l'était : les cotes qui en partaient sont corrigées (page « Cotes corrigées » du site).\n"
STRUCK_CLOSED = "Il l'était : ses variations sont reprises dans ce classement ; ce qui est publié ne change pas.\n"
SERIOUS = "À éclaircir avec vous :"
QUESTIONS = "En attente d'une décision de la fédération :"
ASKED = "{name} : nous ne savons pas qui c'est.{found}"
_KNOWN = " Est-ce {found} ?"
STARTED = "Votre classeur partait d'autres cotes que la fédération ; ce sont les siennes qui comptent :"
STARTED_FROM = "{name} : {start} (classeur : {typed})"
MISSPELT = "Votre classeur et notre liste ne disent pas la même chose ; répondez-nous si la liste se trompe :"
OTHER_NAME = "Nom : vous avez écrit « {typed} », la liste a « {listed} » pour la licence {licence}. Lequel est juste ?"
OTHER_NAME_ONLY = "Nom : vous avez écrit « {typed} », la liste a « {listed} ». Lequel est juste ?"
OTHER_LICENCE = "Licence de {name} : vous avez {typed}, la liste a {listed}. Laquelle est juste ?"
NEW_LICENCE = "Licence de {name} : {listed} maintenant ; vous avez {typed}, l'ancienne."
NEW_NAME = "Nom : {listed} maintenant ; vous avez écrit « {typed} »."
NO_LICENCE = "laissé la case vide"
COTES_COLUMNS = (
    "Place", "Nom", "Prénom", "Licence", "Cote de départ", "PE", "B", "PJ", "Entre-temps", "Nouvelle cote", "Série",
)  # fmt: skip


def dates_text(first: str, last: str) -> str:
    """Render the days of a tournament: "le 10/01/2016", "du 10/01/2016 au 11/01/2016"."""
    return f"le {first}" if first == last else f"du {first} au {last}"


def identity_question(candidates: list[str]) -> str:
    """Ask which of the known players it is: " Est-ce 1001 · DUPONT Jean, Vienne ; ou … ?"; "" for none."""
    return _KNOWN.format(found=" ; ou ".join(candidates)) if candidates else ""
