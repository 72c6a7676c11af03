"""Rounds and pairs that the organiser types: what looks like a slip is told, what was seen is not forgotten."""

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tests.slips import NUMBERS, SCORES, clear, play, put, rows
from tournament_xl.check import check
from tournament_xl.model import X
from tournament_xl.press import DONE
from tournament_xl.workbook import labels


def said(outcome):
    assert outcome.code == DONE, outcome
    return " ".join(outcome.warnings)


def typed_round(desk, pairs, *, scores=()):
    """Rows of round 2 below the others, with the first `scores`."""
    for index, sides in enumerate(pairs):
        row = next(desk.table(labels.RESULTS).free_rows())
        put(desk, row, Ronde=2, Table=index + 1, **dict(zip(NUMBERS[type(desk)], sides, strict=True)))
        if index < len(scores):
            put(desk, row, **dict(zip(SCORES[type(desk)], scores[index], strict=True)))
    return desk


@pytest.mark.parametrize(
    ("formula", "rounds", "repeated"), [("Toutes-rondes", 5, (1, 2)), ("Double toutes-rondes", 10, (6, 7))]
)
def test_a_round_typed_a_second_time_in_a_round_robin_of_othello_is_told(formula, rounds, repeated):
    desk = OthelloDesk(6, Formule=formula, Nombre_de_rondes=rounds)
    for _ in range(repeated[0]):
        desk.must().lower_wins().must("update")
    for number, sides in enumerate(sides_of(desk, repeated[0]), start=1):
        row = next(desk.table(labels.RESULTS).free_rows())
        put(desk, row, Ronde=repeated[1], Table=number, **dict(zip(NUMBERS[OthelloDesk], sides, strict=True)))
        put(desk, row, Pions_N=40, Pions_B=24)
    assert said(desk.press("update")).count("se sont déjà rencontrés") == 3
    assert len(check(desk.snapshot).pairings[-1].rematches) == 3


@pytest.mark.parametrize("formula", ["Toutes-rondes", "Double toutes-rondes"])
def test_the_rounds_of_a_round_robin_of_othello_are_no_rematches(formula):
    desk = OthelloDesk(5, Formule=formula)
    for _ in range(5 if formula == "Toutes-rondes" else 10):
        desk.must().lower_wins()
        assert "rencontrés" not in said(desk.press("update"))
    assert not any(one.rematches for one in check(desk.snapshot).pairings)


def sides_of(desk, number):
    return [row.match.sides for row in desk.decoded().results.round(number)]


@pytest.mark.parametrize("action", ["update", "pair"])
def test_a_round_copied_with_its_numbers_is_told_by_the_press_that_meets_it(drawn_in_either_game, action):
    desk = play(drawn_in_either_game).must("update")
    typed_round(desk, sides_of(desk, 1), scores=[(40, 24)] * 9)
    assert said(desk.press(action)).count("se sont déjà rencontrés") == len(sides_of(desk, 1))
    assert action == "pair" or "rencontrés" not in said(desk.press("update")), "once"


@pytest.mark.parametrize("action", ["update", "pair"])
def test_a_result_of_somebody_announced_absent_is_told_in_a_whole_round_too(played_in_either_game, action):
    desk = play(played_in_either_game.must("pair"))
    desk.absences(3, "3-")
    assert "est annoncé absent à la ronde 3, où son match a pourtant un résultat" in said(desk.press(action))
    assert "pourtant" not in said(desk.absences(3, "4-").press("update"))


def test_a_typed_round_under_way_stays_and_its_results_are_remembered_when_somebody_comes_late(drawn_in_either_game):
    desk = play(drawn_in_either_game).must("update")
    count = len(desk.decoded().tournament.players)
    pairs = [(number, number + 1) for number in range(1, count, 2)]
    typed_round(desk, pairs, scores=[(40, 24), (41, 23)]).must("update")
    desk.player("Tardif", 1500)
    assert "effacées" not in said(desk.press("update"))
    assert len(desk.decoded().tournament.rounds) == 2
    first, second = rows(desk, 2)[:2]
    put(desk, first, **dict(zip(SCORES[type(desk)], (24, 40), strict=True)))
    put(desk, second, **dict.fromkeys(SCORES[type(desk)]))
    assert "2 résultats changés depuis la dernière mise à jour" in said(desk.press("update"))


def test_what_is_left_of_a_typed_round_is_imposed_and_what_was_seen_of_it_is_remembered(drawn_in_either_game):
    desk = play(drawn_in_either_game).must("update")
    count = len(desk.decoded().tournament.players)
    pairs = [(number, number + 1) for number in range(1, count, 2)]
    typed_round(desk, pairs, scores=[(40, 24)]).must("update")
    clear(desk, rows(desk, 2)[-1])
    told = said(desk.press("update"))
    assert "celles qui restent sont des paires imposées" in told and "effacées" not in told
    put(desk, rows(desk, 2)[0], **dict(zip(SCORES[type(desk)], (24, 40), strict=True)))
    assert "1 résultat changé depuis la dernière mise à jour" in said(desk.press("update"))


def test_a_pairing_is_judged_with_the_pairs_that_were_taken_away_before_it():
    desk = Desk(Nombre_de_rondes=6).players(10)
    for _ in range(3):
        desk.must().better_seed_wins().must("update")
    row = rows(desk, 2)[1]
    one, two = next(one.match.sides for one in desk.decoded().results.rows if one.line.row == row)
    clear(desk, row)
    desk.absences(one, "2").absences(two, "2").must("pair")
    report = check(desk.snapshot)
    assert all(pairing.same for pairing in report.pairings if pairing.round == 4)


def test_a_cote_corrected_after_everything_was_undone_is_nobodys_business():
    desk = Desk().players(8).must().must("undo")
    desk.type(labels.PLAYERS, desk.table(labels.PLAYERS).header + 3, "Cote", 1111)
    desk.must("update")
    assert not check(desk.snapshot).findings


def test_a_corrected_match_that_wants_another_game_is_no_difference():
    desk = Desk(Manches_gagnantes=2).players(8).must()
    for row in rows(desk, 1):
        put(desk, row, **{"Score 1": 450, "Score 2": 400, "Score 1b": 450, "Score 2b": 400})
    desk.must("update")
    put(desk, rows(desk, 1)[0], **{"Score 1b": 300})
    desk.must("update")
    assert not check(desk.snapshot).findings


def test_a_second_meeting_is_no_rematch_in_a_double_round_robin():
    desk = Desk(Formule="Double toutes-rondes").players(4)
    for _ in range(3):
        desk.must().better_seed_wins()
    one, two = sides_of(desk, 1)[0]
    assert "rencontrés" not in said(desk.match(4, one, two).press("update"))


def test_a_rematch_that_nobody_could_avoid_is_not_told():
    desk = OthelloDesk(4, Nombre_de_rondes=6).must()
    for _ in range(3):
        desk.lower_wins().must()
    first, second = rows(desk, 4)
    one, two = (desk.table(labels.RESULTS).line(row).text("N° B") for row in (first, second))
    for row, who in ((first, two), (second, one)):
        put(desk, row, **{"N° B": int(who), "Blanc": None})
    assert "rencontrés" not in said(desk.press("update"))


def test_somebody_whom_the_organiser_gives_x_again_is_told():
    desk = Desk().players(9).must().better_seed_wins().must("update")
    had_x = next(max(sides) for sides in sides_of(desk, 1) if X in sides)
    desk.match(2, had_x, "X")
    assert "se sont déjà rencontrés" in said(desk.press("pair"))


def test_a_result_played_ahead_that_goes_with_the_round_before_it_is_told(drawn_in_either_game):
    desk = play(drawn_in_either_game).must()
    sides = desk.decoded().results.round(2)[0].match.sides
    (desk.game if isinstance(desk, OthelloDesk) else desk.match)(3, *sides, (40, 24))
    desk.must("update")
    for row in rows(desk, 2) + rows(desk, 3):
        clear(desk, row)
    gone = "Ronde 3 : 1 résultat inscrit au Journal, sans ligne"
    assert gone in " ".join(check(desk.snapshot).warnings)
    assert gone in said(desk.press("update"))
    assert gone not in said(desk.press("update"))  # nothing will be typed there before the round is drawn
