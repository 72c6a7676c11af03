"""Players called as in a rehearsal, or as columns are: a press leaves nothing that the next one refuses."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import play


def goes_on(desk, rounds):
    for _ in range(rounds):
        play(desk.must()).must("update")
    desk.must("undo", force=True)


@pytest.mark.parametrize("called", ["Joueur {}", "{}", "Score {}", "N° {}", "Table {}"])
@pytest.mark.parametrize("formula", ["Classique", "Toutes-rondes", "Open"])
def test_players_called_like_columns_or_numbers(called, formula):
    desk = Desk(Formule=formula, Graine="7")
    for number in range(1, 13):
        desk.player(called.format(number), 1900 - number)
    goes_on(desk, 3)


@pytest.mark.parametrize("names", [("Noir", "Blanc"), ("Blanc", "Noir"), ("101", "102"), ("BIP 1", "Pions N")])
@pytest.mark.parametrize("formula", ["Suisse", "Toutes-rondes"])
def test_othello_players_called_like_columns_or_numbers(names, formula):
    desk = OthelloDesk(Formule=formula, Nombre_de_rondes=1 if formula == "Suisse" else None)
    for name in names:
        desk.player(name)
    goes_on(desk, 1)
