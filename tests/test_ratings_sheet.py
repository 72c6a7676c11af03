"""The sheet Cotes (R2 to R7): who takes part, ties, the event's category, what people did to the sheet."""

from __future__ import annotations

import pytest

from tests.desk import DATE
from tests.rated import finished, header, lines
from tournament_xl import actions
from tournament_xl.press import DONE, PROBLEMS
from tournament_xl.workbook import encode_ratings, labels
from tournament_xl.workbook.snapshot import Snapshot

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


def test_a_note_where_the_ratings_must_stand_is_told_and_kept():
    desk = finished()
    table = desk.table(labels.RATINGS)
    desk.type(labels.RATINGS, table.header + 2, "Licence", "à revoir")
    outcome = desk.press("ratings")
    assert outcome.code == PROBLEMS
    assert str(outcome.problems[0]).startswith("Cotes!D6 : « à revoir » est à la place")
    desk.type(labels.RATINGS, table.header + 2, "Licence", None)
    grid = [list(row) for row in desk.snapshot.sheets[labels.RATINGS]]
    grid.extend([] for _ in range(10))
    grid[5].extend([None] * 30)
    grid[5][16] = "appeler Max"  # where the column of the second place comes
    sheets = dict(desk.snapshot.sheets) | {labels.RATINGS: grid}
    outcome = actions.ratings(Snapshot(sheets), DATE)
    assert [str(problem).split(" : ")[0] for problem in outcome.problems] == ["Cotes!Q6"]


def test_a_workbook_without_the_sheet_goes_on_but_has_no_ratings():
    desk = finished()
    sheets = {name: grid for name, grid in desk.snapshot.sheets.items() if name != labels.RATINGS}
    desk.snapshot = Snapshot(sheets)
    assert desk.press("update").code == DONE
    outcome = desk.press("ratings")
    assert outcome.code == PROBLEMS and "« Cotes » manque" in str(outcome.problems[0])


def test_fewer_participants_leave_no_old_place_behind():
    desk = finished(10).must("ratings")
    assert header(desk)[15:] == [str(place) for place in range(1, 11)]
    for number in range(1, 6):
        row = desk.row_of(number, 10)
        match = next(m for m in desk.decoded().tournament.rounds[number - 1] if 10 in m)
        for column, value in {"Score 1": None, "Score 2": None, "Forfait": "1" if match.one == 10 else "2"}.items():
            desk.type(labels.RESULTS, row, column, value)
    desk.must("update")
    assert len(lines(desk)) == 9 and header(desk)[15:] == [*map(str, range(1, 10)), ""]
    beyond = [row[24] for row in desk.snapshot.sheets[labels.RATINGS][4:] if len(row) > 24]
    assert beyond == [None] * len(beyond)


def test_a_field_too_large_for_a_column_for_each_place_keeps_the_places_near_ones_own(monkeypatch):
    usual = finished(10).must("ratings")
    monkeypatch.setattr(encode_ratings, "MOST_PLACES", 9)
    desk = finished(10).must("ratings")
    near = header(desk).index(labels.BY_PLACE_COLUMN)
    assert header(desk)[near + 1 :] == []
    assert [row[near] for row in desk.snapshot.sheets[labels.RATINGS][4:14]] == [
        row[near] for row in usual.snapshot.sheets[labels.RATINGS][4:14]
    ]
    again = usual.must("update")  # the field was smaller when the columns were filled
    assert not any(header(again)[15:]) and not any(any(row[15:]) for row in again.snapshot.sheets[labels.RATINGS][4:])
