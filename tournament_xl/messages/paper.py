"""Words of the papers that are on no sheet of the workbook."""

from __future__ import annotations

import re

from tournament_xl.messages.names import ordinal

TABLE, TABLE_AND_COLOUR, TABLE_TITLE = "table", "table et couleur", "Table"  # above numbers of tables
SCORES = "Scores"
FINALS = "Finales"
STARTS = "commence"  # above circles to tick: the regulation does not say who starts
ROUNDS = "Rondes"  # above the bars of a player's rounds
PLAYERS, DUE = "{players:n joueur}", "droits : {total}\u00a0€"  # at the foot of a list
ROUND = "ronde {number}"  # below its line of the chart
FIRST_OF = "les {shown} premiers des {players} joueurs"
CODE_HELP = "Photographiez le code, tapez les scores, envoyez ; l'autre joueur fait de même."
DESK_TITLE = "Pointage"
DESK_COLUMNS = {"Présent": "tick", "Joueur": "", "N°": "num", "Club": "origin", "Droits, payé": "num"}  # title -> kind
AWAY = "absent"
REFEREE, ORGANISER = "arbitre", "organisateur"  # below the lines to sign
MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre",
)  # fmt: skip
_TIME = re.compile(r"0?(\d{1,2}):(\d\d)")
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def hour_text(time: str) -> str:
    """Render a time as paper has it: "13:30" is "13 h 30", "09:00" is "9 h"; another text stays."""
    parts = _TIME.fullmatch(time)
    return time if not parts else f"{parts[1]} h {parts[2]}".removesuffix(" 00").replace(" ", "\u00a0")


def long_dates(text: str) -> str:
    """Render the dates in a text with the names of their months: "21 novembre 2026"."""

    def long_date(parts: re.Match[str]) -> str:
        day, month, year = map(int, parts.groups())
        return f"{'1er' if day == 1 else day} {MONTHS[month - 1]} {year}" if 0 < month <= 12 else parts[0]

    return _DATE.sub(long_date, text)


def split_round(title: str) -> tuple[str, str]:
    """Split the title of the wall: "Ronde 4", "sur 7"; a title of one word stays whole."""
    word, _, rest = title.partition(" ")
    number, _, rest = rest.partition(" ")
    return f"{word} {number}".strip(), rest


def score_title(column: str) -> str:
    """Name what stands in the boxes for a result, by the column of Résultats: "Score", "Pions"."""
    return column.split()[0]


def round_title(column: str) -> str:
    """Name the round of a column of Grille: "Ronde 3" for "R3"; in a round robin a place stays."""
    return f"Ronde {column[1:]}" if column.startswith("R") else column


def split_ordinal(rank: int) -> tuple[str, str]:
    """Split a rank into its number and what stands above the line: "1", "er"."""
    text = ordinal(rank)
    return str(rank), text.removeprefix(str(rank))


def forfeit_text(code: str) -> str:
    """Say who does not play, of a code of Scrabble: "joueur 1", "joueurs 1+2"; another text stays."""
    return f"joueurs {code}" if code == "1+2" else f"joueur {code}" if code in ("1", "2") else code
