"""Scores typed where the program writes, in either game: told at their cells, as nobody reads them there."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import NAMES, play, put, rows
from tests.test_rules_final import played
from tournament_xl.press import DONE, PROBLEMS
from tournament_xl.workbook import labels
from tournament_xl.workbook.othello import labels as othello
from tournament_xl.workbook.snapshot import Draft, Snapshot


@pytest.mark.parametrize("text", [405, "405-312", "405 / 312"])
def test_scores_typed_into_the_cross_table_are_told_at_their_cells(drawn_in_either_game, text):
    desk = play(drawn_in_either_game).must("update").must()
    header = desk.table(labels.GRID).header
    grid = [list(row) for row in desk.snapshot.sheets[labels.GRID]]
    column = grid[header - 1].index("R2")
    for row in (header, header + 1):
        grid[row].extend([None] * (column + 1 - len(grid[row])))
        grid[row][column] = text
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.GRID: grid})
    outcome = desk.press("update")
    assert [one.sheet for one in outcome.problems] == [labels.GRID] * 2 and f"« {text} »" in str(outcome.problems[0])


@pytest.mark.parametrize("text", [387, "412-389", "412 à 389", "412 – 389", "412/389"])
@pytest.mark.parametrize("where", ["Table", "one", "two", "Où je joue", "À la table", "Contre"])
def test_a_score_typed_on_the_wall_is_told_at_its_cell(drawn_in_either_game, where, text):
    desk = drawn_in_either_game
    table = desk.table(labels.PAIRINGS)
    column = {"one": NAMES[type(desk)][0], "two": NAMES[type(desk)][1]}.get(where, where)
    at = desk.snapshot.sheets[labels.PAIRINGS][table.header - 1].index(column) + 1
    draft = Draft(desk.snapshot)
    draft.put(labels.PAIRINGS, table.header + 1, at, text)
    desk.snapshot = draft.after()
    (problem,) = desk.press("update").problems
    assert (problem.sheet, problem.column) == (labels.PAIRINGS, at) and f"« {text} »" in problem.message


def test_words_and_hours_below_the_wall_and_tables_numbered_otherwise_are_nothing_to_tell(drawn_in_either_game):
    desk = drawn_in_either_game
    table = desk.table(labels.PAIRINGS)
    for row, column in ((table.last_row() + 3, "Table"), (table.last_row() + 4, NAMES[type(desk)][0])):
        for value in ("Pause à 15:30", "14:30", "Salle 2"):
            desk.type(labels.PAIRINGS, row, column, value)
            assert not desk.press("update").problems
    put(desk, rows(desk, 1)[0], Table=101)
    desk.must("update")
    assert not desk.press("update").problems


@pytest.mark.parametrize("value", ["412-389", 420])
def test_a_score_typed_beside_a_pair_of_the_wall_is_told_and_the_number_of_a_room_is_not(drawn_in_either_game, value):
    desk = drawn_in_either_game
    table = desk.table(labels.PAIRINGS)
    beside = max(table.columns.values()) + 1
    for text, told in ((12, False), ("Salle B", False), (value, True)):
        draft = Draft(desk.snapshot)
        draft.put(labels.PAIRINGS, table.header + 1, beside, text)
        desk.snapshot = draft.after()
        assert [one.column for one in desk.press("update").problems] == [beside] * told


@pytest.mark.parametrize("value", ["412-389", "412 à 389", 412])
def test_a_score_typed_for_a_reason_or_on_a_name_of_the_groups_is_told(value):
    desk = Desk(Formule="Open", Graine="7").players(12).must()
    before = desk.snapshot
    desk.type(labels.GROUPS, desk.table(labels.GROUPS).header + 1, "Joueur", value)
    assert [one.sheet for one in desk.press("update").problems] == [labels.GROUPS]
    desk.snapshot = before
    put(desk, rows(desk, 1)[0], Motif=value)
    assert [one.sheet for one in desk.press("update").problems] == [labels.RESULTS]


@pytest.mark.parametrize("cells", [{"N° 1": 451, "N° 2": 389}, {"Match": "451-389"}, {"Joueur 1": "451-389"}])
def test_a_score_of_the_deciding_game_one_column_too_far_is_told(cells):
    desk = played()
    line = next(line for line in desk.table(labels.FINALS).lines() if line.text("N° 1"))
    for column, value in cells.items():
        desk.type(labels.FINALS, line.row, column, value)
    wanted = {(labels.FINALS, desk.table(labels.FINALS).columns[column]) for column in cells}
    assert {(one.sheet, one.column) for one in desk.press("update").problems} == wanted


@pytest.mark.parametrize(("row", "column", "text"), [
    (6, 3, "FN"), (6, 2, "TB"), (6, 2, "40-24"), (4, 2, "40-24"), (4, 2, 40), (3, 3, 40), (7, 2, "signé"),
    (4, 1, "40-24"),
])  # fmt: skip
def test_what_is_typed_on_a_slip_of_othello_is_told_at_its_cell(row, column, text):
    desk = OthelloDesk(4, Nombre_de_rondes=3).must()
    draft = Draft(desk.snapshot)
    draft.put(othello.SLIPS, row, column, text)
    desk.snapshot = draft.after()
    (problem,) = desk.press("update").problems
    assert (problem.sheet, problem.row, problem.column) == (othello.SLIPS, row, column)
    assert "les scores se tapent sur la feuille Résultats" in problem.message


def test_slips_of_a_round_with_fewer_games_and_renamed_players_are_rewritten_without_a_word():
    desk = OthelloDesk(6, Nombre_de_rondes=4).must().lower_wins().must()
    desk.type(labels.PLAYERS, desk.decoded().lines[desk.decoded().tournament.players[0].number].row, "Nom", "Nouveau")
    desk.must("update").must("undo")
    for who in (desk.decoded().tournament.players[1].number, desk.decoded().tournament.players[2].number):
        desk.absences(who, "2-")
    assert not desk.must().press("update").problems


def test_scores_typed_on_the_wall_are_named_by_the_pairing_that_misses_them(drawn_in_either_game):
    desk = drawn_in_either_game
    table = desk.table(labels.PAIRINGS)
    row, column = (
        table.header + 1,
        table.columns[next(name for name in table.columns if name in ("Score 1", "Pions N"))],
    )
    draft = Draft(desk.snapshot)
    draft.put(labels.PAIRINGS, row, column, 40)
    desk.snapshot = draft.after()
    outcome = desk.press("pair")
    assert outcome.code == PROBLEMS
    assert outcome.problems[0].sheet == labels.PAIRINGS and "Recopiez « 40 »" in outcome.problems[0].message
    assert any(one.sheet == labels.RESULTS for one in outcome.problems)


def test_whoever_comes_late_is_named_by_the_pairing_with_how_to_take_back_a_note(played_in_either_game):
    desk = played_in_either_game
    desk.player("Total payé 60 €")
    told = [text for text in desk.press("pair").warnings if "Total payé" in text]
    assert any("joue à partir de cette ronde" in text and "videz sa ligne" in text for text in told)
    assert not any("joue à partir" in text for text in desk.press("update").warnings)


def test_the_numbers_of_a_halls_tables_are_no_scores_when_their_round_is_undone_or_numbered_anew(
    drawn_in_either_game,
):
    desk = drawn_in_either_game
    play(desk).must("update").must()
    for shift in (300, -300, 300):
        for row in desk.decoded().results.round(2):
            if row.match.table:
                put(desk, row.line.row, Table=row.match.table + shift)
        assert not desk.press("update").problems
    assert desk.press("undo").code == DONE


def test_a_round_of_more_than_two_hundred_tables_is_undone():
    desk = OthelloDesk(Nombre_de_rondes=3)
    for number in range(404):
        desk.player(f"A{number}")
    desk.must()
    assert desk.press("undo").code == DONE
