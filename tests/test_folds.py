"""Résultats shows the round under way; earlier ones, and columns of further games, are put away."""

from __future__ import annotations

import openpyxl

from tests import books
from tests.desk import Desk
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Fold


def shown(path):
    """Rows that are away, whether the columns of further games are, and the row with the [+]."""
    sheet = openpyxl.load_workbook(path)[labels.RESULTS]
    rows = [row for row, look in sheet.row_dimensions.items() if look.hidden and look.outlineLevel == 1]
    further = {letter for letter in "ABCDEFGHIJKLMN" if sheet.column_dimensions[letter].hidden}
    return rows, further, [row for row, look in sheet.row_dimensions.items() if look.collapsed]


def test_rounds_before_the_one_under_way_are_put_away_and_come_back_with_an_undo(tmp_path):
    path = books.create(tmp_path, 8)
    assert shown(path)[0] == [] and shown(path)[1] >= {"J"}
    books.pair(path)
    books.score(path, 1)
    books.pair(path)
    assert shown(path)[0] == [5, 6, 7, 8] and shown(path)[2] == [9]
    assert books.run("undo", path) == 0
    assert shown(path)[0] == []


def away(outcome):
    return [look.away for look in outcome.looks if isinstance(look, Fold) and look.columns]


def test_a_match_of_two_winning_games_brings_the_further_columns_back():
    desk = Desk().players(8)
    assert away(desk.press()) == [True] * 4
    desk.set("Manches gagnantes", "2 : 3-4")
    assert away(desk.press("update")) == [False] * 4
