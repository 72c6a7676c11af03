"""The templates of both games: the committed files are the build's, what the program writes is not typed over, and the
referee's forms answer in LibreOffice as the rules do.
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
from tests.programs import WHOLE, program_group, starts_office
from tests.xlsm import TEMPLATES, parts
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.rules import referee
from tournament_xl.games.registry import GAMES as GAMES_OF
from tournament_xl.games.scrabble import schema as scrabble
from tournament_xl.messages.othello_sheets import END_CODES, SURPLUS
from tournament_xl.workbook import schema
from tournament_xl.workbook.settings import read_fields
from tournament_xl.workbook.sheets.paging import count_pages

GAMES = ("scrabble", "othello")


def test_the_committed_templates_are_what_the_script_builds(tmp_path):
    """Compared part by part; if this fails, run `make templates`."""
    endings = (".xlsx", ".xlsm", "-envoi.xlsx") if WHOLE else (".xlsx",)
    names = [f"{game}{ending}" for game in GAMES for ending in endings]
    subprocess.run([sys.executable, TEMPLATES / "build.py", *(tmp_path / name for name in names)], check=True)
    for name in names:
        built, committed = parts(tmp_path / name), parts(TEMPLATES / name)
        assert list(built) == list(committed)
        assert [part for part in built if built[part] != committed[part]] == [], name


def test_every_code_of_fin_is_offered_where_it_is_typed():
    of_othello = openpyxl.load_workbook(TEMPLATES / "othello.xlsx")
    (offered,) = [v.formula1.strip('"').split(",") for v in of_othello[schema.RESULTS].data_validations.dataValidation
                  if str(v.sqref) == "I5:I2000"]  # fmt: skip
    assert set(offered) == {code for text in END_CODES for code in text.split()} - {"(vide)"}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_setting_takes_on_the_sheet_is_what_a_press_takes(game):
    """A setting's bounds and values are declared once: the cell refuses beyond them, and so does the reader."""
    sheet = openpyxl.load_workbook(TEMPLATES / f"{game}.xlsx")[schema.TOURNAMENT]
    rules = {cell: rule for rule in sheet.data_validations.dataValidation for cell in str(rule.sqref).split()}
    rows, settings = {row[1].value: row[0].row for row in sheet.iter_rows() if row[1].value}, GAMES_OF[game].settings
    for setting in settings:
        rule = rules.get(f"C{rows[setting.name]}")
        if setting.whole:
            bounds = tuple(int(text) for text in (rule.formula1, rule.formula2))
            assert (rule.type, rule.operator, bounds) == ("whole", None, setting.whole)
            for typed in (bounds[0] - 1, *bounds, bounds[1] + 1, "vingt"):
                found = []
                texts = {setting.name: str(typed), "Formule": "Toutes-rondes"}
                read_fields(settings, texts, lambda *_, found=found, **facts: found.append(facts))
                taken = typed in bounds or setting.parse is str  # "25 min" is taken
                assert [(facts["low"], facts["high"]) for facts in found] == ([] if taken else [bounds])
        if setting.choices:
            assert tuple(rule.formula1.strip('"').split(",")) == setting.choices
            assert setting.default in ("", *setting.choices)


def test_looks_survive_writing_values(tmp_path):
    """A written cell takes its column's format; columns of text keep what is typed, "1+2" as "3-4"."""
    saved = Path(shutil.copy(TEMPLATES / "scrabble.xlsx", tmp_path / "saved.xlsx"))
    books.edit(saved, {f"{schema.RESULTS}!I5": "1+2", f"{schema.PAIRINGS}!A5": 7})
    after = openpyxl.load_workbook(saved)
    assert after[schema.RESULTS]["I5"].number_format == "@" and after[schema.PAIRINGS]["A5"].font.size == 28
    texts = {schema.PLAYERS: "DGI", schema.RESULTS: "IN", schema.STANDINGS: "CL", schema.GRID: "G", schema.JOURNAL: "D"}
    for sheet, columns in texts.items():
        assert {after[sheet].column_dimensions[column].number_format for column in columns} == {"@"}


@pytest.mark.parametrize("game", GAMES)
def test_typing_over_what_the_program_writes_is_refused_where_it_stands_and_nowhere_else(game):
    """The rule of a cell goes along when it is copied: it names the header that it belongs under."""
    book, locked = openpyxl.load_workbook(TEMPLATES / f"{game}.xlsx"), {}
    for sheet in book:
        for rule in (rule for rule in sheet.data_validations.dataValidation if rule.type == "custom"):
            cells, expected = re.fullmatch(r'NOT\((.*)="(.*)"\)', rule.formula1).groups()
            assert "".join(sheet[cell.replace("$", "")].value for cell in cells.split("&")) == expected
            assert rule.error and len(rule.error) <= 255 and rule.errorTitle
            locked.setdefault(sheet.title, []).append(str(rule.sqref).split(":")[0])
    names = ["D5", "G5", "K5" if game == "othello" else "N5"]
    expected = {
        "Résultats": names,
        "Appariements": ["A5"],
        "Classement": ["A5"],
        "Grille": ["A5"],
        "Finales": names[:2],
    }
    assert locked == expected | ({} if game == "othello" else {"Cotes": ["A5"], "Groupes": ["D5"]})


# In LibreOffice


RULED = referee.NOTHING, referee.LATE_AGAIN, referee.OTHER_LATE, referee.LATE_RESIGNS, referee.OTHER_RESIGNS
EVENTS = dict(zip(("", *SURPLUS), RULED, strict=True))
BOARDS = ((20, 44), (40, 24), (10, 30), (30, 30))
ARRIVALS = {  # B7, the regulation's examples: the field, how late, what is told to each
    "example1": ("impair", 20, None, "joue à la place de BIP : 10 min contre 30 min", None),
    "example2": ("pair", 16, 21, "joue contre BIP, pendule à 14 min des deux côtés",
                 "joue à la place de BIP contre le premier : 9 min contre 14 min"),
    "example3": ("pair", 35, None, "perd 0 – 64 contre BIP (forfait)", None),
    "example4": ("impair", 35, None, "perd 0 – 64 contre l'adversaire de BIP", None),
}  # fmt: skip


def rulings():
    """Name of a form -> its cells, and the score and the code that B6 gives: each colour, event and board."""
    for late in "NB":
        for index, event in enumerate(EVENTS):
            for number, board in enumerate(BOARDS if not event else BOARDS[:1]):
                ruling = referee.compute_ruling(late, EVENTS[event], board)
                code = f"T{ruling.end[1]}+" if ruling.end[0] == "A" else ruling.end  # both are 0-64
                cells = {"C6": late, "C7": event, "C8": board[0], "C9": board[1]}
                yield f"{late}{index}{number}", cells, (f"{ruling.black:g} – {ruling.white:g}", code)


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


@starts_office
def test_the_forms_of_the_referee_answer_as_the_rules_do(tmp_path):
    """Computed by LibreOffice: B6 for each colour, event and board; B7 with the regulation's four examples."""
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    words = ["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", tmp_path / "saved"]
    command = ["soffice", profile, *words, with_forms(tmp_path / "forms.xlsx")]
    with program_group() as start:
        assert start(command).wait(240) == 0
    book = openpyxl.load_workbook(tmp_path / "saved" / "forms.xlsx", data_only=True)

    def answers(name, *cells):
        return tuple(book[name][cell].value or None for cell in cells)

    for name, cells, expected in rulings():
        assert answers(name, "C10", "C11") == expected, cells
    for name, (_, _, _, *expected) in ARRIVALS.items():
        assert answers(name, "C19", "C20") == tuple(expected), name


@pytest.mark.parametrize("lines", sorted({*scrabble.PAGE_LINES.values(), *othello.PAGE_LINES.values()}))
def test_no_number_of_rows_leaves_one_alone_on_a_page(lines):
    for rows in range(8, 300):
        pages = count_pages(rows, lines)
        assert rows - (lines + 1) * (pages - 1) > 2 or pages == 1, "with room for a row more on each page, too"
        assert rows - lines * pages <= pages + 2, "scaled down by a tenth at most"
