"""A tournament's workbook as the list of the next one: it gives people, not the event."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import kind_of
from tournament_xl.messages import players as texts
from tournament_xl.messages.names import listing
from tournament_xl.messages.sheets import PROVISIONAL
from tournament_xl.players.columns import ListTable, clean
from tournament_xl.workbook.history.history import read_history
from tournament_xl.workbook.schema import LAST_PLAYED, PLAYERS, RATINGS, RESULTS, TOURNAMENT
from tournament_xl.workbook.snapshot import Snapshot, cell_text
from tournament_xl.workbook.tables import Problems, find_table, read_date, right_of_each

_OF_THE_EVENT = ("Absences", "Remarque")
_OF_THE_PLACE = ("Lieu", "Salle", "Organisateur", "Arbitre", "Courriel fédération")


def is_tournament(snapshot: Snapshot) -> bool:
    """Whether a workbook has been one of a tournament, in whatever form it was saved since."""
    return {TOURNAMENT, PLAYERS, RESULTS} <= snapshot.sheets.keys()


def as_list(table: ListTable, snapshot: Snapshot) -> ListTable:
    """The table of its Joueurs without what is of the event, with the newest cote and tournament of each (R10); where
    it was played.

    A N° goes, too, but for one of the world's list of Othello, which is the player's own.
    """
    columns = {key: at for key, at in table.columns.items() if key not in _OF_THE_EVENT}
    number, cote = columns.get("N°"), columns.get("Cote")
    new = _new_ratings(snapshot) if number and cote else {}
    own_numbers = kind_of(snapshot).has_ratings
    given = read_history(snapshot, Problems()).now.by_number("donné")
    day = _last_day(snapshot) if own_numbers else ""
    played = _played(snapshot) if day else set()
    if day:
        right = max((len(cells) for _, cells in table.rows), default=0)
        columns.setdefault(LAST_PLAYED, (right, LAST_PLAYED))
    rows = []
    for line, cells in table.rows:
        row = [*cells]
        if number and number[0] < len(row) and row[number[0]] in played:
            last = columns[LAST_PLAYED][0]
            row += [""] * (last + 1 - len(row))
            row[last] = day
        if number and cote and number[0] < len(row):
            who = row[number[0]]
            row += [""] * (cote[0] + 1 - len(row))
            row[cote[0]] = new.get(who, row[cote[0]])
            if own_numbers or (who.isdecimal() and int(who) in given):
                row[number[0]] = ""
        rows.append((line, row))
    places = right_of_each(snapshot, TOURNAMENT, _OF_THE_PLACE)
    found = {name: clean(cell_text(snapshot.cell(TOURNAMENT, *at))) for name, at in places.items()}
    settings = {name: found[name] for name in _OF_THE_PLACE if found.get(name)}
    told = texts.LAST_WEEKS.format(
        file=printable_path(table.file), ratings=texts.NEW_RATINGS if new else "",
        settings=texts.TAKEN_OVER.format(names=listing(list(settings))) if settings else "",
    )  # fmt: skip
    titles = {at: title for at, title in table.titles.items() if at in {one for one, _ in columns.values()}}
    return replace(table, rows=rows, columns=columns, titles=titles, notes=[*table.notes, told], settings=settings)


def _last_day(snapshot: Snapshot) -> str:
    """When the tournament ended, "" if that is not known."""
    places = right_of_each(snapshot, TOURNAMENT, ("Date de fin", "Date de début"))
    days = (read_date(cell_text(snapshot.cell(TOURNAMENT, *at))) for at in places.values())
    known = [day for day in days if day]
    return f"{max(known):%d/%m/%Y}" if known else ""


def _played(snapshot: Snapshot) -> set[str]:
    """N° of those who were paired in a round."""
    table = find_table(snapshot, RESULTS, ("N° 1", "N° 2"), Problems())
    return {line.text(side) for line in table.lines() for side in ("N° 1", "N° 2")} if table else set()


def _new_ratings(snapshot: Snapshot) -> dict[str, str]:
    """N° -> the cote that the tournament gave, unless it is provisional."""
    grid = snapshot.sheets.get(RATINGS, ())
    table = find_table(snapshot, RATINGS, ("N°", "Nouvelle cote"), Problems()) if grid else None
    if table is None or any(cell_text(cell).startswith(PROVISIONAL) for row in grid[: table.header] for cell in row):
        return {}
    lines = (line for line in table.lines() if line.text("N°") and line.text("Nouvelle cote"))
    return {line.text("N°"): line.text("Nouvelle cote") for line in lines}
