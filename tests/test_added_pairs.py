"""Pairs added to a round that is recorded (latecomers play it after all): what a press has seen of them is told."""

import pytest

from tests.slips import GAMES, NAMES, NUMBERS, SCORES, clear, exchange, play, put, rows, turn
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Snapshot, column_letters


@pytest.fixture(params=GAMES.values(), ids=GAMES)
def added(request):
    """Round 1 of eight recorded, then two pairs of four latecomers, the first with a score that an update has seen."""
    desk = request.param()
    desk.set("Nombre de rondes", 5)
    for number in range(1, 13):
        desk.player(f"Nom{number}", 2000 - number, Prénom=f"P{number}", N=number, Absences="1" if number > 8 else None)
    play(desk.must()).must("update")
    for number in range(9, 13):
        desk.absences(number, None)
    for sides in ((9, 10), (11, 12)):
        row = next(desk.table(labels.RESULTS).free_rows())
        put(desk, row, **dict(zip(("Ronde", *NUMBERS[type(desk)]), (1, *sides), strict=True)))
    desk.must("update")
    put(desk, rows(desk, 1)[-2], **dict(zip(SCORES[type(desk)], (40, 24), strict=True)))
    return desk.must("update")


@pytest.mark.parametrize("action", ["update", "pair"])
def test_a_score_seen_that_changes_before_the_round_is_whole_again_is_told(added, action):
    turn(added, rows(added, 1)[-2])
    put(added, rows(added, 1)[-1], **dict(zip(SCORES[type(added)], (30, 34), strict=True)))
    (said,) = (text for text in added.press(action).warnings if "corrigé" in text or "changé" in text)
    assert "40-24 devient 24-40" in said


@pytest.mark.parametrize("action", ["update", "pair"])
def test_a_score_seen_whose_row_goes_is_told(added, action):
    clear(added, rows(added, 1)[-2])
    put(added, rows(added, 1)[-1], **dict(zip(SCORES[type(added)], (30, 34), strict=True)))
    outcome = added.press(action)
    told = [*outcome.warnings, *map(str, outcome.problems)]
    assert any("Nom9" in text and "Nom10" in text for text in told), told


def test_nothing_is_told_when_the_round_is_just_completed(added):
    put(added, rows(added, 1)[-1], **dict(zip(SCORES[type(added)], (30, 34), strict=True)))
    assert not any("résultat" in text for text in added.press().warnings)


def test_own_numbers_beside_rows_that_an_undo_empties_are_told(drawn_in_either_game):
    desk = drawn_in_either_game
    table = desk.table(labels.RESULTS)
    own = max(table.columns.values()) + 1
    first, *_, last = rows(desk, 1)
    grid = [list(row) for row in desk.snapshot.sheets[labels.RESULTS]]
    for row, value in ((first, 104), (last, 86)):
        grid[row - 1].extend([None] * (own - len(grid[row - 1])))
        grid[row - 1][own - 1] = value
    desk.snapshot = Snapshot({**desk.snapshot.sheets, labels.RESULTS: grid})
    (said,) = (text for text in desk.press("undo").warnings if "vos colonnes" in text)
    assert f"lignes {first} et {last}" in said and f"({column_letters(own)})" in said


def test_numbers_that_slip_beside_scores_seen_are_told(added):
    sides, last = NUMBERS[type(added)][1], rows(added, 1)[-2:]
    put(added, last[1], **dict(zip(SCORES[type(added)], (30, 34), strict=True)))
    exchange(added, labels.RESULTS, *last, sides, NAMES[type(added)][1])
    (said,) = (text for text in added.press("update").warnings if "N° changés" in text)
    assert "Nom9 – Nom12 40-24" in said.replace(" P9", "").replace(" P12", "")


@pytest.mark.parametrize("action", ["update", "pair"])
def test_a_score_seen_whose_row_goes_while_another_pair_takes_one_of_its_players_is_told(added, action):
    last = rows(added, 1)[-2:]
    put(added, last[1], **dict(zip(SCORES[type(added)], (30, 34), strict=True)))
    clear(added, last[0])
    put(added, last[1], **{NUMBERS[type(added)][1]: 10})
    outcome = added.press(action)
    assert any("Nom9" in text and "40-24" in text for text in [*outcome.warnings, *map(str, outcome.problems)])


@pytest.mark.parametrize("word", ["joué vendredi", None])
def test_a_pair_played_beforehand_with_words_in_motif_does_not_make_its_round(drawn_in_either_game, word):
    """`None`: the line was made by copying one of round 1."""
    desk = play(drawn_in_either_game)
    one, two, *_ = [row.match.sides for row in desk.decoded().results.round(1)]
    line = desk.table(labels.RESULTS).line(rows(desk, 1)[0])
    free = next(desk.table(labels.RESULTS).free_rows())
    values = dict(zip((*NUMBERS[type(desk)], *SCORES[type(desk)]), (one[0], two[0], 40, 24), strict=True))
    put(desk, free, Ronde=2, Motif=word or line.text("Motif"), **values)
    players = len(desk.decoded().tournament.players)
    outcome = desk.press("pair")
    assert outcome.message.startswith("Ronde 2 appariée")
    assert len(desk.decoded().results.round(2)) == (players + 1) // 2
    assert any("joué vendredi" in text for text in outcome.warnings) is (word is not None)
