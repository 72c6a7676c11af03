"""Ratings through a workbook (R2 to R8): the published example, when they are computed, what stands on the sheet."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.desk import DATE, Desk
from tests.rated import PUBLISHED, by_place, facts, finished, header, lines, published, title
from tournament_xl import actions
from tournament_xl.cli import main
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import DONE, PROBLEMS, REFUSED
from tournament_xl.workbook import encode_ratings, labels
from tournament_xl.workbook.snapshot import Snapshot

pytestmark = pytest.mark.filterwarnings("ignore:Print area cannot be set")  # openpyxl on whole columns


def test_r8_the_published_example_comes_out_through_a_workbook_file(tmp_path, capsys):
    path = published().save(tmp_path / "exemple.xlsx")
    assert main(["ratings", str(path)]) == 0
    assert "Cotes calculées" in capsys.readouterr().out
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    assert sheet.sheet_state == "visible"
    grid = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [grid[2][at] for at in range(2, 14)] == [
        "Catégorie", 1, "M", 20, "CT", 1, "PJmax", 210, "PJmin", -105, "% Joker", 10,
    ]  # fmt: skip
    rows = {line[2]: dict(zip(grid[3], line, strict=True)) for line in grid[4:14]}
    columns = ("Place", "Rang initial", "Cote initiale", "Cote de référence", "PE", "B", "PJ brut", "PJ",
               "Nouvelle cote", "Série")  # fmt: skip
    assert [rows["Cas A"][name] for name in columns] == [2, 4, 1803, 2250, 9, 10, 298, 210, 2032, "B"]
    assert [rows["Cas B"][name] for name in columns] == [8, 5, 1700, 1415, 3, 0, -95, -95, 1608, "B"]
    assert [rows[name]["Cote initiale"] for name, _, _ in PUBLISHED] == [
        2923, 2250, 1860, 1803, 1700, 1700, 1580, 1415, 1002, 1000,
    ]  # fmt: skip


def test_the_last_two_columns_say_what_each_place_would_bring():
    desk = published().must("ratings")
    assert header(desk)[15:] == [str(place) for place in range(1, 11)]
    second = lines(desk)["Cas A"]
    totals = by_place(desk, "Cas A")
    assert totals[:4] == ["240", "229", "50", "9"]  # 10 + 20 + 210; 9 + 10 + 210; 8 + 4 + 38; 7 + 2 + 0
    assert totals[7] == "-102"  # 3 - 105, for 1/3 of 1803 - 1415 is 129
    assert int(second["Nouvelle cote"]) - int(second["Cote initiale"]) == 229
    shown = desk.table(labels.RATINGS).header + 1 + list(lines(desk)).index("Cas A")
    assert desk.snapshot.cell(labels.RATINGS, shown, 14) == 229
    assert desk.snapshot.cell(labels.RATINGS, shown, 15) == "1er +240 · [2e +229] · 3e +50 · 4e +9"


def test_refused_before_the_last_round_with_exit_code_1(tmp_path, capsys):
    desk = Desk().players(8)
    assert desk.press("ratings").code == REFUSED
    desk.must().better_seed_wins().must()
    outcome = desk.press("ratings")
    assert (outcome.code, outcome.edits) == (REFUSED, ()) and "1 sur 5" in outcome.message
    path = desk.save(tmp_path / "t.xlsx")
    before = path.read_bytes()
    assert main(["ratings", str(path)]) == 1
    assert "après la dernière ronde" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_provisional_ratings_say_so_and_become_final_with_the_last_result():
    desk = Desk().players(8)
    assert desk.press("ratings", provisional=True).code == REFUSED  # nobody has played
    desk.must().better_seed_wins()
    outcome = desk.press("ratings", provisional=True)
    assert outcome.code == DONE and "provisoires après la ronde 1 sur 5" in outcome.message
    assert outcome.reveal == (labels.RATINGS,)
    assert title(desk) == "Cotes provisoires après la ronde 1 sur 5"
    assert facts(desk)["PJmax"] == "255" and facts(desk)["% Joker"] == "100"  # of five games, not of one
    for number in range(2, 6):
        desk.must().better_seed_wins()
        assert title(desk) == f"Cotes provisoires après la ronde {number - 1} sur 5"
    desk.must("update")
    assert title(desk) == "Cotes"
    again = desk.press("ratings")
    assert (again.code, again.edits) == (DONE, ())


def test_corrections_reach_the_ratings_at_the_next_press():
    desk = finished().must("ratings")
    assert lines(desk)["A01"]["Place"] == "1"
    desk.type(labels.PLAYERS, desk.decoded().lines[1].row, "Cote", 1500)
    for number in range(1, 6):
        desk.score(number, 1, 300, 400)
    desk.must("update")
    first = lines(desk)["A01"]
    assert (first["Cote initiale"], first["Rang initial"], first["Place"]) == ("1500", "8", "8")
    rows = desk.table(labels.JOURNAL).lines()
    assert [line.text("Action") for line in rows].count("Cotes") == 1  # the line of the press; the update has its own


def test_undo_makes_them_provisional_again_and_of_no_round_empty():
    desk = finished().must("ratings")
    desk.must("undo", force=True)
    assert title(desk) == "Cotes provisoires après la ronde 4 sur 5"
    for _ in range(4):
        desk.must("undo", force=True)
    assert lines(desk) == {} and set(facts(desk).values()) == {""}
    assert header(desk)[15:] == [""] * 8


def open_before_its_final(folder) -> tuple[Path, int]:
    """A finished Open of 64 whose two unbeaten players have not met yet, and the row of their game on Finales."""
    path = Path(shutil.copy(Path(__file__).parent.parent / "samples" / "open-64-finale.xlsx", folder / "open.xlsx"))
    rows = [row for row, cells in enumerate(ClosedFile(path).read().sheets["Finales"], start=1) if "Finale" in cells]
    return path, rows[0]


def test_o8_the_deciding_game_comes_before_the_ratings_and_changes_places_only(tmp_path, capsys):
    path, row = open_before_its_final(tmp_path)
    assert main(["ratings", str(path)]) == main(["send", str(path)]) == 1
    assert capsys.readouterr().err.count("Finale à jouer") == 2
    assert main(["ratings", str(path), "--provisional"]) == 0
    assert "finale à jouer" in capsys.readouterr().out
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    assert sheet["A1"].value == "Cotes provisoires, finale à jouer"
    before = {line[2]: line for line in sheet.iter_rows(min_row=5, max_row=68, values_only=True)}
    leader, second = (sheet[f"C{at}"].value for at in (5, 6))
    with books.opened(path) as book:
        ahead = str(book.get_cell_value("Finales", f"C{row}")) == str(sheet["B5"].value)
        book.set_cell_value("Finales", f"E{row}", 350 if ahead else 400)
        book.set_cell_value("Finales", f"F{row}", 400 if ahead else 350)
    assert main(["ratings", str(path)]) == 0
    sheet = openpyxl.load_workbook(path)[labels.RATINGS]
    after = {line[2]: line for line in sheet.iter_rows(min_row=5, max_row=68, values_only=True)}
    assert sheet["A1"].value == "Cotes"
    assert (after[second][0], after[leader][0]) == (1, 2)
    assert after[second][8] == 2 * after[leader][8] == before[leader][8]  # B: M and M/2
    rest = [name for name in before if name not in (leader, second)]
    assert [after[name] for name in rest] == [before[name] for name in rest]
    assert main(["send", str(path), "--to", str(tmp_path / "o")]) == 0
    copy = openpyxl.load_workbook(next((tmp_path / "o").glob("*.xlsx")))
    assert {one.title for one in copy if one.sheet_state != "visible"} == {labels.MEMORY}


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
