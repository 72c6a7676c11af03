"""Columns of the declared tables for programmers: name, type, unit, meaning, and when a value is missing.

They are the same for both games, in frames, CSV and Parquet; docs/pandas.md prints them.
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
SEASON = _fields("""
Classeur | texte | | chemin sous le dossier |
Tournoi | texte | | son nom |
Date | date | | premier jour | pas donnée
Jeu | texte | | scrabble, othello |
Formule | texte | | Classique, Open, Suisse … |
Édition | texte | | F50, F10 | Othello
Identité | texte | | la même personne dans tous les classeurs : sa licence, sinon son nom | table sans joueur
Licence | texte | | | pas donnée, Othello
Club | texte | | | pas donné
""")  # before the columns of a table that has all workbooks of a folder
_PERSON = """
Identité | texte | | la même personne dans les quatre tables et dans celles d'une saison : sa licence, sinon son nom |
Nom | texte | | comme au registre |
Prénom | texte | | comme au registre | pas donné
Licence | texte | | | pas donnée
"""
PUBLICATION_RANKING = _fields(f"""
Place | entier | | partagée à cote égale |
± | texte | places | gagnées ou perdues depuis la publication d'avant : ▲2, ▼1, = ; N : n'y était pas |
{_PERSON.strip()}
Club | texte | | | pas donné
Nationalité | texte | | | pas donnée
Fédération | texte | | | pas donnée
Cote | décimal | points de cote | |
Série | texte | | Joker, A, B, C (R3) |
Variation | décimal | points de cote | depuis la publication d'avant | n'avait pas de cote
Place avant | entier | | dans la publication d'avant | n'y était pas
Cote avant | décimal | points de cote | de même | n'avait pas de cote
Tournois | entier | | comptés |
Dernier tournoi | date | | | jamais joué
""")
PUBLICATION_LEDGER = _fields(f"""
Saison | texte | | celle de la feuille : 2025-2026 |
Date | date | | |
Mouvement | texte | | tournoi, entrée, retour, début de saison, ajustement ; « (à décider) » : porté à personne |
Tournoi ou motif | texte | | |
N° | entier | | du tournoi, sur la feuille Tournois | pas un tournoi
{_PERSON.strip()}
Place (x) | entier | | | pas un tournoi
Rang (participants) | entier | rang | place dans la liste des Ci (R7) | pas un tournoi
Cote de départ (Cj) | décimal | points de cote | au premier jour (R12) | pas un tournoi
Cote de référence (Ci) | décimal | points de cote | (R7) | pas un tournoi
PE | entier | points de cote | (R5) | pas un tournoi
B | décimal | points de cote | (R6) | pas un tournoi
PJ brut | entier | points de cote | avant les limites | pas un tournoi
PJ | entier | points de cote | (R7) | pas un tournoi
Variation | décimal | points de cote | | entrée
Cote avant | décimal | points de cote | juste avant | entrée
Cote après | décimal | points de cote | |
Série | texte | | Joker, A, B, C (R3) |
Cote du classeur | décimal | points de cote | celle dont l'organisateur s'est servi | pas un tournoi
""")
PUBLICATION_EVOLUTION = _fields(f"""
Place | entier | | au classement de la publication |
{_PERSON.strip()}
Mois | date | | son premier jour ; 24 mois au plus |
Cote | décimal | points de cote | à la fin du mois | pas encore de cote
""")
PUBLICATION_CORRECTIONS = _fields("""
Joueur | texte | | nom et prénom |
Identité | texte | | la même personne dans les quatre tables et dans celles d'une saison : sa licence, sinon son nom |
Licence | texte | | | pas donnée
Cote publiée | décimal | points de cote | dans la publication d'avant | n'en avait pas
Cote corrigée | décimal | points de cote | à la même date, d'après ce que l'on sait maintenant | n'en a plus
État | texte | | à la place de la cote corrigée : en attente, comptée pour … | a une cote
Différence | décimal | points de cote | | n'a plus de cote
Cause | texte | | une ligne par mouvement : points (leur somme est la différence), où, n° de ce qui a changé |
""")
PUBLICATION = {
    "publication_ranking": PUBLICATION_RANKING, "publication_ledger": PUBLICATION_LEDGER,
    "publication_evolution": PUBLICATION_EVOLUTION, "publication_corrections": PUBLICATION_CORRECTIONS,
}  # function of frames -> its columns  # fmt: skip
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
_TITLES = ("colonne", "type", "unité", "sens", "vide")


def markdown(fields: tuple[Field, ...]) -> str:
    """Render the columns as a table of the documentation."""
    rows = [_TITLES, ("---",) * len(_TITLES), *((f"`{field.name}`", *field[1:]) for field in fields)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
