"""Computed tables: found by their titles, written at them, and nothing else."""

import pytest

from tests.actions.test_check import finished, played, typed
from tests.desk import Desk
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.computed_columns import ComputedColumn
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import find_computed_table

COLUMNS = (
    ComputedColumn("Place"), ComputedColumn("N°"), ComputedColumn("PM", earlier=("Pts",)),
    ComputedColumn("±", optional=True),
)  # fmt: skip


@pytest.mark.parametrize(
    ("row", "places"),
    [
        (["Place", "N°", "PM"], {"Place": 1, "N°": 2, "PM": 3}),
        (["place ", "n°", "Pts", "±"], {"Place": 1, "N°": 2, "PM": 3, "±": 4}),  # an earlier title
        ([None, "Place", None, "PM"], {"Place": 2, "N°": 3, "PM": 4}),  # a column inserted, a title emptied
        (["Place", "zut", "PM"], {"Place": 1, "N°": 2, "PM": 3}),  # one typed over
        (["Place", "PM", "±"], {"Place": 1, "N°": 4, "PM": 2, "±": 3}),  # one deleted: behind the others
    ],
)
def test_a_column_stands_at_its_title_else_as_far_from_the_others_as_in_the_template(row, places):
    snapshot = Snapshot({"Feuille": [["Titre"], [], [], row, [1, 2, 3]]})
    table = find_computed_table(snapshot, "Feuille", COLUMNS)
    assert (table.header, table.columns) == (4, places)


def shifted(desk, sheet, rows):
    desk.snapshot = desk.snapshot._replace(sheets={**desk.snapshot.sheets, sheet: rows})
    return desk


def test_a_table_is_written_where_people_moved_it_and_their_own_cells_stay():
    desk = finished("Classique")
    whole = [[*row] for row in desk.snapshot.sheets[schema.STANDINGS]]
    moved = [["Notre club"], *([None, *row] for row in whole), [], ["merci", "à tous"]]
    shifted(desk, schema.STANDINGS, moved)
    desk.set("Nom", "Coupe de Vienne").must("update")
    grid = [[*map(cell_text, row)] for row in desk.snapshot.sheets[schema.STANDINGS]]
    assert grid[0] == ["Notre club"] and grid[-1][:2] == ["merci", "à tous"]
    assert grid[1][1] == "Classement final" and grid[2][1].startswith("Coupe de Vienne")
    assert [row[1:] for row in grid[4 : len(whole) + 1]] == [[*map(cell_text, row)] for row in whole[3:]]


def test_a_note_right_below_a_table_stays_when_it_shrinks():
    note = [None, None, "merci", "à tous"]
    desk = played("Classique", 1).must().must("undo")
    rows = [*desk.snapshot.sheets[schema.STANDINGS], note]
    shifted(desk, schema.STANDINGS, rows).must("update")
    assert [*filter(None, map(cell_text, desk.snapshot.sheets[schema.STANDINGS][len(rows) - 1]))] == [
        text for text in note if text
    ]


def test_a_note_in_the_way_of_a_table_that_grows_stops_the_press_at_its_cell():
    desk = Desk(Graine="7").players(8)
    row = desk.table(schema.STANDINGS).header + 4
    desk.type(schema.STANDINGS, row, "Joueur", "ma note")
    outcome = desk.press("pair")
    assert [(problem.sheet, problem.row, problem.key) for problem in outcome.problems] == [
        (schema.STANDINGS, row, "in_the_way")
    ]
    assert outcome.edits == () and desk.decoded().problems == ()


def test_a_new_column_of_a_round_goes_beside_a_persons_own():
    desk = played("Classique", 2)
    header = [*desk.snapshot.sheets[schema.GRID][3]]
    own = len(header) + 1
    desk.snapshot = typed(desk.snapshot, {(schema.GRID, 4, own): "Repas", (schema.GRID, 5, own): "oui"})
    rounds = sum(cell_text(title).startswith("R") for title in header)
    desk.set("Nombre de rondes", rounds + 1).must("update")
    titles = [*map(cell_text, desk.snapshot.sheets[schema.GRID][3])]
    assert titles[own - 1 : own + 1] == ["Repas", f"R{rounds + 1}"]
    assert cell_text(desk.snapshot.cell(schema.GRID, 5, own)) == "oui"
