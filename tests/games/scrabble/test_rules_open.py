"""Open through workbooks: rounds and groups (O1 to O4), the two phases (O5 to O7), the deciding game (O8)."""

import hashlib
from functools import cache

import pytest

from tests import naive
from tests.desk import Desk, name_columns
from tests.naive import GROUP_OF_EIGHT, GROUP_OF_SIX
from tournament_xl.core.model import X
from tournament_xl.frontends.web.page_view import render_view
from tournament_xl.games.scrabble.rules.formulas import OPEN
from tournament_xl.games.scrabble.rules.model import Match, Player, Settings, Tournament
from tournament_xl.games.scrabble.rules.open_groups import (
    SCHEDULES,
    compose_groups,
    compute_group_sizes,
    find_substitute_of_x,
)
from tournament_xl.games.scrabble.submission import collect_parcel
from tournament_xl.service.read import UpdatedWorkbook
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text

ROUNDS = 8


def an_open(count, **settings):
    return Desk(Formule="Open", **({"Graine": "7"} | settings)).players(count)


def groups(desk):
    """The sheet Groupes: N° (X as "X") by group, in order."""
    members = {}
    for row in sorted(desk.rows(schema.GROUPS), key=lambda row: (int(row["Groupe"]), int(row["Ordre"]))):
        members.setdefault(row["Groupe"], []).append(row["N°"])
        assert len(members[row["Groupe"]]) == int(row["Ordre"])
    return list(members.values())


def published(schedule):
    """Games of each round of a group, seats from 1."""
    return tuple(tuple(naive.parse_seats(games)) for games in schedule)


def play(desk, rounds):
    for _ in range(rounds):
        desk.must("pair").better_seed_wins()
    return desk.must("update")


@pytest.mark.rule(
    "O1",
    "Open : 8, 10, 12 ou 14 rondes, effectifs",
    "games/scrabble/rules/open_groups.py: default_rounds",
    "games/scrabble/rules/open_groups.py: rounds_allowed",
    "games/scrabble/rules/open_groups.py: find_field_refusal",
    "games/scrabble/rules/open_groups.py: list_departures",
)
def test_o1_numbers_of_rounds():
    for count, usual, allowed in ((96, 8, (8, 10, 12, 14)), (97, 10, (10, 12, 14))):
        assert OPEN.default_rounds(count) == usual and OPEN.rounds_allowed(count) == allowed
    (problem,) = an_open(12, Nombre_de_rondes=9).press("pair").problems
    assert problem.sheet == "Tournoi" and "8, 10, 12 ou 14" in problem.message


@pytest.mark.rule("O2", "nombre de groupes de 6 et de 8", "games/scrabble/rules/open_groups.py: compute_group_sizes")
def test_o2_number_of_groups_as_in_the_regulation():
    for count, sizes in ((28, (8, 8, 6, 6)), (24, (6, 6, 6, 6)), (14, (8, 6)), (16, (8, 8)), (11, (6, 6))):
        assert compute_group_sizes(count) == sizes


@pytest.mark.rule("O3", "composition des groupes", "games/scrabble/rules/open_groups.py: compose_groups")
def test_o3_the_published_composition_for_28_players_comes_out_through_a_workbook():
    composition = [sorted(map(int, group)) for group in groups(an_open(28).must("pair"))]
    assert composition == [
        sorted([1, 8, 9, 28, 17, 24, 13, 16]), sorted([2, 7, 10, 27, 18, 23, 14, 15]),
        sorted([3, 6, 11, 26, 19, 22]), sorted([4, 5, 12, 25, 20, 21]),
    ]  # fmt: skip


def test_o3_every_seat_once_and_the_same_mean_in_every_group():
    for seats in range(12, 401, 2):
        composition = compose_groups(seats)
        assert sorted(seat for group in composition for seat in group) == list(range(1, seats + 1))
        assert all(2 * sum(group) == len(group) * (seats + 1) for group in composition)


@pytest.mark.rule(
    "O4",
    "ordre tiré au sort dans les groupes",
    "games/scrabble/rules/open_groups.py: draw_groups",
    "core/lots.py: create_drawing",
)
@pytest.mark.parametrize("graine", ["7", "l'été"])
def test_o4_the_order_is_that_of_the_lots_of_the_seed(graine):
    """Anybody can draw again: SHA-256 of graine|groupe|number of the group|Rang initial, smallest first."""
    desk = an_open(14, Graine=graine).must("pair")
    for number, group in enumerate(groups(desk), start=1):
        digests = [hashlib.sha256(f"{graine}|groupe|{number}|{seat}".encode()).hexdigest() for seat in group]
        assert digests == sorted(digests)


@pytest.mark.rule("O5", "les cinq rondes de la phase 1", "games/scrabble/rules/open_groups.py: schedule")
def test_o5_the_five_rounds_follow_the_schedule_of_each_group():
    for size, schedule in ((6, GROUP_OF_SIX), (8, GROUP_OF_EIGHT)):
        assert SCHEDULES[size] == published(schedule)
        games = [frozenset(game) for games in published(schedule) for game in games]
        assert len(games) == len(set(games)) == {6: 15, 8: 20}[size]
    desk = play(an_open(14), 5)
    eight, six = groups(desk)
    assert (len(eight), len(six)) == (8, 6)
    for number in range(5):
        expected = {
            frozenset((int(group[a - 1]), int(group[b - 1])))
            for group, schedule in ((eight, GROUP_OF_EIGHT), (six, GROUP_OF_SIX))
            for a, b in published(schedule)[number]
        }
        assert set(map(frozenset, desk.pairs(number + 1))) == expected
    assert desk.reason(2, int(six[1])) == "Groupe 2, ronde 2 : siège 2 contre siège 6."


def test_o5_the_forfeit_of_an_announced_absentee_is_written():
    desk = play(an_open(12), 1).absences(3, "2").must()
    (row,) = (row.match for row in desk.decoded().results.round(2) if 3 in row.match)
    assert row.gave(3) and row.complete


@pytest.mark.rule(
    "O5",
    "X, absents et retardataires de la phase 1",
    "games/scrabble/rules/open_groups.py: find_group_members",
    "games/scrabble/rules/open_groups.py: find_substitute_of_x",
    "games/scrabble/rules/round_robin.py: build_scheduled_pair",
)
def test_o5_the_first_late_entrant_takes_the_seat_of_x_and_the_next_waits_for_phase_2():
    desk = play(an_open(13), 2)
    drawn = groups(desk)
    desk.player("Tard", 2995).player("Trop tard", 2000)
    warnings = desk.press("pair").warnings
    assert any("Trop tard jouera en phase 2" in text for text in warnings)
    seeds = {player.name: player.seed for player in desk.decoded().tournament.players}
    assert seeds["Tard"] == 0.5 and "Trop tard" not in seeds
    assert [two for _, two in desk.pairs(3)].count(0) == 0 and any(14 in pair for pair in desk.pairs(3))
    assert groups(desk) == drawn, "what was drawn stays: X's line names who plays"
    assert "X, puis Tard (dès la ronde 3)" in desk.column(schema.GROUPS, "Joueur")
    play(desk.better_seed_wins(), 2)
    assert any(0 in pair for pair in desk.pairs(2)) and "Trop tard" not in desk.column(schema.STANDINGS, "Joueur")
    play(desk, 1)
    assert desk.column(schema.STANDINGS, "Joueur").count("Trop tard") == 1
    assert any(15 in pair for pair in desk.pairs(6)) and any(14 in pair for pair in desk.pairs(6))


def test_o5_who_has_the_seat_of_x_keeps_it_when_another_late_entrant_comes():
    """Whichever of the two has the lower N°."""
    players = [Player(number, f"A{number:02}", seed=float(number)) for number in range(1, 12)]
    players += [Player(number, "Tard", seed=2.5) for number in (12, 13)]
    for first in (12, 13):
        rounds = ((Match(1, X, complete=True),), (Match(1, first, ((400, 390),), complete=True),))
        tournament = Tournament(Settings(OPEN), tuple(players), rounds)
        assert find_substitute_of_x(tournament) == (first, 2)


@pytest.mark.rule(
    "O6",
    "phase 2 : appariement de la Formule Classique, points gardés",
    "games/scrabble/rules/open_groups.py: pair",
    "games/scrabble/rules/classique.py: pair_later_round",
)
def test_o6_phase_2_begins_from_the_top_of_the_general_ranking():
    """12 players, better seed wins: 1 beats 4 5 8 9 12, 2 beats 3 6 7 10 11. After five rounds 1 and 2 have 15 PM: they
    meet; 3 and 4 have 13, and so on down."""
    desk = play(an_open(12), 5)
    assert "Classement général après la phase 1" in str(desk.snapshot.sheets[schema.STANDINGS][0][0])
    pairs = sorted(map(sorted, desk.must("pair").pairs(6)))
    assert pairs == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]


@pytest.mark.parametrize("edition", ["F10", "F50"])
def test_o6_an_open_has_the_end_repair_in_both_editions(edition):
    """Ours: the better seed wins by 10 a place, but for these. C9 would leave a rematch in round 7: without the repair,
    the look ahead gives 1-7 2-8 3-5 4-6 9-10 11-12."""
    losses = {(1, 1), (1, 2), (1, 6), (3, 1), (3, 6), (3, 9), (4, 2), (4, 4), (5, 1), (5, 3), (5, 4), (6, 6)}
    desk = an_open(12, Édition=edition)
    for number in range(1, 7):
        desk.must("pair")
        for row in desk.decoded().pending:
            best, worse = sorted((row.match.one, row.match.two))
            desk.score(number, best, 400 + (-10 if (number, best) in losses else 10) * (worse - best), 400)
    pairs = sorted(map(sorted, desk.must("pair").pairs(7)))
    assert pairs == [[1, 7], [2, 8], [3, 5], [4, 11], [6, 12], [9, 10]]


@cache
def all_rounds_played(losses, second=90):
    """N° 1 and 2 win all their matches, by 100 and by `second`; the organiser keeps them apart in phase 2.

    Between others the better seed wins by 10 per place of difference. `losses`: (round, N°) of those who lose instead.
    """
    desk = an_open(12)
    for number in range(1, ROUNDS + 1):
        if number > 5:
            desk.match(number, 1, number - 1).match(number, 2, number + 3)
        desk.must("pair")
        for row in desk.decoded().pending:
            best, worse = sorted((row.match.one, row.match.two))
            won = {1: 100, 2: second}.get(best, 10 * (worse - best))
            sign = -1 if (number, best) in losses else 1
            desk.score(number, best, 400 + sign * won, 400)
    return desk.must("update").snapshot


def played(losses=(), second=90):
    desk = Desk()
    desk.snapshot = all_rounds_played(losses, second)
    return desk


def standings(desk):
    """The first two lines of Classement: Place, N°, PM, Pdep."""
    return [tuple(int(row[column]) for column in ("Place", "N°", "PM", "Pdep")) for row in desk.rows("Classement")[:2]]


def final(desk, **cells):
    """Type into the row of Finales."""
    (line,) = desk.table(schema.FINALS).lines()
    return desk.fill(schema.FINALS, {line.row: name_columns(cells)})


BY_FINAL, BY_PDEP = "1re place par la finale", "finale nulle : 1re place au Pdep"


@pytest.mark.rule(
    "O8",
    "finale entre les deux seuls invaincus",
    "games/scrabble/rules/open_groups.py: find_finalists",
    "games/scrabble/rules/model.py: find_missing_final",
    "games/scrabble/rules/standings.py: _after_deciding_game",
)
@pytest.mark.parametrize(("cells", "order", "decided"), [
    ({"Score_1": 400, "Score_2": 380}, [1, 2], BY_FINAL),
    ({"Score_1": 380, "Score_2": 400}, [2, 1], BY_FINAL),
    ({"Score_1": 400, "Score_2": 400}, [1, 2], BY_PDEP),
    ({"Forfait": "1"}, [2, 1], BY_FINAL),
    ({"Forfait": "1+2"}, [1, 2], BY_PDEP),
])  # fmt: skip
def test_o8_its_winner_is_first_and_neither_pm_nor_pdep_change(cells, order, decided):
    desk = played()
    (row,) = desk.rows(schema.FINALS)
    assert (row["N° 1"], row["Joueur 1"], row["Joueur 2"], row["N° 2"]) == ("1", "A01", "A02", "2")
    assert "Finale à jouer : A01 – A02" in desk.status()
    assert OPEN.find_missing_final(desk.decoded().tournament).facts == {"one": "A01", "two": "A02"}
    heads = [row for row in desk.snapshot.sheets[schema.SLIPS] if {"Finale", "Table 1"} & {*row[3:4]}]
    assert [[cell for cell in row if cell] for row in heads] == [["Tournoi de Scrabble classique", "Finale", "⋮"]]
    wall = [row for row in desk.snapshot.sheets[schema.PAIRINGS] if {"Finale", "A01"} & {*row[2:3]}]
    assert desk.snapshot.sheets[schema.PAIRINGS][0][0] == "Finale"
    assert not desk.snapshot.sheets[schema.GRID][0][0].startswith("Grille finale")
    assert [[cell for cell in row if cell] for row in wall] == [["Finale"], ["…", 24, "A01", "A02", 24]]
    points = {1: (24, 800), 2: (24, 720)}
    assert standings(desk) == [(1, 1, *points[1]), (2, 2, *points[2])]
    final(desk, **cells).must("update")
    assert standings(desk) == [(place, number, *points[number]) for place, number in enumerate(order, start=1)]
    assert OPEN.find_missing_final(desk.decoded().tournament) is None
    assert desk.status().startswith(f"Tournoi terminé · 1er : A0{order[0]} · ")
    assert desk.snapshot.sheets[schema.STANDINGS][0][0] == f"Classement final, {decided}"
    winner = "forfait des deux, A01" if cells.get("Forfait") == "1+2" else f"A0{order[0]}"
    (line,) = (cell for row in desk.snapshot.sheets["Palmarès"] for cell in row if "Finale : " in str(cell))
    assert line.startswith(f"{decided[0].upper()}{decided[1:]}. Finale : {winner} ")
    in_mail = collect_parcel(desk.decoded()).decided
    assert in_mail and line.startswith(in_mail)
    assert desk.column(schema.JOURNAL, "Détail")[-1] == f"Tournoi terminé · 1er : A0{order[0]}."
    assert desk.press("update").edits == ()


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ({"Score_1": 380, "Score_2": 400}, "A02 400 – 380 A01"),
        ({"Forfait": "1"}, "A02 gagne par forfait contre A01"),
        ({"Forfait": "2"}, "A01 gagne par forfait contre A02"),
        ({"Forfait": "1+2"}, "forfait des deux, A01 et A02"),
    ],
)
def test_o8_a_final_won_by_forfeit_says_who_wins(cells, text):
    desk = final(played(), **cells).must("update")
    assert f"Finale : {text}" in " ".join(map(cell_text, desk.snapshot.sheets[schema.STANDINGS][1]))
    (game,) = render_view(UpdatedWorkbook(desk.snapshot, desk.press("update"), desk.decoded()))["final_games"]
    first, second = text.split(" 400 – 380 ") if "400" in text else ("", "")
    assert game["text"] == f"Finale, {f'{second} 380 – 400 {first}' if first else text}"


def test_o8_after_a_drawn_final_equal_pdep_leave_the_first_place_to_the_initial_rank():
    desk = final(played(second=100), Score_1=400, Score_2=400).must("update")
    assert standings(desk) == [(1, 1, 24, 800), (2, 2, 24, 800)]
    title = desk.snapshot.sheets[schema.STANDINGS][0][0]
    assert title == "Classement final, finale nulle : 1re place au rang initial"


@pytest.mark.parametrize("losses", [((1, 1),), ((3, 1), (4, 2))])
def test_o8_one_unbeaten_or_none_plays_no_final(losses):
    desk = played(losses)
    assert desk.rows(schema.FINALS) == [] and desk.status().startswith("Tournoi terminé")
    assert OPEN.find_missing_final(desk.decoded().tournament) is None
