"""The Scrabble template: the committed file is the build's, and it keeps what it promises."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

from tests import books
from tests.template_looks import BOXED, COMMITTED, HIDDEN, dxf_borders
from tests.xlsm import build, parts
from tournament_xl.formulas import FORMULAS
from tournament_xl.workbook import labels

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns
HEADER_ROW = 4
FUNCTIONS = {
    "AND",
    "OR",
    "NOT",
    "IF",
    "ISNUMBER",
    "INT",
    "MAX",
    "COUNT",
    "COUNTA",
    "COUNTIFS",
    "MOD",
    "ROW",
    "COLUMN",
    "LEFT",
    "RIGHT",
    "MID",
    "FIND",
    "TRIM",
    "VALUE",
    "ISERROR",
    "IFERROR",
}  # in Excel 2010, in LibreOffice
COLUMNS = labels.SCRABBLE_COLUMNS | {
    labels.PLAYERS: (*labels.SCRABBLE_COLUMNS[labels.PLAYERS], labels.USED_COTE),
    labels.STANDINGS: (*labels.SCRABBLE_COLUMNS[labels.STANDINGS], labels.MOVE_COLUMN),
    labels.PRIZES: (*labels.PRIZE_COLUMNS, *labels.WINNER_COLUMNS),
    labels.EVOLUTION: (*labels.EVOLUTION_COLUMNS, labels.CHANGE_COLUMN),
    labels.RATINGS: (
        *labels.SCRABBLE_COLUMNS[labels.RATINGS],
        labels.CHANGE_COLUMN,
        labels.BY_PLACE_COLUMN,
    ),
}


@pytest.fixture(scope="module")
def book() -> openpyxl.Workbook:
    return openpyxl.load_workbook(COMMITTED)


def test_the_committed_template_is_what_the_script_builds(tmp_path: Path) -> None:
    """Compared part by part; if this fails, run `python templates/build_scrabble.py`."""
    built, committed = parts(build(tmp_path / "a.xlsx")), parts(COMMITTED)
    assert list(built) == list(committed)
    assert [name for name in built if built[name] != committed[name]] == []


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    assert build(tmp_path / "a.xlsx").read_bytes() == build(tmp_path / "b.xlsx").read_bytes()


def test_every_part_is_well_formed_and_there_is_no_macro_or_table() -> None:
    for name, content in parts(COMMITTED).items():
        ElementTree.fromstring(content)
        assert not re.search(r"vbaProject|/tables/|calcChain", name), name


def test_sheets_stand_in_the_order_of_the_contract(book: openpyxl.Workbook) -> None:
    assert tuple(book.sheetnames) == labels.SCRABBLE_SHEETS


@pytest.mark.parametrize("sheet", COLUMNS)
def test_columns_are_those_of_the_contract_in_order(book: openpyxl.Workbook, sheet: str) -> None:
    header = [cell.value for cell in book[sheet][HEADER_ROW]]
    assert tuple(header[: len(COLUMNS[sheet])]) == COLUMNS[sheet]
    assert not any(header[len(COLUMNS[sheet]) :])


def test_the_cockpit_names_every_setting_with_help_and_an_empty_value(book: openpyxl.Workbook) -> None:
    rows = [tuple(cell.value for cell in row) for row in book[labels.TOURNAMENT]["B1:D60"]]
    table = rows[rows.index(labels.SETTINGS_COLUMNS) + 1 :]
    names = [name for name, _, help_text in table if help_text]
    assert names == [setting.name for setting in labels.SCRABBLE_SETTINGS]
    assert all(value is None for _, value, _ in table)


def test_the_cockpit_has_the_labels_that_python_writes_beside(book: openpyxl.Workbook) -> None:
    cells = {cell.value: cell for row in book[labels.TOURNAMENT] for cell in row if cell.value}
    for label in (*labels.PANEL, labels.STATUS, labels.WARNINGS):
        assert label in cells
    assert cells[labels.STATUS].offset(0, 1).value.startswith("Saisissez les joueurs")
    assert all(cells[label].offset(0, 1).value is None for label in labels.PANEL)


def test_a_setting_with_known_values_offers_them_as_a_list(book: openpyxl.Workbook) -> None:
    sheet = book[labels.TOURNAMENT]
    place = {sheet.cell(row, 2).value: f"C{row}" for row in range(1, 60)}
    lists = {str(v.sqref): v.formula1 for v in sheet.data_validations.dataValidation if v.type == "list"}
    choices = {s.name: s.choices for s in labels.SCRABBLE_SETTINGS if s.choices} | {"Formule": tuple(FORMULAS)}
    assert lists == {place[name]: f'"{",".join(known)}"' for name, known in choices.items()}


def test_sheets_that_few_tournaments_use_are_hidden(book: openpyxl.Workbook) -> None:
    """Without print area too: LibreOffice prints hidden sheets that have one."""
    assert {sheet.title for sheet in book if sheet.sheet_state == "hidden"} == HIDDEN
    areas = re.findall(r"_xlnm.Print_Area\"[^>]*>'?([^!<']+)", parts(COMMITTED)["xl/workbook.xml"].decode())
    assert areas and not HIDDEN & set(areas)


@pytest.mark.parametrize(
    ("sheet", "area", "kind"),
    [
        (labels.PLAYERS, "F5:F2000", "decimal"),
        (labels.PLAYERS, "G5:G2000", None),
        (labels.PLAYERS, "I5:I2000", None),
        (labels.RESULTS, "E5:F2000 J5:M2000", "whole"),
        (labels.FINALS, "E5:F2000", "whole"),
    ],
)
def test_typing_is_checked_over_the_whole_column_in_french(
    book: openpyxl.Workbook, sheet: str, area: str, kind: str | None
) -> None:
    (found,) = [v for v in book[sheet].data_validations.dataValidation if str(v.sqref) == area]
    assert found.type == kind
    assert found.error if kind else found.prompt


@pytest.mark.parametrize(
    ("sheet", "area", "part"),
    [
        (labels.PLAYERS, "B5:B2000", 'TRIM($B5)=""'),
        (labels.PLAYERS, "A5:A2000 C5:K2000", 'RIGHT(TRIM($I5),1)="-"'),
        (labels.RESULTS, "E5:F2000", 'E5=""'),
        (labels.RESULTS, "E5:F2000", "E5<-500"),
        (labels.RESULTS, "D5:D2000", "COUNT($E5:$F5)=2"),
        (labels.RESULTS, "J5:K2000", "Manches_gagnantes"),
        (labels.RESULTS, "L5:M2000", "Manches_derniere_ronde"),
        (labels.RESULTS, "A5:C2000 H5:I2000 N5:N2000", "$A5<>$A4"),
        (labels.RESULTS, "A5:C2000 H5:I2000 N5:N2000", "MAX($A$5:$A$2000)"),
        (labels.PAIRINGS, "D5:E2000", '$A5<>""'),
        (labels.STANDINGS, "L5:L2000", "▲"),
        (labels.STANDINGS, "A5:A2000 C5:C2000", "Classement final"),
        (labels.STANDINGS, "A5:A2000 C5:C2000", "$I4<>$I5"),
        (labels.GRID, "G5:AF2000", 'LEFT(G5,1)="+"'),
        (labels.GRID, "G4:AF4", 'G$4<>""'),
    ],
)
def test_looks_follow_the_values_over_the_whole_column(
    book: openpyxl.Workbook, sheet: str, area: str, part: str
) -> None:
    formulas = [
        rule.formula[0]
        for found in book[sheet].conditional_formatting
        if str(found.sqref) == area
        for rule in found.rules
    ]
    assert any(part in formula for formula in formulas), formulas


def test_no_rules_overlap_because_libreoffice_applies_only_one(book: openpyxl.Workbook) -> None:
    for sheet in book:
        seen: set[tuple[int, int]] = set()
        for found in sheet.conditional_formatting:
            for area in found.sqref.ranges:
                columns = {
                    (column, row)
                    for column in range(area.min_col, area.max_col + 1)
                    for row in (area.min_row, area.max_row)
                }
                assert not columns & seen, f"{sheet.title} {area}"
                seen |= columns


def test_only_the_boxes_for_scores_have_a_border_and_no_column_has_one(book: openpyxl.Workbook) -> None:
    """LibreOffice saves borders of rules in black: so theirs is; borders of columns would rule a million empty rows."""
    assert dxf_borders(COMMITTED) == BOXED
    for sheet in book:
        for column in sheet.column_dimensions.values():
            border = column.border
            assert not any(side and side.style for side in (border.left, border.right, border.top, border.bottom))


def test_formulas_stand_only_in_rules_and_use_functions_of_excel_2010() -> None:
    for name, content in parts(COMMITTED).items():
        if not name.startswith("xl/worksheets/sheet"):
            continue
        text = content.decode()
        assert not re.search(r"<f[ >]", text), name
        for formula in re.findall(r"<formula>(.*?)</formula>", text):
            assert set(re.findall(r"([A-Z][A-Z0-9.]*)\(", formula)) <= FUNCTIONS, formula
            assert "!" not in formula, "rules of Excel 2007 may not refer to another sheet"
    names = re.findall(r"<definedName name=\"Manches.*?>(.*?)<", parts(COMMITTED)["xl/workbook.xml"].decode())
    assert len(names) == 3
    assert {word for name in names for word in re.findall(r"([A-Z][A-Z0-9.]*)\(", name)} <= FUNCTIONS


def test_columns_of_text_keep_what_is_typed(book: openpyxl.Workbook) -> None:
    """ "1+2", "3-4", "=" or "+44 Durand (5)" must not become a sum, a date or a formula."""
    for sheet, columns in {
        labels.PLAYERS: "DGI",
        labels.RESULTS: "IN",
        labels.STANDINGS: "CL",
        labels.GRID: "G",
        labels.JOURNAL: "D",
    }.items():
        for column in columns:
            assert book[sheet].column_dimensions[column].number_format == "@", f"{sheet} {column}"


def test_every_sheet_prints_on_a4_with_page_numbers_and_repeated_header(book: openpyxl.Workbook) -> None:
    for sheet in book:
        assert sheet.page_setup.paperSize == 9, sheet.title
        assert sheet.title in (labels.PALMARES, labels.TENTS) or "&P / &N" in sheet.oddFooter.center.text, sheet.title
        assert sheet.title == labels.TENTS or sheet.print_title_rows, sheet.title
        assert sheet.sheet_properties.pageSetUpPr is not None or sheet.title in (labels.GRID, labels.TENTS)
        if sheet.title not in (labels.TOURNAMENT, labels.PALMARES, labels.SLIPS, labels.TENTS):
            assert sheet.freeze_panes.endswith("5"), sheet.title


def test_looks_survive_writing_values(tmp_path: Path) -> None:
    """Python writes only values: a written cell takes its column's format, and rules and page setup stay."""
    saved = Path(shutil.copy(COMMITTED, tmp_path / "saved.xlsx"))
    books.edit(saved, {f"{labels.RESULTS}!I5": "1+2", f"{labels.PAIRINGS}!A5": 7})
    before, after = openpyxl.load_workbook(COMMITTED), openpyxl.load_workbook(tmp_path / "saved.xlsx")
    assert after[labels.RESULTS]["I5"].number_format == "@"
    assert after[labels.PAIRINGS]["A5"].font.size == 31
    for sheet in before:
        other = after[sheet.title]
        assert len(other.conditional_formatting) == len(sheet.conditional_formatting), sheet.title
        assert len(other.data_validations.dataValidation) == len(sheet.data_validations.dataValidation), sheet.title
        assert other.print_title_rows == sheet.print_title_rows
        assert other.page_setup.orientation == sheet.page_setup.orientation
        assert other.page_setup.scale == sheet.page_setup.scale
        assert other.freeze_panes == sheet.freeze_panes
    assert _print_areas(tmp_path / "saved.xlsx") == _print_areas(COMMITTED)


def _print_areas(path: Path) -> list[str]:
    return re.findall(r"[^>]*\$[A-Z]+(?=</definedName>)", parts(path)["xl/workbook.xml"].decode())
