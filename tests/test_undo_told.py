"""Results that have gone or changed just before an undo: it says so, in either game."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import GAMES, NUMBERS, SCORES, exchange, play, put, rows, texts, turn
from tournament_xl.press import DONE
from tournament_xl.workbook import labels
from tournament_xl.workbook.journal import PAIRED


@pytest.mark.parametrize("recorded", [True, False])
def test_results_emptied_before_an_undo_are_told_by_it(drawn_in_either_game, recorded):
    desk, columns = play(drawn_in_either_game), SCORES[type(drawn_in_either_game)]
    *_, last = rows(desk, 1)
    if not recorded:
        put(desk, last, **dict.fromkeys(columns))
    desk.must("update")
    before = "-".join(texts(desk, rows(desk, 1)[0], *columns))
    for row in rows(desk, 1):
        put(desk, row, **dict.fromkeys(columns))
    told = " ".join(desk.press("undo").warnings)
    assert f"{4 if recorded else 3} résultats" in told and f"({before} devient sans résultat)" in told


@pytest.mark.parametrize("gone", [True, False])
def test_a_score_of_an_imposed_pair_played_in_advance_is_told_when_it_has_changed(drawn_in_either_game, gone):
    desk, columns = play(drawn_in_either_game), SCORES[type(drawn_in_either_game)]
    row = next(desk.table(labels.RESULTS).free_rows())
    put(desk, row, **dict(zip(("Ronde", *NUMBERS[type(desk)], *columns), (2, 1, 2, 40, 24), strict=True)))
    desk.must().must("update")
    if gone:
        put(desk, row, **dict.fromkeys(columns))
    else:
        turn(desk, row)
    assert f"(40-24 devient {'sans résultat' if gone else '24-40'})" in " ".join(desk.press("undo").warnings)


def test_an_undo_of_a_round_that_nobody_has_played_tells_nothing_of_results(drawn_in_either_game):
    assert not any("résultat" in text for text in drawn_in_either_game.press("undo").warnings)


def test_names_exchanged_after_an_undo_give_no_imposed_score_to_somebody_else(drawn_in_either_game):
    desk = drawn_in_either_game.must("undo")
    row = next(desk.table(labels.RESULTS).free_rows())
    put(desk, row, **dict(zip(("Ronde", *NUMBERS[type(desk)], *SCORES[type(desk)]), (1, 3, 5, 40, 24), strict=True)))
    desk.must().must("undo")
    one, other = (desk.decoded().lines[who].row for who in (3, 4))
    exchange(desk, labels.PLAYERS, one, other, "Nom", "Prénom", "Cote")
    outcome = desk.press()
    told = [*outcome.warnings, *map(str, outcome.problems)]
    assert any("Nom3" in text and "N° 4" in text for text in told) or any("remplacé" in text for text in told), told


def test_the_programs_forfeit_of_an_imposed_game_goes_with_the_undo_and_one_that_was_typed_stays():
    """T: an announced absentee forfeits; he may come after all."""
    desk = Desk(Formule="Toutes-rondes").players(6)
    for number, line in enumerate(desk.table(labels.PLAYERS).lines(), start=1):
        desk.type(labels.PLAYERS, line.row, "N°", number)
    pairs = Desk(Formule="Toutes-rondes").players(6).must().pairs(1)
    for one, two in pairs[:2]:
        desk.match(1, one, two)
    desk.absences(pairs[0][0], "1").must()
    forfeits = [line.text("Forfait") for line in desk.table(labels.RESULTS).lines()]
    assert forfeits[0] and not any(forfeits[1:])
    put(desk, rows(desk, 1)[1], Forfait="2")
    desk.must("undo", force=True).absences(pairs[0][0], None)
    assert [line.text("Forfait") for line in desk.table(labels.RESULTS).lines()] == ["", "2"]


@pytest.mark.parametrize("late", [False, True], ids=["typed before the pairing", "typed after it"])
def test_a_typed_forfeit_stays_when_its_player_is_announced_absent_too(late):
    """T: undo takes back what the program wrote, and nothing else."""
    desk = Desk(Formule="Toutes-rondes").players(6)
    desk.must("pair").better_seed_wins()
    desk.must("update")
    decoded = desk.decoded()
    one, two = next((game.one, game.two) for game in decoded.formula.schedule(decoded.tournament, 2)[1:])
    if late:
        desk.match(2, one, two)
        desk.must("pair")
        put(desk, desk.row_of(2, one), Forfait="1")
        desk.absences(one, "2")
    else:
        desk.absences(one, "2").match(2, one, two, Forfait="1")
        desk.must("pair")
    desk.must("undo")
    assert [row.match.forfeits for row in desk.decoded().results.round(2)] == [{1}]
    desk.absences(one, None)
    desk.must("pair")
    assert [row.match.forfeits for row in desk.decoded().results.round(2)] == [{1}, set(), set()]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_former_name_that_is_a_number_stands_in_no_way_of_an_undo(game):
    desk = game()
    for number in range(301, 309):
        desk.player(str(number))
    desk.must()
    desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 1, "Nom", "Durand")
    assert desk.press("undo").code == DONE


def test_a_round_drawn_and_undone_again_and_again_does_not_lengthen_the_journals_lines():
    """The marks of all its former reasons stood in the line of the next pairing, which had no room for them at last."""
    desk, sizes = OthelloDesk(60, Nombre_de_rondes=5), []
    play(desk.must()).must("update")
    for time in range(6):
        desk.must()
        log = [line.text("Détail") for line in desk.table(labels.JOURNAL).lines() if line.text("Action") == PAIRED]
        sizes.append(len(log[-1]))
        desk.must("undo").type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 1 + time, "Absences", "2")
    assert max(sizes) < 1.08 * sizes[0]
