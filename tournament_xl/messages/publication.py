"""Texts of a publication: its pages, the names of its files, what the organiser reads in the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.messages.names import count, fill_sentence, list_some_names, ordinal
from tournament_xl.messages.sheets import points_text
from tournament_xl.messages.text_width import text_width

ANONYMOUS_COLUMN = "anonyme"  # Joueurs, as names of columns compare
ANONYMOUS, NUMBERED_INITIALS = "Joueur {number}", "{initials} n° {number}"  # the second where players share them
LOGO = "Logo"  # what the picture on the sheet Tournoi is called that the pages show
FOLDER = "{stem} - publication"

SERVER_BUG = "Erreur du programme ({kind}) : rien n'a été changé. Rechargez la page, puis prévenez l'organisateur."
NOT_OURS = (
    "{folder} contient déjà autre chose qu'une publication. Rien n'y est écrit : donnez un dossier vide ou nouveau."
)
WATCHING = "Je republie à chaque enregistrement de {file}. Ctrl+C pour arrêter."
PUBLISHED_AT = "{time} : publié. {status}"
TROUBLE_AT = "{time} : pas publié. {reason}"
SERVING = "Dans la salle, sur le même réseau : {address}"
SERVED_AT = "J'écoute sur {addresses} et nulle part ailleurs."
NO_ADDRESS = "aucune"
NO_HALL = (
    "Les téléphones ne peuvent pas venir : cet ordinateur n'est sur aucun réseau. Reliez-le : wifi, câble, ou son "
    "« Point d'accès sans fil mobile »."
)
OTHERS = "Si les téléphones n'y arrivent pas : {listed} ; à choisir par --adresse, ou à la table de marque."
NOT_HERE = "{host} n'est pas une adresse de cet ordinateur. Il a : {listed}."
SERVED_HERE = "Sur cet ordinateur : {address}ecran.html pour le projecteur. Ctrl+C pour arrêter."
STOPPED = "Arrêté ; le dossier reste."
NO_PAGE = (
    '<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>'
    "Page inconnue</title><p>Cette adresse n'a pas de page : elle est peut-être mal tapée, ou d'un autre jour.</p>"
    '<p><a href="/">Tout le tournoi</a></p>'
)
NO_PORT = "Aucune adresse de cet ordinateur ne peut servir les pages : {reason}."

GAMES_NAME, STANDINGS_NAME = "parties.csv", "classement.csv"
GAMES_COLUMNS = ("Ronde", "Table", "N° 1", "Joueur 1", "Score 1", "Score 2", "Joueur 2", "N° 2", "Résultat 1", "Motif")
STANDINGS_COLUMNS = ("Place", "N°", "Joueur", "Club")
COUNTRY = "Pays"

FORFEIT = {(1,): "forfait – gagné", (2,): "gagné – forfait", (1, 2): "forfait – forfait"}

IF_TITLE = "Si ces résultats viennent (rien n'est écrit dans le classeur) :"
IF_UNLIKELY = "Table {table} : {score} est inhabituel. Un chiffre oublié ou de trop ?"
IF_MISSING = "Tables sans résultat, comptées pour rien ici : {tables}."
IF_STANDINGS = "Classement pendant la ronde {round}"
IF_NO_TABLE = "La ronde {round} n'a pas de table {table} sans résultat. Tables : {tables}."
IF_NOT_A_RESULT = "« {text} » : écrivez les deux scores, par exemple 444-333."
IF_NOTHING = "Aucune ronde n'attend de résultats."

# figures of a standings: key in tournoi.json -> column on Classement
FIGURE_NAMES = {
    "J": "rencontres", "G": "gagnées", "N": "nulles", "P": "perdues", "PM": "points de match",
    "PPM": "points entre ex æquo", "Pdep": "différence plafonnée", "Points": "points", "Départage": "départage",
    "Pions": "pions",
}  # fmt: skip
WORDS = {
    "skip": "Aller au contenu",
    "step": "Prochaine étape",
    "round": "Ronde",
    "now": "Ronde en cours",
    "by_table": "Par table",
    "hall_code": "Tables et classement sur votre téléphone",
    "by_name": "Où je joue",
    "search": "Chercher un joueur",
    "standings": "Classement",
    "grid": "Grille",
    "rounds": "Les rondes",
    "evolution": "Places, ronde par ronde",
    "evolution_help": "Touchez une ligne ou cherchez un nom pour suivre un joueur.",
    "place": "Place",
    "player": "Joueur",
    "club": "Club",
    "country": COUNTRY,
    "table": "Table",
    "score": "Score",
    "opponent": "Adversaire",
    "colour": "Couleur",
    "why": "Pourquoi cette rencontre ?",
    "against": "contre",
    "bye": "exempt",
    "absent": "ne joue pas",
    "absent_cell": "abs.",
    "missed": "absent ou pas inscrit",
    "left": "parti",
    "has_left": "a quitté le tournoi",
    "pending": "à jouer",
    "rating": "Cote",
    "new_rating": "Nouvelle cote",
    "provisional": "provisoire",
    "performance": "Performance",
    "performance_help": "Moyenne des cotes rencontrées, plus 400 × (gagnées − perdues) / parties.",
    "record": "Parcours",
    "tie_break_sum": "Départage (Brightwell)",
    "head": "Face à face",
    "to_print": "À imprimer",
    "data": "Pour les programmes",
    "screen": "Écran de la salle",
    "back": "Tout le tournoi",
    "fresh": "De nouveaux résultats sont là : les voir",
    "black": "Noir",
    "white": "Blanc",
    "G": "gagné",
    "N": "nul",
    "P": "perdu",
    "finals": "Finales",
    "final": "Finale",
    "third_place": "3e place",
    "next_at": "Ronde à",
    "then": ", puis ",
    "first_ten": "Les dix premiers",
    "podium": "Podium",
    "entered": "Inscrits",
    "results": "Résultats",
    "keyboard": "Espace : pause · ← → : tourner · F : cette vue seulement",
    "empty": "Le classement vient après la ronde 1.",
    "rounds_of": "{played} sur {rounds} rondes jouées",
    "menu": "Parties de la page",
}


_LISTED = 16  # of tables without result, width in digits: of more only how many they are


def initials(name: str, first_name: str) -> str:
    """Return initials: "D. P." for Durand Paul; a name of several words has one, an empty name none."""
    return " ".join(f"{word[:1].upper()}." for word in (name, first_name) if word)


def format_figure(value: object) -> str:
    """Render a number as in French: "1 234", "12,5", "−3".

    The blank is a narrow no-break space (U+202F), the minus sign U+2212. A number with decimals is rounded to two, and
    zeros at the end are dropped. None gives "", a value that is no number its `str`.
    """
    if value is None:
        return ""
    if isinstance(value, int | float):
        text = f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
        return text.replace(",", "\u202f").replace(".", ",").replace("-", "\u2212")
    return str(value)


_ENDINGS = {"T": "temps", "A": "abandon", "F": "forfait", "P": "décision"}  # first letter of a code of the column Fin


def ending_text(end: str) -> str:
    """Say to the public how a game ended otherwise than on the board, by its code of the column Fin: "temps", or ""."""
    return _ENDINGS.get(end[:1], "")


def score_without_ending(score: str, end: str) -> str:
    """Return a score without the code of the column Fin at its end: "38 – 26" of "38 – 26 TB"."""
    return score.removesuffix(end).rstrip()


def total_text(value: float | None) -> str:
    """Render what ranks a player first, without its unit: "15", "4½"."""
    return points_text(value) if value is not None and value % 1 else format_figure(value)


def score_text(value: float, column: str) -> str:
    """Render what ranks a player first: "15 PM", "1 point", "4½ points"; `column`: its title on Classement.

    As in French, the plural begins at 2.
    """
    if column != "Points":
        return f"{total_text(value)} {column}"
    return f"{total_text(value)} point{'s' if value >= 2 else ''}"


def address_text(host: str, adapter: str) -> str:
    """Render an address of the server with the name of its network adapter: "192.168.1.20 (wlp2s0)"; "" for no name."""
    return f"{host} ({adapter})" if adapter else host


def addresses_text(addresses: Iterable[tuple[str, str]]) -> str:
    """List addresses, each with the arguments of `address_text`; "" for none."""
    return ", ".join(address_text(*address) for address in addresses)


def bind_punctuation(text: str) -> str:
    """Replace each blank before one of : ; ? ! » by a no-break space, so that no line begins with the sign."""
    for sign in ":;?!»":
        text = text.replace(f" {sign}", f"\u00a0{sign}")
    return text


def rank_range_text(places: list[int]) -> str:
    """Render the ranks that a player may still reach, given from the best to the worst: "3e", "1er à 4e"."""
    best, worst = places[0], places[-1]
    return ordinal(best) if best == worst else f"{ordinal(best)} à {ordinal(worst)}"


def progress_text(
    *,
    rounds: int,
    drawn: int,
    played: int,
    players: int,
    missing: str,
    tables: int,
    leaders: list[str],
    waits: bool,
    finals: list[str],
) -> str:
    """Render how far the tournament is, for players and spectators.

    Args:
        rounds: Number of rounds.
        drawn: Last drawn round; 0: none.
        played: Last round with all results.
        players: Number of players.
        missing: Tables without result, as a list.
        tables: Number of these tables; 0 if phones have sent all results that are not typed yet.
        leaders: Names of the players who share rank 1, used at the end only.
        waits: Finals are still to be played after the last round.
        finals: Names of those whose games are on the sheet; empty before an update has written them.
    """
    if not drawn:
        return count(players, "joueur inscrit")
    if drawn > played:
        return awaited_results_text(rounds, drawn, missing, tables)
    if played < rounds:
        return f"Ronde {played} sur {rounds} terminée"
    if waits:
        return f"Rondes terminées · à jouer : {', '.join(finals) or 'les finales'}"
    return f"Tournoi terminé · {'1ers ex æquo' if len(leaders) > 1 else '1er'} : {list_some_names(leaders, 4)}"


_AWAITED = "résultats attendus : {tables:agree table} {missing}"
_MANY_AWAITED, _NONE_AWAITED = "{tables:n table attendue}", "tous les résultats sont reçus"


def awaited_results_text(rounds: int, drawn: int, missing: str, tables: int) -> str:
    """Render which results of a round are awaited.

    `missing` lists the tables whose result is awaited; a wide list is left out, and the tables are only counted.
    `tables` is their number, 0 if phones have sent all results that are not typed yet.
    """
    awaited = _AWAITED if text_width(missing) < _LISTED else _MANY_AWAITED
    facts = {"rounds": rounds, "drawn": drawn, "missing": missing, "tables": tables}
    return fill_sentence(f"Ronde {{drawn}} sur {{rounds}} · {awaited if tables else _NONE_AWAITED}", facts)


def cell_figure_text(text: str) -> str:
    """Render a cell of a sheet: a number with a decimal comma, any other text unchanged."""
    return text.replace(".", ",") if text.replace(".", "", 1).isdecimal() else text
