"""`check`: what it says of a tournament as played, of one changed by hand afterwards, and of workbooks from anybody."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.books import create, run, simulate
from tests.desk import Desk
from tournament_xl.check import check
from tournament_xl.check.report import COTE, DRAW, LOT, PAIR, RATINGS, RESULT, SEED, SETTING, STANDINGS
from tournament_xl.check.tell import lines, summary
from tournament_xl.hosts.pressing import Place, act
from tournament_xl.workbook.journal import PAIRED
from tournament_xl.workbook.seal import sealed
from tournament_xl.workbook.snapshot import Draft, Snapshot


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


def forge(desk: Desk, number: int, change: Callable[[str], str]) -> Desk:
    """The Journal's line of a pairing changed by somebody who knows the seal."""
    line = next(
        entry.line for entry in desk.decoded().journal.lines if entry.action == PAIRED and entry.round == number
    )
    detail = change(line.text("Détail").rpartition(" | sceau=")[0])
    desk.type("Journal", line.row, "Détail", sealed(PAIRED, number, detail))
    return desk


def test_a_round_not_drawn_by_the_rules_is_told_table_by_table():
    desk = played(2).must()
    first, second = desk.decoded().results.round(3)[:2]
    (a, b), (c, d) = first.match.sides, second.match.sides
    desk.type("Résultats", first.line.row, "N° 2", d)
    desk.type("Résultats", second.line.row, "N° 2", b)
    for row in (first, second):  # the names will be those of the pairs that the Journal pretends
        desk.type("Résultats", row.line.row, "Joueur 2", None)
    forge(desk, 3, lambda text: text.replace(f"{a}-{b},{c}-{d}", f"{a}-{d},{c}-{b}")).must("update")
    report = check(desk.snapshot)
    drawn = [one for one in report.causes if one.kind == DRAW]
    assert [(one.row, one.round, one.table) for one in drawn] == [
        (first.line.row, 3, first.match.table), (second.line.row, 3, second.match.table),
    ]  # fmt: skip
    names = {number: f"A{number:02}" for number in range(1, 13)}
    assert drawn[0].now == f"{names[a]} – {names[d]}"
    assert drawn[0].was == " et ".join(f"{names[x]} – {names[y]}" for x, y in sorted([(a, b), (c, d)]))
    assert [one.same for one in report.pairings] == [True, True, False]
    assert {one.by for one in report.pairings[2].differences} == {"draw"}


def test_places_that_do_not_follow_the_cotes_are_told():
    desk = played(1)
    forge(desk, 1, lambda text: text.replace("3:2970", "3:1970"))
    desk.type("Joueurs", desk.decoded().lines[3].row, "Cote", 1970)
    assert [one.kind for one in check(desk.snapshot).causes] == [SEED]


def test_pairs_changed_when_their_results_were_known_are_told():
    desk = played(2).must()
    first, second = desk.decoded().results.round(1)[:2]
    desk.type("Résultats", first.line.row, "N° 2", second.match.two)
    desk.type("Résultats", second.line.row, "N° 2", first.match.two)
    report = check(desk.must("update").snapshot)
    assert [(one.kind, one.round) for one in report.causes] == [(PAIR, 1)] and "déjà connus" in report.causes[0].message
    assert [change.kind for change in report.manual_changes] == ["exchanged"]


def test_a_pair_fixed_before_the_pairing_is_told_and_the_rest_is_the_rules():
    report = check(played(1).match(2, 1, 12).must().snapshot)
    assert report.code == 0 and report.pairings[1].same
    assert [(change.kind, change.round) for change in report.manual_changes] == [("fixed", 2)]
    assert "A01 – A12" in report.manual_changes[0].message


def test_a_cote_corrected_and_pressed_is_a_change_that_is_told():
    desk = played(2)
    desk.type("Joueurs", desk.decoded().lines[5].row, "Cote", 1234)
    assert [one.kind for one in check(desk.snapshot).causes] == [COTE]
    report = check(desk.must("update").snapshot)
    assert report.code == 0 and [change.kind for change in report.manual_changes] == ["cote"]
    assert "A05 1234" in report.manual_changes[0].message


def test_scores_typed_but_not_yet_pressed_leave_the_sheets_out_of_date():
    desk = played(2).must().better_seed_wins()
    report = check(desk.snapshot)
    (stale, also) = report.causes
    assert "pas à jour" in stale.message and "ronde 2 sur 3" in stale.message
    assert (stale.sheet, also.sheet) == ("Classement", "Grille")
    told = list(lines(report, "club.xlsx"))
    assert [text for text in told if "pas à jour" in text] == [f"  1. {stale.message}"]
    assert told[1] == "1 chose à regarder." and summary(report).count("pas à jour") == 1


def test_a_forced_rematch_is_told():
    desk = Desk(Nombre_de_rondes=8).players(7)
    for _ in range(8):
        desk.must().better_seed_wins().must("update")
    report = check(desk.snapshot)
    assert report.code == 0 and any(pairing.rematches for pairing in report.pairings)
    assert any("match rejoué" in line for line in lines(report, ""))
    assert any("8 rondes au lieu de 5" in warning for warning in report.warnings)


def open_tournament(rounds: int, count: int = 12) -> Desk:
    desk = Desk(Formule="Open", Graine="2010").players(count)
    for _ in range(rounds):
        desk.must().better_seed_wins().must("update")
    return desk


def test_an_open_is_right_and_its_lots_are_the_seeds():
    report = check(open_tournament(8, 11).snapshot)
    assert (report.code, report.lots_ok) == (0, True)
    assert any("11 joueurs" in warning for warning in report.warnings)


def test_a_seed_changed_since_the_draw_is_named():
    report = check(open_tournament(2).set("Graine", "2011").snapshot)
    (edit,) = report.causes
    assert (edit.kind, edit.sheet, edit.was, edit.now, report.lots_ok) == (LOT, "Tournoi", "2010", "2011", False)


def test_groups_that_the_seed_does_not_draw_are_told():
    desk = open_tournament(1)
    forge(desk, 1, lambda text: text.replace("graine=2010", "graine=7")).set("Graine", "7")
    assert {one.kind for one in check(desk.snapshot).causes} == {LOT}


def test_the_button_gives_a_text_and_writes_nothing():
    desk = played(2)
    desk.type("Classement", 5, "PM", 77)
    outcome = act("check", desk.snapshot, Place(None))
    assert (outcome.code, outcome.edits, outcome.message) == (1, (), "1 chose à regarder.")
    assert "Classement, ligne 5 (A01) : PM 77 au lieu de 6." in outcome.text and "À faire" in outcome.text
    assert act("check", desk.must("update").snapshot, Place(None)).message == "Tout est juste."


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


def rated(rounds: int = 5) -> Desk:
    """A tournament over, with its ratings."""
    desk = Desk(Nombre_de_rondes=rounds).players(12)
    for _ in range(rounds):
        desk.must().better_seed_wins().must("update")
    return desk.must("ratings")


@pytest.mark.parametrize("title", ["Variation", "Par place", "3"])
def test_the_further_columns_of_the_ratings_are_checked_too(title):
    desk = rated()
    table = desk.table("Cotes")
    header = [str(cell) for cell in desk.snapshot.sheets["Cotes"][table.header - 1]]
    draft = Draft(desk.snapshot)
    draft.put("Cotes", table.header + 1, header.index(title) + 1, 999)
    report = check(draft.after())
    assert [(one.kind, one.row) for one in report.causes] == [(RATINGS, table.header + 1)] and not report.ratings_ok


def test_an_edition_changed_after_the_last_round_is_named_and_once_pressed_it_is_told():
    desk = rated().set("Édition", "F10")
    assert [one.kind for one in check(desk.snapshot).causes] == [SETTING]
    report = check(desk.must("update").snapshot)
    assert report.code == 0 and [change.kind for change in report.manual_changes] == ["setting"]
    desk.set("Édition", "F50")
    assert [one.kind for one in check(desk.snapshot).causes] == [SETTING]


def test_a_row_turned_round_is_no_correction():
    desk = rated()
    line = desk.decoded().results.round(3)[0].line
    for one, two in (("N° 1", "N° 2"), ("Joueur 1", "Joueur 2"), ("Score 1", "Score 2")):
        texts = line.text(one), line.text(two)
        desk.type("Résultats", line.row, one, texts[1])
        desk.type("Résultats", line.row, two, texts[0])
    report = check(desk.must("update").snapshot)
    assert (report.code, report.manual_changes) == (0, ())


def test_another_formula_typed_accuses_no_draw():
    report = check(rated().set("Formule", "Toutes-rondes").snapshot)
    assert report.problems and not report.causes


def test_a_cote_corrected_in_the_last_round_hides_no_later_edit_of_its_scores():
    desk = played(4).must()
    desk.type("Joueurs", desk.decoded().lines[3].row, "Cote", 2968)
    desk.must("update").better_seed_wins().must("update")
    desk.score(5, 1, 100, 700)
    assert [(one.kind, one.round) for one in check(desk.snapshot).causes] == [(RESULT, 5)]


def emptied(desk: Desk, rows: slice) -> Desk:
    """Rows of the sheet Cotes taken away."""
    grid = list(desk.snapshot.sheets["Cotes"])
    del grid[rows]
    desk.snapshot = Snapshot({**desk.snapshot.sheets, "Cotes": grid})
    return desk


@pytest.mark.parametrize(("first", "said"), [(4, "vide"), (0, "disparu")], ids=["its rows", "the whole sheet"])
def test_ratings_that_the_journal_has_and_the_sheet_has_not_are_told(first, said):
    report = check(emptied(rated(), slice(first, None)).snapshot)
    assert [(one.kind, one.sheet) for one in report.causes] == [(RATINGS, "Cotes")] and said in report.causes[0].message
    assert report.ratings_ok is False


def test_an_emptied_sheet_of_ratings_is_filled_again_by_the_next_press():
    before = rated().snapshot
    desk = emptied(rated(), slice(4, None)).must("update")
    assert check(desk.snapshot).code == 0 and desk.snapshot.sheets["Cotes"][4] == before.sheets["Cotes"][4]


def test_no_ratings_are_wanted_after_every_round_was_undone():
    desk = rated(1).must("undo", force=True).must().better_seed_wins().must("update")
    report = check(desk.snapshot)
    assert (report.code, report.ratings_ok) == (0, None)
