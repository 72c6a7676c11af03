"""Rules F1-F2: matches of three games or one, who meets whom, the final places; what the sheets say of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.othello_data import build_game, read_game, read_real_tournament, select_rows
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.render import list_finals
from tournament_xl.games.othello.rules import finals
from tournament_xl.games.othello.rules.finals import (
    FINAL,
    SEMI_1,
    SEMI_2,
    THIRD,
    NextGame,
    find_final_pairs,
    order_final_places,
    score_match,
)
from tournament_xl.games.othello.rules.model import OthelloStanding
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.rendering import render_standings
from tournament_xl.messages.prizes import NOT_OVER
from tournament_xl.publication.facts import collect_published_facts
from tournament_xl.submission import parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import find_right_of


@pytest.mark.rule(
    "Othello F2",
    "demi-finales, barrage, places finales",
    "games/othello/rules/finals.py: find_final_pairs",
    "games/othello/rules/finals.py: order_final_places",
    "games/othello/rules/finals.py: find_tie_for_fourth",
)
def test_f2_semi_finals_1_4_and_2_3_then_final_and_third_place():
    nothing, stages = Fraction(), finals.STAGES[1:]
    swiss = [OthelloStanding(place, place, points, nothing, nothing, nothing, 0, 0, 0, False)
             for place, points in enumerate((10, 8, 8, 6, 6, 4), start=1)]  # fmt: skip
    assert find_final_pairs(swiss, stages, {}) == {SEMI_1: (1, 4), SEMI_2: (2, 3)}
    won = {
        SEMI_1: score_match(1, 4, [build_game(4, 1, 64, 0)], 1),
        SEMI_2: score_match(2, 3, [build_game(2, 3, 40, 24)], 1),
    }
    pairs = find_final_pairs(swiss, stages, won)
    assert pairs[FINAL] == (2, 4)
    assert pairs[THIRD] == (1, 3)
    won |= {
        FINAL: score_match(2, 4, [build_game(4, 2, 33, 31)], 1),
        THIRD: score_match(1, 3, [build_game(3, 1, 40, 24)], 1),
    }
    assert order_final_places(swiss, won) == [4, 2, 3, 1, 5, 6]


def test_f1_the_third_game_is_chosen_by_who_has_more_discs_at_equality_by_the_better_ranked():
    first = build_game(1, 2, 40, 24)
    for discs, chooser in ((40, 1), (41, 2)):
        assert score_match(1, 2, [first, build_game(2, 1, discs, 64 - discs)], 3).next_game == NextGame(
            3, chooser, None
        )


def test_f2_the_fourth_and_the_fifth_play_off_only_when_their_points_are_equal():
    def swiss(*points: int):
        nothing = Fraction()
        return [OthelloStanding(place, place, won, nothing, nothing, nothing, 0, 0, 0, False)
                for place, won in enumerate(points, start=1)]  # fmt: skip

    assert finals.find_tie_for_fourth(swiss(10, 8, 8, 6, 6, 6)) == (4, 5)
    assert finals.find_tie_for_fourth(swiss(10, 8, 8, 8, 6, 6)) is None
    assert finals.find_tie_for_fourth(swiss(10, 8, 8, 6)) is None


def played(tid: str, better: int, weaker: int, count: int):
    """The match of two players as it was played: its games in order."""
    games = [game for game in map(read_game, select_rows("extra_games", tid)) if {*game.sides} == {better, weaker}]
    assert len(games) == count
    return games


@pytest.mark.rule("Othello F1", "matchs en trois parties", "games/othello/rules/finals.py: score_match")
def test_f1_f2_the_finals_of_the_world_championship_2018():
    """Play-off for the 4th place, semi-finals and final of three games with a draw each, third place in one game."""
    swiss = compute_standings(read_real_tournament("woc2018"), 13)
    four = [line.number for line in swiss[:4]]
    won: dict[str, finals.FinalMatch] = {}
    for stage, sides, count, best_of, winner in [
        (finals.PLAYOFF, (4043, 3024), 1, 1, 4043),
        (SEMI_1, (190005, 4043), 3, 3, 190005),
        (SEMI_2, (5537, 13168), 3, 3, 13168),
        (THIRD, (5537, 4043), 1, 1, 5537),
        (FINAL, (190005, 13168), 3, 3, 13168),
    ]:
        assert find_final_pairs(swiss, finals.STAGES, won)[stage] == sides
        games = played("woc2018", *sides, count)
        assert score_match(*sides, games[:-1], best_of).winner is None, "every game played could change the winner"
        if count == 3:
            assert score_match(*sides, games[:1], 3).next_game == NextGame(2, None, games[1].black)
        won[stage] = score_match(*sides, games, best_of)
        assert won[stage].winner == winner
    assert four == [190005, 5537, 13168, 4043]
    assert order_final_places(swiss, won)[:5] == [13168, 190005, 5537, 4043, 3024]


class FinalsDesk(OthelloDesk):
    """Players after three rounds; the choices of the sheet Finales by the name of their label."""

    def __init__(self, players: int = 8, **choices: str) -> None:
        super().__init__(players, Nombre_de_rondes=3)
        for _ in range(3):
            self.must().play().must("update")
        self.choose(**choices)

    def choose(self, **choices: str) -> FinalsDesk:
        draft = Draft(self.snapshot)
        for label, value in choices.items():
            draft.put(schema.FINALS, *find_right_of(self.snapshot, schema.FINALS, getattr(othello, label)), value)
        self.snapshot = draft.after()
        self.must("update")
        return self

    def final(self, match: str, number: int, black: int, white: int) -> FinalsDesk:
        lines = self.table(schema.FINALS).lines()
        row = next(line.row for line in lines if (line.text("Match"), line.text("Partie")) == (match, str(number)))
        self.fill(schema.FINALS, {row: {"Pions N": black, "Pions B": white}}).must("update")
        return self


def palmares(desk: OthelloDesk) -> list[str]:
    return [text for row in desk.snapshot.sheets[schema.PALMARES] for cell in row if (text := cell_text(cell))]


def test_f1_the_winner_of_the_final_is_first_and_the_sheets_say_so():
    """He has fewer points; empty squares are his."""
    desk = FinalsDesk(FINAL="1")
    by_rounds = desk.column(schema.STANDINGS, "Joueur")
    desk.final("Finale", 1, 29, 33)
    first, second, *others = names = desk.column(schema.STANDINGS, "Joueur")
    assert (first, second, others) == (by_rounds[1], by_rounds[0], by_rounds[2:])
    below = cell_text(desk.snapshot.cell(schema.STANDINGS, 2, 1))
    assert f"{first} 35 – 29 {second}" in below
    assert cell_text(desk.snapshot.cell(schema.GRID, 1, 1)).startswith("Grille finale")
    page = palmares(desk)
    assert page[page.index("1er") + 1] == first and "13 parties" in " ".join(page), "the final too"
    facts = parcel.build_parcel(desk.snapshot, "").facts
    assert facts["winner"] == first and f"{first} 35 – 29 {second}" in facts["decided"]
    moves = {row["Joueur"]: row[schema.MOVE_COLUMN] for row in render_standings(desk.decoded(), 3)}
    assert [moves[name] for name in names[:4]] == ["▲1", "▼1", "·", "·"]


@pytest.mark.parametrize(
    ("games", "places", "words"),
    [
        ((("Finale", 1, 44, 20), ("Finale", 2, 40, 24), ("Finale", 3, 32, 32)), "Finale", "aux pions, 100 à 92"),
        ((("Finale", 1, 44, 20), ("3e place", 1, 32, 32)), "3e place", "pions égaux"),
    ],
)
def test_f1_what_decides_a_drawn_match_is_told_with_it(games, places, words):
    desk = FinalsDesk(FINAL="3") if places == "Finale" else FinalsDesk(THIRD_PLACE="1", FINAL="1")
    for game in games:
        desk.final(*game)
    (final,) = [final for final in list_finals(desk.decoded()) if words in final.decided]
    assert final.stage == places
    place = {"Finale": "1", "3e place": "3"}[places]
    winner = next(row for row in desk.rows(schema.STANDINGS) if row["Place"] == place)
    assert winner["Joueur"] in final.decided and final.winner in (None, int(winner["N°"]))
    assert words in cell_text(desk.snapshot.cell(schema.STANDINGS, 1, 1))
    assert words in collect_published_facts(desk.decoded())["standings"][-1]["title"]


def slips(desk: OthelloDesk) -> list[tuple[str, str, str]]:
    """The match or the table and both names of each slip of Fiches."""
    grid = [[str(cell or "") for cell in row] + [""] * 10 for row in desk.snapshot.sheets[schema.SLIPS]]
    return [
        (head[left + 3], first[left + 1], second[left + 1])
        for head, first, second, _, signatures in zip(*(grid[down:] for down in range(5)), strict=False)
        for left in (0, 5)
        if signatures[left] == "Signatures"
    ]


def test_while_the_finals_are_to_be_played_the_wall_and_the_slips_are_theirs():
    desk = FinalsDesk(THIRD_PLACE="1", FINAL="3")
    sides = {row["Match"]: (row["Noir"], row["Blanc"]) for row in desk.rows(schema.FINALS)}
    assert sorted(slips(desk)) == [(stage, *sides[stage]) for stage in ("3e place", "Finale")]
    wall = desk.snapshot.sheets[schema.PAIRINGS]
    assert wall[0][0] == "Finales"
    for black, white in sides.values():
        (row,) = [row for row in wall if row[2:3] == [f"{black} ●"]]
        assert row[0] == "…" and row[5] == f"○ {white}", "room for the table, by hand"
    assert desk.press("update").edits == ()
    desk.final("3e place", 1, 40, 24).final("Finale", 1, 40, 24)
    assert [slip[0] for slip in slips(desk)] == ["Finale"]
    desk.final("Finale", 2, 0, 64)
    assert [slip[0] for slip in slips(desk)] == [f"Table {table}" for table in (1, 2, 3, 4)], "the last round again"
    assert desk.snapshot.sheets[schema.PAIRINGS][0][0].startswith("Ronde 3")


def test_f1_a_setting_that_changes_the_finalists_is_named_and_not_their_games():
    desk = FinalsDesk(10, THIRD_PLACE="1", FINAL="1").final("Finale", 1, 40, 24).final("3e place", 1, 30, 34)
    outcome = desk.set("Bêta", 6).press("update")
    (problem,) = outcome.problems
    assert (problem.sheet, problem.row) == (schema.TOURNAMENT, desk.decoded().settings.lines["Bêta"].row)
    desk.set("Bêta", None).must("update")


@pytest.mark.rule(
    "Othello F2", "qui a quitté le tournoi : ni prix, ni podium, ni « 1er »", "games/othello/read.py: barred"
)
def test_f2_who_has_left_wins_nothing_and_stays_ranked():
    """A01 wins four games and leaves: he stays first of the standings, in no prize and on no podium."""
    desk = OthelloDesk(8, Nombre_de_rondes=5)
    for prize, scope, rank in (("Coupe", "Général", 1), ("Deuxième", "Général", 2), ("Écart", "Plus grand écart", 1)):
        desk.add(schema.PRIZES, {"Prix": prize, "Pour": scope, "Rang": rank, "Cumulable": "oui"})
    for number in range(1, 5):
        desk.must()
        desk.play()
        for row in desk.decoded().results.round(number):
            if 1 in row.match:
                desk.result(number, 1, 64, 0)
    desk.absences(1, "5-").must().play()
    desk.result(5, 2, 40, 20, "T+")  # on time: played, like the 18 others, and not BIP's
    desk.must("update")
    first, second, third = desk.column(schema.STANDINGS, "Joueur")[:3]
    assert first == "A01" and f"1er : {second} · " in desk.status()
    won = {row[0]: row[4] for row in desk.snapshot.sheets[schema.PRIZES] if len(row) > 4}  # Gagnant
    assert (won["Coupe"], won["Deuxième"]) == (second, third) and won["Écart"] != "A01"
    for sheet in (schema.STANDINGS, schema.GRID):
        assert "parti" in next(row for row in desk.snapshot.sheets[sheet] if "A01" in row)
    page = palmares(desk)
    assert page[page.index("1er") + 1] == second and "A01" not in page and "19 parties" in " ".join(page)
    published = collect_published_facts(desk.decoded())
    assert published["left"] == [1] and f"1er : {second}" in published["status"]
    assert parcel.build_parcel(desk.snapshot, "").facts["winner"] == second
    assert check(desk.snapshot).code == 0


def test_while_finals_chosen_late_are_played_the_palmares_names_nobody_but_is_not_empty():
    desk = FinalsDesk().add(schema.PRIZES, {"Prix": "Coupe", "Pour": "Général"}).must("update")
    assert {"1er", "Coupe"} <= {*palmares(desk)}
    under_way = palmares(desk.choose(FINAL="1"))
    assert NOT_OVER in under_way and not {"1er", "2e", "3e", "Coupe", "5"} & {*under_way}
    assert check(desk.snapshot).code == 0
    played = palmares(desk.final("Finale", 1, 29, 33))
    assert played[played.index("1er") + 1] == desk.column(schema.STANDINGS, "Joueur")[0] and "Coupe" in played


def test_f1_a_corrected_last_round_says_who_is_to_play_the_final_until_its_row_is_empty():
    desk = FinalsDesk(FINAL="1").final("Finale", 1, 40, 24)
    played = {*desk.decoded().finals.rows[0].game.sides}
    for player_id in played & {line.number for line in desk.decoded().standings(2)[0][:2]}:
        desk.result(3, player_id, 0, 64)
    (problem,) = desk.press("update").problems
    names, due = desk.decoded().names(), [line.number for line in compute_standings(desk.decoded().tournament, 3)[:2]]
    assert all(names[number] in problem.message for number in due)
    desk.fill(schema.FINALS, {problem.row: dict.fromkeys(othello.COLUMNS[schema.FINALS])}).must("update")
    assert {*desk.decoded().finals.rows[0].game.sides} == {*due} != played
