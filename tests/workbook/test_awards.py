"""Prizes, teams and memorable facts: who has them, and how ties go."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.core import prizes as awards
from tournament_xl.core.prizes import PlayedGame, Prize, Ranked, ResultsSoFar, find_contenders, find_winners, rank_teams
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.sheets.awards import palmares_layout as layouts
from tournament_xl.workbook.snapshot import CollapsedRange, Draft, RowHeight

PLACES = [[1], [2, 3], [4], [5]]  # two share place 2


def general(*ranks):
    return [Prize("général", PLACES, rank) for rank in ranks]


def test_a_player_takes_one_prize_and_leaves_another_to_the_next():
    series = Prize("série a", [[1], [4], [5]], 1)
    assert find_winners([*general(1), series]) == [(1,), (4,)]
    assert find_winners([*general(1), Prize("série a", series.ranking, 1, True)]) == [(1,), (1,)]


def test_who_came_before_the_winner_of_a_prize_and_has_another_is_named():
    passed_over = awards.find_passed_over
    assert passed_over(Prize("général", PLACES, 1), (1,)) == [] == passed_over(Prize("général", PLACES, 2), (2, 3))
    assert passed_over(Prize("série a", PLACES, 1), (3,)) == [1, 2], "2 shares the rank of 3"
    assert passed_over(Prize("série a", PLACES, 2), (5,)) == [2, 3, 4], "1 has no claim to a second prize"


def test_those_who_are_equal_share_the_prizes_of_all_ranks_that_they_hold():
    assert find_winners(general(1, 2, 3, 4)) == [(1,), (2, 3), (2, 3), (4,)]
    assert find_winners([Prize("a", [[2, 3]], 1), Prize("b", [[2, 3], [4]], 1)]) == [(2, 3), (4,)]


def ranked(*points):
    return tuple(
        Ranked(player_id, player_id, Fraction(points_of_player), Fraction(10 * player_id))
        for player_id, points_of_player in enumerate(points, start=1)
    )


def test_the_best_of_each_team_count_then_the_next_best_then_the_tie_breaks():
    table = ranked(9, 8, 7, 6, 5, 4, 3, 2)
    names = dict(zip(range(1, 9), ("A", "B", "B", "a", "B", "C", "C", "D"), strict=True))
    teams = rank_teams(table, names, 2)
    assert [(team.name, team.place, float(team.points), team.counted) for team in teams] == [
        ("B", 1, 15, 2), ("A", 2, 15, 2), ("C", 3, 7, 2), ("D", 0, 2, 1)
    ]  # fmt: skip


def test_a_further_player_decides_between_equal_teams_before_the_tie_breaks():
    table = [Ranked(number, number, points, second)
             for number, points, second in ((1, 9, 90), (2, 9, 10), (3, 8, 80), (4, 8, 10), (5, 1, 0))]  # fmt: skip
    teams = rank_teams(table, dict(zip(range(1, 6), "ABABB", strict=True)), 2)
    assert [(team.name, team.points, team.second) for team in teams] == [("B", 17, 20), ("A", 17, 170)]


def test_who_can_still_win_by_the_points_that_are_left():
    points = {1: 12, 2: 10, 3: 9, 4: 11}
    assert find_contenders(points, {1: 1, 2: 1, 3: 1}, win=3, loss=1) == {1, 2}  # 4 has left, 3 comes to 12 against 13
    leaders_meet = {1: 22, 2: 22, 3: 18, 4: 19}  # in halves: the better of the two comes to 26
    assert find_contenders(leaders_meet, dict.fromkeys(points, 1), win=6, loss=2, pairs=[(1, 2)]) == {1, 2}


GAMES = (
    PlayedGame(1, 1, 2, 500, 300), PlayedGame(1, 3, 4, 400, 399),
    PlayedGame(2, 1, 3, 450, 420), PlayedGame(2, 4, 2, 500, 480),
)  # fmt: skip
FIELD = ResultsSoFar(
    ranked(6, 3, 3, 0), GAMES, ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 4, 2)),
    ({1: 1, 3: 2, 4: 3, 2: 4}, {1: 1, 2: 2, 3: 3, 4: 4}), {1: 1500, 2: 1900, 3: 1600},
)  # fmt: skip


@pytest.mark.parametrize(("kind", "players", "value"), [
    (awards.rank_best_games, [(1,), (4,)], 500), (awards.rank_widest_wins, [(1,)], 200),
    (awards.rank_closest_games, [(3,)], 1), (awards.rank_highest_totals, [(4, 2)], 980),
    (awards.rank_upsets, [(1,)], 400), (awards.rank_winning_runs, [(1,)], 2),
    (awards.rank_climbs, [(2,)], 2), (awards.rank_newcomers, [(4,)], 4),
])  # fmt: skip
def test_the_memorable_facts(kind, players, value):
    best = kind(FIELD)[0]
    assert [fact.players for fact in best] == players and best[0].value == value


KINDS = {
    "Général": "A01", "Club Vienne": "A03", "Série 4": "A02", "Catégorie V": "A04", "Club": "Lyon",
    "Meilleure partie": "A01", "Plus grand écart": "A01", "Partie la plus serrée": "A02", "Plus belle remontée": "A02",
    "Meilleur entrant": "A08", "Meilleur joueur sans cote": "A08", "Zut": "",
    "Série Joker": "A01", "Série c": "A08", "Série A": "personne", "Série 7": "personne",
}  # fmt: skip


def played():
    """Eight players of two clubs, two rounds; the lower N° has won. A column of the organiser's: Catégorie. By their
    cotes all are Jokers but one without a cote, of series C (R3).
    """
    desk = Desk(Nombre_de_rondes=2, Équipes=2)
    for number in range(1, 9):
        desk.player(f"A{number:02}", None if number == 8 else 3000 - 10 * number,
                    Club="Vienne" if number in (3, 4) else "Lyon",
                    Série_duplicate="4B" if number in (2, 5) else None)  # fmt: skip
    draft = Draft(desk.snapshot)
    draft.put(schema.PLAYERS, 4, 15, "Catégorie")
    draft.put(schema.PLAYERS, 8, 15, "V")
    desk.snapshot = draft.after()
    return desk


def answers(desk):
    """Who has each prize of Prix, and why."""
    header = desk.snapshot.sheets[schema.PRIZES][3]
    columns = [header.index(name) + 1 for name in schema.WINNER_COLUMNS]
    return [
        [cell_text(desk.snapshot.cell(schema.PRIZES, row, column)) for column in columns]
        for row in range(5, 1 + len(desk.snapshot.sheets[schema.PRIZES]))
    ]


def palmares(desk):
    return [text for row in desk.snapshot.sheets[schema.PALMARES] for cell in row if (text := cell_text(cell))]


def hidden_rows(outcome):
    """Rows of Palmarès that an action hides."""
    return {
        row
        for change in outcome.layout_changes
        if isinstance(change, CollapsedRange) and change.sheet == schema.PALMARES and change.away
        for row in range(change.first, change.last + 1)
    }


def test_a_prize_of_each_kind_on_the_sheet():
    desk = played()
    for row, scope in enumerate(KINDS, start=5):
        for column, value in {"Prix": "Une coupe", "Pour": scope, "Cumulable": "oui"}.items():
            desk.type(schema.PRIZES, row, column, value)
    desk.must().better_seed_wins().score(1, 2, 401, 400)
    desk.must().better_seed_wins().score(2, 1, 600, 300).must("update")
    assert [winner for winner, _ in answers(desk)] == [*KINDS.values()] and all(why for _, why in answers(desk))


def test_a_prize_always_answers_and_a_cleared_one_no_longer():
    desk = played().must().better_seed_wins().must().better_seed_wins().must("update")
    for row, scope in enumerate(("Général", "Série 6", None, "Club Lyon"), start=5):
        desk.fill(schema.PRIZES, {row: {"Prix": f"Coupe {row}", "Pour": scope}})
    draft = Draft(desk.snapshot)
    draft.put(schema.PRIZES, 9, 5, "à acheter : une coupe")  # a note in the column of winners
    desk.snapshot = draft.after()
    rows = answers(desk.must("update"))
    assert [winner for winner, _ in rows[:4]] == ["A01", "personne", "", "A02"], "not the second prize of the club"
    assert all(reason for _, reason in rows[:4])
    assert "Coupe 5" in palmares(desk) and "Coupe 6" not in palmares(desk) and "Coupe 7" not in palmares(desk)
    for row in range(5, 9):
        desk.fill(schema.PRIZES, {row: {"Prix": None, "Pour": None}})
    assert answers(desk.must("update")) == [["", ""]] * 4 + [["à acheter : une coupe", ""]]


BOUNDS = {
    "Cote moins de 1500": "A06", "cote < 1500": "A06", "Cote inférieure à 1 500": "A06", "Cote ≤ 1499": "A06",
    "cote de 1000 à 1499": "A06", "Cote jusqu’à 1500": "A05", "Cote 1500 – 1700": "A04", "Cote 1500": "A05",
    "Cote plus de 1800": "A01", "Cote dès 1800": "A02", "Cote moins de 1000": "personne", "Âge moins de 18": "A04",
    "Âge 13 ou plus": "A05", "Cote très basse": "", "Cote": "", "Cote < 1500 ou plus": "", "cote moins de mille": "",
}  # what is not understood goes to nobody, and says so  # fmt: skip


def test_a_prize_between_two_cotes_goes_by_the_starting_cote_however_people_write_it():
    """A08 has no cote: he is in no such prize, whatever is counted for him (1000) [ours]."""
    desk = Desk(Nombre_de_rondes=1)
    for number in range(1, 9):
        desk.player(f"A{number:02}", None if number == 8 else 2000 - 100 * number, Club="Lyon")
    draft = Draft(desk.snapshot)
    for row, text in ((4, "Âge"), (8, 12), (9, 70)):  # a column of the organiser's, of A04 and A05
        draft.put(schema.PLAYERS, row, 15, text)
    desk.snapshot = draft.after()
    desk.must()
    for table in range(1, 5):
        desk.score(1, table, 400 + 10 * table, 400)  # A04 before A03, A02, A01, A05 to A08
    for scope in BOUNDS:
        desk.add(schema.PRIZES, {"Prix": "Une coupe", "Pour": scope, "Cumulable": "oui"})
    rows = answers(desk.must("update"))
    assert dict(zip(BOUNDS, (winner for winner, _ in rows), strict=True)) == BOUNDS and all(why for _, why in rows)


def test_a_prize_for_a_category_waits_for_that_column():
    desk = Desk(Nombre_de_rondes=1).players(8).must().better_seed_wins()
    desk.add(schema.PRIZES, {"Prix": "Vermeil", "Pour": "Catégorie V"})
    ((winner, reason),) = answers(desk.must("update"))
    assert winner == "" and "Catégorie" in reason
    desk.set("Colonnes", "Catégorie").must("update")
    draft = Draft(desk.snapshot)
    draft.put(schema.PLAYERS, 8, desk.snapshot.sheets[schema.PLAYERS][3].index("Catégorie") + 1, "V")
    desk.snapshot = draft.after()
    assert answers(desk.must("update"))[0][0] == "A04"


def test_palmares_appears_when_all_is_played_and_equipes_with_its_setting():
    desk = played()
    first = desk.must().better_seed_wins().press("pair")
    assert schema.TEAMS in first.unhide and schema.PALMARES not in first.unhide
    desk.better_seed_wins()
    last = desk.press("update")
    assert schema.PALMARES in last.unhide
    desk.score(2, 1, 300, 400)
    assert schema.PALMARES not in desk.press("update").unhide


def test_who_shares_the_closest_game_with_a_player_who_has_left_has_the_prize_alone_and_reads_why():
    """F2 gives no prize to who has left; while he plays both share it."""
    desk = OthelloDesk(8, Nombre_de_rondes=2)
    desk.must().play().result(1, 1, 32, 32)
    opponent = next(sum(pair) - 1 for pair in desk.pairs(1) if 1 in pair)
    desk.add(schema.PRIZES, {"Prix": "Badge", "Pour": "Partie la plus serrée"}).must("update")
    ((winners, reason),) = answers(desk)
    assert {"A01", f"A0{opponent}"} <= {*winners.split()} and "32 à 32" in reason
    desk.absences(opponent, "2-").must().play().must("update")
    ((winner, reason),) = answers(desk)
    assert winner == "A01" and f"A0{opponent}" in reason


def test_an_upset_on_palmares_is_one_between_players_with_a_cote_where_cotes_decide():
    """A08 has no cote (he counts for 1000): his win over one of 2900 is no upset [ours]."""
    desk = played().must().better_seed_wins().must().better_seed_wins().score(2, 8, 500, 300).score(2, 2, 300, 500)
    (upset,) = (text for text in palmares(desk.must("update")) if text.startswith("Plus grosse surprise"))
    assert "A03" in upset and "A08" not in upset


def test_all_who_share_a_prize_are_named_on_prix_in_a_row_that_is_high_enough():
    desk = Desk()
    for letter in "ABCDEFGHIJKL":
        desk.player(f"Vandenbroucke-{letter * 6} Anne", 1000)
    desk.must()
    for table in range(1, 7):
        desk.score(1, table, 500, 400)
    outcome = desk.fill(schema.PRIZES, {5: {"Prix": "Un livre", "Pour": "Meilleure partie"}}).press("update")
    ((winners, _),) = answers(desk)
    assert winners.count("Vandenbroucke-") == 6 and "autre" not in winners
    (height,) = (
        change.height
        for change in outcome.layout_changes
        if isinstance(change, RowHeight) and change.sheet == schema.PRIZES
    )
    assert height > 60


def test_palmares_counts_those_who_have_played():
    desk = played().must().better_seed_wins()
    row = next(row for row in desk.decoded().results.round(1) if 8 in row.match)
    forfeit = 1 if row.match.one == 8 else 2
    desk.fill(schema.RESULTS, {row.line.row: {"Score 1": None, "Score 2": None, "Forfait": forfeit}}).absences(8, "2")
    desk.must().better_seed_wins().must("update")
    assert any(text.startswith("7 joueurs · 2 rondes") for text in palmares(desk)), "8 never came"


def different_results(desk):
    """Fill the round so that the first player of table 1 leads, then that of table 2 and so on."""
    for place, row in enumerate(desk.decoded().pending):
        desk.fill(schema.RESULTS, {row.line.row: {"Score 1": 490 - place, "Score 2": 400}})
    return desk


@pytest.mark.parametrize(("prizes", "players"), [(0, 64), (0, 8), (1, 24), (12, 24), (12, 8)])
def test_palmares_fills_its_page_with_any_number_of_prizes_and_players(prizes, players):
    desk = different_results(Desk(Nombre_de_rondes=1).players(players).must())
    for row in range(5, 5 + prizes):
        desk.fill(schema.PRIZES, {row: {"Prix": f"Coupe {row}", "Pour": "Général", "Rang": row - 4}})
    hidden = hidden_rows(desk.press("update"))
    parts = [*layouts.PAGE.parts.values()]
    top = 1 - parts[0].first  # row of the word
    height = sum(part.height for part in parts for row in range(part.rows) if top + part.first + row not in hidden)
    assert layouts.PAGE.room - 10 < height <= layouts.PAGE.room
    filled = {row for row, cells in enumerate(desk.snapshot.sheets[schema.PALMARES], start=1) if any(cells)}
    assert not filled & hidden
    assert sum(text.startswith("Coupe") for text in palmares(desk)) == min(prizes, players)


def test_palmares_keeps_no_line_of_a_prize_that_is_shorter_or_gone():
    """A team's prize takes several lines; without Équipes it is gone, as is one that was cleared."""
    desk = played().must().better_seed_wins().must().better_seed_wins()
    for row, (name, scope) in enumerate((("Les trois", "Club"), ("Belle partie", "Meilleure partie")), start=5):
        desk.fill(schema.PRIZES, {row: {"Prix": name, "Pour": scope}})
    assert {"Les trois", "Belle partie"} <= {*palmares(desk.must("update"))}
    desk.set("Équipes", None).must("update").fill(schema.PRIZES, {6: {"Prix": None, "Pour": None}}).must("update")
    assert not {"Les trois", "Belle partie"} & {*palmares(desk)} and check(desk.snapshot).code == 0


@pytest.mark.parametrize(("gaps", "steps"), [
    ((50, 50, 30, 20), {"A01 et A02", "A03"}), ((90, 80, 60, 60), {"A01", "A02", "A03 et A04"}),
])  # fmt: skip
def test_those_who_share_a_place_stand_on_one_step_of_the_podium(gaps, steps):
    desk = Desk(Nombre_de_rondes=1).players(8).must()
    for table, gap in enumerate(gaps, start=1):
        desk.score(1, table, 400 + gap, 400)
    assert steps <= {*palmares(desk.must("update"))}
