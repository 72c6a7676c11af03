"""Computed sheets that somebody took away, emptied, or in which a column of somebody's own stands."""

import pytest

from tests import books
from tests.actions.test_check import GAMES, finished, played, title_column, typed
from tournament_xl.actions.check import check
from tournament_xl.frontends.web.page_view import render_view
from tournament_xl.service.read import UpdatedWorkbook
from tournament_xl.submission.parcel import build_parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address, cell_text

COMPUTED = (*schema.COMPUTED_SHEETS, schema.PALMARES, schema.SLIPS, schema.TENTS)
SENTENCE = "Feuilles introuvables : "


def without(desk, *sheets):
    left = {sheet: grid for sheet, grid in desk.snapshot.sheets.items() if sheet not in sheets}
    desk.snapshot = desk.snapshot._replace(sheets=left)
    return desk


@pytest.mark.parametrize("kind", GAMES)
def test_a_tournament_goes_on_without_any_computed_sheet_and_one_sentence_says_so(kind):
    whole, desk = played(kind), without(played(kind), *COMPUTED)
    report = check(desk.snapshot)
    assert (report.code, report.standings_ok, report.ratings_ok) == (0, None, None)
    (warning,) = report.warnings
    assert warning.startswith(f"{SENTENCE}Appariements, Classement")
    for action in ("update", "pair", "update", "undo", "update"):
        desk.must(action)
        whole.must(action)
        results = desk.snapshot.sheets[schema.RESULTS]
        assert results == whole.snapshot.sheets[schema.RESULTS], action
        assert not {*COMPUTED} & desk.snapshot.sheets.keys()
    assert check(desk.snapshot).code == 0


@pytest.mark.parametrize("kind", GAMES)
def test_a_finished_tournament_is_sent_without_its_computed_sheets(kind):
    desk = without(finished(kind), *COMPUTED)
    assert check(desk.snapshot).code == 0 and build_parcel(desk.snapshot, "").is_sound
    outcome = desk.press("ratings")
    assert outcome.code == 1 and (kind == "Othello" or outcome.message.startswith("Feuille introuvable : Cotes "))


@pytest.mark.parametrize("kind", GAMES)
def test_a_computed_sheet_that_was_emptied_is_written_again(kind):
    desk = finished(kind)
    whole = desk.snapshot
    emptied = {sheet: [] if sheet in schema.COMPUTED_SHEETS else grid for sheet, grid in whole.sheets.items()}
    desk.snapshot = whole._replace(sheets=emptied)
    assert check(desk.snapshot).code == 1, "nobody can tell the figures from emptied ones"
    desk.must("update")
    for sheet in (schema.STANDINGS, schema.GRID):
        first, number = ([[*map(cell_text, row)] for row in book.sheets[sheet][3:]] for book in (whole, desk.snapshot))
        assert len(first) == len(number) and [row[:3] for row in first] == [row[:3] for row in number]
    assert check(desk.snapshot).code == 0


def test_a_column_of_a_persons_own_in_the_place_of_a_missing_one_is_not_written_over():
    desk = finished("Classique")
    column = title_column(desk, schema.STANDINGS, "PPM")
    rows = range(5, 5 + len(desk.rows(schema.STANDINGS)))
    own = {(schema.STANDINGS, row, column): f"0611223{row:03}" for row in rows}
    desk.snapshot = typed(desk.snapshot, own | {(schema.STANDINGS, 4, column): "Téléphone"})
    report = check(desk.snapshot)
    assert report.code == 0 and "Classement : la colonne « PPM » n'y est pas" in " ".join(map(str, report.warnings))
    outcome = desk.press("update")
    assert outcome.code == 3 and not outcome.edits
    assert [(problem.sheet, problem.cell) for problem in outcome.problems] == [
        (schema.STANDINGS, cell_address(4, column))
    ]
    desk.snapshot = typed(desk.snapshot, dict.fromkeys(own))
    assert cell_text(desk.must("update").snapshot.cell(schema.STANDINGS, 4, column)) == "PPM", "a title over nothing"


@pytest.mark.parametrize("kind", GAMES)
def test_titles_that_are_all_typed_over_are_written_again(kind):
    desk = finished(kind)
    whole = desk.snapshot
    for sheet in (schema.PAIRINGS, schema.STANDINGS, schema.GRID, schema.TEAMS):
        width = len(desk.decoded().columns[sheet])
        desk.snapshot = typed(whole, {(sheet, 4, column): f"Titre {column}" for column in range(1, width + 1)})
        assert check(desk.snapshot).code == 0, sheet
        assert desk.must("update").snapshot.sheets[sheet] == whole.sheets[sheet], sheet


@pytest.mark.filterwarnings("ignore:Print area")
def test_every_command_works_in_a_file_without_the_sheets_of_the_rounds(tmp_path, capsys):
    path = books.simulate(books.create(tmp_path, 8), 2)
    with books.opened(path) as book:
        for sheet in (*schema.ROUND_SHEETS, schema.RATINGS):
            del book[sheet]
    for words in (["check"], ["update"], ["pair"], ["standings"], ["explain"], ["export", "--to", tmp_path / "e"],
                  ["publish", "--to", tmp_path / "p"], ["undo"], ["check"]):  # fmt: skip
        assert books.run(words[0], path, *words[1:]) == 0, (words, capsys.readouterr())
    assert SENTENCE in capsys.readouterr().out


@pytest.mark.parametrize("kind", GAMES)
def test_the_page_shows_a_tournament_without_its_computed_sheets(kind):
    desk = without(played(kind), *COMPUTED).must("update")
    view = render_view(UpdatedWorkbook(desk.snapshot, desk.press("update"), desk.decoded()))
    assert not view["problems"] and not view["stale"] and not {*COMPUTED} & view["sheets"].keys()
    assert any(note.startswith(SENTENCE) for note in view["notes"])
