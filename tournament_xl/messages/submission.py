"""Texts that `send` prepares for the federation: the page Fiche, the mail, names of files, what the organiser reads."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.messages.names import count, fill_sentence, list_some_names

MOST_NAMED = 6
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
    "Sans licence sur Joueurs : {names}. La fédération cherche alors par le nom. Si vous avez une licence, tapez-la, "
    "puis préparez l'envoi à nouveau."
)
NOT_OF_THE_WORLD = (
    "N° donnés par le programme, avec un + dans le fichier ELO (nouveaux pour la liste mondiale) : {names}. "
    "Dites dans le courriel qui a déjà un numéro mondial."
)
REMARKS = (
    "La colonne Remarque de Joueurs part avec la copie. Relisez-la ; ce qui ne regarde pas la fédération, effacez-le, "
    "enregistrez, puis préparez l'envoi à nouveau."
)
FILES = "Fichiers :"
REPLACED = "Envoi précédent de ce classeur, enlevé :"


def played_text(
    formula: str,
    edition: str,
    rounds: int,
    games: int,
    *,
    registered: int,
    participants: int,
    forfeits: int,
    late: int,
    withdrawn: int,
) -> str:
    """Describe a tournament: "formule Classique, édition F50, 5 rondes, 10 joueurs, cotes sur 5 parties, 1 départ".

    `games` count for the ratings. `participants` have played a match; where all have, both are "joueurs". `late`
    entered after the first pairing, `withdrawn` left before the end; these and `forfeits` are left out where they are
    0.
    """
    people = f"{registered} inscrits, {count(participants, 'participant')}"
    what_happened = {
        count(forfeits, "forfait"): forfeits,
        f"{count(late, 'entrée')} en cours de tournoi": late,
        count(withdrawn, "départ"): withdrawn,
    }
    return ", ".join((
        f"formule {formula}", f"édition {edition}", count(rounds, "ronde"),
        f"{registered} joueurs" if participants == registered else people, f"cotes sur {count(games, 'partie')}",
        *(text for text, number in what_happened.items() if number),
    ))  # fmt: skip


def named_sentence(sentence: str, names: Sequence[str]) -> str:
    """Fill in a sentence about players with their names, of many the first ones and a number; "" without names."""
    return fill_sentence(sentence, {"names": list_some_names(names, MOST_NAMED)}) if names else ""
