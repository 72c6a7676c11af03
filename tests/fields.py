"""Tournaments for tests: a workbook in memory that is typed into and pressed, and players and scores by chance."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from tests import naive, naive_open
from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Block, Cell, Snapshot, apply, cell_text
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import Outcome

TEMPLATE = Path(__file__).parent.parent / "templates" / "scrabble.xlsx"
DATE = "2026-11-21 09:00"
SIZES = range(7, 129)
EDITIONS = ("F50", "F10")
FOREVER = 99  # rounds of somebody who has left: up to this one, not included
SCORES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))
SERIES = {"S": 2350, "0": 2350, "1A": 2250, "1B": 2250, "2A": 2000, "3C": 1800, "4D": 1700, "5A": 1500, "6B": 1300}
FAMILY = (
    "Dupont", "dupond", "Éluard", "Eluard", "Œuvrard", "Oeuvre", "Saint-Jean", "Saint Just", "D'Arcy", "Darcy", "Zola",
    "Ænea", "Müller", "Muller", "Lê", "Le Goff", "N'Diaye", "de Rham", "Çelik", "Celik", "O’Neil", "Martin", "Aubert",
)  # fmt: skip
FIRST = ("Zoé", "Zoe", "Anne", "Anne-Marie", "Jean", "Élie", "Luc", "Max", "Ève", "Noël", "", "Ida", "Paul", "René")


@functools.cache
def template() -> Snapshot:
    return ClosedFile(TEMPLATE).read()


class Book:
    """A workbook in memory, its organiser's keyboard and its buttons."""

    def __init__(self, settings: Mapping[str, Cell], players: list[dict[str, Cell]]) -> None:
        self.snapshot = template()
        for name, value in settings.items():
            self.set(name, value)
        self.type(labels.PLAYERS, {4 + at: player for at, player in enumerate(players, start=1)})

    def columns(self, sheet: str) -> tuple[int, dict[str, int]]:
        """The header row and the columns of a sheet, from 1."""
        wanted = labels.SETTINGS_COLUMNS if sheet == labels.TOURNAMENT else labels.SCRABBLE_COLUMNS[sheet]
        for row, cells in enumerate(self.snapshot.sheets[sheet], start=1):
            if set(wanted) <= set(cells):
                return row, {name: cells.index(name) + 1 for name in wanted}
        raise LookupError(sheet)

    def rows(self, sheet: str) -> list[dict[str, str]]:
        """What stands under the header, as text, with "row"; rows without anything left out."""
        header, columns = self.columns(sheet)
        found = []
        for row, cells in enumerate(self.snapshot.sheets[sheet][header:], start=header + 1):
            line = {name: cell_text(cells[at - 1]) if at <= len(cells) else "" for name, at in columns.items()}
            if any(line.values()):
                found.append({"row": row, **line})
        return found

    def round(self, number: int) -> list[dict[str, str]]:
        """The rows of a round; notes are none."""
        rows = [row for row in self.rows(labels.RESULTS) if row["Ronde"] and row["N° 1"]]
        return [row for row in rows if number_of(row["Ronde"]) == number]

    def pairs(self, number: int) -> set[frozenset[int]]:
        return {frozenset((number_of(row["N° 1"]), number_of(row["N° 2"]))) for row in self.round(number)}

    def type(self, sheet: str, cells: Mapping[int, Mapping[str, Cell]]) -> None:
        """Type values by row and column name."""
        _, columns = self.columns(sheet)
        blocks = [
            Block(sheet, row, columns[name], ((value,),)) for row, line in cells.items() for name, value in line.items()
        ]
        self.snapshot = apply(self.snapshot, tuple(blocks))

    def add(self, sheet: str, *lines: Mapping[str, Cell]) -> None:
        """Type new rows under the last one."""
        last = len(self.snapshot.sheets[sheet])
        self.type(sheet, {last + at: line for at, line in enumerate(lines, start=1)})

    def set(self, setting: str, value: Cell) -> None:
        row = next(row["row"] for row in self.rows(labels.TOURNAMENT) if row["Paramètre"] == setting)
        self.type(labels.TOURNAMENT, {row: {"Valeur": value}})

    def press(self, action: Callable[..., Outcome]) -> Outcome:
        outcome = action(self.snapshot, DATE)
        self.snapshot = actions.after(self.snapshot, outcome)
        return outcome

    def pair(self) -> Outcome:
        return self.press(actions.pair)

    def update(self) -> Outcome:
        return self.press(actions.update)

    def undo(self) -> Outcome:
        return self.press(actions.undo)

    def as_host_reads(self, view: Callable[[Cell], Cell]) -> None:
        """The same workbook as another host hands it over."""
        sheets = {name: [[view(cell) for cell in row] for row in grid] for name, grid in self.snapshot.sheets.items()}
        self.snapshot = Snapshot(sheets)


def as_text(cell: Cell) -> Cell:
    """Everything is text, as in a closed file."""
    return None if cell is None else cell_text(cell)


def as_float(cell: Cell) -> Cell:
    """Numbers are floats, as Excel hands them over."""
    return float(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell


def number_of(text: str) -> int:
    """A number as it stands in a cell: "X", "12", "12,0"."""
    return naive.X if text == "X" else int(float(text.replace(",", ".")))


def people(source: Random, count: int, *, first: int = 0) -> list[dict[str, Cell]]:
    """Rows of Joueurs: names with accents, some of them equal, cotes often equal, some from the series."""
    few = source.random() < 0.3
    rows: list[dict[str, Cell]] = []
    for index in range(first, first + count):
        family, own = source.choice(FAMILY), source.choice(FIRST)
        if source.random() < 0.5:
            own = f"{own} {index}".strip()
        row: dict[str, Cell] = {"Nom": family, "Prénom": own, "Licence": f"{source.randrange(10**4):04}{index:03}"}
        chance = source.random()
        if chance < 0.1:
            row["Série duplicate"] = source.choice(list(SERIES))
        elif chance < 0.95:
            cote = source.choice((1500, 1700, 1800)) if few else source.randrange(900, 3000)
            row["Cote"] = source.choice((cote, str(cote), float(cote)))
        rows.append(row)
    return rows


def cote_of(row: Mapping[str, Cell]) -> float:
    return float(row["Cote"]) if row.get("Cote") else float(SERIES.get(str(row.get("Série duplicate")), 1000))


def games(source: Random, *, to_win: int) -> list[tuple[int, int]]:
    """A match: draws, narrow and crushing games; three games at most when two must be won."""
    played: list[tuple[int, int]] = []
    while len(played) < (1 if to_win == 1 else 3):
        one = source.randrange(250, 560)
        two = one if source.random() < 0.1 else source.randrange(250, 560)
        played.append((one, two))
        if max(sum(a > b for a, b in played), sum(a < b for a, b in played)) == to_win:
            break
    return played


def typed(source: Random, number: int) -> Cell:
    """A number as people type it, or hosts read it."""
    return source.choice((number, number, number, float(number), str(number), f" {number} ", f"{number},0"))


def gave(row):
    """Who gives the forfeit by a row of Résultats."""
    return {number_of(row[f"N° {side}"]) for side in "12" if side in row["Forfait"]}


def absences_text(source, away):
    """A set of rounds as people announce it: "3", "3, 5", "2-4", "4-"."""
    parts, rest = [], sorted(away)
    while rest:
        run = [number for at, number in enumerate(rest) if number == rest[0] + at]
        if run[-1] >= FOREVER - 1:
            parts.append(f"{run[0]}-")
        elif len(run) > 1 and source.random() < 0.8:
            parts.append(f"{run[0]}-{run[-1]}")
        else:
            parts.extend(str(number) for number in run)
        rest = rest[len(run) :]
    if len(parts) == 1 and parts[0].isdigit() and source.random() < 0.5:
        return int(parts[0])
    return source.choice((",", ", ", "; ")).join(parts)


def size_of_field(source, formula):
    if formula == naive_open.OPEN:
        return source.choice((source.randrange(11, 20), source.randrange(11, 20), source.randrange(20, 45)))
    if formula != naive.CLASSIQUE:
        return source.randrange(3, 11 if formula == naive.ROUND_ROBIN else 8)
    few, some, many = source.randrange(7, 17), source.randrange(17, 41), source.randrange(41, 129)
    return source.choice((few,) * 5 + (some,) * 4 + (many,))
