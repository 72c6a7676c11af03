"""A tournament's workbook as the list of the next one: it gives people, not the event."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.book.grid import Problems, find_table, right_of_each
from tournament_xl.book.labels import PLAYERS, RATINGS, RESULTS, TOURNAMENT
from tournament_xl.book.memory import read_memory
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.games import kind_of
from tournament_xl.lists.columns import ListTable, clean
from tournament_xl.resources import legible
from tournament_xl.texts import player_list as texts
from tournament_xl.texts.names import listing
from tournament_xl.texts.sheets import PROVISIONAL

_OF_THE_EVENT = ("Absences", "Remarque")
_OF_THE_PLACE = ("Lieu", "Salle", "Organisateur", "Arbitre", "Courriel fédération")


def is_tournament(snapshot: Snapshot) -> bool:
    """Whether a workbook has been one of a tournament, in whatever form it was saved since."""
    return {TOURNAMENT, PLAYERS, RESULTS} <= snapshot.sheets.keys()


def as_list(table: ListTable, snapshot: Snapshot) -> ListTable:
    """The table of its Joueurs without what is of the event, with the newest cote of each; where it was played.

    A N° goes, too, but for one of the world's list of Othello, which is the player's own.
    """
    columns = {key: at for key, at in table.columns.items() if key not in _OF_THE_EVENT}
    number, cote = columns.get("N°"), columns.get("Cote")
    new = _new_ratings(snapshot) if number and cote else {}
    own_numbers = kind_of(snapshot).has_ratings
    given = read_memory(snapshot, Problems()).now.by_number("donné")
    rows = []
    for line, cells in table.rows:
        row = [*cells]
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
        file=legible(table.file), ratings=texts.NEW_RATINGS if new else "",
        settings=texts.TAKEN_OVER.format(names=listing(list(settings))) if settings else "",
    )  # fmt: skip
    titles = {at: title for at, title in table.titles.items() if at in {one for one, _ in columns.values()}}
    return replace(table, rows=rows, columns=columns, titles=titles, told=[*table.told, told], settings=settings)


def _new_ratings(snapshot: Snapshot) -> dict[str, str]:
    """N° -> the cote that the tournament gave, unless it is provisional."""
    grid = snapshot.sheets.get(RATINGS, ())
    table = find_table(snapshot, RATINGS, ("N°", "Nouvelle cote"), Problems()) if grid else None
    if table is None or any(cell_text(cell).startswith(PROVISIONAL) for row in grid[: table.header] for cell in row):
        return {}
    lines = (line for line in table.lines() if line.text("N°") and line.text("Nouvelle cote"))
    return {line.text("N°"): line.text("Nouvelle cote") for line in lines}
