"""Grille: what a cell says of a match."""

import re

import pytest

from tests.desk import Desk
from tournament_xl.workbook import labels


@pytest.mark.parametrize(("third", "one", "five"), [
    ((400, 390), "+(−4)", "−(+4)"), ((380, 380), "=(−14)", "=(+14)"),
])  # fmt: skip
def test_the_cross_table_shows_who_won_even_where_the_points_say_otherwise(third, one, five):
    desk = Desk(Manches_gagnantes=2).players(8).must()
    row = desk.row_of(1, 1)
    scores = {
        "Score 1": 473,
        "Score 2": 417,
        "Score 1b": 350,
        "Score 2b": 420,
        "Score 1c": third[0],
        "Score 2c": third[1],
    }
    for column, value in scores.items():
        desk.type(labels.RESULTS, row, column, value)
    for match in desk.decoded().pending:
        for column, value in {"Score 1": 410, "Score 2": 400, "Score 1b": 410, "Score 2b": 400}.items():
            desk.type(labels.RESULTS, match.line.row, column, value)
    desk.must("update")
    header = desk.snapshot.sheets[labels.GRID][3]
    cells = {row[2]: row[header.index("R1")] for row in desk.snapshot.sheets[labels.GRID][4:] if len(row) > 6}
    assert re.fullmatch(rf"{re.escape(one)}\n\d\. A05", cells["A01"]) and cells["A05"].startswith(f"{five}\n")
    assert re.fullmatch(r"\+20\n\d\. A06", cells["A02"]) and re.fullmatch(r"−20\n\d\. A02", cells["A06"])
