"""Texts on an ELO file, the result file of the Othello world (X2), and on its import."""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.messages.names import count, french_decimal

MISSING = "{file} : ce fichier n'existe pas ou ne peut pas être lu. Vérifiez le nom et le dossier."
NOT_ELO = (
    "{file} : ce n'est pas un fichier ELO d'Othello : il y faut des joueurs (« %_% ») et des rondes (« %Round: 1 »). "
    "Pour une liste de joueurs : new --joueurs."
)
LINE = "{file}, ligne {line} : {what}"
PLAYER = "cette ligne de joueur ne se lit pas. Attendu : « %_%  2788, NOM, Prénom, FRA, 4.0, 190, 1500 »."
PLAYER_TWICE = "le joueur {number} figure déjà dans la liste. Retirez une des deux lignes."
GAME = "cette ligne ne se lit pas. Attendu, une partie par ligne et avec ses pions : « 2788 (40)>(24) 3024 B »."
NO_ROUND = "une partie avant la première ligne « %Round: ». Remettez cette ligne."
ROUND = "ronde {round} inattendue : la suivante est la ronde {next}. Remettez les rondes dans l'ordre."
UNKNOWN = "le joueur {number} n'est pas dans la liste du fichier. Ajoutez sa ligne, ou corrigez le numéro."
TWICE = "le joueur {number} joue deux fois dans la ronde {round}. Corrigez la ligne."
DISCS = "{black} et {white} pions : un plateau en a 64. Corrigez la ligne."
TOO_MANY = "plus de {players} joueurs, {rounds} rondes ou {games} parties : ce n'est pas un tournoi."
NO_DISCS = "{games} partie(s) après les rondes sans pions : lues 32 – 32, gagnées par qui le signe désigne."
NO_POINTS = "Ce fichier ne donne ni points ni pions : l'ordre publié n'y est pas, le programme calcule le sien."
BYE_DISCS = (
    "Les pions publiés ne donnent pas une seule valeur aux byes : elle reste {discs}, la colonne Pions peut différer."
)
NO_BETA = (
    "Aucun Bêta ne donne l'ordre publié à égalité de points : il reste {beta} ; départage et places peuvent différer."
)
BETA = "Bêta {beta}, déduit de l'ordre publié : le plus proche de {default} qui le donne."
USAGE = "Départage « {usage} », déduit de l'ordre publié."
TIED = "Égalités parfaites : l'ordre publié de {players} joueur(s) ne s'en déduit pas, leurs places peuvent différer."
PAPP = "« {text} » ne se lit pas. Donnez le fichier papp-internal-workfile.txt tel que PAPP l'écrit."
NO_PAPP = "{file} : aucun joueur inscrit dans ce fichier de travail de PAPP. Vérifiez le fichier."
NAMELESS = "Joueur {number}"
MOST_LINES = 6  # in one sentence
POINTS = "{name} : ses {points} points ne s'expliquent pas par ses parties. Vérifiez ses rondes sans partie."
DONE = "Classeur créé : {file}, {players} joueurs, {rounds} rondes importées de {source}."


def discs_text(black: float, white: float) -> str:
    """Render the sentence on a game with too many discs, by the discs of Black and White."""
    return DISCS.format(black=french_decimal(f"{black:g}"), white=french_decimal(f"{white:g}"))


def added_text(games: int) -> str:
    """Render the sentence on the number of games after the rounds that are no finals on the sheet Finales."""
    return (
        f"{count(games, 'partie')} après les rondes (« Added results ») qui ne sont ni barrage, ni demi-finales, ni 3e "
        "place, ni finale : sur la feuille Finales, « Hors classement », pour le fichier ELO seulement."
    )


def nameless_text(numbers: Sequence[str]) -> str:
    """Render the sentence on players without a name: PAPP's file has only their numbers, of which 6 are listed."""
    names = ", ".join(numbers[:MOST_LINES]) + ("…" if len(numbers) > MOST_LINES else "")
    return (
        f"{count(len(numbers), 'joueur')} sans nom ({names}) : rangez joueurs.txt de PAPP à côté et recommencez, ou "
        "tapez les noms sur Joueurs."
    )


def signs_text(lines: Sequence[int]) -> str:
    """Render the sentence on games whose sign contradicts their discs; the first 6 of their lines are listed."""
    where = ", ".join(map(str, lines[:MOST_LINES])) + ("…" if len(lines) > MOST_LINES else "")
    return (
        f"{count(len(lines), 'partie')} où le signe contredit les pions (lignes {where}) : les pions comptent, sauf "
        "plateau nul que les points donnent gagné (Fin : GN, GB)."
    )
