"""`check` while a round is being played: what the Journal has only seen."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import SCORES, put, rows
from tournament_xl.check import check
from tournament_xl.cli import main
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import right_of
from tournament_xl.workbook.othello import labels as othello
from tournament_xl.workbook.snapshot import Draft


def typed(snapshot, sheet, row, column, value):
    draft = Draft(snapshot)
    draft.put(sheet, row, column, value)
    return draft.after()


def test_a_check_tells_a_result_that_an_update_has_seen_and_that_has_changed_since(drawn_in_either_game):
    desk = drawn_in_either_game
    first, second = rows(desk, 1)[:2]
    columns = SCORES[type(desk)]
    for row in (first, second):
        put(desk, row, **dict(zip(columns, (40, 24), strict=True)))
    desk.must("update")
    put(desk, first, **dict(zip(columns, (24, 40), strict=True)))
    put(desk, second, **dict.fromkeys(columns))
    told = " ".join(check(desk.snapshot).warnings)
    assert "2 résultats changés depuis la dernière mise à jour" in told


def test_half_a_board_beside_a_forfeit_is_no_part_of_the_result():
    """The press says to empty it; who does is told nothing of a correction."""
    desk = OthelloDesk(6, Nombre_de_rondes=3)
    desk.must().lower_wins()
    row = rows(desk, 1)[0]
    put(desk, row, Pions_N=20, Pions_B=None, Fin="FB")
    (advice,) = desk.press("update").warnings
    assert check(desk.snapshot).code == 0
    put(desk, row, Pions_N=None)
    emptied = desk.press("update")
    assert "videz les pions" in advice and not emptied.warnings
    assert (check(desk.snapshot).code, check(desk.snapshot).manual_changes) == (0, ())


def test_half_a_final_that_an_update_has_seen_and_that_is_gone_since_is_told_by_a_check():
    desk = OthelloDesk(6, Nombre_de_rondes=2)
    for _ in range(2):
        desk.must().lower_wins()
    desk.must("update")
    (row, column) = right_of(desk.snapshot, labels.FINALS, othello.FINAL)
    desk.snapshot = typed(desk.snapshot, labels.FINALS, row, column, 1)
    desk.must("update")
    game = next(line.row for line in desk.table(labels.FINALS).lines() if line.text("N° N"))
    desk.type(labels.FINALS, game, "Pions N", 40)
    desk.must("update")
    assert not check(desk.snapshot).warnings
    desk.type(labels.FINALS, game, "Pions N", None)
    desk.type(labels.FINALS, game, "Pions B", 41)
    (told,) = check(desk.snapshot).warnings
    assert "Feuille Finales : 1 résultat corrigé" in told and "40-?" in told and "?-41" in told


def test_a_check_of_ratings_whose_field_has_become_smaller_names_what_changed():
    """Cotes had a column for each place more."""
    desk = Desk(Formule="Toutes-rondes", Nombre_de_rondes=5).players(6)
    for _ in range(5):
        desk.must().better_seed_wins()
    desk.must("ratings")
    for number in range(1, 6):
        put(desk, desk.row_of(number, 6), Score_1=None, Score_2=None, Forfait="1+2")
    report = check(desk.snapshot)
    assert report.code == 1 and any(one.kind == "result" for one in report.findings)
    assert any(one.kind == "ratings" and one.consequence for one in report.findings)


def test_explain_names_the_recorded_results_that_have_changed_since(tmp_path, capsys):
    """Its PM and Pdep are those of the sheet."""
    desk = Desk().players(8).must().better_seed_wins().must()
    put(desk, rows(desk, 1)[0], Score_1=300, Score_2=490)
    path = desk.save(tmp_path / "t.xlsx")
    assert main(["explain", str(path)]) == 0
    assert "Ronde 1 : 1 résultat corrigé" in capsys.readouterr().out


@pytest.mark.parametrize("elsewhere", [False, True])
def test_half_a_result_that_moves_in_a_reopened_round_is_told(elsewhere):
    desk = Desk().players(8).must().better_seed_wins().must("update")
    pairs = [row.line.row for row in desk.decoded().results.round(1)]
    for row in pairs[:2]:
        desk.type(labels.RESULTS, row, "Score 1", None)
        desk.type(labels.RESULTS, row, "Score 2", None)
    desk.must("update")
    desk.type(labels.RESULTS, pairs[0], "Score 1", 451)
    desk.must("update")
    desk.type(labels.RESULTS, pairs[0], "Score 1", None)
    if elsewhere:
        desk.type(labels.RESULTS, pairs[1], "Score 1", 451)
    assert "table 1 (451-? devient sans résultat)" in " ".join(check(desk.snapshot).warnings)
    assert "table 1 (451-? devient sans résultat)" in " ".join(desk.press("update").warnings)


@pytest.mark.parametrize("end", ["AN", "TNB", "TN+"])
def test_an_end_that_an_update_has_seen_and_that_becomes_another_is_told(end):
    desk = OthelloDesk(6).must()
    row = desk.decoded().results.round(1)[0].line.row
    desk.type(labels.RESULTS, row, "Fin", "TN")
    desk.must("update")
    desk.type(labels.RESULTS, row, "Fin", end)
    assert f"table 1 (TN devient {end})" in " ".join(desk.press("update").warnings)


def test_discs_typed_after_the_way_a_game_has_ended_are_no_change():
    desk = OthelloDesk(6).must()
    row = desk.decoded().results.round(1)[0].line.row
    desk.type(labels.RESULTS, row, "Fin", "TN")
    desk.must("update")
    for column, discs in {"Pions N": 20, "Pions B": 44}.items():
        desk.type(labels.RESULTS, row, column, discs)
    assert "changé" not in " ".join(desk.press("update").warnings)


@pytest.mark.parametrize("end", ["TN", "tn", "t n"])
def test_an_end_in_small_letters_is_the_same(end):
    desk = OthelloDesk(6).must()
    row = desk.decoded().results.round(1)[0].line.row
    desk.type(labels.RESULTS, row, "Pions N", 30)
    desk.type(labels.RESULTS, row, "Fin", end)
    desk.must("update")
    desk.type(labels.RESULTS, row, "Pions B", 34)
    assert "changé" not in " ".join(desk.press("update").warnings)
