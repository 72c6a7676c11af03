"""`check`: players renamed, or given another licence, after they were paired; the Journal knows who they were."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.test_check_settings import without
from tournament_xl.check.report import NAME, RATINGS
from tournament_xl.workbook import kept, labels
from tournament_xl.workbook.compact import named_text, read_named


def registered(count=10):
    """Players with licences."""
    desk = Desk()
    for number in range(1, count + 1):
        desk.player(f"A{number:02}", 3000 - 10 * number, Prénom="Zoé", Licence=f"L{number}")
    return desk


def rated():
    desk = registered()
    for _ in range(5):
        desk.must().better_seed_wins().must("update")
    return desk.must("ratings")


def exchange(desk, one, two, *columns):
    """What stands in these columns of two players' rows, exchanged."""
    lines = desk.decoded().lines
    first, second = lines[one], lines[two]
    for column in columns:
        texts = first.text(column), second.text(column)
        desk.type(labels.PLAYERS, first.row, column, texts[1])
        desk.type(labels.PLAYERS, second.row, column, texts[0])
    return first.row, second.row


def rename(desk, who, name):
    """Another Nom for a player; his row of Joueurs."""
    row = desk.decoded().lines[who].row
    desk.type(labels.PLAYERS, row, "Nom", name)
    return row


def test_two_players_renamed_are_named_and_once_pressed_told(checked):
    desk = rated()
    rows = rename(desk, 2, "B02"), rename(desk, 7, "B07")
    report = checked(desk)
    assert [(one.kind, one.sheet, one.row, one.was) for one in report.causes] == [
        (NAME, labels.PLAYERS, rows[0], "A02 Zoé"), (NAME, labels.PLAYERS, rows[1], "A07 Zoé"),
    ]  # fmt: skip
    report = checked(desk.must("update"))
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["people"])
    assert "N° 2 B02 Zoé (avant : A02 Zoé), N° 7 B07 Zoé (avant : A07 Zoé)" in report.manual_changes[0].message


def test_licences_of_two_players_exchanged_are_named_the_ratings_follow_and_once_pressed_it_is_told(checked):
    desk = rated()
    rows = exchange(desk, 2, 7, "Licence")
    report = checked(desk)
    assert [(one.kind, one.row, one.was, one.now) for one in report.causes] == [
        (NAME, rows[0], "L2", "L7"), (NAME, rows[1], "L7", "L2"),
    ]  # fmt: skip
    assert {one.kind for one in report.consequences} == {RATINGS}
    report = checked(desk.must("update"))
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["people"])
    assert "N° 2 licence L7 (avant : L2)" in report.manual_changes[0].message


def test_a_name_changed_on_every_sheet_without_a_press_is_seen(checked):
    desk = rated()
    sheets = {name: [[cell.replace("A02", "B99") if isinstance(cell, str) else cell for cell in row] for row in grid]
              for name, grid in desk.snapshot.sheets.items() if name != labels.JOURNAL}  # fmt: skip
    desk.snapshot = type(desk.snapshot)({**desk.snapshot.sheets, **sheets})
    report = checked(desk)
    assert [(one.kind, one.sheet, one.was, one.now) for one in report.causes] == [
        (NAME, labels.PLAYERS, "A02 Zoé", "B99 Zoé")
    ]


def test_a_licence_that_comes_after_the_first_pairing_is_told(checked):
    desk = Desk().players(8).must().better_seed_wins().must("update")
    desk.type(labels.PLAYERS, desk.decoded().lines[3].row, "Licence", 1120458)
    report = checked(desk.must("update"))
    assert report.code == 0 and "N° 3 licence 1120458 (avant : vide)" in report.manual_changes[0].message


def test_who_has_not_been_paired_may_be_renamed(checked):
    desk = registered(8).player("A99", 10, Absences="1").must().better_seed_wins().must("update")
    desk.type(labels.PLAYERS, desk.decoded().lines[9].row, "Nom", "B99")
    report = checked(desk.must("update"))
    assert (report.code, report.manual_changes) == (0, ())


def test_after_the_first_round_is_undone_names_are_free(checked):
    desk = registered().must().must("undo")
    exchange(desk, 2, 7, "Nom", "Licence")
    report = checked(desk.must())
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["undone"])


def test_a_player_of_othello_renamed_is_named_and_once_pressed_told(checked):
    desk = OthelloDesk(8)
    for _ in range(2):
        desk.must().lower_wins().must("update")
    rename(desk, 2, "B02"), rename(desk, 7, "B07")
    assert [(one.kind, one.was) for one in checked(desk).causes] == [(NAME, "A02"), (NAME, "A07")]
    report = checked(desk.must("update"))
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["people"])


def test_an_older_journal_without_names_accuses_nobody_and_takes_them_at_the_next_pairing(checked):
    desk = registered().set("Nombre de rondes", 5)
    for _ in range(3):
        desk.must().better_seed_wins().must("update")
    desk = without(desk.must("ratings", provisional=True), "noms", "licences")
    exchange(desk, 2, 7, "Licence")
    desk.must("ratings", provisional=True)
    assert (checked(desk).findings, checked(desk).manual_changes) == ((), ())
    desk.must()
    exchange(desk, 2, 7, "Licence")
    assert [one.kind for one in checked(desk).causes] == [NAME, NAME]


@pytest.mark.parametrize("name", ["a; b", "a | b=c", "50 % ; %3B", ": ;|% :"])
def test_names_come_back_whatever_is_in_them(name):
    text = named_text({"1": name, "2": "x"})
    assert " | " not in text and read_named(text) == {"1": name, "2": "x"}


@pytest.mark.parametrize(("pairs", "beside_them"), [("1-2", True), ("1-2" * 9_000, False)])
def test_names_stand_in_lines_of_their_own_where_that_of_a_round_has_no_room(pairs, beside_them):
    people = [{"noms": "1:" + "é" * 9_000}, {"noms": "2:Petit"}]
    detail, left = kept.beside("Ronde 1", {"paires": pairs}, people)
    assert ("noms=" in detail, list(left)) == ((True, people[1:]) if beside_them else (False, people))
    assert kept.beside("Ronde 1", {"paires": "1-2"}, []) == ("Ronde 1 | paires=1-2", [])
