"""The templates of both games: the committed files are the build's, and they keep what the contract promises."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.xlsm import TEMPLATES, parts
from tournament_xl.book import labels
from tournament_xl.files import xlsx
from tournament_xl.games.othello import labels as othello
from tournament_xl.games.othello.decode import decode as decode_othello
from tournament_xl.games.scrabble.decode import decode as decode_scrabble
from tournament_xl.texts.othello_sheets import END_CODES

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


def test_no_rules_overlap_because_libreoffice_applies_only_one(book):
    for sheet in book:
        seen: set[tuple[int, int]] = set()
        for found in sheet.conditional_formatting:
            for area in found.sqref.ranges:
                columns = {(column, row) for column in range(area.min_col, area.max_col + 1)
                           for row in (area.min_row, area.max_row)}  # fmt: skip
                if sheet.title != labels.SLIPS:  # there each rule is for another row of the slip
                    assert not columns & seen, f"{sheet.title} {area}"
                seen |= columns


def bordered(path: Path) -> list[tuple[str, str, list[str]]]:
    """Sheet, area and styles of the sides, of each rule that draws a border; black or automatic."""
    found = []
    for sheet in openpyxl.load_workbook(path):
        for area in sheet.conditional_formatting:
            for border in (rule.dxf.border for rule in area.rules if rule.dxf.border):
                sides = [side for side in (border.left, border.right, border.top, border.bottom) if side and side.style]
                assert all(not side.color or side.color.auto or side.color.rgb == "FF000000" for side in sides)
                found += [(sheet.title, str(area.sqref), [side.style for side in sides])] if sides else []
    return found


def test_only_boxes_and_groups_have_a_border_and_no_column_has_one(game, book):
    """LibreOffice saves borders of rules in black: so theirs is; borders of columns would rule a million empty rows."""
    for sheet, area, sides in bordered(TEMPLATES / f"{game}.xlsx"):
        above = sheet in (labels.STANDINGS, labels.GROUPS)  # a line between groups; else a box, hair where one types
        typed = sheet == labels.RESULTS or (sheet == labels.FINALS and area.endswith("2000"))
        assert sides == (["thin"] if sheet == labels.STANDINGS else ["thick"] if above else
                         ["hair" if typed else "thin"] * 4), (sheet, area)  # fmt: skip
    for sheet in book:
        for column in sheet.column_dimensions.values():
            border = column.border
            assert not any(side and side.style for side in (border.left, border.right, border.top, border.bottom))


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
    """Python writes only values: a written cell takes its column's format, and rules and page setup stay.

    Columns of text keep what is typed: "1+2", "3-4", "=" must not become a sum, a date or a formula.
    """
    committed = TEMPLATES / "scrabble.xlsx"
    saved = Path(shutil.copy(committed, tmp_path / "saved.xlsx"))
    books.edit(saved, {f"{labels.RESULTS}!I5": "1+2", f"{labels.PAIRINGS}!A5": 7})
    before, after = openpyxl.load_workbook(committed), openpyxl.load_workbook(saved)
    assert after[labels.RESULTS]["I5"].number_format == "@"
    assert after[labels.PAIRINGS]["A5"].font.size == 31
    texts = {labels.PLAYERS: "DGI", labels.RESULTS: "IN", labels.STANDINGS: "CL", labels.GRID: "G", labels.JOURNAL: "D"}
    assert all(
        after[sheet].column_dimensions[column].number_format == "@" for sheet in texts for column in texts[sheet]
    )

    def setup(sheet):
        printed = sheet.page_setup
        validations = sheet.data_validations.dataValidation
        return (len(sheet.conditional_formatting), len(validations), sheet.print_title_rows, printed.orientation,
                printed.scale, sheet.freeze_panes)  # fmt: skip

    assert {sheet.title: setup(sheet) for sheet in before} == {sheet.title: setup(sheet) for sheet in after}
    areas = [re.findall(r"[^>]*\$[A-Z]+(?=</definedName>)", parts(path)["xl/workbook.xml"].decode())
             for path in (saved, committed)]  # fmt: skip
    assert areas[0] == areas[1]


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.xlsx")), ids=lambda path: path.name)
def test_typing_over_what_the_program_writes_is_refused_where_it_stands_and_nowhere_else(path):
    """The rule of a cell goes along when it is copied: it names the header that it belongs under."""
    book = openpyxl.load_workbook(path)
    found = {}
    for sheet in book:
        for rule in (one for one in sheet.data_validations.dataValidation if one.type == "custom"):
            cells, wanted = re.fullmatch(r'NOT\((.*)="(.*)"\)', rule.formula1).groups()
            assert "".join(sheet[cell.replace("$", "")].value for cell in cells.split("&")) == wanted
            assert rule.error and len(rule.error) <= 255 and rule.errorTitle
            found.setdefault(sheet.title, []).append(str(rule.sqref).split(":")[0])
    names = ["D5", "G5", "K5" if "othello" in path.name else "N5"]
    wanted = {"Résultats": names, "Appariements": ["A5"], "Classement": ["A5"], "Grille": ["A5"], "Finales": names[:2]}
    if "othello" not in path.name:
        wanted |= {"Cotes": ["A5"], "Groupes": ["D5"]}
    assert found == wanted
