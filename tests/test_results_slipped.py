"""Recorded results changed in number, in either game: the press that finds them says so."""

import pytest

from tests.desk import Desk
from tests.slips import GAMES, NUMBERS, SCORES, clear, play, put, rows, texts, turn
from tournament_xl.press import DONE
from tournament_xl.workbook import labels


def test_recorded_results_that_change_are_told_by_the_press_until_the_next_pairing(played_in_either_game):
    desk = played_in_either_game
    one, two = SCORES[type(desk)]
    changed = rows(desk, 1)[:2]
    before = [texts(desk, row, one, two) for row in changed]
    for row in changed:
        turn(desk, row)
    outcome = desk.press("update")
    said = [text for text in outcome.warnings if text.startswith("Ronde 1 : 2 résultats corrigés")]
    assert len(said) == 1 and f"table 1 ({'-'.join(before[0])} devient {'-'.join(before[0][::-1])})" in said[0]
    again = desk.press("update")
    assert (again.edits, again.warnings) == ((), outcome.warnings)
    assert said[0] in desk.press().warnings
    assert said[0] not in play(desk).press().warnings


def test_results_changed_and_paired_upon_in_one_press_are_told_by_it(played_in_either_game):
    desk = played_in_either_game
    for row in rows(desk, 1):
        turn(desk, row)
    outcome = desk.press()
    assert outcome.code == DONE
    assert any(
        "Ronde 1 : 4 résultats corrigés" in text and "et 1 autre : table 4." in text for text in outcome.warnings
    )
    assert (desk.press("update").edits) == ()


def test_a_result_corrected_back_is_told_once_more(played_in_either_game):
    """It may have been an old copy that was pasted."""
    desk = played_in_either_game
    row = rows(desk, 1)[0]
    columns = SCORES[type(desk)]
    for _ in range(2):
        was = "-".join(texts(desk, row, *columns))
        turn(desk, row)
        now = "-".join(texts(desk, row, *columns))
        assert any(f"({was} devient {now})" in text for text in desk.press("update").warnings)
    assert not any("corrigé" in text for text in desk.press("update").warnings)


@pytest.mark.parametrize("other", [True, False])
@pytest.mark.parametrize("action", ["update", "pair"])
def test_a_correction_taken_back_is_told_also_beside_another_and_by_a_pairing(played_in_either_game, action, other):
    desk = played_in_either_game
    first, second = rows(desk, 1)[:2]
    turn(desk, first)
    desk.must("update")
    turn(desk, first)
    if other:
        turn(desk, second)
    (said,) = (text for text in desk.press(action).warnings if "corrigé" in text)
    assert "table 1 (" in said and said.startswith("Ronde 1 : 2 résultats" if other else "Ronde 1 : 1 résultat")


def test_a_recorded_match_taken_away_with_both_players_declared_absent_is_told_until_the_next_pairing(
    played_in_either_game,
):
    desk = played_in_either_game
    row = rows(desk, 2)[1]
    sides = next(one.match.sides for one in desk.decoded().results.round(2) if one.line.row == row)
    score = "-".join(texts(desk, row, *SCORES[type(desk)]))
    clear(desk, row)
    for who in sides:
        desk.absences(who, "2-")
    for action in ("update", "update", "pair"):
        (said,) = (text for text in desk.press(action).warnings if "sans ligne sur la feuille Résultats" in text)
        assert said.startswith("Ronde 2 : 1 résultat inscrit au Journal") and f"({score})" in said
    assert not any("sans ligne" in text for text in play(desk).press().warnings)


@pytest.mark.parametrize("action", ["update", "pair"])
def test_so_is_one_whose_score_no_press_has_seen(drawn_in_either_game, action):
    desk = play(drawn_in_either_game)
    row = rows(desk, 1)[0]
    sides = desk.decoded().results.round(1)[0].match.sides
    clear(desk, row)
    for who in sides:
        desk.absences(who, "1-")
    (said,) = (text for text in desk.press(action).warnings if "sans ligne sur la feuille Résultats" in text)
    names = desk.decoded().names()
    assert said.startswith("Ronde 1 : 1 paire") and all(names[who] in said for who in sides)


def test_a_bye_taken_away_is_told_by_the_names(game_of_nine):
    desk = play(game_of_nine.must())
    desk.must("update")
    row = next(row for row in desk.decoded().results.round(1) if 0 in row.match.sides)
    clear(desk, row.line.row)
    desk.absences(max(row.match.sides), "1")
    assert any(f"{desk.decoded().names()[max(row.match.sides)]} – " in text for text in desk.press("update").warnings)


def test_results_stay_recorded_when_the_round_after_them_is_undone(played_in_either_game):
    desk = played_in_either_game
    desk.must().must("undo")
    turn(desk, rows(desk, 2)[0])
    outcome = desk.press()
    assert outcome.code == DONE
    assert any(text.startswith("Ronde 2 : 1 résultat corrigé depuis") for text in outcome.warnings)
    assert any("Correction" in line.text("Action") for line in desk.table("Journal").lines())


@pytest.mark.parametrize("action", ["update", "pair"])
def test_results_that_an_update_has_seen_of_the_round_under_way_are_told_when_they_change(drawn_in_either_game, action):
    desk = play(drawn_in_either_game)
    *_, last = rows(desk, 1)
    columns = SCORES[type(desk)]
    typed = texts(desk, last, *columns)
    put(desk, last, **dict.fromkeys(columns))
    desk.must("update")
    assert desk.press("update").edits == ()
    turn(desk, rows(desk, 1)[0])
    put(desk, last, **dict(zip(columns, map(int, typed), strict=True)))
    said = [text for text in desk.press(action).warnings if "changé" in text]
    assert len(said) == 1 and said[0].startswith("Ronde 1 : 1 résultat changé") and "table 1 (" in said[0]
    assert not any("changé" in text for text in play(desk).press("update").warnings)


def test_a_round_whose_rows_have_all_gone_is_told_by_the_pairing_that_draws_it_again(drawn_in_either_game):
    desk = play(drawn_in_either_game)
    for row in rows(desk, 1):
        clear(desk, row)
    outcome = desk.press()
    assert outcome.code == DONE and len(rows(desk, 1)) == 4
    assert [text for text in outcome.warnings if text.startswith("Toutes les lignes de la ronde 1 ont été effacées")]
    actions = [line.text("Action") for line in desk.table(labels.JOURNAL).lines()]
    assert actions[-2:] == ["Annulation", "Appariement"]


def test_an_update_that_has_something_else_to_note_has_seen_the_results_too(drawn_in_either_game):
    desk = play(drawn_in_either_game)
    put(desk, rows(desk, 1)[-1], **dict.fromkeys(SCORES[type(desk)]))
    desk.type(labels.PLAYERS, 5, "Prénom", "Zoé")
    desk.must("update")
    assert desk.press("update").edits == ()
    turn(desk, rows(desk, 1)[0])
    assert any("Ronde 1 : 1 résultat changé" in text for text in desk.press("update").warnings)


def test_scores_typed_ahead_in_pairs_of_the_next_round_have_been_seen_by_an_update(played_in_either_game):
    desk = played_in_either_game
    first, second = (next(desk.table(labels.RESULTS).free_rows()) + at for at in range(2))
    for row, sides, scores in ((first, (1, 2), (40, 24)), (second, (3, 4), (30, 34))):
        cells = dict(zip(("Ronde", *NUMBERS[type(desk)], *SCORES[type(desk)]), (3, *sides, *scores), strict=True))
        put(desk, row, **cells)
    desk.must("update")
    assert desk.press("update").edits == ()
    drawn = desk.snapshot
    turn(desk, first)
    desk.must()
    desk.snapshot = drawn
    desk.must()
    turn(desk, first)
    assert any("Ronde 3 : 1 résultat changé" in text for text in desk.press("update").warnings)
    desk.snapshot = drawn
    clear(desk, first)
    assert any("Ronde 3 : 1 résultat inscrit" in text for text in desk.press().warnings)


def test_the_first_of_two_games_has_been_seen_and_the_second_is_no_correction():
    desk = Desk(Nombre_de_rondes=5, Manches_gagnantes="2").players(8).must()
    for at, row in enumerate(rows(desk, 1)):
        put(desk, row, **{"Score 1": 400 + at, "Score 2": 300 - at})
    desk.must("update")
    for row in rows(desk, 1):
        put(desk, row, **{"Score 1b": 410, "Score 2b": 320})
    assert not any("changé" in text for text in desk.press("update").warnings)
    desk.must("undo", force=True).must()
    for at, row in enumerate(rows(desk, 1)):
        put(desk, row, **{"Score 1": 400 + at, "Score 2": 300 - at})
    desk.must("update")
    turn(desk, rows(desk, 1)[0])
    assert any("Ronde 1 : 1 résultat changé" in text for text in desk.press("update").warnings)


def test_a_round_typed_by_hand_with_a_first_result_is_recorded_when_it_is_complete():
    desk = Desk(Nombre_de_rondes=5).players(8)
    for row in range(5, 13):
        desk.type(labels.PLAYERS, row, "N°", row - 4)
    for number in range(1, 5):
        desk.match(1, number, number + 4, (440, 333) if number == 1 else None)
    desk.must("update")
    play(desk).must("update")
    turn(desk, rows(desk, 1)[2])
    assert any("Ronde 1 : 1 résultat corrigé" in text for text in desk.press("update").warnings)


def test_a_last_line_of_the_journal_that_was_deleted_comes_back_with_the_results(played_in_either_game):
    desk = played_in_either_game
    *_, last = desk.table(labels.JOURNAL).lines()
    for column in desk.columns[labels.JOURNAL]:
        desk.type(labels.JOURNAL, last.row, column, None)
    desk.must("update")
    *_, again = desk.table(labels.JOURNAL).lines()
    assert "résultats=" in again.text("Détail") and desk.press("update").edits == ()
    turn(desk, rows(desk, 2)[0])
    assert any("Ronde 2 : 1 résultat corrigé" in text for text in desk.press("update").warnings)


def test_results_of_earlier_rounds_whose_lines_have_gone_are_recorded_again(played_in_either_game):
    desk = play(played_in_either_game.must()).must("update")
    lines = [*desk.table(labels.JOURNAL).lines()]
    paired = [line.row for line in lines if line.text("Action") == "Appariement"]
    for line in lines:
        for column in desk.columns[labels.JOURNAL] if paired[0] < line.row < paired[2] else ():
            desk.type(labels.JOURNAL, line.row, column, None)  # round 1's results, all of round 2
    assert any("Ronde 2 : la feuille Journal n'en a plus trace" in text for text in desk.press("update").warnings)
    assert desk.press("update").edits == ()
    turn(desk, rows(desk, 1)[0])
    assert any("Ronde 1 : 1 résultat corrigé" in text for text in desk.press("update").warnings)


@pytest.mark.parametrize("first", [True, False])
def test_half_a_result_that_an_update_has_seen_is_told_when_it_goes_to_another_row(drawn_in_either_game, first):
    desk = drawn_in_either_game
    column = SCORES[type(desk)][0 if first else 1]
    one, other = rows(desk, 1)[:2]
    put(desk, one, **{column: 41})
    desk.must("update")
    put(desk, one, **{column: None})
    put(desk, other, **{column: 41})
    (said,) = (text for text in desk.press("update").warnings if "changé" in text)
    assert said.startswith("Ronde 1 : 1 résultat changé") and "devient sans résultat" in said
    assert "changé" not in " ".join(play(desk).must("update").press().warnings)


def test_the_other_half_of_a_result_is_no_change(drawn_in_either_game):
    desk = drawn_in_either_game
    one, two = SCORES[type(desk)]
    row = rows(desk, 1)[0]
    put(desk, row, **{two: 40})
    desk.must("update")
    put(desk, row, **{one: 24})
    assert "changé" not in " ".join(desk.press("update").warnings)


def test_a_journal_emptied_is_told_round_by_round(played_in_either_game):
    desk = played_in_either_game
    for line in [*desk.table(labels.JOURNAL).lines()]:
        for column in desk.columns[labels.JOURNAL]:
            desk.type(labels.JOURNAL, line.row, column, None)
    said = [text for text in desk.press("update").warnings if "feuille Journal n'en a plus trace" in text]
    assert [text.split(" :")[0] for text in said] == ["Ronde 1", "Ronde 2"]
    assert not any("plus trace" in text for text in desk.press("update").warnings)


@pytest.fixture(params=GAMES.values(), ids=GAMES)
def game_of_nine(request):
    desk = request.param()
    desk.set("Nombre de rondes", 5)
    for number in range(1, 10):
        desk.player(f"Nom{number}", 2000 - number, Prénom=f"P{number}", N=number)
    return desk


def test_results_seen_by_the_ratings_beside_a_correction_are_recorded():
    """The places stay, so the ratings do, and have no line of their own."""
    desk = Desk(Formule="Toutes-rondes").players(4).must()
    for _ in range(2):
        desk.better_seed_wins().must()
    desk.better_seed_wins()
    desk.must("ratings")
    desk.must("undo", force=True).must()
    desk.must("update")
    for number in (1, 3):
        for row in desk.decoded().results.round(number):
            desk.type(labels.RESULTS, row.line.row, "Score 1", 411 if row.match.one < row.match.two else 300)
            desk.type(labels.RESULTS, row.line.row, "Score 2", 300 if row.match.one < row.match.two else 411)
    desk.must("ratings")
    assert set(desk.decoded().journal.results[3]) == {
        frozenset(row.match.sides) for row in desk.decoded().results.round(3)
    }
    assert not desk.press("ratings").edits


def test_results_typed_for_the_next_round_that_a_pairing_completes_are_recorded_by_it():
    """Five players: the pairing adds only X."""
    desk = Desk(Formule="Toutes-rondes").players(5).must().better_seed_wins()
    drawn = Desk(Formule="Toutes-rondes").players(5).must().better_seed_wins().must()
    for one, two in drawn.pairs(2):
        if 0 not in (one, two):
            desk.match(2, one, two, (440, 330))
    desk.must()
    row = next(row for row in desk.decoded().results.round(2) if row.match.games)
    turn(desk, row.line.row)
    assert any("440-330 devient 330-440" in text for text in desk.press("update").warnings)
