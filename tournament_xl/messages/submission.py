"""Texts that `send` prepares for the federation: the page Fiche, the mail, names of files, what the organiser reads."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.messages.names import fill_sentence

PAGE = "Fiche"  # first sheet of the copy
PAGE_SUBTITLE = "Copie pour la fédération : valeurs seules, sans macro ni formule"
PAGE_LABELS = {
    "title": "Tournoi",
    "place": "Lieu",
    "dates": "Date",
    "organiser": "Organisateur",
    "referee": "Arbitre",
    "event": "Type d'épreuve",
    "season": "Saison",
    "formula": "Formule",
    "edition": "Édition",
    "rounds": "Rondes",
    "registered": "Inscrits",
    "participants": "Participants",
    "games": "Parties (cotes)",
    "winner": "1er",
    "seed": "Graine des tirages",
    "program": "Programme",
    "source": "SHA-256 du classeur d'origine",
}  # in the order of the page
CHECK_TITLE = "Vérification"

COPY_NAME, RATINGS_NAME, MAIL_NAME = "{stem} - envoi.xlsx", "{stem} - cotes.csv", "{stem} - courriel.eml"
FOLDER = "{stem} - envoi"  # for the files, where a page puts them
NO_NAME = "Tournoi"

SUBJECT = "Résultats : {event}"
BODY = """Bonjour,

Voici le tournoi « {title} »{where} : {played}. 1er : {winner}.{decided}

{check}

Pièces jointes :
{attachments}

Cordialement,
{organiser}

--\x20
{program}
Empreinte de la copie (SHA-256) : {digest}
(la fédération vérifie ainsi que le fichier est arrivé intact ; rien à garder)
"""  # below "-- ", where mail programs expect a signature, is what programs read
DECIDED = "\n{decided}."  # below the winner, where a final decided the first places
ATTACHMENT = "- {name}"

NO_LICENCE = (
    "Sans licence sur Joueurs : {names:some 6}. La fédération cherche par le nom ; sinon tapez-la et préparez l'envoi "
    "à nouveau."
)
NOT_OF_THE_WORLD = (
    "Nouveaux pour la liste mondiale (+ dans le fichier ELO) : {names:some 6}. Dites qui y a déjà un numéro."
)
REMARKS = (
    "La colonne Remarque de Joueurs part avec la copie. Effacez-y ce qui est privé, puis préparez l'envoi à nouveau."
)
FILES = "Fichiers :"
REPLACED = "Envoi précédent de ce classeur, enlevé :"


_PLAYED = "formule {formula}, édition {edition}, {rounds:n ronde}"
_ALL_PLAYED, _SOME_PLAYED = "{registered} joueurs", "{registered} inscrits, {participants:n participant}"
_GAMES = "cotes sur {games:n partie}"
_HAPPENED = {
    "forfeits": "{forfeits:n forfait}",
    "late": "{late:n entrée} en cours de tournoi",
    "withdrawn": "{withdrawn:n départ}",
}  # left out where there are none


def played_text(facts: Mapping[str, str | int]) -> str:
    """Describe a tournament: "formule Classique, édition F50, 5 rondes, 10 joueurs, cotes sur 5 parties, 1 départ".

    Args:
        facts: The fields of the texts above. `games` count for the ratings; `participants` have played a match; `late`
            entered after the first pairing, `withdrawn` left before the end.
    """
    people = _ALL_PLAYED if facts["participants"] == facts["registered"] else _SOME_PLAYED
    happened = [text for name, text in _HAPPENED.items() if facts[name]]
    return fill_sentence(", ".join([_PLAYED, people, _GAMES, *happened]), facts)
