"""Computed sheets that somebody took away, emptied, or in which a column of somebody's own stands."""

import pytest

from tests import books
from tests.actions.test_check import each_game, each_kind, finished, played, title_column, told, typed
from tournament_xl.actions.check import check
from tournament_xl.frontends.web.page_view import render_view
from tournament_xl.service.read import UpdatedWorkbook
from tournament_xl.submission.parcel import build_parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address, cell_text

COMPUTED = (*schema.COMPUTED_SHEETS, schema.PALMARES, schema.SLIPS, schema.TENTS)


def without_computed_sheets(desk):
    left = {sheet: grid for sheet, grid in desk.snapshot.sheets.items() if sheet not in COMPUTED}
    desk.snapshot = desk.snapshot._replace(sheets=left)
    return desk


@each_kind
def test_a_tournament_goes_on_without_any_computed_sheet_and_one_sentence_says_so(kind):
    whole, desk = played(kind), without_computed_sheets(played(kind))
    report = check(desk.snapshot)
    assert (report.code, report.standings_ok, report.ratings_ok, len(report.warnings)) == (0, None, None, 1)
    assert all(sheet in told(report) for sheet in (schema.PAIRINGS, schema.STANDINGS))
    for action in ("update", "pair", "undo"):
        desk.must(action)
        whole.must(action)
        assert desk.snapshot.sheets[schema.RESULTS] == whole.snapshot.sheets[schema.RESULTS], action
        assert not {*COMPUTED} & desk.snapshot.sheets.keys()
    assert check(desk.snapshot).code == 0
    view = render_view(UpdatedWorkbook(desk.snapshot, desk.press("update"), desk.decoded()))
    assert not view["problems"] and not view["stale"] and not {*COMPUTED} & view["sheets"].keys()
    assert any(schema.PAIRINGS in note for note in view["notes"])


@each_game
def test_a_finished_tournament_is_sent_without_its_computed_sheets(kind):
    desk = without_computed_sheets(finished(kind))
    assert check(desk.snapshot).code == 0 and build_parcel(desk.snapshot, "").is_sound
    assert desk.press("ratings").code == 1


@each_game
def test_a_computed_sheet_that_was_emptied_is_written_again(kind):
    desk = finished(kind)
    whole = desk.snapshot
    emptied = {sheet: [] if sheet in schema.COMPUTED_SHEETS else grid for sheet, grid in whole.sheets.items()}
    desk.snapshot = whole._replace(sheets=emptied)
    assert check(desk.snapshot).code == 1, "nobody can tell the figures from emptied ones"
    desk.must("update")
    for sheet in (schema.STANDINGS, schema.GRID):
        before, now = (
            [[*map(cell_text, row)][:3] for row in book.sheets[sheet][3:]] for book in (whole, desk.snapshot)
        )
        assert now == before
    assert check(desk.snapshot).code == 0


def test_a_column_of_a_persons_own_in_the_place_of_a_missing_one_is_not_written_over():
    desk = finished("Classique")
    column = title_column(desk, schema.STANDINGS, "PPM")
    rows = range(5, 5 + len(desk.rows(schema.STANDINGS)))
    own = {(schema.STANDINGS, row, column): f"0611223{row:03}" for row in rows}
    desk.snapshot = typed(desk.snapshot, own | {(schema.STANDINGS, 4, column): "Téléphone"})
    report = check(desk.snapshot)
    assert report.code == 0 and "PPM" in told(report)
    outcome = desk.press("update")
    assert outcome.code == 3 and not outcome.edits
    assert [(problem.sheet, problem.cell) for problem in outcome.problems] == [
        (schema.STANDINGS, cell_address(4, column))
    ]
    desk.snapshot = typed(desk.snapshot, dict.fromkeys(own))
    assert cell_text(desk.must("update").snapshot.cell(schema.STANDINGS, 4, column)) == "PPM", "a title over nothing"


@pytest.mark.filterwarnings("ignore:Print area")
def test_every_command_works_in_a_file_without_the_sheets_of_the_rounds(tmp_path, capsys):
    path = books.simulate(books.create(tmp_path, 8), 1)
    with books.opened(path) as book:
        for sheet in (*schema.ROUND_SHEETS, schema.RATINGS):
            del book[sheet]
    for words in (["check"], ["update"], ["pair"], ["standings"], ["explain"], ["export", "--to", tmp_path / "e"],
                  ["publish", "--to", tmp_path / "p"], ["undo"]):  # fmt: skip
        assert books.run(words[0], path, *words[1:]) == 0, (words, capsys.readouterr())
