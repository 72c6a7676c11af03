"""Reading the sheet Joueurs of an Othello tournament."""

from __future__ import annotations

from tournament_xl.folding import fold
from tournament_xl.othello.model import Player
from tournament_xl.othello.referee import FEE, REDUCED_FEE
from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.grid import Line, Problems, find_table
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.players_table import (
    HIGHEST_COTE,
    PlayersOf,
    check_highest,
    read_absences,
    read_cote,
    read_number,
    registered,
    report_notes,
    yes,
)
from tournament_xl.workbook.snapshot import Snapshot

HIGHEST_NUMBER = 999_999  # numbers of the world's list of players have six digits
NO_RATING = ("", "-", "–", "--", "?")
_FEES = ("0", str(REDUCED_FEE), str(FEE))
_GIVEN = ("N°", "Droits")  # columns that make no player


PlayersSheet = PlayersOf[Player]


def read_players(snapshot: Snapshot, problems: Problems) -> PlayersSheet | None:
    """The players of the sheet, problems with every cell that cannot be read and with everybody listed twice."""
    table = find_table(snapshot, shared.PLAYERS, labels.COLUMNS[shared.PLAYERS], problems)
    if table is None:
        return None
    filled = (line for line in table.lines() if not line.empty(*(name for name in table.columns if name not in _GIVEN)))
    lines = list(registered(filled, problems))
    report_notes(lines, ("N°", "Pays", "Club", "Cote"), problems)
    rows = tuple((line, _player(line, problems)) for line in lines)
    _twice(rows, problems)
    check_highest(rows, problems, HIGHEST_NUMBER)
    return PlayersSheet(table, rows)


def _player(line: Line, problems: Problems) -> Player:
    if not line.text("Nom"):
        line.problem(problems, "Nom", "no_name")
    _check_fee(line, problems)
    return Player(
        number=read_number(line, problems, HIGHEST_NUMBER),
        name=line.text("Nom"),
        first_name=line.text("Prénom"),
        country=line.text("Pays"),
        club=line.text("Club"),
        rating=_rating(line, problems),
        member=yes(line, "Adhérent", problems),
        reduced=yes(line, "Tarif réduit", problems),
        absences=read_absences(line, problems),
    )


def _check_fee(line: Line, problems: Problems) -> None:
    """Something else than a fee in Droits, where the program writes (B8)."""
    if (text := line.text("Droits")) and text not in _FEES:
        line.problem(problems, "Droits", "fee_typed", text=text, known=", ".join(_FEES))


def _rating(line: Line, problems: Problems) -> float | None:
    """As the world's list has it: it may be negative; "-", "?" and 0 are none, the star of "1803*" says nothing."""
    text = line.text("Cote").strip("* ")
    rating = read_cote(text, -HIGHEST_COTE)
    if text in NO_RATING:
        return None
    if rating is None:
        line.problem(problems, "Cote", "bad_cote", text=text)
    return rating


def _twice(rows: tuple[tuple[Line, Player], ...], problems: Problems) -> None:
    """A number twice; a name twice, unless two numbers tell the players apart."""
    numbers: dict[int, Line] = {}
    names: dict[str, dict[bool, Line]] = {}  # name -> whether with a number -> the first such row
    for line, player in rows:
        if player.number and (first := numbers.setdefault(player.number, line)) is not line:
            line.problem(problems, "N°", "number_twice", number=player.number, row=first.row)
        same = names.setdefault(fold(player.full_name), {})
        alike = [one for numbered, one in same.items() if not (player.number and numbered)]
        if player.name and alike:
            line.problem(problems, "Nom", "homonym", name=player.full_name, row=min(one.row for one in alike))
        same.setdefault(bool(player.number), line)
