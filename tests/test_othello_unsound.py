"""Workbooks of Othello with unsound facts, or with sheets without columns of the contract: sentences, no crash."""

import shutil

import pytest

from tests import books
from tests.desk import Desk
from tests.fuzz import gestures
from tests.othello_desk import OthelloDesk
from tests.slips import play, put, rows, told
from tournament_xl.check import check
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import PROBLEMS
from tournament_xl.workbook import journal, labels, seal
from tournament_xl.workbook.snapshot import Snapshot


def test_the_sample_with_finals_can_be_sent_once_the_final_is_won(tmp_path, capsys):
    path = shutil.copy(books.SAMPLES / "othello-finales.xlsx", tmp_path / "finales.xlsx")
    assert books.run("send", path, "--to", tmp_path / "envoi") == 1
    assert "Reste à jouer : Finale" in capsys.readouterr().err and not (tmp_path / "envoi").exists()
    last = [line["row"] for line in books.lines(path, "Finales") if line["Match"]][-1]
    books.update(books.edit(path, {f"Finales!Pions N!{last}": 24, f"Finales!Pions B!{last}": 40}))
    assert books.run("send", path, "--to", tmp_path / "envoi") == 0
    assert any(file.suffix == ".ELO" for file in (tmp_path / "envoi").iterdir())


@pytest.mark.parametrize("action", ["update", "pair", "undo"])
def test_a_lost_score_is_told_while_two_have_left_the_open_round(action):
    """What would have to be typed for who has left is worked out from sound results only."""
    desk = OthelloDesk(Nombre_de_rondes=5)
    for number in range(1, 9):
        desk.player(f"Nom{number}", 2000 - 10 * number, Prénom=f"P{number}", N=number)
    play(desk.must()).must()
    for number in (1, 2):
        desk.type(labels.PLAYERS, desk.decoded().lines[number].row, "Absences", "2-")
    put(desk, rows(desk, 1)[0], **{"Pions N": None, "Pions B": None})
    assert desk.press(action).code == PROBLEMS


@pytest.mark.parametrize("forged", ["1-5:44/40", "1-5:40/-3", "1-99:40/24", "99-BIP", "1-5:FX", "1-5"])
def test_a_journal_that_says_what_cannot_be_does_not_stop_a_check(forged):
    """Under a right seal, as whoever has the program can write it."""
    desk = OthelloDesk(Nombre_de_rondes=5)
    for number in range(1, 9):
        desk.player(f"Nom{number}", 2000 - 10 * number, Prénom=f"P{number}", N=number)
    desk = play(play(desk.must()).must()).must()
    forge(desk, journal.PAIRED, 2, "résultats", forged)
    assert all(one.round != 1 or one.kind != "draw" for one in check(desk.snapshot).findings)
    for action in ("update", "undo"):
        desk.press(action)


@pytest.mark.parametrize("forged", ["1-99:451/407", "99-X", "1-5:F9", "2-98:F1", "1-5"])
@pytest.mark.parametrize("formula", ["Classique", "Open"])
def test_neither_does_one_of_scrabble(formula, forged):
    desk = Desk(Formule=formula, Graine="7").players(12)
    desk = desk.must().better_seed_wins().must().better_seed_wins().must()
    forge(desk, journal.PAIRED, 2, "résultats", forged)
    report = check(desk.snapshot)
    assert not report.problems
    assert not any("Journal" in one.message and "abîm" in one.message for one in report.findings)


def forge(desk, action, number, part, text):
    """Another text for a part of the Journal's line of an action on a round, sealed anew."""
    line = next(one for one in desk.decoded().journal.lines if (one.action, one.round) == (action, number))
    detail = line.line.text("Détail").rpartition(f" | {seal.KEY}=")[0]
    parts = [f"{part}={text}" if one.startswith(f"{part}=") else one for one in detail.split(" | ")]
    assert f"{part}={text}" in parts
    desk.type(labels.JOURNAL, line.line.row, "Détail", seal.sealed(action, number, " | ".join(parts)))


@pytest.mark.parametrize("action", ["update", "pair"])
def test_so_it_is_when_the_lost_score_is_found_before_the_round_is_paired(action):
    """Two scores are missing, in round 1 and beside who has left: both are told."""
    desk = OthelloDesk(8, Nombre_de_rondes=5)
    play(desk.must()).must()
    one = desk.decoded().results.round(2)[0].match.sides
    desk.absences(one[0], "2-")
    put(desk, rows(desk, 1)[0], **{"Fin": None, "Pions N": None, "Pions B": None})
    cells = told(desk.press(action))
    assert f"Résultats!E{rows(desk, 1)[0]}" in cells
    assert (f"Résultats!E{rows(desk, 2)[0]}" in cells) == (action == "pair")


def test_discs_typed_on_a_slip_are_told_at_their_cells_not_wiped_away():
    desk = OthelloDesk(9, Nombre_de_rondes=5)
    desk.must()
    grid = [list(row) for row in desk.snapshot.sheets["Fiches"]]
    for row, column, discs in ((4, 3, 40), (5, 3, 24), (4, 7, 33)):
        grid[row - 1].extend([None] * (column - len(grid[row - 1])))
        grid[row - 1][column - 1] = discs
    desk.snapshot = Snapshot({**desk.snapshot.sheets, "Fiches": grid})
    for action in ("update", "undo"):
        assert told(desk.press(action)) == ["Fiches!C4", "Fiches!G4", "Fiches!C5"]
    assert "« 40 »" in str(desk.press("update").problems)


def test_finals_that_have_results_are_missed_when_their_sheet_is_gone_or_renamed():
    desk = OthelloDesk()
    desk.snapshot, *_ = gestures.tournament("Othello, finales", "recorded")
    sheets = dict(desk.snapshot.sheets)
    sheets["Finales samedi"] = sheets.pop(labels.FINALS)
    desk.snapshot = Snapshot(sheets)
    (problem,) = desk.press("update").problems
    assert "la feuille « Finales » manque" in problem.message


@pytest.mark.parametrize("action", ["update", "pair"])
def test_who_stands_twice_because_a_row_was_added_for_who_left_is_named(action):
    desk = OthelloDesk(5, Nombre_de_rondes=1).must()
    game = next(row.match for row in desk.decoded().results.round(1) if not row.match.bye)
    desk.type(labels.PLAYERS, desk.decoded().lines[game.black].row, "Absences", "1-")
    free = next(desk.table(labels.RESULTS).free_rows())
    for column, value in {"Ronde": 1, "N° N": game.white, "N° B": "BIP"}.items():
        desk.type(labels.RESULTS, free, column, value)
    outcome = desk.press(action)
    assert outcome.code == PROBLEMS and any("joue déjà dans cette ronde" in str(one) for one in outcome.problems)


def test_finals_above_their_titles_after_a_sort_are_a_cell_to_mend(tmp_path):
    path = shutil.copy(books.SAMPLES / "othello-finales.xlsx", tmp_path / "finales.xlsx")
    desk = OthelloDesk(0)
    desk.snapshot = ClosedFile(path).read()
    grid = [list(cells) for cells in desk.snapshot.sheets[labels.FINALS]]
    at, row = desk.table(labels.FINALS).header, next(desk.table(labels.FINALS).lines()).row
    grid[at - 1], grid[row - 1] = grid[row - 1], grid[at - 1]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.FINALS: grid})
    outcome = desk.press("update")
    assert outcome.code == PROBLEMS and {one.row for one in outcome.problems} == {at}


def test_a_tournament_without_a_name_is_one_of_othello_on_all_sheets():
    desk = OthelloDesk(8).must()
    shown = [desk.snapshot.cell(sheet, 2, 1) for sheet in (labels.PAIRINGS, labels.STANDINGS, labels.GRID)]
    assert all(str(text).startswith("Tournoi d'Othello") for text in shown), shown


def test_a_word_far_down_on_the_slips_is_somebodys_own():
    desk = OthelloDesk(8).must()
    desk.snapshot = Snapshot(
        {**desk.snapshot.sheets, "Fiches": [*desk.snapshot.sheets["Fiches"], *[[]] * 9000, ["à garder"]]}
    )
    desk.lower_wins().must("pair").must("update")
    assert desk.snapshot.sheets["Fiches"][-1] == ["à garder"]
