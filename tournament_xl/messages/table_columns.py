"""Columns of the declared tables for programmers: name, type, unit, meaning, and when a value is missing.

They are the same for both games, in frames and CSV; docs/schema/tables.csv lists them.
"""

from __future__ import annotations

from typing import NamedTuple

from tournament_xl.messages import compare

DTYPES = {
    "entier": "Int64", "décimal": "Float64", "texte": "string", "oui/non": "boolean", "date": "datetime64[us]",
}  # type -> pandas' name  # fmt: skip


IMPUTED = "Cote imputée"


class Field(NamedTuple):
    """A column of a declared table."""

    name: str
    kind: str  # type, a key of DTYPES: "texte", "entier" …
    unit: str
    meaning: str
    null: str  # when there is no value; "" for never


def _fields(text: str) -> tuple[Field, ...]:
    return tuple(Field(*(part.strip() for part in line.split("|"))) for line in text.strip().splitlines())


PLAYERS = _fields("""
N° | entier | | numéro dans ce tournoi, la clé de toutes les tables | ligne pas encore inscrite
Nom | texte | | comme tapé |
Prénom | texte | | comme tapé | pas donné
Licence | texte | | celle de la fédération | pas donnée, Othello
Club | texte | | comme tapé | pas donné
Pays | texte | | comme tapé | pas donné, Scrabble
Cote | décimal | points de cote | comme tapée | pas de cote
Cote retenue | décimal | points de cote | celle qui compte : tapée, sinon PL* (Scrabble) | Othello sans cote
Cote imputée | oui/non | | la cote retenue n'est pas celle qui est tapée |
Série duplicate | texte | | d'où vient PL* | pas donnée, Othello
Rang initial | décimal | rang | dans la liste de départ ; ,5 pour un entrant tardif | pas apparié, Othello
Adhérent | texte | | « oui » | non, Scrabble
Tarif réduit | texte | | « oui » | non, Scrabble
Droits | texte | | à payer, comme sur la feuille | rien, Scrabble
Catégorie | texte | | pour les prix | pas donnée
Anonyme | texte | | « oui » : pas de nom sur les pages | non
Dernier tournoi | date | | jour du dernier tournoi (R10) | pas donné
Éviter | texte | | qui ne doit pas être rencontré | personne
Table fixe | texte | | table où il joue toujours | aucune
Présent | texte | | pointage | pas pointé
Absences | texte | rondes | comme tapées : 3, 2-4, 4- | aucune
Remarque | texte | | comme tapée | aucune
""")
GAMES = _fields("""
Ronde | entier | | |
Table | entier | | | pas numérotée
N° | entier | | du joueur |
Joueur | texte | | nom et prénom |
N° adverse | entier | | | X ou BIP
Adversaire | texte | | nom et prénom, X ou BIP |
Score | décimal | points ; pions | comme tapé | pas de score : X, BIP, forfait, à jouer
Score adverse | décimal | points ; pions | comme tapé | de même
Résultat | texte | | G gagné, N nul, P perdu | à jouer
PM | entier | points de match | Scrabble : dans la première manche du match | Othello, à jouer, manches suivantes
Pdep | entier | points | Scrabble : différence comptée pour le départage | Othello, à jouer
Points | décimal | points | Othello : 1, ½, 0 | Scrabble, à jouer
Pions | décimal | pions | Othello : comptés pour le départage | Scrabble, à jouer
Forfait | texte | | déclaré, adverse, des deux | pas de forfait
Cote | décimal | points de cote | du joueur, avant le tournoi, celle retenue | Othello sans cote
Cote adverse | décimal | points de cote | de même | X, BIP, Othello sans cote
Cote imputée | oui/non | | la cote du joueur n'est pas tapée |
Manche | entier | | numéro de la partie dans le match, Scrabble | pas de score, Othello
Couleur | texte | | Othello : Noir, Blanc | Scrabble, BIP
Fin | texte | | Othello : code de la colonne Fin | le plateau compte, Scrabble
""")
STANDINGS = _fields("""
Place | entier | | partagée par les ex æquo du classement final |
N° | entier | | |
Joueur | texte | | nom et prénom |
Club | texte | | | pas donné, Othello
Pays | texte | | | pas donné, Scrabble
J | entier | matchs | joués : G + N + P | avant la ronde 1
G | entier | matchs | gagnés, X, BIP et forfaits adverses compris | avant la ronde 1
N | entier | matchs | nuls | avant la ronde 1
P | entier | matchs | perdus, forfaits déclarés compris | avant la ronde 1
PM | entier | points de match | Scrabble | Othello, avant la ronde 1
PPM | entier | points de match | entre ex æquo qui se sont tous rencontrés (C7) | ailleurs
Pdep | entier | points | Scrabble : départage | Othello, avant la ronde 1
Points | décimal | points | Othello | Scrabble, avant la ronde 1
Départage | décimal | pions | Othello (B5) | Scrabble, avant la ronde 1
Pions | décimal | pions | Othello : pions réels | Scrabble, avant la ronde 1
± | texte | places | gagnées ou perdues depuis la ronde d'avant : ▲2, ▼1, · | ronde 1
""")
GRID = _fields("""
Place | entier | | |
N° | entier | | |
Joueur | texte | | nom et prénom |
PM | entier | points de match | Scrabble | Othello
PPM | entier | points de match | Scrabble (C7) | ailleurs
Pdep | entier | points | Scrabble | Othello
Points | décimal | points | Othello | Scrabble
Départage | décimal | pions | Othello | Scrabble
""")  # then a column of text a round, "R1" …, or an opponent, "1" …
RATINGS = _fields("""
Place | entier | | au classement final |
N° | entier | | |
Joueur | texte | | nom et prénom |
Licence | texte | | | pas donnée
Rang initial | décimal | rang | | pas apparié
Rang (participants) | entier | rang | place dans la liste des Ci (R7) |
Cote initiale | décimal | points de cote | celle retenue |
Cote de référence | décimal | points de cote | Ci (R7) |
PE | entier | points de cote | points d'expérience (R5) |
B | décimal | points de cote | bonus (R6) |
PJ brut | entier | points de cote | avant les limites |
PJ | entier | points de cote | points de jeu (R7) |
Nouvelle cote | décimal | points de cote | |
Série | texte | | Joker, A, B, C (R3) |
Variation | décimal | points de cote | nouvelle cote − cote initiale |
""")
JOURNAL = _fields("""
Date | date | | à la minute | pas une date
Action | texte | | le bouton pressé |
Ronde | entier | | | aucune
Détail | texte | | la phrase |
""")
SETTINGS = _fields("""
Paramètre | texte | | le nom, comme sur Tournoi |
Valeur | texte | | comme tapée ; un jour : 2026-11-21 | le règlement décide
""")
COMPARED = (
    *_fields("""
Formule | texte | | |
Joueurs | entier | | |
Rondes | entier | | |
Tournoi | entier | | le même numéro : même champ, mêmes parties, dans toutes les formules |
"""),
    *(Field(name, "décimal", "", "", "autre jeu" if name == compare.MEASURES[-1] else "") for name in compare.MEASURES),
)  # compare --garder
TABLES = {
    "joueurs": PLAYERS, "parties": GAMES, "classement": STANDINGS, "grille": GRID, "cotes": RATINGS,
    "journal": JOURNAL, "réglages": SETTINGS,
}  # name of the file -> its columns  # fmt: skip
TITLES = ("colonne", "type", "unité", "sens", "vide")
