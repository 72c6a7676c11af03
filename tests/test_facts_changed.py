"""Settings and starting cotes changed after the Journal had recorded them: told once by the press that meets them."""

from tests.desk import Desk
from tests.slips import exchange, play
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
    play(desk.must()).must("update")
    assert len(desk.decoded().journal.names) < 90
    play(desk.must()).must("update")
    assert len(desk.decoded().journal.names) == 90
    for line in list(desk.table(labels.PLAYERS).lines()):
        desk.type(labels.PLAYERS, line.row, "Nom", line.text("Nom").upper())
        desk.type(labels.PLAYERS, line.row, "Licence", line.text("Licence").upper())
    told = desk.press("update").warnings
    assert any("changement de nom" in text for text in told) and any("changement de licence" in text for text in told)
    assert desk.press("update").edits == ()
    log = desk.decoded().journal
    assert all("X" in name for name in log.names.values()) and all("Y" in text for text in log.licences.values())
