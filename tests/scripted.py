"""Tournaments as scripts: what an organiser types and commands, and what the program said to it, in one text file.

A script (`tests/tournaments/*.txt`) is read from top to bottom; its lines are
    # a comment
    list FILE N [TITLE …]             an invented list of N players as a CSV, with these columns
    folder NAME                       an empty folder
    file FILE                         the lines after it that begin with "| " are its content
    $ WORDS                           a command of tournament-xl; a plain .xlsx or .xlsm of `new` is "the workbook"
    scores [but T …]                  every missing result of the last round, but at these tables
    score [R/]T A-B                   one result, of the last round or round R
    type SHEET ROW COLUMN = VALUE     ROW: a player's name or N°, a setting, a round and table "R/T"
    add SHEET[+N] COLUMN = VALUE; …   a new row below the others, N rows left empty before it
    cell SHEET!A1 = VALUE             any cell
    swap SHEET ROW ROW COLUMN         two cells exchanged
    clear SHEET ROW                   a row emptied
    right SHEET LABEL = VALUE         the cell right of a text: which finals are played
    finals                            every missing result on Finales
    resaved FILE                      opened and saved by another program, that writes XML its own way
A command's answer follows it, indented: what was said, "[3]" for an exit code other than 0. Where that does not tell
enough, in a file beside the script, `.cells`, stand the cells that changed with each command (and with what was typed
before it), sheet by sheet and row by row: "Classement 5: A=1 | C=Durand Anne → Petit Paul". Of a new workbook all cells
that its template does not have; of other commands only facts and standings (`FOLLOWED`); "at the end" all that is not
yet noted. Journal, Mémoire and Fiches are left out.

`python -m tests.scripted` plays them all and writes what they say now, and the cells where there are some; read the
difference line by line before it is committed. The clock is the scripts' own: a minute passes with each command.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tests import ROOT, books
from tournament_xl.frontends.cli.main import main
from tournament_xl.games.registry import GAMES
from tournament_xl.storage import timestamps
from tournament_xl.workbook import schema

SCRIPTS = ROOT / "tests" / "tournaments"
NAMES = """
Durand Petit Bazin Lévêque Moreau N'Guessan Fournier Garnier Œuvrard Chevalier Rousseau Cœurdevey Lambert Fabre Da-Silva
Perrin Clément Morin Nguyen Gauthier Roux Blanc Faure Diabaté Mercier Dupuis Brunet Giraud Leroy Colin Vidal Caron
Picard Roger Renard Lemoine Benoît Rey Dumas Lacroix Schmitt Olivier Aubert Noël Meyer Huet Pons Weber Barbier Besson
Masson Marchal Poirier Renaud Tessier Royer Adam Lebrun Charpentier Pichon Rochat Favre Jacquet Bourgeois
Allard Bouchet Carpentier Delmas Escoffier Ferrand Gaillard Hervé Imbert Joubert Klein Lecomte Maillard Navarro Ollivier
Payet
"""
SURNAMES = NAMES.split()  # 80
FIRST_NAMES = ["Anne", "Paul", "Claire", "Luc", "Gaétan", "Prisca", "Jean-Loup", "Ève", "Samir", "Odile", "Marc", "Léa"]
STAMP = timestamps.backup_stamp
TEMPLATES = ROOT / "templates"
Cells = dict[tuple[str, int, int], str]  # sheet, row, column -> what is shown
UNWATCHED = (schema.JOURNAL, schema.MEMORY, schema.SLIPS)  # the program's own; the names of Résultats once more
FOLLOWED = {*schema.INPUT_SHEETS, schema.GROUPS, schema.STANDINGS} - {schema.TOURNAMENT}  # facts, pairs and standings
VALUES = {
    "Nom": SURNAMES,
    "Prénom": FIRST_NAMES,
    "Club": ("Lyon", "Genève", "Annecy", "Dakar"),
    "Pays": ("FRA", "ITA", "GBR", "SUI"),
}


class Script:
    """A script played in a folder of its own, which is the current folder."""

    books: Any = books  # how a workbook is read and typed into

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = folder / "?"
        self.said: list[str] = []  # the script with its answers
        self.changes: list[str] = []  # what each command changed
        self._noted: Cells = {}  # of the workbook, each as it was when it was last noted
        self._minutes = 0

    def play(self, lines: list[str]) -> str:
        """Play the lines and return the script with the program's present answers."""
        for line in lines:
            if line.startswith("  "):  # an answer of another day
                continue
            self.said.append(line)
            word, _, rest = line.partition(" ")
            if word == "$":
                self._command(rest.split())
            elif word == "|":
                with self._listed.open("a", encoding="utf-8") as stream:
                    stream.write(rest + "\n")
            elif line and word != "#":
                getattr(self, f"_{word}")(rest)
        self._leave_book()
        return "\n".join(self.said).rstrip() + "\n"

    def note_change(self, command: str) -> None:
        """Note what a command changed."""
        self.changes.append(f"$ {command}")
        sheets: Collection[str] | None = FOLLOWED
        if not self._noted:
            cells, sheets = _cells_of(self.book), None
            templates = (_cells_of(TEMPLATES / f"{game}.xlsx") for game in GAMES)
            self._noted = max(templates, key=lambda there: len(cells.items() & there.items()))
        self._note_cells(sheets)

    def _note_cells(self, sheets: Collection[str] | None = None) -> None:
        """Note the cells of these sheets, by default all, that are not as noted before."""
        cells = _cells_of(self.book, sheets)
        before = {place: text for place, text in self._noted.items() if sheets is None or place[0] in sheets}
        rows: dict[tuple[str, int], list[str]] = {}
        for sheet, row, column in cells | before:
            was, now = (there.get((sheet, row, column), "") for there in (before, cells))
            if was != now:
                change = f"{was} → {now}" if was else now
                rows.setdefault((sheet, row), []).append(f"{get_column_letter(column)}={change}")
        for (sheet, row), changes in sorted(rows.items()):
            self.changes.append(f"  {sheet} {row}: {' | '.join(sorted(changes))}")
        self._noted = {place: text for place, text in self._noted.items() if place not in before} | cells

    def _leave_book(self) -> None:
        """Note all cells of the workbook as its last command and what was typed after it left them."""
        if self._noted:
            self.changes.append("at the end")
            self._note_cells()

    def _command(self, words: list[str]) -> None:
        arguments = [word.replace("_", " ") if "=" in word else word for word in words]  # --set Nom=Coupe_de_mai
        if arguments[0] == "new":
            self._leave_book()
            self._noted = {}
            self.book = self.folder / next((word for word in arguments[1:] if re.search(r"\.xls[xm]$", word)), "?")
        before = self.book.read_bytes() if self.book.is_file() else b""
        self._minutes += 1
        code, output = self._run(arguments, f"21/11/2026 {13 + self._minutes // 60}:{self._minutes % 60:02}:30")
        for line in output.replace(f"{self.folder}{os.sep}", "").replace(str(self.folder), ".").splitlines():
            self.said.append(f"  {line}".rstrip() or "  ")
        if code:
            self.said.append(f"  [{code}]")
        if self.book.is_file() and self.book.read_bytes() != before:
            self.note_change(" ".join(words))

    def _run(self, arguments: list[str], date: str) -> tuple[int, str]:
        """Run a command at a date; return its exit code and what it said, errors first."""
        timestamps.journal_date = lambda: date
        timestamps.backup_stamp = lambda label, day="": STAMP(label, day or date)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = self.obey(arguments)
        return code, err.getvalue() + out.getvalue()

    def obey(self, arguments: list[str]) -> int:
        """Do a command and return its exit code."""
        return main(arguments)

    def _list(self, rest: str) -> None:
        name, count, *titles = rest.split(" ")
        titles = titles or ["Nom", "Prénom", "Licence", "Club", "Cote"]
        rows = [";".join(titles)]
        for index in range(int(count)):
            values = {
                "Licence": f"{1000100 + 37 * index}",
                "Cote": f"{2480 - 23 * index - index % 3}",
                "N°": f"{index + 1}",
            }
            cells = (
                values.get(title) or VALUES[title][index * (1 if title == "Nom" else 5) % len(VALUES[title])]
                for title in titles
            )
            rows.append(";".join(cells))
        (self.folder / name).write_text("\n".join(rows) + "\n", encoding="utf-8")

    def _folder(self, rest: str) -> None:
        (self.folder / rest).mkdir()

    def _file(self, rest: str) -> None:
        self._listed = self.folder / rest
        self._listed.write_text("", encoding="utf-8")

    # Typing

    def _scores(self, rest: str) -> None:
        left_out = set(rest.removeprefix("but").split())
        rows = self.books.lines(self.book, "Résultats")
        last = max((row["Ronde"] for row in rows if isinstance(row["Ronde"], int | float)), default=0)
        cells: dict[str, object] = {}
        for row in rows:
            if row["Ronde"] == last and str(row["Table"]) not in left_out:
                cells |= _result(row)
        self.books.edit(self.book, cells)

    def _score(self, rest: str) -> None:
        where, _, result = rest.partition(" ")
        row = self._row("Résultats", where)
        columns = ("Score 1", "Score 2") if "Score 1" in row else ("Pions N", "Pions B")
        scores = map(_value, re.fullmatch(r"(-?\d*)-(-?\d*)", result).groups())
        self._edit("Résultats", row, dict(zip(columns, scores, strict=True)))

    def _type(self, rest: str) -> None:
        place, _, value = rest.partition(" = " if " = " in rest else " =")
        sheet, _, place = place.partition(" ")
        if sheet == "Tournoi":
            self.books.edit(self.book, {f"Tournoi!Valeur!{place}": _value(value)})
            return
        titles = self.books.lines(self.book, sheet)[0].keys()
        column = max((title for title in titles if place.endswith(f" {title}")), key=len)
        self._edit(sheet, self._row(sheet, place.removesuffix(f" {column}")), {column: _value(value)})

    def _add(self, rest: str) -> None:
        where, _, values = rest.partition(" ")
        sheet, _, gap = where.partition("+")
        used = [row["row"] for row in self.books.lines(self.book, sheet)]
        row = max(used, default=self.books.header(self.books.content(self.book)[sheet])[0]) + 1 + int(gap or 0)
        typed = (value.strip().partition("=") for value in values.split(";"))
        self._edit(sheet, {"row": row}, {column.strip(): _value(value.strip()) for column, _, value in typed})

    def _cell(self, rest: str) -> None:
        place, _, value = rest.partition(" =")
        self.books.edit(self.book, {place: _value(value.strip())})

    def _swap(self, rest: str) -> None:
        sheet, first_place, second_place, column = rest.split(" ", 3)
        first, second = self._row(sheet, first_place), self._row(sheet, second_place)
        self._edit(sheet, first, {column: second[column]})
        self._edit(sheet, second, {column: first[column]})

    def _clear(self, rest: str) -> None:
        sheet, _, place = rest.partition(" ")
        row = self._row(sheet, place)
        self._edit(sheet, row, {title: None for title in row if title != "row"})

    def _right(self, rest: str) -> None:
        place, _, value = rest.partition(" = ")
        sheet, _, label = place.partition(" ")
        cells = (cell for row in self.books.content(self.book)[sheet] for cell in row if cell.value == label)
        self.books.edit(self.book, {f"{sheet}!{next(cells).offset(0, 1).coordinate}": _value(value)})

    def _finals(self, rest: str) -> None:
        rows = self.books.lines(self.book, "Finales")
        self.books.edit(self.book, {cell: value for row in rows for cell, value in _result(row, "Finales").items()})

    def _resaved(self, rest: str) -> None:
        openpyxl.load_workbook(self.folder / rest).save(self.folder / rest)

    def _edit(self, sheet: str, row: dict[str, object], values: dict[str, object]) -> None:
        self.books.edit(self.book, {f"{sheet}!{column}!{row['row']}": value for column, value in values.items()})

    def _row(self, sheet: str, place: str) -> dict[str, object]:
        rows = self.books.lines(self.book, sheet)
        if sheet == "Joueurs":
            matching = [row for row in rows if place in (row["Nom"], str(row["N°"]), f"{row['Nom']} {row['Prénom']}")]
        else:
            number, _, table = place.rpartition("/")
            last = number or str(max(row["Ronde"] for row in rows if isinstance(row["Ronde"], int | float)))
            matching = [row for row in rows if (str(row["Ronde"]), str(row["Table"])) == (last, table)]
        assert len(matching) == 1, f"{sheet} {place}: {len(matching)} rows"
        return matching[0]


def _result(row: dict[str, object], sheet: str = "Résultats") -> dict[str, object]:
    """Invent a missing result and return its cells; it depends on the pair alone."""
    scrabble = "Score 1" in row
    first_title, second_title, end = ("Score 1", "Score 2", "Forfait") if scrabble else ("Pions N", "Pions B", "Fin")
    sides = (row["N° 1"], row["N° 2"]) if scrabble else (row["N° N"], row["N° B"])
    if {"X", "BIP", None} & set(sides) or row[end] or row[first_title] is not None or row[second_title] is not None:
        return {}
    chance = crc32(f"{row.get('Ronde', row.get('Partie'))} {sides[0]} {sides[1]}".encode())
    own = 340 + chance % 151 if scrabble else 20 + chance % 26
    opposing = 330 + chance // 151 % 151 if scrabble else 64 - own
    return {f"{sheet}!{first_title}!{row['row']}": own, f"{sheet}!{second_title}!{row['row']}": opposing}


def _value(text: str) -> str | float | int | None:
    """Read a typed text as a spreadsheet does: a number where it is one; in quotes it stays text."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+,\d+", text):
        return float(text.replace(",", "."))
    return text.strip('"') or None


def _shown(value: object) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value).replace("\n", "⏎").replace("\t", "⇥")


def _cells_of(path: Path, titles: Collection[str] | None = None) -> Cells:
    """Read the filled cells of a workbook's sheets of these titles, by default of all, as texts."""
    sheets = [sheet for sheet in books.content(path) if sheet.title not in UNWATCHED]
    read = [_cells_of_sheet(sheet) for sheet in sheets if titles is None or sheet.title in titles]
    return {place: text for cells in read for place, text in cells.items()}


@lru_cache(maxsize=64)  # most sheets stay from one command to the next
def _cells_of_sheet(sheet: Worksheet) -> Cells:
    cells = sorted(sheet._cells.items())
    return {(sheet.title, *place): _shown(cell.value) for place, cell in cells if cell.value is not None}


def play(script: Path, player: type[Script] = Script) -> tuple[str, str]:
    """Play a script and return it with the present answers, and the cells that each command changed."""
    here, clock = Path.cwd(), timestamps.journal_date
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            playing = player(Path(name).resolve())
            text = playing.play(script.read_text(encoding="utf-8").splitlines())
        finally:
            os.chdir(here)
            timestamps.journal_date, timestamps.backup_stamp = clock, STAMP
    return text, "\n".join(playing.changes) + "\n"


def read_recorded(script: Path) -> tuple[str, str | None]:
    """Read a script with its answers, and its cells, None where none are recorded."""
    cells = script.with_suffix(".cells")
    return script.read_text(encoding="utf-8"), cells.read_text(encoding="utf-8") if cells.exists() else None


def all_scripts() -> list[Path]:
    return sorted(SCRIPTS.glob("*.txt"))


if __name__ == "__main__":
    for script in [SCRIPTS / f"{name}.txt" for name in sys.argv[1:]] or all_scripts():
        text, changes = play(script)
        script.write_text(text, encoding="utf-8")
        if script.with_suffix(".cells").exists():
            script.with_suffix(".cells").write_text(changes, encoding="utf-8")
        print(script.stem)
