"""The templates of both games: the committed files are the build's, they keep what the contract promises, their looks
survive a save by LibreOffice, and the referee's forms answer there as the rules do.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formatting.rule import Rule

from tests import books
from tests.xlsm import TEMPLATES, needs_libreoffice, parts
from tournament_xl.book import labels
from tournament_xl.files import xlsx
from tournament_xl.games.othello import labels as othello
from tournament_xl.games.othello.decode import decode as decode_othello
from tournament_xl.games.scrabble.decode import decode as decode_scrabble
from tournament_xl.rules.othello import referee
from tournament_xl.texts.othello_sheets import END_CODES, SURPLUS

HIDDEN = {
    labels.GROUPS, labels.FINALS, labels.PALMARES, labels.TEAMS, labels.TENTS, labels.RATINGS, labels.TABLES,
    labels.EVOLUTION, labels.HIGHLIGHTS,
}  # until there is something to see  # fmt: skip
COLUMNS = {
    "scrabble": labels.SCRABBLE_COLUMNS | {
        labels.PLAYERS: (*labels.SCRABBLE_COLUMNS[labels.PLAYERS], labels.USED_COTE),
        labels.STANDINGS: (*labels.SCRABBLE_COLUMNS[labels.STANDINGS], labels.MOVE_COLUMN),
        labels.RATINGS: (*labels.SCRABBLE_COLUMNS[labels.RATINGS], labels.CHANGE_COLUMN, labels.BY_PLACE_COLUMN),
        labels.GROUPS: (*labels.SCRABBLE_COLUMNS[labels.GROUPS], *labels.GROUP_ROUNDS),
        labels.PRIZES: (*labels.PRIZE_COLUMNS, *labels.WINNER_COLUMNS),
        labels.EVOLUTION: (*labels.EVOLUTION_COLUMNS, labels.CHANGE_COLUMN),
    },
    "othello": othello.COLUMNS,
}  # fmt: skip
SHEETS = {"scrabble": labels.SCRABBLE_SHEETS, "othello": othello.SHEETS}
SETTINGS = {"scrabble": labels.SCRABBLE_SETTINGS, "othello": othello.SETTINGS}


@pytest.fixture(scope="module", params=SHEETS)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def book(game) -> openpyxl.Workbook:
    return openpyxl.load_workbook(TEMPLATES / f"{game}.xlsx")


def test_the_committed_templates_are_what_the_script_builds(tmp_path):
    """Compared part by part; if this fails, run `make templates`."""
    names = [f"{game}{ending}" for game in SHEETS for ending in (".xlsx", ".xlsm", "-envoi.xlsx")]
    subprocess.run([sys.executable, TEMPLATES / "build.py", *(tmp_path / name for name in names)], check=True)
    for name in names:
        built, committed = parts(tmp_path / name), parts(TEMPLATES / name)
        assert list(built) == list(committed)
        assert [part for part in built if built[part] != committed[part]] == [], name


def test_sheets_and_columns_are_those_of_the_contract_in_order_and_read_without_problem(game, book):
    assert tuple(book.sheetnames) == SHEETS[game]
    for sheet, columns in COLUMNS[game].items():
        header = tuple(cell.value for cell in book[sheet][4])
        assert header[: len(columns)] == columns, sheet
        assert game == "othello" or not any(header[len(columns) :]), sheet
    path = TEMPLATES / f"{game}.xlsx"
    decode = decode_scrabble if game == "scrabble" else decode_othello
    assert not decode(xlsx.load(path, path.read_bytes())).problems.found


def test_the_cockpit_names_every_setting_with_help_and_an_empty_value(game, book):
    rows = [tuple(cell.value for cell in row) for row in book[labels.TOURNAMENT]["B1:D60"]]
    table = rows[rows.index(labels.SETTINGS_COLUMNS) + 1 :]
    named = [(name, value) for name, value, help_text in table if help_text]
    assert named == [(setting.name, None) for setting in SETTINGS[game]]
    cells = {cell.value: cell for row in book[labels.TOURNAMENT] for cell in row if cell.value}
    assert all(cells[label].offset(0, 1).value is None for label in labels.PANEL)
    assert labels.WARNINGS in cells and cells[labels.STATUS].offset(0, 1).value


def test_typing_is_checked_over_the_whole_column_in_french_and_every_code_of_fin_is_offered():
    scrabble, of_othello = (openpyxl.load_workbook(TEMPLATES / f"{game}.xlsx") for game in SHEETS)
    for sheet, area, kind in (
        (labels.PLAYERS, "F5:F2000", "decimal"), (labels.PLAYERS, "G5:G2000", None),
        (labels.PLAYERS, "I5:I2000", None), (labels.RESULTS, "E5:F2000 J5:M2000", "whole"),
        (labels.FINALS, "E5:F2000", "whole"),
    ):  # fmt: skip
        (found,) = [v for v in scrabble[sheet].data_validations.dataValidation if str(v.sqref) == area]
        assert found.type == kind and (found.error if kind else found.prompt)
    (offered,) = [v.formula1.strip('"').split(",") for v in of_othello[labels.RESULTS].data_validations.dataValidation
                  if str(v.sqref) == "I5:I2000"]  # fmt: skip
    assert set(offered) == {code for text in END_CODES for code in text.split()} - {"(vide)"}


def test_every_sheet_prints_on_a4_with_page_numbers_and_repeated_header(game, book):
    for sheet in book:
        assert sheet.page_setup.paperSize == 9, sheet.title
        assert sheet.title in (labels.PALMARES, labels.TENTS) or "&P / &N" in sheet.oddFooter.center.text, sheet.title
        if game == "scrabble" and sheet.title != labels.TENTS:
            assert sheet.print_title_rows, sheet.title
            loose = (labels.TOURNAMENT, labels.PALMARES, labels.SLIPS)
            assert sheet.title in loose or sheet.freeze_panes.endswith("5"), sheet.title
    first = book[labels.SLIPS].row_breaks.brk[0].id
    assert first == labels.SLIPS_FIRST_ROW - 1 + 3 * labels.SLIPS_PER_PAGE


def test_looks_survive_writing_values(tmp_path):
    """A written cell takes its column's format; columns of text keep what is typed, "1+2" as "3-4"."""
    committed = TEMPLATES / "scrabble.xlsx"
    saved = Path(shutil.copy(committed, tmp_path / "saved.xlsx"))
    books.edit(saved, {f"{labels.RESULTS}!I5": "1+2", f"{labels.PAIRINGS}!A5": 7})
    before, after = openpyxl.load_workbook(committed), openpyxl.load_workbook(saved)
    assert after[labels.RESULTS]["I5"].number_format == "@" and after[labels.PAIRINGS]["A5"].font.size == 31
    texts = {labels.PLAYERS: "DGI", labels.RESULTS: "IN", labels.STANDINGS: "CL", labels.GRID: "G", labels.JOURNAL: "D"}
    for sheet, columns in texts.items():
        assert {after[sheet].column_dimensions[column].number_format for column in columns} == {"@"}

    def setup(sheet):
        validations = sheet.data_validations.dataValidation
        return len(sheet.conditional_formatting), len(validations), sheet.print_title_rows, sheet.print_area

    assert [setup(sheet) for sheet in before] == [setup(sheet) for sheet in after]


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
    "example3": ("pair", 35, None, "perd 0 – 64 contre BIP (forfait)", None),
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


def looks(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every rule as people see it: where, when, and what it does."""

    def look(area: str, rule: Rule) -> tuple[object, ...]:
        font, fill = rule.dxf.font, rule.dxf.fill
        colour = font and font.color and font.color.rgb
        return (area, rule.formula[0], fill and fill.bgColor.rgb, colour, bool(font and font.b), bool(font and font.i))

    return {
        sheet.title: [
            look(str(found.sqref), rule)
            for found in sorted(sheet.conditional_formatting, key=lambda one: str(one.sqref))
            for rule in found.rules
        ]
        for sheet in openpyxl.load_workbook(path)
    }


@needs_libreoffice
def test_a_save_by_libreoffice_keeps_the_look(saved_by_libreoffice):
    saved = saved_by_libreoffice / "template.xlsx"
    assert looks(saved) == looks(COMMITTED)
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
