"""`check` on workbooks from anybody: sorted, cut, emptied, typed over, damaged at random. There is always a report.

TOURNAMENT_XL_FUZZ=20 damages twenty times as many.
"""

import json
import os
from random import Random

import pytest

from tests.books import create, edit, lines, opened, reorder, run, simulate, update
from tests.test_check_edits import tournament
from tournament_xl.check import check
from tournament_xl.check.report import JOURNAL
from tournament_xl.check.tell import lines as told
from tournament_xl.check.tell import press, summary
from tournament_xl.hosts import files
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot

TIMES = int(os.environ.get("TOURNAMENT_XL_FUZZ", "1"))
SORTED = (labels.PLAYERS, labels.RESULTS, labels.STANDINGS, labels.GRID, labels.JOURNAL)
VALUES = (
    None, 0, -1, 3, 1e9, 1e308, 10**30, "9" * 40, "1e99", float("inf"), True, "X", "=1+1", '=HYPERLINK("a")', "@SUM",
    "1-9999,1-9999", "paires=", "résultats=1-2:9/9", "| | = ==", "n=999999999", "Appariement", "Annulation",
    "Correction", "Finale", "1+2", "é" * 5000, "1-2", "3-", "F10", "Open", "Toutes-rondes", "N°", "#REF!",
)  # fmt: skip


def with_rows(snapshot, sheet, header, change):
    """The snapshot with the rows under a header changed."""
    grid = [list(row) for row in snapshot.sheets[sheet]]
    return Snapshot({**snapshot.sheets, sheet: [*grid[:header], *change(grid[header:])]})


def shuffled(rows, source):
    filled = [row for row in rows if any(cell is not None for cell in row)]
    source.shuffle(filled)
    return filled


@pytest.mark.parametrize("number", range(4))
def test_rows_in_another_order_on_every_sheet_are_no_finding(number):
    book, source = tournament(number), Random(number)
    snapshot = book.snapshot
    for sheet in SORTED:
        header, _ = book.columns(sheet)
        snapshot = with_rows(snapshot, sheet, header, lambda rows: shuffled(rows, source))
    report = check(snapshot)
    assert (report.code, [one.message for one in report.findings]) == (0, [])


@pytest.mark.parametrize("number", range(4))
def test_an_emptied_journal_is_told_and_the_rounds_are_judged_on_what_stands(number):
    book = tournament(number)
    header, _ = book.columns(labels.JOURNAL)
    report = check(with_rows(book.snapshot, labels.JOURNAL, header, lambda rows: []))
    assert [one.kind for one in report.causes] == [JOURNAL]
    assert "aucune trace" in report.causes[0].message
    assert not any(pairing.recorded for pairing in report.pairings)
    assert report.standings_ok


def test_half_of_the_results_gone_is_told_at_cells():
    book = tournament(0)
    header, _ = book.columns(labels.RESULTS)
    report = check(with_rows(book.snapshot, labels.RESULTS, header, lambda rows: rows[: len(rows) // 2]))
    assert report.code in (1, 3) and (report.causes or report.problems)


@pytest.mark.parametrize("sheet", labels.SCRABBLE_SHEETS)
def test_a_sheet_that_is_missing_is_a_problem_or_not_needed(sheet):
    snapshot = tournament(1).snapshot
    report = check(Snapshot({name: grid for name, grid in snapshot.sheets.items() if name != sheet}))
    needed = sheet not in (labels.RATINGS, labels.GROUPS, labels.FINALS)
    assert report.code == (3 if needed else 1 if sheet == labels.RATINGS else 0)  # the ratings had been computed
    assert needed == (sheet in {problem.sheet for problem in report.problems})
    assert all(told(report, "club.xlsx")) and "\n" not in summary(report)


@pytest.mark.parametrize("number", range(20 * TIMES))
def test_damaged_at_random_there_is_a_report(number):
    source, before = Random(f"hostile-{number}"), tournament(number % 8).snapshot
    sheets = {name: [list(row) for row in grid] for name, grid in before.sheets.items()}
    for _ in range(source.choice((1, 2, 5, 30))):
        name = source.choice([name for name, grid in sheets.items() if grid])
        damage(sheets[name], name, source)
    report = check(Snapshot(sheets))
    assert report.code in (0, 1, 3)
    assert list(told(report, "x")) and summary(report) and press(Snapshot(sheets), "").message
    json.dumps(report.as_json("x"))


def damage(grid, name, source):
    """A cell replaced, a line of the Journal spliced, a row gone or doubled, the rest cut off."""
    at, row = (index := source.randrange(len(grid))), grid[index]
    chance = source.random()
    if chance < 0.75 and row:
        column = source.randrange(len(row))
        value = source.choice(VALUES)
        if name == labels.JOURNAL and isinstance(row[column], str):
            cut = source.randrange(len(row[column]) + 1)
            value = row[column][:cut] + str(value)[:40] + row[column][cut + source.randrange(20) :]
        row[column] = value
    elif chance < 0.85:
        grid.pop(at)
    elif chance < 0.95:
        grid.insert(at, list(row))
    else:
        del grid[at:]


def test_standings_typed_over_by_formulas_are_compared_by_their_results(tmp_path):
    path = update(simulate(create(tmp_path), 3))
    with opened(path) as book:
        book.set_cell_float("Classement", "I5", 77, -1, 64)  # PM
        book.set_cell_formula("Classement", "I5", "70+7")
    assert run("check", path) == 1
    (wrong,) = files.check(path).causes
    assert (wrong.sheet, wrong.row, wrong.cell) == ("Classement", 5, "I5")


def test_a_workbook_sorted_in_a_spreadsheet_is_in_order(tmp_path):
    path = update(simulate(create(tmp_path), 3))
    for sheet in ("Classement", "Résultats", "Journal"):
        reorder(path, sheet, lambda rows: rows[::-1])
    assert run("check", path) == 0


def test_an_old_copy_of_a_tournament_is_right_for_its_time(tmp_path):
    path = update(simulate(create(tmp_path), 2))
    old = path.read_bytes()
    simulate(path, 2)
    copy = tmp_path / "copie.xlsx"
    copy.write_bytes(old)
    assert run("check", copy, path) == 0


def test_cells_to_mend_are_told_and_the_journal_is_judged(tmp_path, capsys):
    path = simulate(create(tmp_path), 3)
    row = lines(path, "Résultats")[0]["row"]
    edit(path, {f"Résultats!Score 1!{row}": "beaucoup"})
    capsys.readouterr()
    assert run("check", path, "--json") == 3
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert [problem["cell"] for problem in found["problems"]] == [f"E{row}"] and f"Résultats!E{row} :" in shown.err
    assert found["standings_ok"] is None
    assert [one["same"] for one in found["pairings"]] == [True] * 3
