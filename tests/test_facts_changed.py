"""Settings and starting cotes changed after the Journal had recorded them: told once by the press that meets them."""

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import exchange, play
from tournament_xl.check import check
from tournament_xl.check.report import COTE
from tournament_xl.workbook import labels


def once(desk, words):
    """The sentence of the next press with these words; the one after it has none."""
    (said,) = (text for text in desk.press("update").warnings if words in text)
    assert not any(words in text for text in desk.press("update").warnings)
    return said


def test_cotes_that_were_sorted_alone_are_told():
    desk = play(Desk(Nombre_de_rondes=5).players(8).must()).must("update")
    one, other = (desk.decoded().lines[who].row for who in (1, 8))
    exchange(desk, labels.PLAYERS, one, other, "Cote")
    assert "N° 1 (2990 devient 2920), N° 8 (2920 devient 2990)" in once(desk, "cotes de départ changées")


def test_a_setting_that_decides_is_told_when_it_changes(played_in_either_game):
    desk = played_in_either_game
    desk.set("Nombre de rondes", 7)
    assert "Nombre de rondes (5 devient 7)" in once(desk, "paramètres changés")


def test_more_winning_games_afterwards_are_told_as_they_leave_results_wanting():
    desk = play(Desk(Nombre_de_rondes=5).players(8).must()).must("update")
    desk.set("Manches gagnantes", 2)
    assert "Manches gagnantes (1 devient 2)" in once(desk, "paramètres changés")


def test_before_the_first_pairing_everything_may_change_without_a_word():
    desk = Desk(Nombre_de_rondes=5).players(8).must("update")
    desk.set("Nombre de rondes", 7)
    assert not any("changé" in text for text in desk.press("update").warnings)


def test_an_emptied_number_is_asked_for_at_its_row_and_not_as_a_player_who_is_gone():
    desk = Desk(Nombre_de_rondes=5).players(8).must().better_seed_wins()
    desk.player("Tard", 1500)
    desk.must().better_seed_wins()
    row = desk.table(labels.PLAYERS).last_row()
    desk.type(labels.PLAYERS, row, "N°", None)
    problems = {f"{one.sheet}!{one.cell}": one.message for one in desk.press("update").problems}
    assert "Remettez 9." in problems[f"Joueurs!A{row}"]
    assert [place for place in problems if place.startswith("Joueurs")] == [f"Joueurs!A{row}"]


def test_everybody_renamed_at_once_takes_the_lines_that_it_needs():
    """One line had no room for all, so that no press went on any more."""
    desk = Desk(Formule="Toutes-rondes")
    for number in range(90):
        desk.player(f"Nom {'x' * 180}{number:02}", 2500 - 3 * number, Licence=f"L{'y' * 90}{number:02}")
    play(desk.must())
    assert len(desk.decoded().journal.names) == len(desk.decoded().journal.licences) == 90
    for line in list(desk.table(labels.PLAYERS).lines()):
        desk.type(labels.PLAYERS, line.row, "Nom", line.text("Nom").upper())
        desk.type(labels.PLAYERS, line.row, "Licence", line.text("Licence").upper())
    told = desk.press("update").warnings
    assert any("changement de nom" in text for text in told) and any("changement de licence" in text for text in told)
    assert desk.press("update").edits == ()
    log = desk.decoded().journal
    assert all("X" in name for name in log.names.values()) and all("Y" in text for text in log.licences.values())


def test_cotes_sorted_alone_are_told_in_othello_too_and_kept_by_the_journal():
    """The file for the rating officer would have had everybody's rating beside somebody else's name."""
    desk = OthelloDesk(Nombre_de_rondes=4)
    for number, cote in enumerate((1500, 1700, 1600, None), start=1):
        desk.player(f"A{number}", cote)
    play(desk.must()).must("update")
    assert desk.decoded().journal.cotes == {1: 1500, 2: 1700, 3: 1600, 4: 0}
    header = desk.table(labels.PLAYERS).header
    for at, cote in enumerate((1500, 1600, 1700, None), start=1):
        desk.type(labels.PLAYERS, header + at, "Cote", cote)
    found = check(desk.snapshot).causes
    assert [(one.kind, one.was, one.now) for one in found] == [(COTE, "1700", "1600"), (COTE, "1600", "1700")]
    told = once(desk, "cotes de départ changées")
    assert "N° 2 (1700 devient 1600), N° 3 (1600 devient 1700)" in told
    report = check(desk.snapshot)
    assert report.code == 0 and [change.kind for change in report.manual_changes] == ["cote"]
