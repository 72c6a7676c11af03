"""N° changed beside results, in either game: the press that finds them says whose the results are now."""

import pytest

from tests.desk import Desk
from tests.slips import NAMES, NUMBERS, SCORES, clear, exchange, play, put, rows, texts, turn
from tournament_xl.check import check
from tournament_xl.press import DONE
from tournament_xl.texts.notices import changed_ones
from tournament_xl.workbook import labels


def moved(outcome):
    """What a press that was done says of N° changed beside results."""
    assert outcome.code == DONE, outcome
    return [text for text in outcome.warnings if "N° changés à côté" in text]


def sort_alone(desk, number):
    """The first column of N° of a round in the opposite order, nothing else."""
    column, found = NUMBERS[type(desk)][0], rows(desk, number)
    for one, two in zip(found[: len(found) // 2], reversed(found), strict=False):
        exchange(desk, labels.RESULTS, one, two, column)


def test_numbers_sorted_alone_in_a_recorded_round_are_told_until_the_next_pairing(played_in_either_game):
    desk = played_in_either_game
    (first, *_), before = rows(desk, 1), desk.snapshot
    sort_alone(desk, 1)
    (said,) = moved(desk.press("update"))
    assert said.startswith("Ronde 1 : N° changés à côté de 4 résultats : table 1 (")
    assert "et 1 autre : table 4. Un résultat compte pour les N° de sa ligne." in said and "Sauvegardes" in said
    names = [name.split()[0] for name in texts(desk, first, *desk.columns[labels.RESULTS]) if "P" in name]
    assert all(name in said for name in names[:2])
    assert moved(desk.press("update")) == [said]
    assert moved(desk.press()) == [said]
    assert not moved(play(desk).press())
    assert any("déjà connus" in one.message and one.round == 1 for one in check(desk.snapshot).findings)
    desk.snapshot = before
    assert not moved(desk.press())


@pytest.mark.parametrize("number", [1, 2])
def test_numbers_sorted_alone_and_paired_upon_in_one_press_are_told_by_it(played_in_either_game, number):
    desk = played_in_either_game
    sort_alone(desk, number)
    (said,) = moved(desk.press())
    assert f"Ronde {number}" in said and "4 résultats" in said
    late = [one for one in check(desk.snapshot).findings if "déjà connus" in one.message and one.round == number]
    assert late, "the Journal had these results beside other pairs"
    assert not moved(play(play(desk).must()).press())


@pytest.mark.parametrize("action", ["update", "pair"])
def test_numbers_sorted_alone_before_results_are_recorded_are_told_by_the_press_that_records_them(
    drawn_in_either_game, action
):
    desk = play(drawn_in_either_game)
    sort_alone(desk, 1)
    (said,) = moved(desk.press(action))
    assert said.startswith("Ronde 1 : N° changés à côté de 4 résultats : table 1 (")
    assert not moved(desk.press("update"))


def test_numbers_changed_before_there_are_results_are_told_by_nobody(drawn_in_either_game):
    desk = drawn_in_either_game
    one, two = rows(desk, 1)[:2]
    exchange(desk, labels.RESULTS, one, two, NUMBERS[type(desk)][0])
    assert not moved(desk.press("update"))
    assert not moved(play(desk).press())


def test_numbers_put_back_are_told_once_more(played_in_either_game):
    desk = played_in_either_game
    one, two = rows(desk, 1)[:2]
    for _ in range(2):
        exchange(desk, labels.RESULTS, one, two, NUMBERS[type(desk)][0])
        assert len(moved(desk.press("update"))) == 1
    assert not moved(desk.press("update"))


def test_the_two_numbers_of_a_row_exchanged_beside_a_new_result_are_told_once(drawn_in_either_game):
    desk = play(drawn_in_either_game)
    row, columns = rows(desk, 1)[0], NUMBERS[type(desk)]
    one, two = texts(desk, row, *columns)
    put(desk, row, **dict(zip(columns, (int(two), int(one)), strict=True)))
    (said,) = moved(desk.press("update"))
    assert "1 résultat" in said and "table 1" in said
    assert not moved(desk.press("update"))


def test_results_of_pairs_that_were_changed_are_recorded_with_them(played_in_either_game):
    """A later change of them is a correction like any other."""
    desk = played_in_either_game
    one, two = rows(desk, 1)[:2]
    exchange(desk, labels.RESULTS, one, two, NUMBERS[type(desk)][0])
    play(desk.must()).must("update")
    put(desk, one, **dict.fromkeys(SCORES[type(desk)], 32))
    assert any("Ronde 1 : 1 résultat corrigé" in text for text in desk.press("update").warnings)


def test_results_of_rounds_typed_by_hand_together_are_all_recorded(drawn_in_either_game):
    desk = drawn_in_either_game
    desk.must("undo")
    pairs = [[(1, 5), (2, 6), (3, 7), (4, 8)], [(1, 2), (3, 4), (5, 6), (7, 8)]]
    for number, games in enumerate(pairs, start=1):
        for at, (first, second) in enumerate(games):
            type_match(desk, number, first, second, 33 + at)
    desk.must()
    turn(desk, rows(desk, 1)[0])
    assert any("Ronde 1 : 1 résultat corrigé" in text for text in desk.press("update").warnings)
    put(desk, rows(desk, 1)[1], **dict.fromkeys(desk.columns[labels.RESULTS]))
    assert any("a disparu" in str(one) for one in desk.press("update").problems)


def type_match(desk, number, one, two, score):
    row = next(desk.table(labels.RESULTS).free_rows())
    cells = (number, one, two, score, 64 - score)
    put(desk, row, **dict(zip(("Ronde", *NUMBERS[type(desk)], *SCORES[type(desk)]), cells, strict=True)))


def test_one_pair_kept_of_a_round_without_results_the_sentence_says_how_to_take_the_round_back(drawn_in_either_game):
    desk = drawn_in_either_game
    kept, *gone = rows(desk, 1)
    columns = desk.columns[labels.RESULTS]
    for row in gone:
        put(desk, row, **dict.fromkeys(columns))
    outcome = desk.press("update")
    assert len(outcome.problems) == 3
    assert all("Pour annuler la ronde entière, videz toutes ses lignes." in str(one) for one in outcome.problems)
    put(desk, kept, **dict.fromkeys(columns))
    assert any("ronde 1 ont été effacées" in text for text in desk.press("update").warnings)
    assert len(rows(desk.must(), 1)) == 4


def test_a_result_typed_in_the_round_the_sentence_does_not_say_so(drawn_in_either_game):
    desk = play(drawn_in_either_game)
    put(desk, rows(desk, 1)[-1], **dict.fromkeys(desk.columns[labels.RESULTS]))
    (problem,) = desk.press("update").problems
    assert "videz toutes ses lignes" not in problem.message


def test_a_pair_added_to_a_recorded_round_is_recorded_too():
    desk = Desk(Nombre_de_rondes=5).players(8).must()
    last = rows(desk, 1)[-1]
    clear(desk, last)
    for who in (4, 8):
        desk.absences(who, "1")
    play(desk).must("update")
    for who in (4, 8):
        desk.absences(who, None)
    desk.match(1, 4, 8, (411, 390))
    desk.must("update")
    turn(desk, rows(desk, 1)[-1])
    assert any("Ronde 1 : 1 résultat corrigé" in text for text in desk.press("update").warnings)


def others(outcome):
    """The warnings but those of pairs who have met."""
    return [text for text in outcome.warnings if "déjà rencontrés" not in text]


@pytest.mark.parametrize("action", ["update", "pair"])
def test_numbers_that_slip_beside_results_played_in_advance_are_told(played_in_either_game, action):
    desk = played_in_either_game
    number = len(desk.decoded().tournament.rounds) + 1
    type_match(desk, number, 1, 7, 40)
    type_match(desk, number, 2, 8, 30)
    desk.must("update")
    assert not others(desk.press("update"))
    exchange(desk, labels.RESULTS, *rows(desk, number), NUMBERS[type(desk)][1], NAMES[type(desk)][1])
    (said,) = (text for text in desk.press(action).warnings if "N° changés à côté de 2 résultats" in text)
    assert "40-24" in said and "30-34" in said and "table" not in said


def test_another_match_played_in_advance_is_no_slip(played_in_either_game):
    desk = played_in_either_game
    number = len(desk.decoded().tournament.rounds) + 1
    type_match(desk, number, 1, 7, 40)
    desk.must("update")
    type_match(desk, number, 2, 8, 30)
    assert not others(desk.press("update"))


@pytest.mark.parametrize("others", [1, 2])
@pytest.mark.parametrize("same", [True, False])
def test_a_seen_result_that_goes_with_its_pair_is_told_beside_an_equal_one(drawn_in_either_game, same, others):
    """Of another pair, as drawn: its result is its own."""
    desk = drawn_in_either_game
    first, second = (column.replace(" ", "_") for column in SCORES[type(desk)])
    desk.must("update")
    pairs = rows(desk, 1)
    put(desk, pairs[0], **{first: 40, second: 24})
    desk.must("update")
    exchange(desk, labels.RESULTS, pairs[0], pairs[1], NUMBERS[type(desk)][1])
    put(desk, pairs[0], **{first: None, second: None})
    for row in pairs[2 : 2 + others]:
        put(desk, row, **{first: 40 if same else 41, second: 24 if same else 23})
    outcome = desk.press("update")
    assert outcome.code == DONE
    assert [
        text for text in outcome.warnings if "1 résultat inscrit au Journal, sans ligne" in text and "40-24" in text
    ]


@pytest.mark.parametrize("emptied", [0, 1])
def test_of_two_equal_results_the_one_that_has_gone_is_named(drawn_in_either_game, emptied):
    """The other stands beside one of the numbers that it stood beside before."""
    desk = drawn_in_either_game
    first, second = (column.replace(" ", "_") for column in SCORES[type(desk)])
    pairs = rows(desk, 1)
    for row in pairs[:2]:
        put(desk, row, **{first: 40, second: 24})
    desk.must("update")
    decoded = desk.decoded()
    names = [decoded.names()[who] for who in decoded.results.round(1)[emptied].match.sides]
    exchange(desk, labels.RESULTS, pairs[0], pairs[1], NUMBERS[type(desk)][1])
    put(desk, pairs[emptied], **{first: None, second: None})
    warnings = desk.press("update").warnings
    assert any("N° changés à côté de 1 résultat" in text for text in warnings)
    (gone,) = (text for text in warnings if "1 résultat inscrit au Journal, sans ligne" in text)
    assert all(name in gone for name in names)


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        (["table 4 (1 devient 2)"], "et 1 autre : table 4"),
        ([f"table {at} (1 devient 2)" for at in (8, 4, 5, 6)], "et 4 autres : tables 4 à 6 et 8"),
        (["table 7 (1)", "Alpha – Bravo (2)", "table 9 (3)"], "et 3 autres : tables 7 et 9, Alpha – Bravo"),
        ([f"table {at} (1)" for at in range(4, 30)], "et 26 autres : tables 4 à 23 …"),
    ],
)
def test_the_others_of_many_changes_are_named_in_short(rest, told):
    said = changed_ones(["table 1 (a)", "table 2 (b)", "table 3 (c)", *rest])
    assert said == f"table 1 (a), table 2 (b), table 3 (c) {told}"
