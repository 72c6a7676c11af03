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
