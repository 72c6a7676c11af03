"""The panel of Tournoi moved: what the program writes there never comes over a setting, in either game."""

import pytest

from tests.slips import play
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot


@pytest.mark.parametrize("label", [*labels.PANEL, labels.STATUS, labels.WARNINGS])
def test_a_label_of_the_panel_moved_beside_the_settings_writes_nothing_over_them(drawn_in_either_game, label):
    desk = play(drawn_in_either_game)
    grid = [[None if cell == label else cell for cell in row] for row in desk.snapshot.sheets[labels.TOURNAMENT]]
    table = desk.table(labels.TOURNAMENT)
    at = next(line.row for line in table.lines() if line.text("Paramètre") == "Graine")
    left = table.columns["Paramètre"] - 2
    grid[at - 1][left] = label
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.TOURNAMENT: grid})
    before = list(grid[at - 1])
    desk.must("update")
    assert list(desk.snapshot.sheets[labels.TOURNAMENT][at - 1]) == before


def test_an_organisers_own_words_that_are_those_of_the_panel_keep_what_stands_beside_them(drawn_in_either_game):
    desk = play(drawn_in_either_game)
    grid = [list(row) for row in desk.snapshot.sheets[labels.TOURNAMENT]]
    for row, word, value in (
        (1, "Meilleur score", 612),
        (2, "En tête", "Dupont 612"),
        (5, "Résultats manquants", "t. 3"),
    ):
        grid[row].extend([None] * (30 - len(grid[row])))
        grid[row][20:22] = word, value
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.TOURNAMENT: grid})
    desk.must("update")
    after = desk.snapshot.sheets[labels.TOURNAMENT]
    assert [after[row][21] for row in (1, 2, 5)] == [612, "Dupont 612", "t. 3"]
    shown = {cell: line[at + 1] for line in after for at, cell in enumerate(line[:20]) if cell in labels.PANEL}
    assert shown["Rondes jouées"] == "1 sur 5" and shown["Bouton à presser"]
    row = next(at for at, line in enumerate(after) if labels.LEADERS in line[:20])
    assert after[row + 1][after[row].index(labels.LEADERS)]
