"""The workbook of an earlier tournament as list of players of a new one."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.games.registry import find_game
from tournament_xl.games.scrabble.schema import LAST_PLAYED, PROVISIONAL
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import join_items
from tournament_xl.players.list_table import ListTable, clean_cell
from tournament_xl.workbook.cells import cell_text, read_date
from tournament_xl.workbook.history.history import find_history
from tournament_xl.workbook.schema import PLAYERS, RATINGS, RESULTS, TOURNAMENT
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problems, find_right_of_each, find_table

_EVENT_COLUMNS = ("Absences", "Remarque")
_PLACE_SETTINGS = ("Lieu", "Salle", "Organisateur", "Arbitre", "Courriel fédération")


def is_tournament(snapshot: Snapshot) -> bool:
    """Check whether a workbook is a tournament of this program: it has the sheets Tournoi, Joueurs and Résultats."""
    return {TOURNAMENT, PLAYERS, RESULTS} <= snapshot.sheets.keys()


def list_from_tournament(table: ListTable, snapshot: Snapshot) -> ListTable:
    """Turn the sheet Joueurs of a tournament into a list of players for the next one.

    Absences and remarks are left out. Of the N° only those of Othello's world list are for the next tournament; the
    lines of the others are in `own_numbers`. If ratings have been computed and are final, each Cote becomes the new
    one. In a game with ratings everybody who was paired gets the last day of that tournament, if it is known, as date
    of his last tournament (R10 of Scrabble). `table` is not changed. The list also has the settings of place and
    organiser to take over, and a note that says so.
    """
    columns = {key: column for key, column in table.columns.items() if key not in _EVENT_COLUMNS}
    number_column, rating_column = columns.get("N°"), columns.get("Cote")
    new_ratings = _read_new_ratings(snapshot) if number_column and rating_column else {}
    game = find_game(snapshot)
    has_ratings, numbered_players = game.has_ratings, find_history(snapshot).document.get("given_numbers", {})
    day = _read_last_day(snapshot) if has_ratings else ""
    paired_numbers = _read_paired_numbers(snapshot) if day else set()
    if day:
        row_width = max((len(cells) for _, cells in table.rows), default=0)
        columns.setdefault(LAST_PLAYED, (row_width, LAST_PLAYED))
    rows, own_numbers = [], set[int]()
    for line, cells in table.rows:
        row = [*cells]
        if number_column and number_column[0] < len(row) and row[number_column[0]] in paired_numbers:
            last = columns[LAST_PLAYED][0]
            row += [""] * (last + 1 - len(row))
            row[last] = day
        if number_column and rating_column and number_column[0] < len(row):
            player_number = row[number_column[0]]
            row += [""] * (rating_column[0] + 1 - len(row))
            row[rating_column[0]] = new_ratings.get(player_number, row[rating_column[0]])
            if player_number and (has_ratings or player_number in numbered_players):
                own_numbers.add(line)
        rows.append((line, row))
    places = find_right_of_each(snapshot, TOURNAMENT, _PLACE_SETTINGS)
    place_settings = {
        name: clean_cell(cell_text(snapshot.cell(TOURNAMENT, *position))) for name, position in places.items()
    }
    settings = {name: place_settings[name] for name in _PLACE_SETTINGS if place_settings.get(name)}
    note = texts.LAST_WEEKS.format(
        ratings=texts.NEW_RATINGS if new_ratings else "",
        left_out=texts.NUMBERS_GIVEN if find_game(snapshot).has_world_list else texts.OWN_NUMBERS,
        settings=texts.TAKEN_OVER.format(names=join_items(list(settings))) if settings else "",
    )  # fmt: skip
    kept_columns = {column for column, _ in columns.values()}
    titles = {column: title for column, title in table.titles.items() if column in kept_columns}
    return replace(
        table, rows=rows, columns=columns, titles=titles, notes=[*table.notes, note], settings=settings,
        own_numbers=frozenset(own_numbers), above=(),
    )  # fmt: skip


def _read_last_day(snapshot: Snapshot) -> str:
    """Return the day on which the tournament ended; "" if it is not known."""
    places = find_right_of_each(snapshot, TOURNAMENT, ("Date de fin", "Date de début"))
    days = (read_date(cell_text(snapshot.cell(TOURNAMENT, *position))) for position in places.values())
    dates = [day for day in days if day]
    return f"{max(dates):%d/%m/%Y}" if dates else ""


def _read_paired_numbers(snapshot: Snapshot) -> set[str]:
    """Return the N° of the players who were paired in a round."""
    table = find_table(snapshot, RESULTS, ("N° 1", "N° 2"), Problems())
    return {line.text(side) for line in table.lines() for side in ("N° 1", "N° 2")} if table else set()


def _read_new_ratings(snapshot: Snapshot) -> dict[str, str]:
    """Return by N° the cotes that the tournament gave; empty if they are provisional."""
    table = find_table(snapshot, RATINGS, ("N°", "Nouvelle cote"), Problems())
    if table is None or find_history(snapshot).document.get("rated") == PROVISIONAL:
        return {}
    lines = (line for line in table.lines() if line.text("N°") and line.text("Nouvelle cote"))
    return {line.text("N°"): line.text("Nouvelle cote") for line in lines}
