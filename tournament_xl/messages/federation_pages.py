"""What the federation publishes and sends: words of its pages, of a tournament's report, of the letters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournament_xl.messages.federation import DIRECTLY, MOVED, NOBODY_MOVED
from tournament_xl.messages.names import fill_sentence
from tournament_xl.messages.publication import format_figure

SITE_FOLDER, LETTERS_FOLDER = "{stem}-site", "courriers"  # beside the workbook

# why a place brought what it brought (R5 to R7)
PE = "{pe:signed} d'expérience : {place:ordinal} sur {registered} inscrits."
BONUS = "{bonus:signed} de prime : {place:ordinal} d'un tournoi de catégorie {category} (M = {value})."
PJ = (
    "{pj:signed} au jeu : le {place:ordinal} de la liste de départ a {reference}, contre {own} ; {share} de l'écart"
    "{limit}."
)
PJ_SAME = "0 au jeu : le {place:ordinal} de la liste de départ a la même cote, {own}."
UP, DOWN = "les deux tiers", "un tiers"
LIMITED = ", soit {raw:signed}, limités à {most}"
CHANGED_SINCE = (
    "Changé après sa publication : « Nouvelle cote » est celle publiée alors ; « Compté ensuite » est la différence, "
    "dans une liste suivante (R13)."
)
ELSEWHERE = "{points:signed} entre-temps, d'un autre tournoi ou d'un ajustement : la nouvelle cote les compte aussi."


def grouped_cote_text(value: Fraction | int) -> str:
    """Render a cote as all pages show it, with groups of three digits and two decimals at most: "2 182", "1 803,5"."""
    return format_figure(value.numerator if value.denominator == 1 else float(value))


def moved_text(moves: Sequence[tuple[str, Fraction]]) -> str:
    """Say whose cotes (ratings) a change moves, and by how much: name of a player, points that it adds to his cote."""
    if not moves:
        return NOBODY_MOVED
    names = ", ".join(fill_sentence(MOVED, {"name": name, "points": points}) for name, points in moves)
    return fill_sentence(DIRECTLY, {"moved": moves, "names": names})


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
    "later": "Compté ensuite",
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
    "changes_line": "Rien de ce qui est publié ne change : ce qui est arrivé depuis compte dans ce classement.",
    "changes": "Ce qui a changé, et qui cela touche",
    "details": "détail",
    "archive": "Classements précédents",
    "downloads": "Télécharger",
    "grid": "Grille",
    "grid_legend": "Écart, puis la place de l'adversaire",
    "rounds": "Les rondes",
    "thresholds": "Seuils des séries",
    "threshold": "À partir de",
    "last_series": "en dessous",
    "duels": "Face à face",
    "opponent": "Adversaire",
    "played": "Parties",
    "won": "G",
    "drawn": "N",
    "lost": "P",
    "last_game": "Dernière partie",
}
PLAYER_PAGE, TOURNAMENT_PAGE = "joueur/{number}.html", "tournoi/{number}.html"
PLAYER_JSON, TOURNAMENTS_JSON = "joueur/{number}.json", "tournois.json"
CHANGES_PAGE, ARCHIVE_PAGE = "changements.html", "classement-{day}.html"
CHANGES_TITLE = "Ce qui a changé"
PLAYED_LATE = "compté en retard, joué le {day:%d/%m/%Y}"
CSV_NAME, PDF_NAME, JSON_NAME = "classement.csv", "classement.pdf", "classement.json"
FORFEIT, NOBODY_X, ROUND, DECIDER = "forfait", "X", "Ronde {number}", "Finale"
CSV_COLUMNS = (
    "Place", "±", "Joueur", "Club", "Nationalité", "Fédération", "Catégorie", "Cote", "Série", "Variation", "Tournois",
)  # fmt: skip

# the letters
LETTER_NAME = "{day} {title}.eml"
REPORT_NAME, COTES_NAME = "Rapport {title}.html", "Cotes {title}.csv"
LETTER = """Bonjour{organiser},

{text}

Cordialement,
{signature}
"""
SECTIONS = "\n\n* * *\n\n"  # between what is said about one tournament and about the next
SUBJECT = "Votre tournoi au classement : {title}, {dates}"
CORRECTED_SUBJECT = "Votre tournoi corrigé est compté : {title}, {dates}"
SEVERAL_SUBJECT = "Vos tournois : {titles:list}"
TITLE_OF_SEVERAL = "{title} et {others:n autre}"
COUNTED_LETTER = """\
Votre tournoi « {title} »{where}, {dates}, est compté au classement international au {day}.
{n} inscrits, {participants} participants, catégorie {category}.
{late}
{body}Les cotes, avant → après le tournoi :

{cotes}

Le rapport joint dit à chacun d'où viennent ses points ; affichez-le ou envoyez-le aux joueurs. Le CSV joint donne le
calcul à un tableur."""
COUNTED_LATE = (
    "La publication du {since:%d/%m/%Y} ne change plus : il compte dans le classement de ce mois, après les autres.\n"
)
CORRECTED_LETTER = """\
Le classeur corrigé de votre tournoi « {title} »{where}, {dates}, est compté. Ce qui est publié ne change plus : la
différence des variations s'ajoute dans le classement international au {day}.

{lines}

Le rapport joint est à jour."""
CHANGED_BY = "  {name} : {points:signed}"
NO_DIFFERENCE = "  Aucune cote ne change."
OF_WHICH_ELSEWHERE = " (dont {points:signed} entre-temps, d'un autre tournoi ou d'un ajustement)"
COTE_LINE = "{place:>3}  {name} : {start} → {new}"
OTHER_SERIES = " (série {before} → {after})"
REFUSED_SUBJECT = "Votre tournoi ne compte pas encore : {title}"
REFUSED_LETTER = """\
Votre classeur « {file} » nous est arrivé, mais le tournoi « {title} » ne peut pas encore être compté :

- {refusal}

Corrigez ou terminez votre classeur, pressez « Préparer l'envoi » et renvoyez-nous le nouveau fichier."""
NO_WORKBOOK_SUBJECT = "Il manque votre classeur : {title}"
NO_WORKBOOK_LETTER = """\
Votre courriel « {title} » nous est arrivé sans classeur : une image, un PDF ou un texte ne peuvent pas être comptés.

Ouvrez votre classeur, pressez « Préparer l'envoi » et envoyez-nous le fichier .xlsx du tournoi."""
UNREAD_SUBJECT = "Votre pièce jointe n'a pas pu être lue : {title}"
UNREAD_LETTER = """\
Votre courriel « {title} » nous est arrivé, mais aucune de ses pièces n'a pu être lue comme un classeur :

- {refusal}

Ouvrez votre classeur, pressez « Préparer l'envoi » et envoyez-nous le fichier .xlsx du tournoi."""
MISDATED_SUBJECT = "Les dates de votre tournoi : {title}"
MISDATED_LETTER = """\
Votre classeur « {file} » nous est arrivé, mais le tournoi « {title} » n'est pas encore compté :

- {refusal}

Si ces dates sont justes, dites-le en répondant à ce message. Sinon corrigez Date de début et Date de fin, pressez
« Préparer l'envoi » et renvoyez-nous le nouveau fichier."""
STRUCK_SUBJECT = "Votre tournoi n'est pas compté : {title}"
STRUCK_LETTER = """\
Votre tournoi « {title} » n'est pas compté dans le classement international au {day:%d/%m/%Y} :
la fédération l'a écarté.
{published}
Pour savoir pourquoi, ou si c'est une erreur, répondez à ce message."""
STRUCK_PUBLISHED = "Il l'était : ses variations sont reprises dans ce classement ; ce qui est publié ne change pas.\n"
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
