"""The templates of both games: the committed files are the build's, they keep what the contract promises, what is
hidden survives a save by LibreOffice, and the referee's forms answer there as the rules do.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.xlsm import TEMPLATES, needs_libreoffice, parts
from tournament_xl.book import labels
from tournament_xl.games.othello import labels as othello
from tournament_xl.rules.othello import referee
from tournament_xl.texts.othello_sheets import END_CODES, SURPLUS

HIDDEN = {
    labels.GROUPS, labels.FINALS, labels.PALMARES, labels.TEAMS, labels.TENTS, labels.RATINGS, labels.TABLES,
    labels.EVOLUTION, labels.HIGHLIGHTS,
}  # until there is something to see  # fmt: skip
GAMES = ("scrabble", "othello")


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def book(game) -> openpyxl.Workbook:
    return openpyxl.load_workbook(TEMPLATES / f"{game}.xlsx")


def test_the_committed_templates_are_what_the_script_builds(tmp_path):
    """Compared part by part; if this fails, run `make templates`."""
    names = [f"{game}{ending}" for game in GAMES for ending in (".xlsx", ".xlsm", "-envoi.xlsx")]
    subprocess.run([sys.executable, TEMPLATES / "build.py", *(tmp_path / name for name in names)], check=True)
    for name in names:
        built, committed = parts(tmp_path / name), parts(TEMPLATES / name)
        assert list(built) == list(committed)
        assert [part for part in built if built[part] != committed[part]] == [], name


def test_every_code_of_fin_is_offered_where_it_is_typed():
    of_othello = openpyxl.load_workbook(TEMPLATES / "othello.xlsx")
    (offered,) = [v.formula1.strip('"').split(",") for v in of_othello[labels.RESULTS].data_validations.dataValidation
                  if str(v.sqref) == "I5:I2000"]  # fmt: skip
    assert set(offered) == {code for text in END_CODES for code in text.split()} - {"(vide)"}


def test_looks_survive_writing_values(tmp_path):
    """A written cell takes its column's format; columns of text keep what is typed, "1+2" as "3-4"."""
    saved = Path(shutil.copy(TEMPLATES / "scrabble.xlsx", tmp_path / "saved.xlsx"))
    books.edit(saved, {f"{labels.RESULTS}!I5": "1+2", f"{labels.PAIRINGS}!A5": 7})
    after = openpyxl.load_workbook(saved)
    assert after[labels.RESULTS]["I5"].number_format == "@" and after[labels.PAIRINGS]["A5"].font.size == 31
    texts = {labels.PLAYERS: "DGI", labels.RESULTS: "IN", labels.STANDINGS: "CL", labels.GRID: "G", labels.JOURNAL: "D"}
    for sheet, columns in texts.items():
        assert {after[sheet].column_dimensions[column].number_format for column in columns} == {"@"}


def test_typing_over_what_the_program_writes_is_refused_where_it_stands_and_nowhere_else(game, book):
    """The rule of a cell goes along when it is copied: it names the header that it belongs under."""
    found = {}
    for sheet in book:
        for rule in (one for one in sheet.data_validations.dataValidation if one.type == "custom"):
            cells, wanted = re.fullmatch(r'NOT\((.*)="(.*)"\)', rule.formula1).groups()
            assert "".join(sheet[cell.replace("$", "")].value for cell in cells.split("&")) == wanted
            assert rule.error and len(rule.error) <= 255 and rule.errorTitle
            found.setdefault(sheet.title, []).append(str(rule.sqref).split(":")[0])
    names = ["D5", "G5", "K5" if game == "othello" else "N5"]
    wanted = {"Résultats": names, "Appariements": ["A5"], "Classement": ["A5"], "Grille": ["A5"], "Finales": names[:2]}
    assert found == wanted | ({} if game == "othello" else {"Cotes": ["A5"], "Groupes": ["D5"]})


# In LibreOffice


COMMITTED = TEMPLATES / "scrabble.xlsx"
RULED = referee.NOTHING, referee.LATE_AGAIN, referee.OTHER_LATE, referee.LATE_RESIGNS, referee.OTHER_RESIGNS
EVENTS = dict(zip(("", *SURPLUS), RULED, strict=True))
BOARDS = ((20, 44), (40, 24), (10, 30), (30, 30))
ARRIVALS = {  # B7, the regulation's examples: the field, how late, what is told to each
    "example1": ("impair", 20, None, "joue à la place de BIP : 10 min contre 30 min", None),
    "example2": ("pair", 16, 21, "joue contre BIP, pendule à 14 min des deux côtés",
                 "joue à la place de BIP contre le premier : 9 min contre 14 min"),
    "example4": ("impair", 35, None, "perd 0 – 64 contre l'adversaire de BIP", None),
}  # fmt: skip


def rulings():
    """Name of a form -> its cells, and the score and the code that B6 gives: each colour, event and board."""
    for late in "NB":
        for at, event in enumerate(EVENTS):
            for number, board in enumerate(BOARDS if not event else BOARDS[:1]):
                found = referee.ruling(late, EVENTS[event], board)
                code = f"T{found.end[1]}+" if found.end[0] == "A" else found.end  # both are 0-64
                cells = {"C6": late, "C7": event, "C8": board[0], "C9": board[1]}
                yield f"{late}{at}{number}", cells, (f"{found.black:g} – {found.white:g}", code)


@pytest.fixture(scope="module")
def saved_by_libreoffice(tmp_path_factory):
    """The folder of what LibreOffice has saved in its own way: the template, the forms of the referee."""
    folder = tmp_path_factory.mktemp("templates")
    given = [shutil.copy(COMMITTED, folder / "template.xlsx"), with_forms(folder / "forms.xlsx")]
    command = ["soffice", f"-env:UserInstallation=file://{folder / 'profile'}", "--headless", "--convert-to",
               "xlsx:Calc MS Excel 2007 XML", "--outdir", folder / "saved", *given]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=240)
    return folder / "saved"


@needs_libreoffice
def test_a_save_by_libreoffice_keeps_what_is_hidden_and_named(saved_by_libreoffice):
    saved = saved_by_libreoffice / "template.xlsx"
    book = openpyxl.load_workbook(saved)
    assert {sheet.title for sheet in book if sheet.sheet_state == "hidden"} == HIDDEN | {labels.MEMORY}
    assert {"Manches_gagnantes", "Manches_premiere_ronde", "Manches_derniere_ronde"} <= set(book.defined_names)


def with_forms(path: Path) -> Path:
    """The form of the referee once for each case, a sheet each."""
    forms = {name: cells for name, cells, _ in rulings()}
    for name, (field, first, second, *_) in ARRIVALS.items():
        forms[name] = {"C15": 30, "C16": field, "C17": first, "C18": second}
    book = openpyxl.load_workbook(TEMPLATES / "othello.xlsx")
    form = book[othello.REFEREE]
    for name, cells in forms.items():
        sheet = book.copy_worksheet(form)
        sheet.title = name
        for cell, value in cells.items():
            sheet[cell] = value or None
    book.save(path)
    return path


@needs_libreoffice
def test_the_forms_of_the_referee_answer_as_the_rules_do(saved_by_libreoffice):
    """B6 for each colour, event and board; B7 with the regulation's four examples."""
    book = openpyxl.load_workbook(saved_by_libreoffice / "forms.xlsx", data_only=True)

    def answers(name, *cells):
        return tuple(book[name][cell].value or None for cell in cells)

    for name, cells, expected in rulings():
        assert answers(name, "C10", "C11") == expected, cells
    for name, (_, _, _, *expected) in ARRIVALS.items():
        assert answers(name, "C19", "C20") == tuple(expected), name
