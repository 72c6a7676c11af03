"""Workbooks of Othello with unsound facts, or with sheets without columns of the contract: sentences, no crash."""

import shutil

import pytest

from tests import books
from tests.othello_desk import OthelloDesk
from tests.slips import play, put, rows
from tournament_xl.press import PROBLEMS
from tournament_xl.workbook import labels


def test_the_sample_with_finals_can_be_sent(tmp_path):
    path = shutil.copy(books.SAMPLES / "othello-finales.xlsx", tmp_path / "finales.xlsx")
    assert books.run("send", path, "--to", tmp_path / "envoi") == 0
    assert any(file.suffix == ".ELO" for file in (tmp_path / "envoi").iterdir())


@pytest.mark.parametrize("action", ["update", "pair", "undo"])
def test_a_lost_score_is_told_while_two_have_left_the_open_round(action):
    """What would have to be typed for who has left is worked out from sound results only."""
    desk = OthelloDesk(Nombre_de_rondes=5)
    for number in range(1, 9):
        desk.player(f"Nom{number}", 2000 - 10 * number, Prénom=f"P{number}", N=number)
    play(desk.must()).must()
    for number in (1, 2):
        desk.type(labels.PLAYERS, desk.decoded().lines[number].row, "Absences", "2-")
    put(desk, rows(desk, 1)[0], **{"Pions N": None, "Pions B": None})
    assert desk.press(action).code == PROBLEMS
