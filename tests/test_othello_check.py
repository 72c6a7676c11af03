"""`check` of an Othello workbook: what was changed by hand is told where it was changed."""

from __future__ import annotations

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.check import check


@pytest.fixture
def desk():
    """Eight players, three rounds played, the fourth drawn."""
    desk = OthelloDesk(8)
    for _ in range(3):
        desk.must().lower_wins().must("update")
    return desk.must()


def test_exchanged_opponents_are_told_and_cost_more(desk):
    first, second = desk.decoded().results.round(4)[:2]
    desk.type(labels.RESULTS, first.line.row, "N° B", second.match.white)
    desk.type(labels.RESULTS, second.line.row, "N° B", first.match.white)
    report = check(desk.snapshot)
    assert {one.kind for one in report.findings if not one.consequence} >= {"pair"}
    last = report.pairings[-1]
    assert last.cost > last.optimum
    assert {one.by for one in last.differences} == {"unrecorded"}
    desk.must("update")
    report = check(desk.snapshot)
    assert {one.by for one in report.pairings[-1].differences} == {"organiser"}
    assert report.code == 0


def test_a_pair_fixed_before_the_draw_is_the_organisers(desk):
    desk.lower_wins().must("update")
    again = desk.pairs(1)[0]
    desk.game(5, *again).must()
    report = check(desk.snapshot)
    last = report.pairings[-1]
    assert last.cost > last.optimum
    assert [one.by for one in last.differences] == ["organiser"]
    assert last.rematches
    assert report.code == 0
