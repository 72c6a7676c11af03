"""Prizes, teams and memorable facts: who has them, and how ties go."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.core import prizes as awards
from tournament_xl.core.prizes import PlayedGame, Prize, Ranked, ResultsSoFar, find_contenders, find_winners, rank_teams
from tournament_xl.messages.prizes import PALMARES, NoWinner, no_winner_text, passed_over_reason
from tournament_xl.messages.sheets import in_the_race_text
from tournament_xl.messages.text_width import text_width
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.settings import SHOWN_COLUMNS
from tournament_xl.workbook.sheets.awards import palmares_layout as layouts
from tournament_xl.workbook.snapshot import CollapsedRange, Draft, RowHeight

PLACES = [[1], [2, 3], [4], [5]]  # two share place 2


def prizes(*lines):
    return [Prize("général", PLACES, rank, cumulative) for rank, cumulative in lines]


def test_a_player_takes_one_prize_and_leaves_another_to_the_next():
    series = Prize("série a", [[1], [4], [5]], 1)
    assert find_winners([*prizes((1, False)), series]) == [(1,), (4,)]
    assert find_winners([*prizes((1, False)), Prize("série a", series.ranking, 1, True)]) == [(1,), (1,)]


def test_who_came_before_the_winner_of_a_prize_and_has_another_is_named():
    ranking = [[1], [2, 3], [4], [5]]
    passed_over = awards.find_passed_over
    assert passed_over(Prize("général", ranking, 1), (1,)) == [] == passed_over(Prize("général", ranking, 2), (2, 3))
    assert passed_over(Prize("série a", ranking, 1), (3,)) == [1, 2], "2 shares the rank of 3"
    assert passed_over(Prize("série a", ranking, 2), (5,)) == [2, 3, 4], "1 has no claim to a second prize"
    texts = [passed_over_reason("5e du classement", names) for names in ([], ["A"], ["A", "B"], [*"ABC"], [*"ABCD"])]
    assert texts == [
        "5e du classement", "5e du classement (A a déjà un prix)", "5e du classement (A et B ont déjà un prix)",
        "5e du classement (A, B et 1 autre ont déjà un prix)", "5e du classement (A, B et 2 autres ont déjà un prix)",
    ]  # fmt: skip


def test_those_who_are_equal_share_the_prizes_of_all_ranks_that_they_hold():
    assert find_winners(prizes((1, False), (2, False), (3, False), (4, False))) == [(1,), (2, 3), (2, 3), (4,)]
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


def test_who_can_still_win_names_the_round_whose_pairs_leave_fewer():
    assert in_the_race_text(["A", "B"], 2) == "2 joueurs : A et B"
    by_pairs = in_the_race_text(["A", "B"], 2, round_under_way=4)
    assert by_pairs == "2 joueurs, vu les paires de la ronde 4 (un seul gagnant par table) : A et B"
    assert in_the_race_text(["A"], 1, round_under_way=5) == "A ne peut plus être rejoint."
    assert in_the_race_text([], 1) == "", "never of nobody"


def test_a_prize_for_what_nobody_knows_quotes_what_was_typed_and_goes_with_its_line():
    desk = Desk().players(8).must().play()
    desk.add(schema.PRIZES, {"Prix": "Coupe", "Pour": "Vienne {Scrabble} et tous ses amis de longue date"})
    prize_cells = desk.must("update").snapshot.sheets[schema.PRIZES][4]
    reason = cell_text(prize_cells[5])
    assert reason.startswith("« Vienne {Scrabble} et") and "… » n'est pas connu : Général, Club Lyon" in reason
    assert text_width(reason) <= 104, "two lines of its column"
    desk.fill(schema.PRIZES, {5: {"Prix": None, "Pour": None}})
    assert not any(map(cell_text, desk.must("update").snapshot.sheets[schema.PRIZES][4]))


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


def test_a_prize_of_each_kind_on_the_sheet():
    desk = played()
    for row, scope in enumerate(KINDS, start=5):
        for column, value in {"Prix": "Une coupe", "Pour": scope, "Cumulable": "oui"}.items():
            desk.type(schema.PRIZES, row, column, value)
    desk.must().better_seed_wins().score(1, 2, 401, 400)
    desk.must().better_seed_wins().score(2, 1, 600, 300).must("update")
    header = desk.snapshot.sheets[schema.PRIZES][3]
    for row, winner in enumerate(KINDS.values(), start=5):
        columns = [header.index(name) + 1 for name in schema.WINNER_COLUMNS]
        prize_winner, why = (cell_text(desk.snapshot.cell(schema.PRIZES, row, column)) for column in columns)
        assert prize_winner == winner and why


def test_palmares_appears_when_all_is_played_and_equipes_with_its_setting():
    desk = played()
    first = desk.must().better_seed_wins().press("pair")
    assert schema.TEAMS in first.unhide and schema.PALMARES not in first.unhide
    desk.better_seed_wins()
    last = desk.press("update")
    assert schema.PALMARES in last.unhide
    desk.score(2, 1, 300, 400)
    assert schema.PALMARES not in desk.press("update").unhide


def answers(desk):
    header = desk.snapshot.sheets[schema.PRIZES][3]
    columns = [header.index(name) + 1 for name in schema.WINNER_COLUMNS]
    return [
        [cell_text(desk.snapshot.cell(schema.PRIZES, row, column)) for column in columns]
        for row in range(5, 1 + len(desk.snapshot.sheets[schema.PRIZES]))
    ]


def palmares(desk):
    return [text for row in desk.snapshot.sheets[schema.PALMARES] for cell in row if (text := cell_text(cell))]


def test_a_prize_always_answers_and_a_cleared_one_no_longer():
    desk = played().must().better_seed_wins().must().better_seed_wins().must("update")
    for row, scope in enumerate(("Général", "Série 6", None, "Club Lyon"), start=5):
        desk.fill(schema.PRIZES, {row: {"Prix": f"Coupe {row}", "Pour": scope}})
    desk.snapshot = Draft(desk.snapshot)
    desk.snapshot.put(schema.PRIZES, 9, 5, "à acheter : une coupe")  # a note in the column of winners
    desk.snapshot = desk.snapshot.after()
    desk.must("update")
    rows = answers(desk)
    assert rows[0] == ["A01", "1er du classement"] and rows[1][0] == "personne"
    assert rows[3] == ["A02", "2e du classement (A01 a déjà un prix)"], "not the second prize of the club"
    assert rows[2][0] == "" and "« Pour » est vide" in rows[2][1]
    assert rows[1][1] == "aucun joueur n'est dans ce cas"
    assert "Coupe 5" in palmares(desk) and "Coupe 6" not in palmares(desk) and "Coupe 7" not in palmares(desk)
    for row in range(5, 9):
        desk.fill(schema.PRIZES, {row: {"Prix": None, "Pour": None}})
    assert desk.press("update").message != "Tout est à jour : rien à changer."
    assert answers(desk) == [["", ""]] * 4 + [["à acheter : une coupe", ""]]


BOUNDS = {
    "Cote moins de 1500": "A06", "cote < 1500": "A06", "Cote<1500": "A06", "Cote inférieure à 1 500": "A06",
    "Cote jusqu'à 1499": "A06", "Cote ≤ 1499": "A06", "cote de 1000 à 1499": "A06", "Cote 1000-1499": "A06",
    "Cote jusqu’à 1500": "A05", "Cote 1500 – 1700": "A04", "Cote 1500": "A05", "Cote plus de 1800": "A01",
    "Cote ≥ 1800": "A02", "Cote dès 1800": "A02", "Cote moins de 1400": "A07", "Cote moins de 1000": "personne",
    "Âge moins de 18": "A04", "Âge 13 ou plus": "A05",
}  # fmt: skip


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
    desk.must("update")
    assert dict(zip(BOUNDS, (winner for winner, _ in answers(desk)), strict=True)) == BOUNDS


def test_a_prize_for_a_category_without_that_column_says_which_to_add_and_where_then_goes_to_its_player():
    desk = Desk(Nombre_de_rondes=1).players(8).must().better_seed_wins()
    desk.add(schema.PRIZES, {"Prix": "Vermeil", "Pour": "Catégorie V"})
    ((winner, reason),) = answers(desk.must("update"))
    assert (winner, reason) == ("", no_winner_text(NoWinner.NO_CATEGORY, "Catégorie V"))
    assert "Catégorie" in SHOWN_COLUMNS.help
    desk.set("Colonnes", "Catégorie").must("update")
    title = desk.snapshot.sheets[schema.PLAYERS][3].index("Catégorie") + 1
    desk.snapshot = Draft(desk.snapshot)
    desk.snapshot.put(schema.PLAYERS, 8, title, "V")
    desk.snapshot = desk.snapshot.after()
    assert answers(desk.must("update")) == [["A04", "1er du classement"]]


def test_palmares_says_what_a_prize_is_for_where_its_name_does_not():
    desk = played().must().better_seed_wins().must().better_seed_wins()
    lines = (("Panier", "Cote moins de 2960"), ("Le meilleur de Vienne, Club Vienne", "Club Vienne"), ("Coupe", None))
    for row, (name, scope) in enumerate(lines, start=5):
        desk.fill(schema.PRIZES, {row: {"Prix": name, "Pour": scope, "Rang": 1}})
    text = " ".join(palmares(desk.must("update")))
    assert "Panier A05 Cote moins de 2960 : 5e du classement" in text
    assert "Club Vienne : " not in text and "Général" not in text
    assert [reason for _, reason in answers(desk)] == ["5e du classement", "3e du classement", "1er du classement"]


def test_what_a_prize_is_for_gives_way_to_its_name_and_to_the_places_below_the_podium():
    desk = Desk(Nombre_de_rondes=1).players(24).must()
    different_results(desk)
    desk.fill(schema.PRIZES, {5: {"Prix": "Moins de 2960", "Pour": "Cote moins de 2960"}})
    assert "Cote moins" not in " ".join(palmares(desk.must("update"))), "the name says it"
    for rank in range(2, 8):
        desk.fill(schema.PRIZES, {4 + rank: {"Prix": f"Coupe {rank}", "Pour": "Cote moins de 2960", "Rang": rank}})
    page = palmares(desk.must("update"))
    assert "Coupe 7" in page and "Cote moins" not in " ".join(page)


@pytest.mark.parametrize(
    ("club", "line"),
    [
        ("Scrabble-Club Du Lémanique", "Scrabble-Club Du Lémanique · 3 PM · Pdep +88"),
        ("Scrabble-Club De La Communauté De Communes Du Pays De Saint-Yrieix", "3 PM · Pdep +88"),
    ],
)
def test_a_club_on_the_podium_is_whole_or_left_out(club, line):
    desk = Desk(Nombre_de_rondes=1)
    for number in range(1, 9):
        desk.player(f"A{number:02}", 3000 - 10 * number, Club=club)
    page = palmares(different_results(desk.must()).must("update"))
    assert line in page and "…" not in " ".join(page)


def test_who_shares_the_closest_game_with_a_player_who_has_left_has_the_prize_alone_and_reads_why():
    """F2 gives no prize to who has left; while he plays both share it."""
    desk = OthelloDesk(8, Nombre_de_rondes=2)
    desk.must().play().result(1, 1, 32, 32)
    opponent = next(sum(pair) - 1 for pair in desk.pairs(1) if 1 in pair)
    desk.add(schema.PRIZES, {"Prix": "Badge", "Pour": "Partie la plus serrée"}).must("update")
    ((winners, reason),) = answers(desk)
    assert "ex æquo" in winners and {"A01", f"A0{opponent}"} <= {*winners.split()} and reason == "32 à 32, partie nulle"
    desk.absences(opponent, "2-").must().play().must("update")
    assert answers(desk) == [["A01", f"32 à 32, partie nulle (A0{opponent} est parti)"]]


def test_an_upset_on_palmares_is_one_between_players_with_a_cote_where_cotes_decide():
    """A08 has no cote (he counts for 1000): his win over one of 2900 is no upset [ours]."""
    desk = played().must().better_seed_wins().must().better_seed_wins().score(2, 8, 500, 300).score(2, 2, 300, 500)
    text = " ".join(palmares(desk.must("update")))
    assert "Plus grosse surprise entre joueurs cotés : A03, cote 2 970 contre 2 980" in text
    assert "8 joueurs · 2 rondes · 8 matchs joués" in text


@pytest.mark.parametrize("scope", ["Cote très basse", "Cote", "Cote < 1500 ou plus", "cote moins de mille", "Cote NC"])
def test_bounds_that_are_not_understood_are_refused_and_never_go_to_nobody(scope):
    desk = Desk(Nombre_de_rondes=1).players(8).must().better_seed_wins()
    desk.add(schema.PRIZES, {"Prix": "Une coupe", "Pour": scope})
    ((winner, reason),) = answers(desk.must("update"))
    assert winner == "" and reason.startswith(f"« {scope} » n'est pas compris. Par exemple : Cote moins de 1500")


def test_palmares_has_every_prize_and_all_who_share_one_and_puts_empty_lines_away():
    desk = played().must()
    for table in range(1, 5):
        desk.score(1, table, 500, 400)
    desk.must().better_seed_wins()
    names = ["Prix de la Ville de Saint-Étienne-du-Rouvray", *(f"Prix {number}" for number in range(2, 15))]
    for row, name in enumerate(names, start=5):
        scope = "Meilleure partie" if row == 5 else "Club" if row == 6 else "Général"
        desk.fill(schema.PRIZES, {row: {"Prix": name, "Pour": scope, "Cumulable": "oui"}})
    outcome = desk.press("update")
    texts = palmares(desk)
    assert "Prix de la Ville de Saint-" in texts and {*names[1:]} <= {*texts}
    first_winner = answers(desk)[0][0]
    assert first_winner == "A01, A02, A03 et A04 (ex æquo)" and texts.count("et A04") == 1
    assert not any(text.endswith("…") for text in texts)
    for title in names[1:]:
        (row,) = (row for row, cells in enumerate(desk.snapshot.sheets[schema.PALMARES], start=1) if title in cells)
        assert row not in hidden_rows(outcome)


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


def hidden_rows(outcome):
    """Rows of Palmarès that an action hides."""
    return {
        row
        for change in outcome.layout_changes
        if isinstance(change, CollapsedRange) and change.sheet == schema.PALMARES and change.away
        for row in range(change.first, change.last + 1)
    }


def test_who_was_passed_over_stands_on_prix_alone():
    desk = played().must().better_seed_wins().must().better_seed_wins()
    for row, (scope, rank) in enumerate((("Général", 1), ("Général", 2), ("Club Lyon", 1)), start=5):
        desk.fill(schema.PRIZES, {row: {"Prix": f"Coupe {row}", "Pour": scope, "Rang": rank}})
    reason = "5e du classement (A01 et A02 ont déjà un prix)"
    assert "Club Lyon : 5e du" in palmares(desk.must("update")) and answers(desk)[2] == ["A05", reason]
    for row in range(8, 29):
        desk.fill(schema.PRIZES, {row: {"Prix": f"Coupe {row}", "Pour": "Général", "Cumulable": "oui"}})
    texts = palmares(desk.must("update"))
    assert "5e du classement" in texts and "Coupe 28" in texts, "24 lines, none to spare"
    assert answers(desk)[2] == ["A05", reason]


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


@pytest.mark.parametrize("prizes", [0, 1, 3, 12])
def test_palmares_fills_its_page_with_any_number_of_prizes_and_players(prizes):
    for count in (8, 24, 64):
        desk = Desk(Nombre_de_rondes=1).players(count).must()
        different_results(desk)
        for row in range(5, 5 + prizes):
            desk.fill(schema.PRIZES, {row: {"Prix": f"Coupe {row}", "Pour": "Général", "Rang": row - 4}})
        hidden = hidden_rows(desk.press("update"))
        parts = [*layouts.PAGE.parts.values()]
        top = 1 - parts[0].first  # row of the word
        height = sum(part.height for part in parts for row in range(part.rows) if top + part.first + row not in hidden)
        assert layouts.PAGE.room - 10 < height <= layouts.PAGE.room
        filled = {row for row, cells in enumerate(desk.snapshot.sheets[schema.PALMARES], start=1) if any(cells)}
        assert not filled & hidden
        assert sum(text.startswith("Coupe") for text in palmares(desk)) == min(prizes, count)


def test_palmares_names_all_where_narrower_gaps_make_room_for_the_last_one():
    page = palmares(different_results(Desk(Nombre_de_rondes=1).players(24).must()).must("update"))
    assert {f"A{number:02}" for number in range(1, 25)} <= {*page}


@pytest.mark.parametrize(
    "name",
    [
        "Bo Li",
        "de Saint-Symphorien-Montgomery Marie-Antoinette",
        "Ramanantsoavina-Andriamitandrina-Razafindrakoto Hery",
    ],
)
def test_the_winner_is_the_largest_name_on_palmares_and_whole(name):
    surname, first_name = name.rsplit(" ", 1)
    desk = Desk(Nombre_de_rondes=1).player(surname, 3000, Prénom=first_name).players(7).must()
    hidden = hidden_rows(different_results(desk).press("update"))
    row = next(row for row, cells in enumerate(desk.snapshot.sheets[schema.PALMARES], start=1) if name in cells)
    assert row not in hidden and row < next(
        row for row, cells in enumerate(desk.snapshot.sheets[schema.PALMARES], start=1) if "2e" in cells
    )


def test_those_who_share_the_first_rank_stand_on_one_step_of_palmares():
    desk = Desk(Nombre_de_rondes=1).players(8).must()
    for table, score in enumerate((450, 450, 430, 420), start=1):
        desk.score(1, table, score, 400)
    page = palmares(desk.must("update"))
    places = [row for row in desk.rows(schema.STANDINGS) if row["Place"] == "1"]
    assert len(places) == 2
    assert page[page.index("1er") + 1] == " et ".join(row["Joueur"] for row in places) and page.count("1er") == 1
    assert "3e" in page and "2e" not in page


def test_palmares_of_an_earlier_template_is_written_where_its_own_titles_are():
    for prizes_row, figures_row, hands_row in ((13, 28, 35), (13, 40, 50)):  # 25 November, 26 to 29 November
        desk = played().must().better_seed_wins().must().better_seed_wins()
        desk.fill(schema.PRIZES, {5: {"Prix": "Une coupe", "Pour": "Général"}})
        titles = {0: PALMARES, prizes_row: "Prix", figures_row: "En chiffres", hands_row: "L'arbitre"}
        grid = [[None, titles.get(row - 2)] for row in range(60)]
        desk.snapshot = desk.snapshot._replace(sheets={**desk.snapshot.sheets, schema.PALMARES: grid})
        hidden = hidden_rows(desk.set("Arbitre", "Claire Aubert").press("update"))
        sheet = desk.snapshot.sheets[schema.PALMARES]
        assert [sheet[row + 2][2] for row in (3, 5)] == ["A01", "1er"] and sheet[5 + 2][1] == "A02"
        assert sheet[prizes_row + 3][1:4] == ["Une coupe", "A01", "1er du classement"]
        assert "8 joueurs" in sheet[figures_row + 3][1] and sheet[hands_row + 3][1] == "Claire Aubert"
        assert hidden >= {*range(prizes_row + 5, figures_row + 1)}
        assert not hidden & {prizes_row + 3, prizes_row + 4, figures_row + 3, figures_row + 4}


def test_palmares_keeps_no_line_of_a_prize_that_is_shorter_or_gone():
    """A team's prize takes several lines; without Équipes it is gone, as is one that was cleared."""
    desk = played().must().better_seed_wins().must().better_seed_wins()
    for row, (name, scope) in enumerate(
        (("La meilleure équipe", "Club"), ("Belle partie", "Meilleure partie")), start=5
    ):
        desk.fill(schema.PRIZES, {row: {"Prix": name, "Pour": scope}})
    desk.must("update")
    assert {"La meilleure équipe", "Belle partie"} <= {*palmares(desk)}
    before = desk.snapshot
    desk.set("Équipes", None)
    desk.must("update").fill(schema.PRIZES, {6: {"Prix": None, "Pour": None}})
    desk.must("update")
    assert not {"La meilleure équipe", "Belle partie"} & {*palmares(desk)} and check(desk.snapshot).code == 0
    fresh = desk.snapshot.sheets[schema.PALMARES]
    row = next(index for index, cells in enumerate(before.sheets[schema.PALMARES], start=1) if "Belle partie" in cells)
    draft = Draft(desk.snapshot)
    draft.put(schema.PALMARES, row, 2, "Belle partie")  # as an earlier version left it
    desk.snapshot = draft.after()
    assert desk.must("update").snapshot.sheets[schema.PALMARES] == fresh


def test_players_who_share_the_last_step_of_the_podium_stand_there_together():
    """N° 3 and 4 win by the same difference."""
    desk = Desk(Nombre_de_rondes=1).players(8).must()
    for number, gap in enumerate((90, 80, 60, 60), start=1):
        desk.score(1, number, 400 + gap, 400)
    desk.must("update")
    assert [row["Place"] for row in desk.rows(schema.STANDINGS)][:5] == ["1", "2", "3", "3", "5"]
    assert {"A01", "A02", "A03 et A04"} <= {*palmares(desk)}
