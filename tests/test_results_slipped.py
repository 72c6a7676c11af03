"""Recorded results changed in number, in either game: the press that finds them says so."""

from tests.slips import SCORES, play, rows, texts, turn
from tournament_xl.press import DONE


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
    assert any("Ronde 1 : 4 résultats corrigés" in text and text.endswith("et 1 autre.") for text in outcome.warnings)
    assert (desk.press("update").edits) == ()


def test_a_result_corrected_back_is_told_no_more(played_in_either_game):
    desk = played_in_either_game
    row = rows(desk, 1)[0]
    for said in (True, False):
        turn(desk, row)
        assert any("corrigé" in text for text in desk.press("update").warnings) == said
