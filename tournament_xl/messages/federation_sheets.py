"""Texts of the federation's workbook: sheets, columns with their explanations, lines below the titles."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.messages.names import fill_sentence

PLAYERS_SHEET, QUESTIONS_SHEET, THRESHOLDS_SHEET, ABOUT_SHEET = "Joueurs", "À décider", "Seuils", "À propos"
RANKED_LINE = "{ranked:n joueur classé} · saison {season} · variation depuis {since}"
OFFICER_ONLY = " · pour la fédération seule : adresses, messages, motifs ; à ne pas mettre en ligne"
TOURNAMENTS_LINE = "{counted:n tournoi compté} · {left:n refusé} ou {left:agree écarté} · dans l'ordre où ils comptent"
SEASON_LINE = "Chaque changement de cote, dans l'ordre. Nouvelle cote = cote de départ + PE + B + PJ (R2)."
PLAYERS_LINE = "Tous les joueurs avec leur dernière cote ; ces colonnes sont celles du fichier CSV."
CHANGES_TITLE = "Ce qui a changé depuis le {day:%d/%m/%Y}"
CHANGE_COLUMNS = ("Ce qui est arrivé", "Joueurs", "Qui cela touche")
CHANGES_LINE = "Rien de ce qui est publié ne change : ce qui est arrivé depuis compte dans cette liste, comme suit."
NO_CHANGE = "Rien n'est arrivé qui touche ce qui est publié."
DECISIONS_SHEET = "Décisions"
DECISIONS_LINE = (
    "Qui a décidé quoi, quand et pourquoi, pour répondre à un recours : rien de cette feuille n'est publié."
)
IN_FORCE, WITHDRAWN_SINCE, REPLACED_SINCE, WITHDRAWAL = "en vigueur", "retirée depuis", "remplacée depuis", "retrait"
QUESTIONS_LINE = "Répondez dans la colonne Décision du fichier CSV, puis recommencez avec --decisions."
NO_QUESTION = "Rien à décider."
THRESHOLDS_LINE = "Seuils pour environ 5, 10, 30 et 55 % de {ranked:n joueur classé}, arrondis à 50 (R3)."
TO_DECIDE = " (à décider)"
RANKING_COLUMNS = (
    "Place", "±", "Nom", "Prénom", "Licence", "Club", "Nationalité", "Fédération", "Cote", "Série", "Variation",
    "Place avant", "Cote avant",
    "Tournois", "Dernier tournoi",
)  # fmt: skip
RANKING_HELP = {
    "±": "Places gagnées (▲) ou perdues (▼) depuis la dernière publication ; N : n'y était pas.",
    "Variation": "Cote moins celle de la dernière publication.",
    "Tournois": "Tournois comptés au registre.",
}
MAIL_COLUMNS = ("Envoyé par", "Envoyé le", "Objet", "Message")
TOURNAMENT_COLUMNS = (
    "N°", "Verdict", "Fichier", "Tournoi", "Lieu", "Début", "Fin", "Grave", "À savoir", *MAIL_COLUMNS, "Formule",
    "Type d'épreuve", "Saison", "Rondes", "Inscrits (n)", "Participants", "Catégorie", "M", "CT", "% Joker", "PJmax",
    "PJmin", "Détails", "SHA-256",
)  # fmt: skip
SEASON_COLUMNS = (
    "Date", "Mouvement", "Tournoi ou motif", "N°", "Nom", "Prénom", "Licence", "Place (x)", "Rang (participants)",
    "Cote de départ (Cj)", "Cote de référence (Ci)", "PE", "B", "PJ brut", "PJ", "Variation", "Cote avant",
    "Cote après", "Série", "Cote du classeur",
)  # fmt: skip
SEASON_HELP = {
    "N°": "Numéro du tournoi sur la feuille Tournois.",
    "Cote de départ (Cj)": "Cote du registre au premier jour du tournoi (R12).",
    "Cote de référence (Ci)": "La cote au rang x de la liste des participants par cote de départ (R7).",
    "PE": "n - x + 1 (R5) ; n : inscrits, feuille Tournois.",
    "B": "M, M/2, M/5, M/10 pour les places 1 à 4 (R6).",
    "PJ brut": "2/3 (Ci - Cj), ou 1/3 (Ci - Cj) si Cj dépasse Ci, arrondi (R7).",
    "PJ": "PJ brut entre PJmin et PJmax (feuille Tournois).",
    "Cote avant": "Cote du registre juste avant ; diffère de Cj si un autre tournoi s'est terminé entre-temps.",
    "Cote du classeur": "Cote de départ dont le classeur s'est servi : seulement comparée.",
}
COURSE_LINE = "La cote de chaque joueur classé à la fin de chaque mois ; les 24 derniers mois."
SEASONS_LINE = (
    "Ce que chaque saison a compté ; hausses et baisses par les tournois seuls, sans retour (R10), ajustement ni début "
    "de saison."
)
THRESHOLD_COLUMNS = (
    "Série", "Part visée", "Seuil actuel", "Joueurs", "Part", "Rang visé", "Cote à ce rang", "Seuil proposé",
    "Joueurs alors", "Part alors",
)  # fmt: skip
HISTOGRAM = "Répartition des cotes"
HISTOGRAM_COLUMNS = ("Cote à partir de", "Joueurs classés")
ABOUT = (
    ("Classement au", "{day:%d/%m/%Y}"),
    ("Variation depuis", "{since}"),
    ("Saison", "{season} : {thresholds}{lent}"),
    ("Liste des joueurs", "{list}"),
    ("Publication d'avant", "{before}"),
    ("Fichiers", "{counted:n tournoi compté} ; {left:n refusé} ou {left:agree écarté}"),
    ("Ajustements", "{adjustments}"),
    ("Décisions", "{decisions}"),
    ("Programme", "tournament-xl {version}"),
    ("Ordre", "Tournois par date de fin, de début, nom, SHA-256 ; cotes de départ au premier jour (R12)."),
    ("En retard", "Ce qui est publié ne change plus ; un tournoi en retard compte dans la liste du mois (R13)."),
    ("Classés", "Les joueurs qui ont un tournoi dans les deux ans avant le {day:%d/%m/%Y} (R10)."),
    ("Recalculer", "Feuilles Saison : chaque ligne porte ses termes ; feuille Tournois : n, M, CT, PJmax, PJmin."),
)  # fmt: skip
MONTH_SHEET = "Ce mois"
MONTH_LINE = "Ce mois en dix lignes, pour le bureau · variation depuis {since}"
MONTH = (
    ("Classés", "{ranked:n joueur classé} au {day:%d/%m/%Y}{before} ; {players:n joueur} au fichier."),
    ("Tournois", "{new:n tournoi compté} ce mois{titles}."),
    ("En tête", "{leaders}"),
    ("En hausse", "{up}"),
    ("En baisse", "{down}"),
    ("Entrées, sorties", "{entries} ; {exits}."),
    ("Après publication", "{changes}"),
    ("Pas comptés", "{left}"),
    ("À faire", "{questions} ; {serious} ; {letters:n courrier} à relire et à envoyer."),
    ("Attendus, pas reçus", "{missing}"),
)  # ten
RANKED_BEFORE = " ({ranked} le {since:%d/%m/%Y})"
TITLES, SOME = " : {items:some 4}", "{items:some 4}"
NO_ENTRY, NO_EXIT = "personne n'entre", "personne ne sort"
ENTRIES, EXITS = "entrent {items:some 4}", "sortent {items:some 4}"
LEADER, MOVER = "{place}. {name} {cote}", "{name} {points:signed}"
NOBODY = "Personne."
LATE_CHANGES = "{items:some 4} : voir la feuille Ce qui a changé."
NO_LATE_CHANGE = "Rien : ce qui est publié est comme il était."
NO_FILE_LEFT = "Rien n'est refusé, écarté ni en attente."
NO_QUESTION_LEFT, QUESTIONS_LEFT = "rien à décider", "{items:n question} à décider (feuille À décider)"
NOTHING_SERIOUS, SERIOUS_LEFT = "rien de grave", "à voir avec l'organisateur : {items:some 4} (feuille Tournois, Grave)"
NO_CALENDAR = "Pas de calendrier donné (--calendrier)."
ALL_RECEIVED = "Tout ce que le calendrier annonce jusqu'au {day:%d/%m/%Y} est arrivé."
MISSING = "{items:some 4} : voir ci-dessous."
LENT = " (nombres de {lender}, les derniers donnés ; d'autres se donnent avec --saison)"
DIGEST, NO_NEW_LIST = "SHA-256 {sha256}", "celle de la publication d'avant"


def fill_or(template: str, items: Sequence[object], otherwise: str) -> str:
    """Fill in a sentence about `items`, the field of that name; `otherwise` where there are none."""
    return fill_sentence(template, {"items": items}) if items else otherwise
