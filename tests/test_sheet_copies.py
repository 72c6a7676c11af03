"""Results typed on a copy of Résultats or Finales count nowhere: each press says so, in either game."""

import re

import openpyxl
import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.rated import finished
from tests.slips import NUMBERS, SCORES, play, put, rows
from tournament_xl.hosts.send import send
from tournament_xl.send.parcel import parcel
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


def copied(desk, sheet, name):
    desk.snapshot = Snapshot({**desk.snapshot.sheets, name: desk.snapshot.sheets[sheet]})


def told(desk, action="update"):
    return [text for text in desk.press(action).warnings if text.startswith("La feuille « ")]


@pytest.mark.parametrize("name", ["Résultats (2)", "Résultats_2", "Ma copie"])
def test_results_that_stand_on_a_copy_alone_are_told_by_each_press(drawn_in_either_game, name):
    desk = drawn_in_either_game
    columns = SCORES[type(desk)]
    empty = desk.snapshot
    for row in rows(desk, 1)[:2]:
        put(desk, row, **dict.fromkeys(columns, 32))
    played = desk.snapshot
    desk.snapshot = Snapshot({**empty.sheets, name: played.sheets[labels.RESULTS]})
    for _ in range(2):
        (said,) = told(desk)
        assert f"« {name} »" in said and re.search(r"2 résultats \(lignes? [\d ,et]+\) que Résultats n\'a pas", said)


def test_a_copy_with_what_stands_on_the_sheet_too_is_nothing_to_tell(played_in_either_game):
    desk = played_in_either_game
    copied(desk, labels.RESULTS, "Résultats (2)")
    assert not told(desk) and not told(desk, "pair")
    play(desk)  # goes on on the sheet itself
    assert not told(desk)


def test_a_copy_with_the_score_before_a_correction_is_told(played_in_either_game):
    desk = played_in_either_game
    copied(desk, labels.RESULTS, "Résultats (2)")
    put(desk, rows(desk, 1)[0], **dict(zip(SCORES[type(desk)], (20, 44), strict=True)))
    (said,) = told(desk, "pair")
    assert re.search(r"1 résultat \(lignes? [\d ,et]+\) que Résultats n\'a pas", said)


def test_the_deciding_game_typed_on_a_copy_of_finales_is_told():
    desk = Desk(Formule="Open", Nombre_de_rondes=12, Graine="7").players(12).must()
    copied(desk, labels.FINALS, "Finales (2)")
    table = desk.table(labels.FINALS)
    grid = [list(row) for row in desk.snapshot.sheets["Finales (2)"]]
    cells = {"Match": "Finale", "Ronde": 12, "N° 1": 1, "Score 1": 401, "Score 2": 388, "N° 2": 2}
    grid.extend([] for _ in range(table.header + 1 - len(grid)))
    line = [None] * max(table.columns.values())
    for column, value in cells.items():
        line[table.columns[column] - 1] = value
    grid[table.header] = line
    desk.snapshot = Snapshot({**desk.snapshot.sheets, "Finales (2)": grid})
    (said,) = told(desk)
    assert "« Finales (2) »" in said and "que Finales n'a pas" in said


def test_an_organisers_own_sheet_with_other_columns_is_nothing_to_tell(drawn_in_either_game):
    desk = drawn_in_either_game
    own = [["Ronde", "Table", *SCORES[type(desk)]], [1, 1, 40, 24]]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, "Feuille de score": own})
    assert not told(desk)


@pytest.mark.parametrize("column", ["Motif", "Table"])
def test_a_copy_without_a_column_that_no_result_needs_is_one_too(drawn_in_either_game, column):
    desk = drawn_in_either_game
    empty, columns = desk.snapshot, desk.table(labels.RESULTS).columns
    put(desk, rows(desk, 1)[0], **dict.fromkeys(SCORES[type(desk)], 32))
    cut = [[*row[: columns[column] - 1], *row[columns[column] :]] for row in desk.snapshot.sheets[labels.RESULTS]]
    desk.snapshot = Snapshot({**empty.sheets, "Table du fond": cut})
    (said,) = told(desk)
    assert "« Table du fond »" in said and re.search(r"1 résultat \(lignes? [\d ,et]+\) que Résultats n\'a pas", said)


def test_scores_on_a_copy_of_the_wall_are_told_until_they_stand_on_resultats(drawn_in_either_game):
    desk = drawn_in_either_game
    copied(desk, labels.PAIRINGS, "Ronde 1")
    assert not told(desk)
    header = desk.table(labels.PAIRINGS).header
    paper = [list(row) for row in desk.snapshot.sheets["Ronde 1"]]
    paper[header][2:4] = [40, 24]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, "Ronde 1": paper})
    (said,) = told(desk)
    assert "« Ronde 1 » a les colonnes d'Appariements et 1 score (ligne " in said
    put(desk, rows(desk, 1)[0], **dict(zip(SCORES[type(desk)], (40, 24), strict=True)))
    assert not told(desk)


def test_a_sheet_that_shows_the_results_by_formulas_is_nothing_to_tell(drawn_in_either_game):
    """0 stands there for an empty cell: of a match not played yet, of a forfeit that was not given."""
    desk = drawn_in_either_game
    table = desk.table(labels.RESULTS)
    end = "Forfait" if "Forfait" in table.columns else "Fin"
    put(desk, rows(desk, 1)[0], **dict(zip(SCORES[type(desk)], (40, 24), strict=True)))
    columns = ["Ronde", *NUMBERS[type(desk)], *SCORES[type(desk)], end]
    shown = [[line.text(column) or 0 for column in columns] for line in table.lines()]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, "Écran": [columns, *shown]})
    assert not told(desk)


def test_a_forfeit_on_a_copy_without_all_columns_is_told_as_a_score_is():
    desk = Desk().players(8).must().better_seed_wins()
    desk.must("update")
    before, row = desk.snapshot, rows(desk, 1)[0]
    put(desk, row, Score_1=None, Score_2=None, Forfait="2")
    reason = desk.table(labels.RESULTS).columns["Motif"] - 1
    copy = [[cell for at, cell in enumerate(line) if at != reason] for line in desk.snapshot.sheets[labels.RESULTS]]
    desk.snapshot = Snapshot({**before.sheets, "À imprimer": copy})
    (said,) = told(desk)
    assert "« À imprimer »" in said and re.search(r"1 résultat \(lignes? [\d ,et]+\) que Résultats n\'a pas", said)


def test_finals_played_on_a_sheet_of_another_name_are_told_with_the_name_to_give_back(tmp_path):
    desk = OthelloDesk(4, Nombre_de_rondes=2, Nom="Coupe")
    for _ in range(2):
        desk.must().lower_wins()
    desk.must("update")
    table = desk.table(labels.FINALS)
    grid = [list(row) for row in desk.snapshot.sheets[labels.FINALS]]
    grid.extend([] for _ in range(table.header + 1 - len(grid)))
    cells = {"Match": "Finale 1", "Partie": 1, "N° N": 1, "Pions N": 20, "Pions B": 44, "N° B": 2}
    grid[table.header] = [None] * max(table.columns.values())
    for column, value in cells.items():
        grid[table.header][table.columns[column] - 1] = value
    sheets = {name: rows for name, rows in desk.snapshot.sheets.items() if name != labels.FINALS}
    desk.snapshot = Snapshot({**sheets, "Finale 2026": grid})
    (said,) = told(desk)
    assert said.startswith("La feuille « Finale 2026 » a les colonnes de Finales, qui manque, et 1 résultat")
    assert said in parcel(desk.snapshot, "").behind


def test_a_result_on_a_copy_is_told_by_send_whose_copy_does_not_have_it(tmp_path):
    desk = finished()
    desk.must("update")
    before = desk.snapshot
    put(desk, rows(desk, 1)[0], Score_1=499)
    copy = desk.snapshot.sheets[labels.RESULTS]
    desk.snapshot = Snapshot({**before.sheets, "Résultats (2)": copy})
    (said,) = parcel(desk.snapshot, "").behind
    desk.snapshot = before
    path = desk.save(tmp_path / "t.xlsx")
    book = openpyxl.load_workbook(path)
    book.copy_worksheet(book[labels.RESULTS])["E5"] = 499
    book.save(path)
    assert re.search(r"1 résultat \(lignes? [\d ,et]+\) que Résultats n\'a pas", said)
    assert any(
        re.search(r"1 résultat \(lignes? [\d ,et]+\) que Résultats n\'a pas", text) for text in send(path).warnings
    )
