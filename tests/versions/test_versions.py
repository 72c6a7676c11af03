"""Workbooks of earlier versions are checked, continued, counted and upgraded; a figure changed by hand is found."""

import json
import re
import shutil
from pathlib import Path

import openpyxl
import pytest

from tests import ROOT, books

FOLDER = Path(__file__).parent
WORKBOOKS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.xlsx"))
RATED = [name for name in WORKBOOKS if name.endswith("classique-cotes.xlsx")]
LIST = ROOT / "samples" / "joueurs-federation.csv"
WORDS = ("--joueurs", LIST, "--date", "30/11/2026")
NEXT = {  # workbook -> exit codes of pair, ratings, send, in this order
    "classique-cotes": (1, 0, 0),
    "open-en-cours": (0, 1, 1),
    "othello-en-cours": (3, 1, 1),
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
    assert go_on(workbook) == NEXT[workbook.stem]
    assert findings(workbook, capsys) == (0, [])


def go_on(path):
    """Exit codes of pair, ratings and send."""
    codes = [books.run(command, path) for command in ("pair", "ratings")]
    return (*codes, books.run("send", path, "--to", path.parent / "envoi"))


def upgrade(path):
    """Upgrade a workbook; return the path of the new one."""
    assert books.run("upgrade", path) == 0
    return path.with_name(f"{path.stem} (nouveau modèle){path.suffix}")


def test_an_upgraded_workbook_is_right_and_goes_on_as_the_old_one(workbook, capsys):
    before = workbook.read_bytes()
    new = upgrade(workbook)
    assert workbook.read_bytes() == before
    assert findings(new, capsys) == (0, [])
    written = new.read_bytes()
    assert books.run("update", new) == 0 and new.read_bytes() == written
    capsys.readouterr()
    assert books.run("explain", workbook) == 0
    explained = capsys.readouterr().out
    assert books.run("explain", new) == 0 and capsys.readouterr().out == explained
    assert go_on(new) == NEXT[workbook.stem]
    assert books.run("undo", new, "--force") == books.run("undo", workbook, "--force")
    assert findings(new, capsys) == (0, [])


@pytest.mark.parametrize("day", sorted({path.split("/")[0] for path in WORKBOOKS}))
def test_the_federation_counts_the_finished_ones_of_a_day_upgraded_or_not(day, tmp_path, capsys):
    received, upgraded = tmp_path / "recus", tmp_path / "refaits"
    shutil.copytree(FOLDER / day, received)
    upgraded.mkdir()
    finished = 0
    for path in received.iterdir():
        assert books.run("upgrade", path, "-o", upgraded / path.name) == 0
        finished += path.stem in ("classique-cotes", "toutes-rondes")
    for folder in (received, upgraded):
        capsys.readouterr()
        assert books.run("federation", "build", folder, *WORDS, "-o", tmp_path / f"{folder.name}.xlsx") == 0
        said = capsys.readouterr().out
        assert f"Tournois : {finished} compté" in said, "not those under way, nor Othello"


@pytest.mark.filterwarnings("ignore:Print area")
def test_a_tie_break_that_an_earlier_version_did_not_show_is_no_finding(tmp_path, capsys):
    """On 25 November PPM stood only where it decided between players (C7)."""
    path = Path(shutil.copy(FOLDER / "2026-11-25" / "toutes-rondes.xlsx", tmp_path))
    book = openpyxl.load_workbook(path)
    sheet = book["Classement"]
    cells = [row[column_of(sheet, "PPM") - 1] for row in sheet.iter_rows(min_row=5)]
    assert any(cell.value is not None for cell in cells)
    for cell in cells:
        cell.value = None
    book.save(path)
    assert findings(path, capsys) == (0, [])


def test_other_words_for_the_fictitious_player_are_no_finding(tmp_path, capsys):
    """Until 25 November Groupes called him "X (joueur fictif)"."""
    path = books.pair(books.create(tmp_path, 13, formula="open"))
    names = {f"Groupes!D{row}": text for row in range(5, 19) if (text := books.value(path, f"Groupes!D{row}"))}
    place = next(place for place, text in names.items() if text.startswith("X "))
    books.edit(path, {place: "X (joueur fictif)"})
    assert findings(path, capsys) == (0, [])


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
    return raise_figure(book["Cotes"], 6, column_of(book["Cotes"], "Nouvelle cote"), 1)


def change_score_of_the_history(book):
    column = column_of(book["Mémoire"], "Faits")
    score = re.compile(r'("résultat\|\d+\|[^"]*":"|"scores":\[)(\d+)')
    cell = next(row[column - 1] for row in book["Mémoire"].iter_rows(min_row=5) if score.search(row[column - 1].value))
    cell.value = score.sub(lambda part: f"{part[1]}{int(part[2]) + 1}", cell.value, count=1)
    return "Mémoire", cell.coordinate


@pytest.mark.filterwarnings("ignore:Print area")
@pytest.mark.parametrize("change", [change_tie_break, change_typed_cote, change_score_of_the_history])
def test_a_figure_changed_by_hand_is_found_with_its_cell(change, workbook, capsys):
    is_found_with_its_cell(change, workbook, capsys)


@pytest.mark.filterwarnings("ignore:Print area")
@pytest.mark.parametrize("workbook", RATED, indirect=True)
def test_a_new_cote_changed_by_hand_is_found_with_its_cell(workbook, capsys):
    is_found_with_its_cell(change_new_cote, workbook, capsys)


def is_found_with_its_cell(change, workbook, capsys):
    book = openpyxl.load_workbook(workbook)
    cell = change(book)
    book.save(workbook)
    code, cells = findings(workbook, capsys)
    assert code == 1 and cells[0] == cell


def test_a_figure_changed_by_hand_in_the_history_is_found_in_the_upgraded_workbook_too(workbook, capsys):
    book = openpyxl.load_workbook(workbook)
    change_score_of_the_history(book)
    book.save(workbook)
    code, cells = findings(upgrade(workbook), capsys)
    assert code == 1 and cells[0][0] == "Mémoire"


def test_a_cote_changed_by_hand_is_told_by_the_upgrade(workbook, capsys):
    book = openpyxl.load_workbook(workbook)
    change_typed_cote(book)
    book.save(workbook)
    new = upgrade(workbook)
    assert "cote" in capsys.readouterr().out
    assert findings(new, capsys) == (0, []) and any("cote" in line["Détail"] for line in books.lines(new, "Journal"))
