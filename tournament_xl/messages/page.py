"""Texts that only the web page shows."""

from tournament_xl.messages.names import game_text
from tournament_xl.messages.othello_sheets import list_end_choices

TYPED = "Noté."
REGISTERED = "{players}."
LEFT_OUT = "{players} déjà là : rien de changé."
REGISTERED_ALREADY = "Tous ceux de cette liste sont déjà inscrits."
REGISTER_LATE = "Une ronde est appariée : inscrivez un retardataire par « Ajouter »."
PRESENCE = {
    "here": "Attendu à la ronde {round} : {names}.",
    "absent": "Absent à la ronde {round} : {names}.",
    "left": "Parti dès la ronde {round} : {names}.",
}  # presence of players from the next round on -> what has been noted
PASTED = "Liste collée"  # name of a list that was pasted
NO_KEY = (
    "Cette page n'a pas la clé du programme. Fermez-la, puis rouvrez-la (Tournois dans le navigateur, ou "
    "tournament-xl app)."
)
NO_FOLDER = "{folder} n'est pas un dossier. Donnez celui de vos classeurs, ou rien pour le dossier courant."
NOT_BUILT = "La page n'est pas construite : make page dans le dossier des sources (il y faut node et npm)."
OPENED = (
    "La page des tournois est ouverte dans votre navigateur, sur les classeurs de {folder}.\n"
    "Sinon, ouvrez vous-même : {address}\nElle s'arrête quand on la ferme, ou par Ctrl+C."
)
ENTRANCE = (
    '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Tournois</title>'
    '<p><a href="{address}">Ouvrir la page des tournois</a></p><script>location.replace("{address}")</script></html>'
)
CLOSED = "La page est fermée."
NOT_THERE = "Il n'y a pas de classeur « {file} » dans ce dossier."
LEADS_OUT = "« {file} » mène ailleurs, ou n'est pas un nom de fichier. Copiez le classeur lui-même dans ce dossier."
FOLDER_GONE = "Le dossier {folder} n'est plus là ou ne peut pas être lu. Remettez-le, puis rechargez la page."
NO_PAGE = "Rien à cette adresse. La page des tournois est à l'adresse http://{host}/."
NOT_A_NAME = "« {file} » n'est pas le nom d'un classeur (.xlsx ou .xlsm). Donnez un nom simple, sans dossier."
NOT_AS_DESCRIBED = "La demande « {name} » n'a pas la forme attendue ({reason})."
MEANWHILE = "La case {cell} de {sheet} a changé entre-temps (« {now} ») : rien n'est écrit. Regardez-la, puis retapez."
NO_SUCH_MATCH = "{sheet} n'a plus ce match, ou l'a deux fois : rien n'est écrit. Regardez-y (Feuilles), puis retapez."
UNLIKELY = "{score} est inhabituel : un chiffre oublié ou de trop ? Corrigez-le, ou gardez-le tel quel."
NO_REPORTS = "Ce fichier n'est pas « NOM - résultats reçus.csv ». Prenez celui qui est à côté du classeur."
NAME_TAKEN = "Un classeur « {file} » existe déjà ici : donnez un autre nom, ou une autre date."
NOT_DISCARDED = "Ce classeur a changé depuis sa création : il reste. Pour un autre, revenez à l'accueil (le logo)."
OTHER_FILE = "Un autre classeur « {file} » est déjà là : il n'est pas remplacé. Renommez l'un des deux."
CHOICES = {
    "Forfait": [["1", "forfait : {1}"], ["2", "forfait : {2}"], ["1+2", "forfait des deux"]],
    "Fin": sorted(list_end_choices(), key=lambda choice: not choice[0].startswith("F")),  # what the key F opens
}  # column of Résultats -> its codes with what they say; {1}, {2}: the name on each side


def final_line(title: str, first: str, score: str, second: str, end: str, gave: tuple[bool, bool]) -> str:
    """Render a game of Finales: "Finale, Durand Anne 35 – 29 Petit Luc".

    `score` has the code of Fin at its end, and is "" before there is a result; `end` is this code, "" for none. `gave`
    says whether each of the two lost the game by forfeit.
    """
    game = game_text(first, score.removesuffix(end).strip() or "–", second, gave)
    return f"{title}, {game}{f' ({end})' if end else ''}"


WORLD_NUMBER = "N° mondial (fédération)"  # label of the column N° in the form of a player
WORLD_NUMBER_HELP = (
    "Celui de la liste mondiale, s'il en a un ; fixé à sa première ronde. Vide : le programme en donne un."
)
LATE_FOR_EXEMPT = (
    "Un retardataire joue contre l'exempt : tapez son N° à la place de BIP. S'il n'a pas encore de N° : « Vider la "
    "ligne », puis Apparier ; les autres tables restent."
)  # at the box of the bye on Résultats
WORLD_NUMBER_FIXED = (
    "Fixé à sa première ronde. Si la fédération lui en connaît un autre, dites-le dans le courriel de l'envoi."
)
PLAYER_HELP = {
    "Absences": (
        "Rondes non jouées. 2 : absent à la ronde 2 ; 2, 4 ; 3 à 5 ; 4- ou dès 4 : ne joue plus à partir de la ronde 4."
    ),
    "Adhérent": "oui, ou rien : sert aux droits d'un Grand Prix A (Réglages).",
    "Tarif réduit": "oui, ou rien : de même.",
}  # column of Joueurs -> what its form says below the box
GAME_HELP = {
    "Hors cote": (
        "oui : cette partie compte au classement, pas pour les cotes (le fichier ELO le dit). Vide : elle compte pour "
        "les deux ; un forfait n'est jamais coté."
    ),
}  # column of Résultats and Finales -> the same
PRIZE_HELP = {
    "Prix": "Ce qui se lit à la remise : le lot (Panier savoyard) ou le titre (Meilleur jeune).",
    "Pour": (
        "De la liste : Général, Club, Meilleure partie… Le rang (1er, 2e) va dans la case Rang. Catégorie V : colonne "
        "Catégorie de Joueurs. Cote moins de 1500 : la cote de départ."
    ),
    "Rang": "Vide : 1er.",
    "Cumulable": (
        "oui : aussi à qui a déjà un prix. Vide : un joueur n'a que le plus haut de la liste (Modifier, Monter d'une "
        "ligne)."
    ),
}  # column of Prix -> the same
CLUB, COUNTRY_AND_CLUB = "Club", "Pays, club"  # titles
