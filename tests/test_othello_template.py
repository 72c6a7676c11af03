"""The Othello template: the committed files are the build's, the contract's sheets and columns, the referee's forms."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.othello_desk import OthelloDesk
from tests.xlsm import TEMPLATES, build, needs_libreoffice, parts
from tournament_xl.files import xlsx
from tournament_xl.othello import referee
from tournament_xl.texts.othello_sheets import END_CODES, SURPLUS
from tournament_xl.workbook import labels as shared
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decode import decode
from tournament_xl.workbook.othello.decoded import Decoded

COMMITTED = TEMPLATES / "othello.xlsx"
pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")


@pytest.fixture(scope="module")
def book():
    return openpyxl.load_workbook(COMMITTED)


@pytest.mark.parametrize("ending", ["xlsx", "xlsm"])
def test_the_committed_template_is_what_the_script_builds(tmp_path, ending):
    """Compared part by part; if this fails, run `python templates/build_othello.py`."""
    built, committed = parts(build(tmp_path / f"a.{ending}", "build_othello")), parts(TEMPLATES / f"othello.{ending}")
    assert list(built) == list(committed)
    assert [name for name in built if built[name] != committed[name]] == []


def test_sheets_and_columns_are_those_of_the_contract_in_order(book):
    assert tuple(book.sheetnames) == labels.SHEETS
    for sheet, columns in labels.COLUMNS.items():
        assert tuple(cell.value for cell in book[sheet][4])[: len(columns)] == columns, sheet


def test_the_cockpit_names_every_setting_with_help_and_an_empty_value(book):
    rows = [tuple(cell.value for cell in row) for row in book[shared.TOURNAMENT]["B1:D60"]]
    table = rows[rows.index(shared.SETTINGS_COLUMNS) + 1 :]
    named = [(name, value) for name, value, help_text in table if help_text]
    assert named == [(setting.name, None) for setting in labels.SETTINGS]


def test_the_empty_template_reads_without_problem():
    decoded = decode(xlsx.load(COMMITTED, COMMITTED.read_bytes()))
    assert isinstance(decoded, Decoded)
    assert not decoded.problems.found


def test_the_buttons_are_in_the_workbook_with_macros_and_none_for_ratings_which_othello_refuses(book):
    drawing = next(data for name, data in parts(TEMPLATES / "othello.xlsm").items() if name.endswith(".vml"))
    macros = re.findall(rb"<x:FmlaMacro>\[0\]!(\w+)<", drawing)
    assert set(macros) == {b"TX_Apparier", b"TX_MettreAJour", b"TX_Annuler", b"TX_Verifier", b"TX_Envoi"}
    assert not [cell.value for row in book[shared.TOURNAMENT] for cell in row if "ratings" in str(cell.value)]


def test_no_rules_overlap_and_only_the_boxes_for_discs_have_a_border(book):
    bordered = set()
    for sheet in book:
        seen = set()
        for found in sheet.conditional_formatting:
            for area in found.sqref.ranges:
                columns = {(column, row) for column in range(area.min_col, area.max_col + 1)
                           for row in (area.min_row, area.max_row)}  # fmt: skip
                if sheet.title != shared.SLIPS:  # there each rule is for another row of the slip
                    assert not columns & seen, f"{sheet.title} {area}"
                seen |= columns
            for rule in found.rules:
                if rule.dxf.border and rule.dxf.border.left and rule.dxf.border.left.style:
                    bordered.add((sheet.title, str(found.sqref)))
    to_fill = {(sheet, f"{column}5:{column}2000") for sheet in (shared.RESULTS, shared.FINALS) for column in "EF"}
    slips = {(shared.SLIPS, area) for area in ("B3:C242", "D3:D242", "G3:H242", "I3:I242")}
    assert bordered == {(shared.PAIRINGS, "D5:E2000")} | to_fill | slips


def test_every_sheet_prints_on_a4_with_page_numbers(book):
    for sheet in book:
        assert sheet.page_setup.paperSize == 9, sheet.title
        assert sheet.title in (shared.PALMARES, shared.TENTS) or "&P / &N" in sheet.oddFooter.center.text, sheet.title
    breaks = [one.id for one in book[shared.SLIPS].row_breaks.brk]
    assert breaks[0] == shared.SLIPS_FIRST_ROW - 1 + 3 * shared.SLIPS_PER_PAGE


def test_every_code_of_fin_is_offered_and_explained(book):
    (offered,) = [v.formula1.strip('"').split(",") for v in book[shared.RESULTS].data_validations.dataValidation
                  if str(v.sqref) == "I5:I2000"]  # fmt: skip
    explained = {code for text in END_CODES for code in text.split()} - {"(vide)"}
    assert set(offered) == explained


@pytest.fixture(scope="module")
def calculated(tmp_path_factory):
    """What LibreOffice makes of the forms: one workbook per case, all converted at once."""

    def run(cases: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
        folder = tmp_path_factory.mktemp("forms")
        for name, cells in cases.items():
            path = Path(shutil.copy(COMMITTED, folder / f"{name}.xlsx"))
            books.edit(path, {f"{labels.REFEREE}!{cell}": value for cell, value in cells.items()})
        files = [str(folder / f"{name}.xlsx") for name in cases]
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder / 'profile'}", "--headless", "--convert-to",
             "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "out"), *files],
            check=True, capture_output=True, timeout=240,
        )  # fmt: skip
        answers = {}
        for name in cases:
            sheet = openpyxl.load_workbook(folder / "out" / f"{name}.xlsx", data_only=True)[labels.REFEREE]
            answers[name] = {cell: sheet[cell].value for cell in ("C10", "C11", "C19", "C20")}
        return answers

    return run


EVENTS = dict(
    zip(
        ("", *SURPLUS),
        (referee.NOTHING, referee.LATE_AGAIN, referee.OTHER_LATE, referee.LATE_RESIGNS, referee.OTHER_RESIGNS),
        strict=True,
    )
)


@needs_libreoffice
def test_the_forms_of_the_referee_answer_as_the_rules_do(calculated):
    """B6 for each colour, event and board; B7 with the regulation's four examples."""
    boards = ((20, 44), (40, 24), (32, 32), (10, 30), (30, 30))
    cases, expected = {}, {}
    for late in "NB":
        for at, event in enumerate(EVENTS):
            for number, board in enumerate(boards if not event else boards[:1]):
                name = f"{late}{at}{number}"
                cases[name] = {"C6": late, "C7": event, "C8": board[0], "C9": board[1]}
                found = referee.ruling(late, EVENTS[event], board)
                score = f"{found.black:g} – {found.white:g}"
                code = f"T{found.end[1]}+" if found.end[0] == "A" else found.end  # both are 0-64
                expected[name] = (score, code)
    examples = {
        "example 1": ("impair", 20, None, "joue à la place de BIP : 10 min contre 30 min", None),
        "example 2": ("pair", 16, 21, "joue contre BIP, pendule à 14 min des deux côtés",
                      "joue à la place de BIP contre le premier : 9 min contre 14 min"),
        "example 3": ("pair", 35, None, "perd 0 – 64 contre BIP (forfait)", None),
        "example 4": ("impair", 35, None, "perd 0 – 64 contre l'adversaire de BIP", None),
    }  # fmt: skip
    for name, (field, first, second, *_) in examples.items():
        cases[name.replace(" ", "")] = {"C15": 30, "C16": field, "C17": first} | ({"C18": second} if second else {})
    answers = calculated(cases)
    for name, (score, code) in expected.items():
        assert (answers[name]["C10"], answers[name]["C11"]) == (score, code), cases[name]
    for name, (_, _, _, first, second) in examples.items():
        found = answers[name.replace(" ", "")]
        assert (found["C19"], found["C20"] or None) == (first, second), name


@needs_libreoffice
def test_a_full_round_prints_slips_eight_to_a_page(tmp_path):
    """17 players: eight games, one page of slips."""
    path = OthelloDesk(17).must().save(tmp_path / "t.xlsx")
    subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{tmp_path / 'profile'}", "--headless", "--convert-to", "pdf",
         "--outdir", str(tmp_path), str(path)], check=True, capture_output=True, timeout=240,
    )  # fmt: skip
    pages = subprocess.run(["pdftotext", "-layout", str(tmp_path / "t.pdf"), "-"], capture_output=True, check=True)
    slips = [page for page in pages.stdout.decode().split("\f") if "Signatures" in page]
    assert [page.count("Signatures") for page in slips] == [8]
