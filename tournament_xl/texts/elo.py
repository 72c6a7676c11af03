"""What is said of an ELO file, the result file of the Othello world (X2), and of its import."""

from __future__ import annotations

from tournament_xl.texts.names import count

TOO_BIG = "{file} : plus de {limit} Mo : ce n'est pas un fichier de résultats d'Othello. Vérifiez le nom."
MISSING = "{file} : ce fichier n'existe pas ou ne peut pas être lu. Vérifiez le nom et le dossier."
NOT_ELO = (
    "{file} : ce n'est pas un fichier ELO d'Othello (aucune ligne « %_% » de joueur). Donnez le fichier .ELO d'un "
    "tournoi, tel que PAPP l'écrit."
)
LINE = "{file}, ligne {line} : {what}"
PLAYER = "cette ligne de joueur ne se lit pas. Attendu : « %_%  2788, NOM, Prénom, FRA, 4.0, 190, 1500 »."
PLAYER_TWICE = "le joueur {number} figure déjà dans la liste. Retirez une des deux lignes."
GAME = "cette ligne ne se lit pas. Attendu : « 2788 (40)>(24) 3024 B »."
GAME_IN_TITLE = "une partie sur une ligne de titre (« % »). Mettez-la sur la ligne suivante."
NO_ROUND = "une partie avant la première ligne « %Round: ». Remettez cette ligne."
ROUND = "ronde {round} inattendue : la suivante est la ronde {next}. Remettez les rondes dans l'ordre."
UNKNOWN = "le joueur {number} n'est pas dans la liste du fichier. Ajoutez sa ligne, ou corrigez le numéro."
TWICE = "le joueur {number} joue deux fois dans la ronde {round}. Corrigez la ligne."
DISCS = "{black} et {white} pions : un plateau en a 64. Corrigez la ligne."
TOO_MANY = "{file} : plus de {limit} {what} : ce n'est pas un tournoi. Vérifiez le fichier."
SIGN = "Ligne {line} : le signe « {sign} » contredit les pions ; les pions comptent."
POINTS = "{name} : ses {points} points ne s'expliquent pas par ses parties. Vérifiez ses rondes sans partie."
REASON = "{imported} de {file}."
DONE = "Classeur créé : {file}, {players} joueurs, {rounds} rondes importées de {source}."
FEW = "{file} : aucune ronde dans ce fichier. Pour une liste de joueurs : new --joueurs."


def added_text(games: int) -> str:
    """Games after the rounds that are no finals as the sheet Finales has them."""
    return (
        f"{count(games, 'partie')} après les rondes (« Added results ») : ce ne sont pas les finales de la feuille "
        "Finales (barrage, demi-finales, 3e place, finale) ; laissé de côté. Ajoutez-les à la main s'il le faut."
    )
