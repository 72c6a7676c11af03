"""`check`: the sheet Appariements against the pairs; table numbers are the organiser's own."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.test_check import open_tournament
from tournament_xl.check.report import PAIR, WALL
from tournament_xl.workbook import labels
from tournament_xl.workbook.othello.decode_results import NAMES as COLOURS
from tournament_xl.workbook.snapshot import Draft, Snapshot

SHEET = labels.PAIRINGS


def scrabble():
    desk = Desk().players(11)
    for _ in range(2):
        desk.must().better_seed_wins().must("update")
    return desk.must()


def othello():
    desk = OthelloDesk(9)
    for _ in range(2):
        desk.must().lower_wins().must("update")
    return desk.must()


DESKS = [scrabble, othello, lambda: open_tournament(2).must()]
IDS = ["classique", "othello", "open"]


def sides(desk):
    return COLOURS if isinstance(desk, OthelloDesk) else ("Joueur 1", "Joueur 2")


def pairs(desk):
    """The lines by table that have a table number, so no headings of groups."""
    return [line for line in desk.table(SHEET).lines() if line.text("Table")]


def column_of(desk, title):
    header = desk.snapshot.sheets[SHEET][desk.table(SHEET).header - 1]
    return list(header).index(title) + 1


def put(desk, row, column, value):
    draft = Draft(desk.snapshot)
    draft.put(SHEET, row, column, value)
    desk.snapshot = draft.after()
    return desk


@pytest.mark.parametrize("desk", DESKS, ids=IDS)
def test_a_pair_typed_over_on_the_sheet_for_the_wall_is_named_at_its_line(checked, desk):
    desk = desk()
    assert checked(desk).findings == ()
    line, title = pairs(desk)[0], sides(desk)[1]
    was = line.text(title)
    desk.type(SHEET, line.row, title, "Quelqu'un d'autre")
    (found,) = checked(desk).causes
    assert (found.kind, found.sheet, found.row) == (WALL, SHEET, line.row)
    assert "Quelqu'un d'autre" in found.now and was in found.was
    assert checked(desk.must("update")).findings == ()


@pytest.mark.parametrize("desk", DESKS, ids=IDS)
def test_each_missing_pair_is_named_once_however_many_lines_have_its_players(checked, desk):
    desk = desk()
    first, second, *_ = pairs(desk)
    for line in (first, second):
        put(desk, line.row, column_of(desk, sides(desk)[1]), "Zorro")
    told = [one for one in checked(desk).findings if one.kind == WALL and one.column == column_of(desk, sides(desk)[0])]
    assert len({one.was for one in told}) == len(told) == 2


@pytest.mark.parametrize("desk", DESKS, ids=IDS)
def test_an_opponent_typed_over_in_the_list_by_name_is_named(checked, desk):
    desk = desk()
    row, column = desk.table(SHEET).header + 1, column_of(desk, "Contre")
    put(desk, row, column, "Quelqu'un d'autre")
    assert [(one.kind, one.row) for one in checked(desk).causes] == [(WALL, row)]


def test_colours_exchanged_on_the_wall_only_are_named(checked):
    desk = othello()
    line = pairs(desk)[0]
    for column, text in zip(COLOURS, reversed([line.text(one) for one in COLOURS]), strict=True):
        desk.type(SHEET, line.row, column, text)
    assert [(one.kind, one.row) for one in checked(desk).causes] == [(WALL, line.row)]


@pytest.mark.parametrize("desk", DESKS, ids=IDS)
def test_tables_renumbered_accuse_nobody_pressed_or_not(checked, desk):
    desk = desk()
    for line, number in zip(pairs(desk), range(40, 90), strict=False):
        desk.type(SHEET, line.row, "Table", number)
    assert (checked(desk).code, checked(desk).manual_changes) == (0, ())
    rows = desk.decoded().results.round(3)
    for row in rows:
        desk.type(labels.RESULTS, row.line.row, "Table", len(rows) + 1 - row.match.table)
    assert (checked(desk).code, checked(desk).manual_changes) == (0, ())
    assert (checked(desk.must("update")).code, checked(desk).manual_changes) == (0, ())


@pytest.mark.parametrize("desk", DESKS[:2], ids=IDS[:2])
def test_what_follows_from_exchanged_opponents_is_no_accusation_of_its_own(checked, desk):
    desk = desk()
    first, second = desk.decoded().results.round(3)[:2]
    column = "N° B" if isinstance(desk, OthelloDesk) else "N° 2"
    desk.type(labels.RESULTS, first.line.row, column, second.match.sides[1])
    desk.type(labels.RESULTS, second.line.row, column, first.match.sides[1])
    report = checked(desk)
    assert {one.kind for one in report.causes} == {PAIR} and WALL in {one.kind for one in report.consequences}


@pytest.mark.parametrize("desk", DESKS, ids=IDS)
def test_the_pairs_of_an_earlier_round_and_an_emptied_sheet_are_told_in_one_sentence(checked, desk):
    desk = desk()
    before = desk.snapshot.sheets[SHEET]
    desk.better_seed_wins() if isinstance(desk, Desk) and not isinstance(desk, OthelloDesk) else desk.lower_wins()
    desk.must("update").must()
    for grid, said in ((before, "de la ronde 3, pas de la ronde 4"), (before[:4], "aucune paire")):
        desk.snapshot = Snapshot({**desk.snapshot.sheets, SHEET: grid})
        assert [one.kind for one in checked(desk).causes] == [WALL] and said in checked(desk).causes[0].message


def test_lines_in_another_order_and_notes_below_are_no_finding(checked):
    desk = scrabble()
    lines = pairs(desk)
    for line, other in zip(lines, reversed(lines), strict=True):
        for column in ("Table", "Joueur 1", "Joueur 2"):
            desk.type(SHEET, line.row, column, other.text(column))
    row = desk.table(SHEET).last_row() + 2
    desk.type(SHEET, row, "Joueur 1", "Arbitre")
    desk.type(SHEET, row, "Joueur 2", "Zoé")
    assert checked(desk).findings == ()
