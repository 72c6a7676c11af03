"""`check` while a round is being played: what the Journal has only seen."""

from tests.slips import SCORES, put, rows
from tournament_xl.check import check


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
