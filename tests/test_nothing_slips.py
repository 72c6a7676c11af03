"""Rounds and rows erased by accident, in either game: no result disappears without a word."""

from itertools import chain

import pytest

from tests.slips import GAMES, clear, play, put, rows, texts, told
from tournament_xl.press import DONE
from tournament_xl.workbook import labels


def standings(desk):
    return [line.texts for line in desk.table(labels.STANDINGS).lines()]


def test_a_round_stays_drawn_when_its_reasons_are_erased_and_somebody_enters(played_in_either_game):
    desk = played_in_either_game
    before = standings(desk)
    for row in chain(rows(desk, 1), rows(desk, 2)[:3]):
        put(desk, row, Motif=None)
    desk.player("Retard", 100)
    assert len(desk.decoded().tournament.rounds) == 2
    desk.must("update")
    assert [line for line in standings(desk) if "Retard" not in line["Joueur"]] == before
    assert all(texts(desk, row, "Motif")[0] for row in rows(desk, 1))
    desk.must()
    assert len(desk.decoded().tournament.rounds) == 3


def test_a_first_round_emptied_under_a_second_is_asked_for_match_by_match(played_in_either_game):
    desk = played_in_either_game
    for row in rows(desk, 1):
        clear(desk, row)
    outcome = desk.press("update")
    assert [problem.message[:8] for problem in outcome.problems] == ["ronde 1 "] * 4
    assert all("a disparu" in problem.message for problem in outcome.problems)


def test_a_match_of_the_last_round_that_has_gone_is_asked_for_whatever_is_played(played_in_either_game):
    desk = played_in_either_game
    clear(desk, rows(desk, 2)[0])
    for verb in ("update", "pair", "undo"):
        outcome = desk.press(verb)
        assert len(told(outcome)) == 1 and "ronde 2 : le match" in outcome.problems[0].message


def test_a_row_of_which_only_the_reason_is_left_is_asked_for(drawn_in_either_game):
    desk = drawn_in_either_game
    row = rows(desk, 1)[1]
    reason = texts(desk, row, "Motif")[0]
    clear(desk, row)
    put(desk, row, Motif=reason)
    assert "a disparu" in desk.press("update").problems[0].message


def test_a_match_that_has_gone_because_both_are_announced_absent_is_left_out(drawn_in_either_game):
    desk = drawn_in_either_game
    row = desk.decoded().results.round(1)[0]
    clear(desk, row.line.row)
    for who in row.match.sides:
        desk.absences(who, "1")
    play(desk).must("update")
    assert len(desk.decoded().tournament.rounds[0]) == 3


def test_who_stays_without_opponent_is_asked_for_alone(drawn_in_either_game):
    desk = drawn_in_either_game
    row = desk.decoded().results.round(1)[0]
    clear(desk, row.line.row)
    desk.absences(row.match.sides[0], "1")
    outcome = desk.press("update")
    assert len(told(outcome)) == 1
    assert f"Nom{row.match.sides[1]} (N° {row.match.sides[1]}) n'a plus de ligne" in outcome.problems[0].message


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_row_of_the_player_without_opponent_counts_as_any(game):
    desk = play(game(Nombre_de_rondes=5).players(9).must())
    desk.must("update")
    row = next(row for row in desk.decoded().results.round(1) if 0 in row.match.sides)
    clear(desk, row.line.row)
    outcome = desk.press("update")
    assert len(told(outcome)) == 1 and f"(N° {max(row.match.sides)})" in outcome.problems[0].message


def test_a_damaged_journal_asks_for_no_match(played_in_either_game):
    desk = played_in_either_game
    for line in desk.table(labels.JOURNAL).lines():
        detail = line.text("Détail").replace("paires=", "paires=5-5,")
        desk.type(labels.JOURNAL, line.row, "Détail", detail)
    assert desk.press("update").code == DONE


def test_a_last_round_emptied_as_a_whole_is_undone_and_that_is_told(played_in_either_game):
    desk = played_in_either_game
    for row in rows(desk, 2):
        clear(desk, row)
    outcome = desk.press("update")
    assert outcome.code == DONE
    assert any("ronde 2 ont été effacées" in told and "4 résultats" in told for told in outcome.warnings)
    assert len(desk.decoded().tournament.rounds) == 1


def test_a_name_typed_into_the_column_of_numbers_is_told(drawn_in_either_game):
    desk = play(drawn_in_either_game)
    row = next(desk.table(labels.PLAYERS).free_rows())
    for at, text in {0: "Dupont", 1: "Durand Jean", 3: "Total : 8"}.items():
        desk.type(labels.PLAYERS, row + at, "N°", text)
    told = [text for text in desk.press("pair").warnings if "n'inscrit personne" in text]
    assert [text.split(" :")[0] for text in told] == [f"Joueurs, ligne {row}", f"Joueurs, ligne {row + 1}"]
    desk.type(labels.PLAYERS, row + 2, "Nom", "Rey")  # the next one, typed where he belongs
    assert " ".join(desk.press("update").warnings).count("n'inscrit personne") == 2
    for at, text in {0: 90, 1: 91, 3: "Total : 8 joueurs"}.items():
        desk.type(labels.PLAYERS, row + at, "N°", text)  # numbers prepared for others, a note
    assert "n'inscrit" not in " ".join(desk.press("update").warnings)


def test_a_round_that_was_not_played_after_all_is_told_once(drawn_in_either_game):
    """Its rows emptied while a later one stands, everybody announced absent: the Journal says so by one line."""
    desk = play(play(drawn_in_either_game).must()).must()
    for row in rows(desk, 2):
        clear(desk, row)
    for player in desk.decoded().tournament.players:
        desk.absences(player.number, "2")
    assert "Ronde 2 : 4 résultats inscrits au Journal, sans ligne" in " ".join(desk.press("update").warnings)
    changes = [line for line in desk.table(labels.JOURNAL).lines() if "par rien" in line.text("Détail")]
    assert len(changes) == 1 and not desk.press("update").edits
