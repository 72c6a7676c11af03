"""`check`: a setting changed after it had decided something is named at its cell; once pressed it is a change told."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.test_check import open_tournament, played, rated
from tournament_xl.check.report import RATINGS, SETTING
from tournament_xl.workbook import labels
from tournament_xl.workbook.seal import sealed

SCRABBLE = [
    ("Nombre de rondes", 6, "5"), ("Manches gagnantes", "2 : 6", "1"), ("Type d'épreuve", "Masters régional", "TH"),
    ("Édition", "F10", "F50"),
]  # fmt: skip
OTHELLO = [
    ("Nombre de rondes", 9, "7"), ("Graine", "8", "7"), ("Départage", "PAPP", "règlement"), ("Bêta", "0,5", ""),
    ("Pions du bye", 36, "40"), ("Compatriotes", "interdit dès 3", "toujours"), ("Rencontres au plus", 2, "1"),
    ("Revanches dès la ronde", 3, "2"), ("Grand Prix A", "oui", ""),
]  # fmt: skip


def othello(rounds=3, **settings):
    """Nine players, so that there is BIP, and rounds played."""
    desk = OthelloDesk(9, **settings)
    for _ in range(rounds):
        desk.must().lower_wins().must("update")
    return desk


def row_of(desk, name):
    return next(line.row for line in desk.table(labels.TOURNAMENT).lines() if line.text("Paramètre") == name)


def named_then_told(checked, desk, name, value, was):
    assert checked(desk).code == 0
    report = checked(desk.set(name, value))
    assert [(one.kind, one.sheet, one.row, one.was) for one in report.causes] == [
        (SETTING, labels.TOURNAMENT, row_of(desk, name), was)
    ]
    assert name in report.causes[0].message and (was or "vide") in report.causes[0].message
    report = checked(desk.must("update"))
    assert (report.code, [change.kind for change in report.manual_changes]) == (0, ["setting"])
    assert f"(avant : {was or 'vide'})" in report.manual_changes[0].message
    assert all(pairing.same for pairing in report.pairings)


@pytest.mark.parametrize(("name", "value", "was"), SCRABBLE)
def test_a_setting_changed_after_the_ratings_is_named_and_once_pressed_it_is_told(checked, name, value, was):
    named_then_told(checked, rated(), name, value, was)


@pytest.mark.parametrize(("name", "value", "was"), OTHELLO)
def test_a_setting_of_othello_changed_after_pairings_is_named_and_once_pressed_it_is_told(checked, name, value, was):
    named_then_told(checked, othello(Nombre_de_rondes=7), name, value, was)


def test_ratings_follow_from_a_changed_type_of_event(checked):
    report = checked(rated().set("Type d'épreuve", "Masters régional"))
    assert {one.kind for one in report.consequences} == {RATINGS} and report.ratings_ok is False


def test_a_type_of_event_chosen_before_the_ratings_is_nobodys_business(checked):
    desk = played(5).set("Type d'épreuve", "Masters régional").must("ratings")
    assert (checked(desk).code, checked(desk).manual_changes) == (0, ())


def test_earlier_rounds_of_othello_are_judged_on_the_settings_that_they_had(checked):
    desk = othello(4).set("Compatriotes", "interdit dès 2").set("Bêta", 3).must().lower_wins().must("update")
    report = checked(desk)
    assert report.code == 0 and [one.kind for one in report.manual_changes] == ["setting"]
    assert len(report.pairings) == 5 and all(one.same and one.cost == one.optimum for one in report.pairings)


def test_what_the_workbook_refuses_is_told_with_what_the_journal_has(checked):
    desk = played(4).set("Nombre de rondes", 3)
    report = checked(desk)
    assert report.code == 3
    assert [(one.kind, one.row, one.was) for one in report.causes] == [(SETTING, row_of(desk, "Nombre de rondes"), "5")]


def test_another_seed_of_an_open_once_pressed_is_a_change_and_the_lots_stay_right(checked):
    desk = open_tournament(2).set("Graine", "2011 ; a|b%")
    assert checked(desk).code == 1
    report = checked(desk.must("update"))
    assert (report.code, report.lots_ok, [one.kind for one in report.manual_changes]) == (0, True, ["setting"])
    assert "Graine 2011 ; a|b% (avant : 2010)" in report.manual_changes[0].message


def test_once_no_round_is_drawn_settings_are_free_again(checked):
    desk = othello(0).must().must("undo").set("Départage", "PAPP").set("Nombre de rondes", 5).must()
    assert (checked(desk).code, [one.kind for one in checked(desk).manual_changes]) == (0, ["undone"])


def without(desk, *keys):
    """The Journal as an older version wrote it, that did not know these parts."""
    for line in list(desk.table(labels.JOURNAL).lines()):
        parts = line.text("Détail").rpartition(" | sceau=")[0].split(" | ")
        older = " | ".join(part for part in parts if part.partition("=")[0] not in keys)
        number = int(line.text("Ronde")) if line.text("Ronde") else None
        desk.type(labels.JOURNAL, line.row, "Détail", sealed(line.text("Action"), number, older))
    return desk


@pytest.mark.parametrize("desk", [Desk, othello], ids=["scrabble", "othello"])
def test_an_older_journal_without_settings_accuses_nobody_and_takes_them_at_the_next_pairing(checked, desk):
    desk = without(played(3) if desk is Desk else othello(3), "réglages")
    assert SETTING not in {one.kind for one in checked(desk.set("Nombre de rondes", 8)).findings}
    report = checked(desk.must().set("Nombre de rondes", 9))
    assert [(one.kind, one.was) for one in report.causes] == [(SETTING, "8")]
