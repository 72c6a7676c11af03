"""`check`: what it says of a tournament as played, of one changed by hand afterwards, and of workbooks from anybody."""

from __future__ import annotations

import json

import pytest

from tests.books import create, run, simulate
from tests.desk import Desk
from tournament_xl.check import check
from tournament_xl.check.report import PAIR, RESULT, STANDINGS
from tournament_xl.check.tell import lines, summary


def played(rounds: int, count: int = 12) -> Desk:
    """A tournament whose first rounds are played, the sheets brought up to date."""
    desk = Desk().players(count)
    for _ in range(rounds):
        desk.must().better_seed_wins().must("update")
    return desk


def test_nothing_is_found_in_a_tournament_as_played():
    report = check(played(5).snapshot)
    assert (report.code, report.findings, report.standings_ok) == (0, (), True)
    assert [(one.round, one.same, one.recorded) for one in report.pairings] == [(n, True, True) for n in range(1, 6)]


def test_a_score_changed_afterwards_is_named_and_what_follows_is_a_consequence():
    desk = played(4)
    row = desk.row_of(1, 1)
    desk.score(1, 1, 300, 460)
    report = check(desk.snapshot)
    (edit,) = report.causes
    assert (edit.kind, edit.sheet, edit.row, edit.round, edit.was, edit.now) == (
        RESULT, "Résultats", row, 1, "460–400", "300–460",
    )  # fmt: skip
    assert STANDINGS in {one.kind for one in report.consequences} and report.standings_ok is False
    assert all(pairing.same for pairing in report.pairings)  # right on the results of their moment


def test_a_score_corrected_and_pressed_is_no_wrong_pairing_but_a_change_that_is_told():
    desk = played(4).score(1, 1, 300, 460).must("update")
    report = check(desk.snapshot)
    assert (report.code, report.standings_ok) == (0, True)
    assert [change.kind for change in report.manual_changes] == ["corrected"]


def test_opponents_exchanged_in_a_drawn_round_are_named():
    desk = played(2).must()
    first, second = desk.decoded().results.round(3)[:2]
    desk.type("Résultats", first.line.row, "N° 2", second.match.two)
    desk.type("Résultats", second.line.row, "N° 2", first.match.two)
    report = check(desk.snapshot)
    assert [(one.kind, one.row, one.round) for one in report.causes] == [
        (PAIR, first.line.row, 3), (PAIR, second.line.row, 3),
    ]  # fmt: skip
    assert not report.pairings[2].same
    assert {one.by for one in report.pairings[2].differences} == {"unrecorded"}
    report = check(desk.must("update").snapshot)
    assert report.code == 0 and {one.by for one in report.pairings[2].differences} == {"organiser"}
    assert [change.kind for change in report.manual_changes] == ["exchanged"]


def test_several_files_each_get_their_verdict_and_the_worst_code(tmp_path, capsys):
    good = simulate(create(tmp_path), 2)
    bad = tmp_path / "abîmé.xlsx"
    bad.write_bytes(b"PK nothing")
    capsys.readouterr()
    assert run("check", bad, good, "--json") == 5
    told = capsys.readouterr()
    objects = json.loads(told.out)["files"]
    assert [(one["file"], one["code"]) for one in objects] == [(str(bad), 5), (str(good), 0)]
    assert run("check", good) == 0
    assert "Tout est juste." in capsys.readouterr().out
    assert run("check", good, "--json") == 0
    assert json.loads(capsys.readouterr().out)["pairings"][1]["same"] is True


@pytest.mark.parametrize("count", (7, 12))
def test_the_summary_is_one_paragraph_that_names_version_and_departures(count):
    text = summary(check(played(5, count).snapshot))
    assert "\n" not in text and "tournament-xl" in text
    assert ("7 joueurs inscrits" in text) == (count == 7)
    assert any("Tout est juste" in line for line in lines(check(played(1, count).snapshot), "club.xlsx"))
