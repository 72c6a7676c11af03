"""What the federation publishes and sends: words of its pages, of a tournament's report, of the letters."""

from __future__ import annotations

from fractions import Fraction

from tournament_xl.texts.federation import plain

SITE_FOLDER, LETTERS_FOLDER = "{stem}-site", "courriers"  # beside the workbook

# why a place brought what it brought (R5 to R7)
PE = "{pe} d'expérience : {place} sur {registered} inscrits."
BONUS = "{bonus} de prime : {place} d'un tournoi de catégorie {category} (M = {value})."
PJ = "{pj} au jeu : le {rank} de la liste de départ a {reference}, contre {own} ; {share} de l'écart{limit}."
PJ_SAME = "0 au jeu : le {rank} de la liste de départ a la même cote, {own}."
UP, DOWN = "les deux tiers", "un tiers"
LIMITED = ", soit {raw}, limités à {most}"


def signed(value: Fraction | int | None) -> str:
    """ "+44", "−7", "0", "" for none."""
    if value is None:
        return ""
    text = plain(Fraction(value)).replace("-", "−")
    return f"+{text}" if value > 0 else text


ANONYMOUS = "Anonyme"
WORDS = {
    "ranking": "Classement",
    "players": "joueurs classés",
    "search": "Chercher un joueur ou un club",
    "series": "Série",
    "nationality": "Nationalité",
    "federation": "Fédération",
    "category": "Catégorie",
    "all": "toutes",
    "cote": "Cote",
    "change": "Variation",
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
    "legend": "N : n'y était pas · Cat. : catégorie d'âge",
    "corrections": "Cotes corrigées",
    "corrected": "Ce qui avait été publié et qui change.",
    "was": "Publiée",
    "is": "Corrigée",
}

# the letters
LETTER_NAME = "{day} {title}.eml"
REPORT_NAME, COTES_NAME = "Rapport.html", "Cotes.csv"
SUBJECT = "Votre tournoi au classement : {title}, {dates}"
CORRECTED_SUBJECT = "Cotes corrigées de votre tournoi : {title}, {dates}"
NEWS = """Votre tournoi « {title} »{where}, {dates}, est compté au classement international au {day}.
{n} inscrits, {participants} participants, catégorie {category}."""
CORRECTED_NEWS = """Depuis notre dernier courrier, des cotes de votre tournoi « {title} »{where}, {dates}, ont été
corrigées : une décision, un autre tournoi arrivé depuis ou une version corrigée les change. Voici celles du classement
international au {day}, qui remplacent les précédentes ({n} inscrits, {participants} participants,
catégorie {category})."""
LETTER = """Bonjour{organiser},

{news}

{body}Les cotes après le tournoi (cote de départ + PE + B + PJ) :

{cotes}

Le rapport joint dit à chacun d'où viennent ses points ; affichez-le ou envoyez-le aux joueurs. Cotes.csv donne le même
tableau à un tableur.

Cordialement,
"""
REFUSED_SUBJECT = "Votre tournoi ne compte pas encore : {title}"
REFUSED_LETTER = """Bonjour{organiser},

Votre classeur « {file} » nous est arrivé, mais le tournoi « {title} » ne peut pas encore être compté :

- {refusal}

Corrigez votre classeur, pressez « Préparer l'envoi » et renvoyez-nous le nouveau fichier.

Cordialement,
"""
IN_DOUBT = "en attente"  # of a decision: his cote
SERIOUS = "À éclaircir avec vous :"
QUESTIONS = "En attente d'une décision de la fédération :"
KNOWN = "La liste a : {found}."
ASKED = "Pouvez-vous nous dire qui c'est ?"
STARTED = "Votre classeur partait d'autres cotes que la fédération, dont le calcul ci-dessous part :"
STARTED_FROM = "{name} : {start} (classeur : {typed})"
MISSPELT = "Pour la prochaine fois, la liste de la fédération a :"
LISTED_AS, NO_LICENCE = "{name}, licence {typed} : {listed}, licence {licence}", "absente"
COTES_COLUMNS = ("Place", "Nom", "Prénom", "Licence", "Cote de départ", "PE", "B", "PJ", "Nouvelle cote", "Série")


def dates(first: str, last: str) -> str:
    """ "le 10/01/2016", "du 10/01/2016 au 11/01/2016"."""
    return f"le {first}" if first == last else f"du {first} au {last}"
