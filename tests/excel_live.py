"""Presses in the open Excel of tests, and what they may change."""

from pathlib import Path

from tests import books
from tournament_xl.hosts import excel, excel_cells

STAMP = "2026-11-21 14-00-00 essai"


def press(program, action="pair"):
    return excel.press_live(program.books[0].fullname, action)


def read(program):
    return excel.read(excel.find(program.books[0].fullname))


def state(program):
    """All that a press may change in the workbook."""
    return {
        sheet.name: (dict(sheet.values), dict(sheet.formulas), {at: sheet.format(at) for at in sheet.values})
        for sheet in program.books[0].sheets.values()
    }


def write(program, *blocks):
    book = excel.find(program.books[0].fullname)
    return excel_cells.write(book, excel.location(book)[0], excel.read(book), blocks, stamp=STAMP)


def sheet(program, name="Joueurs"):
    return program.books[0].sheets[name]


def score(program, own=450.0, other=400.0):
    results = sheet(program, "Résultats")
    for row in range(5, 9):
        results.type((row, 5), own)
        results.type((row, 6), other)


def backups(program):
    return books.backups(Path(program.books[0].fullname))
