"""Workbooks of earlier versions are checked, continued, sent and counted; a figure changed by hand is found."""

import json
import re
import shutil
from pathlib import Path

import openpyxl
import pytest

from tests import ROOT, books

FOLDER = Path(__file__).parent
WORKBOOKS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.xlsx"))
LIST = ROOT / "samples" / "joueurs-federation.csv"
NEXT = {  # workbook -> exit codes of pair, ratings, send, in this order
    "classique-cotes": (1, 0, 0),
    "open-en-cours": (0, 1, 1),
    "othello-finales": (1, 1, 0),
    "toutes-rondes": (1, 0, 0),
}


@pytest.fixture(params=WORKBOOKS)
def workbook(request, tmp_path):
    return Path(shutil.copy(FOLDER / request.param, tmp_path))


def findings(path, capsys):
    """Exit code of `check`, and the cells of its findings."""
    capsys.readouterr()
    code = books.run("check", path, "--json")
    report = json.loads(capsys.readouterr().out)
    assert not report["problems"]
    return code, [(finding["sheet"], finding["cell"]) for finding in report["findings"]]


def test_a_workbook_of_an_earlier_version_is_right_and_goes_on(workbook, tmp_path, capsys):
    assert findings(workbook, capsys) == (0, [])
    assert books.run("update", workbook) == 0
    assert findings(workbook, capsys) == (0, [])
    written = workbook.read_bytes()
    assert books.run("update", workbook) == 0 and workbook.read_bytes() == written, "its titles are today's"
    codes = [books.run(command, workbook) for command in ("pair", "ratings")]
    codes.append(books.run("send", workbook, "--to", tmp_path / "envoi"))
    assert tuple(codes) == NEXT[workbook.stem]
    assert findings(workbook, capsys) == (0, [])


@pytest.mark.parametrize("day", sorted({path.split("/")[0] for path in WORKBOOKS}))
def test_the_federation_counts_the_finished_ones_of_a_day(day, tmp_path, capsys):
    shutil.copytree(FOLDER / day, tmp_path / "recus")
    words = ("--joueurs", LIST, "--date", "30/11/2026", "-o", tmp_path / "rapport.xlsx")
    assert books.run("federation", "build", tmp_path / "recus", *words) == 0
    said = capsys.readouterr().out
    assert "Tournois : 2 comptés" in said and "2 fichiers refusés" in said, "an Open under way, and Othello"


def column_of(sheet, *titles):
    """Column of the first of these titles that a sheet has, below its title."""
    return next(cell.column for title in titles for cell in sheet[4] if cell.value == title)


def raise_figure(sheet, row, column, by):
    cell = sheet.cell(row, column)
    cell.value += by
    return sheet.title, cell.coordinate


def change_tie_break(book):
    return raise_figure(book["Classement"], 6, column_of(book["Classement"], "Pdep", "Départage"), 7)


def change_typed_cote(book):
    return raise_figure(book["Joueurs"], 6, column_of(book["Joueurs"], "Cote"), 10)


def change_new_cote(book):
    if "Cotes" not in book.sheetnames or book["Cotes"].cell(6, 1).value is None:
        pytest.skip("not rated")
    return raise_figure(book["Cotes"], 6, column_of(book["Cotes"], "Nouvelle cote"), 1)


def change_score_of_the_history(book):
    column = column_of(book["Mémoire"], "Faits")
    cell = next(row[column - 1] for row in book["Mémoire"].iter_rows(min_row=5) if "résultat|" in row[column - 1].value)
    cell.value = re.sub(
        r'("résultat\|\d+\|[^"]*":")(\d+)', lambda part: f"{part[1]}{int(part[2]) + 1}", cell.value, count=1
    )
    return "Mémoire", cell.coordinate


@pytest.mark.filterwarnings("ignore:Print area")
@pytest.mark.parametrize(
    "change",
    [change_tie_break, change_typed_cote, change_new_cote, change_score_of_the_history],
    ids=lambda of: of.__name__,
)
def test_a_figure_changed_by_hand_is_found_with_its_cell(change, workbook, capsys):
    book = openpyxl.load_workbook(workbook)
    cell = change(book)
    book.save(workbook)
    code, cells = findings(workbook, capsys)
    assert code == 1 and cells[0] == cell
