"""Open, the deciding game between the only two unbeaten players (rule O8), through workbooks."""

from functools import cache

import pytest

from tests import books
from tests.desk import Desk
from tournament_xl.formulas import FORMULAS
from tournament_xl.press import DONE, PROBLEMS
from tournament_xl.workbook import labels

ROUNDS = 8
OPEN = FORMULAS["Open"]


@cache
def all_rounds_played(margins=(100, 90), losses=()):
    """N° 1 and 2 win all their matches; the organiser keeps them apart in phase 2.

    They win by their `margins`; between others the better seed wins by 10 per place of difference. `losses`: (round,
    N°) of those who lose instead.
    """
    desk = Desk(Formule="Open", Graine="7").players(12)
    for number in range(1, ROUNDS + 1):
        if number > 5:
            desk.match(number, 1, number - 1).match(number, 2, number + 3)
        desk.must("pair")
        for row in desk.decoded().pending:
            best, other = sorted((row.match.one, row.match.two))
            won = margins[best - 1] if best <= 2 else 10 * (other - best)
            sign = -1 if (number, best) in losses else 1
            desk.score(number, best, 400 + sign * won, 400)
    desk.must("update")
    return desk.snapshot


def played(**options):
    desk = Desk()
    desk.snapshot = all_rounds_played(**options)
    return desk


def standings(desk):
    """The first two lines of Classement: Place, N°, PM, Pdep."""
    lines = list(desk.table(labels.STANDINGS).lines())[:2]
    return [tuple(int(line.text(column)) for column in ("Place", "N°", "PM", "Pdep")) for line in lines]


def final(desk, **cells):
    """Type into the row of Finales."""
    (line,) = desk.table(labels.FINALS).lines()
    for column, value in cells.items():
        desk.type(labels.FINALS, line.row, column.replace("_", " "), value)
    return desk


def finalists(desk):
    return [(line.text("Match"), line.text("N° 1"), line.text("Joueur 1"), line.text("Joueur 2"), line.text("N° 2"))
            for line in desk.table(labels.FINALS).lines()]  # fmt: skip


def test_o8_the_game_is_drawn_up_and_everything_waits_for_it():
    desk = played()
    assert finalists(desk) == [("Finale", "1", "A01", "A02", "2")]
    assert "Finale à jouer : A01 – A02" in desk.status()
    assert standings(desk) == [(1, 1, 24, 800), (2, 2, 24, 720)]
    notice = OPEN.still_to_play(desk.decoded().tournament)
    assert notice and notice.facts == {"one": "A01", "two": "A02"}
    assert desk.press("update").edits == ()


@pytest.mark.parametrize(("cells", "order"), [
    ({"Score_1": 400, "Score_2": 380}, [1, 2]),
    ({"Score_1": 380, "Score_2": 400}, [2, 1]),
    ({"Score_1": 400, "Score_2": 400}, [1, 2]),
    ({"Forfait": "1"}, [2, 1]),
    ({"Forfait": 2}, [1, 2]),
    ({"Forfait": "1+2"}, [1, 2]),
])  # fmt: skip
def test_o8_its_winner_is_first_and_neither_pm_nor_pdep_change(cells, order):
    desk = played()
    before = {number: points for _, number, *points in standings(desk)}
    final(desk, **cells).must("update")
    assert [(place, number) for place, number, *_ in standings(desk)] == list(zip((1, 2), order, strict=True))
    assert {number: points for _, number, *points in standings(desk)} == before
    assert OPEN.still_to_play(desk.decoded().tournament) is None
    assert desk.status().startswith(f"Tournoi terminé · 1er : A0{order[0]} · ")
    assert desk.press("update").edits == ()


@pytest.mark.parametrize(("cells", "order"), [
    ({"Score_1": 350, "Score_2": 350}, [1, 2]), ({"Forfait": "1+2"}, [1, 2]), ({"Score_1": 0, "Score_2": 1}, [2, 1]),
])  # fmt: skip
def test_o8_ex_aequo_before_the_game_the_initial_place_decides_a_draw(cells, order):
    desk = played(margins=(100, 100))
    assert standings(desk) == [(1, 1, 24, 800), (1, 2, 24, 800)]
    final(desk, **cells).must("update")
    assert standings(desk) == [(1, order[0], 24, 800), (2, order[1], 24, 800)]


@pytest.mark.parametrize("losses", [((1, 1),), ((3, 1), (4, 2)), ((8, 2),)])
def test_o8_one_unbeaten_or_none_plays_no_final(losses):
    desk = played(losses=losses)
    assert finalists(desk) == [] and desk.status().startswith("Tournoi terminé")
    assert OPEN.still_to_play(desk.decoded().tournament) is None


def test_o8_three_unbeaten_play_no_final():
    """18 players, three groups: the organiser keeps 1, 2 and 3 apart."""
    desk = Desk(Formule="Open", Graine="7").players(18)
    for number in range(1, ROUNDS + 1):
        if number > 5:
            desk.match(number, 1, number - 1).match(number, 2, number + 3).match(number, 3, number + 7)
        desk.must("pair").better_seed_wins()
    desk.must("update")
    assert [int(line.text("PM")) for line in desk.table(labels.STANDINGS).lines()][:4].count(24) == 3
    assert finalists(desk) == [] and OPEN.still_to_play(desk.decoded().tournament) is None


def test_o8_no_final_before_the_last_result():
    desk = played()
    row = desk.row_of(ROUNDS, 1)
    desk.type(labels.RESULTS, row, "Score 1", None)
    desk.must("update")
    assert finalists(desk) == [] and "1 résultat manquant" in desk.status()


def test_o8_half_a_result_is_none():
    desk = final(played(), Score_1=400).must("update")
    assert OPEN.still_to_play(desk.decoded().tournament)
    assert standings(desk)[0][1] == 1


@pytest.mark.parametrize(("cells", "column", "words"), [
    ({"Score_1": "4O2", "Score_2": 380}, "Score 1", "« 4O2 »"),
    ({"Score_1": 400, "Score_2": 2389}, "Score 2", "2389"),
    ({"Score_1": 400, "Forfait": "2"}, "Score 1", "forfait"),
    ({"Forfait": "Durand"}, "Forfait", "« Durand »"),
])  # fmt: skip
def test_o8_what_cannot_be_is_told_at_its_cell(cells, column, words):
    desk = final(played(), **cells)
    outcome = desk.press("update")
    assert outcome.code == PROBLEMS
    (problem,) = outcome.problems
    (line,) = desk.table(labels.FINALS).lines()
    assert (problem.sheet, problem.row, problem.column) == ("Finales", line.row, line.table.columns[column])
    assert words in problem.message


def test_o8_players_in_the_other_order_are_read_by_their_numbers():
    desk = final(played(), **{"N°_1": 2, "N°_2": 1, "Score_1": 410, "Score_2": 390}).must("update")
    assert [line[1] for line in standings(desk)] == [2, 1]
    assert finalists(desk) == [("Finale", "2", "A02", "A01", "1")]


def test_o8_a_correction_that_leaves_one_unbeaten_asks_to_empty_the_row_or_empties_it():
    desk = played()
    untyped = Desk()
    untyped.snapshot = desk.snapshot
    assert finalists(untyped.score(ROUNDS, 2, 300, 400).must("update")) == []
    desk = final(desk, Score_1=400, Score_2=380).must("update").score(ROUNDS, 2, 300, 400)
    (problem,) = desk.press("update").problems
    assert problem.sheet == "Finales" and "Videz la ligne" in problem.message
    final(desk, Score_1=None, Score_2=None).must("update")
    assert finalists(desk) == [] and [line[1] for line in standings(desk)] == [1, 2]


def test_o8_undoing_the_last_round_wants_the_game_emptied_first():
    desk = final(played(), Score_1=400, Score_2=380).must("update")
    (problem,) = desk.press("undo", force=True).problems
    assert problem.sheet == "Finales"
    assert finalists(final(desk, Score_1=None, Score_2=None).must("undo", force=True)) == []


def test_o8_another_formula_has_no_final():
    desk = Desk().players(8)
    for _ in range(5):
        desk.must("pair").better_seed_wins()
    assert FORMULAS["Classique"].still_to_play(desk.must("update").decoded().tournament) is None


def test_o8_the_press_shows_the_sheet(tmp_path):
    path = played().save(tmp_path / "open.xlsx")
    with books.opened(path) as book:
        book.set_sheet_visible(labels.FINALS, False)
    (line,) = books.lines(path, labels.FINALS)
    books.edit(path, {f"Finales!{column}!{line['row']}": None for column in labels.SCRABBLE_COLUMNS[labels.FINALS]})
    assert books.run("update", path) == DONE
    assert books.content(path)[labels.FINALS].sheet_state == "visible"
    assert books.lines(path, labels.FINALS)[0]["Joueur 2"] == "A02"


def test_o8_ratings_wait_for_the_game_and_follow_it(tmp_path, capsys):
    desk = played()
    path = desk.save(tmp_path / "open.xlsx")
    with books.untouched(path):
        assert books.run("ratings", path) == 1
    assert "Finale à jouer : A01 et A02" in capsys.readouterr().err
    final(desk, Score_1=380, Score_2=400)
    assert books.run("ratings", desk.save(path)) == DONE
    rated = {row["N°"]: row for row in books.lines(path, labels.RATINGS)}
    assert (rated[2]["Place"], rated[1]["Place"]) == (1, 2)
