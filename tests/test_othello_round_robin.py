"""Rule R1 for Othello: the table, two real round robins game for game, and the optimiser when the field changes."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.othello_data import game, real
from tests.othello_desk import OthelloDesk
from tests.othello_fields import field, with_round
from tournament_xl.check import check
from tournament_xl.model import Absences
from tournament_xl.othello import round_robin, rounds
from tournament_xl.othello.model import BIP, DOUBLE_ROUND_ROBIN, ROUND_ROBIN, SWISS, Game, Tournament
from tournament_xl.record import replace


def with_tables(tournament: Tournament, formula: str) -> Tournament:
    """The games in the order of the file, BIP last, as the program numbers tables."""
    numbered = tuple(
        tuple(replace(row, table=table) for table, row in enumerate(sorted(rows, key=lambda row: row.bye), start=1))
        for rows in tournament.rounds
    )
    return replace(tournament, settings=replace(tournament.settings, formula=formula), rounds=numbered)


@pytest.mark.parametrize(("tid", "formula"), [("egp_athens2019", ROUND_ROBIN), ("gpf2017", DOUBLE_ROUND_ROBIN)])
def test_r1_real_round_robins_come_out_game_for_game_with_colours_and_order(tid, formula):
    tournament = with_tables(real(tid), formula)
    for number in range(2, len(tournament.rounds) + 1):
        pairing = rounds.pair(replace(tournament, rounds=tournament.rounds[: number - 1]))
        games = [pair.sides for pair in pairing.pairs if BIP not in pair.sides]
        assert games == [row.sides for row in tournament.rounds[number - 1] if not row.bye], number
        byes = [max(pair.sides) for pair in pairing.pairs if BIP in pair.sides]
        assert byes == [max(row.sides) for row in tournament.rounds[number - 1] if row.bye]
        assert [pair.table for pair in pairing.pairs] == list(range(1, len(pairing.pairs) + 1))


def test_r1_the_table_for_ten_is_the_published_one():
    published = {1: "0 1 2 3 4 / 5 6 7 8 9", 2: "0 2 3 4 9 / 1 5 6 7 8", 3: "0 3 4 9 8 / 2 1 5 6 7"}
    for number, text in published.items():
        top, bottom = ([int(seat) for seat in row.split()] for row in text.split("/"))
        expected = [set(column) for column in zip(top, bottom, strict=True)]
        assert [set(pair) for pair in round_robin.table_round(tuple(range(10)), number)] == expected


def test_r1_colours_of_round_one_two_and_the_second_cycle():
    """Pivot Black in even rounds from 0; column x: top is Black if x mod 2 = r // 9 mod 2."""
    start = tuple(range(10))
    assert round_robin.table_round(start, 1) == [(0, 5), (6, 1), (2, 7), (8, 3), (4, 9)]
    assert round_robin.table_round(start, 2) == [(1, 0), (5, 2), (3, 6), (7, 4), (9, 8)]
    assert round_robin.table_round(start, 10) == [(5, 0), (1, 6), (7, 2), (3, 8), (9, 4)]


@pytest.mark.parametrize("seats", [2, 4, 6, 8, 10, 16, 30])
def test_r1_everybody_meets_everybody_once_per_cycle_and_with_both_colours_in_two(seats):
    start = tuple(range(seats))
    once = [pair for number in range(1, seats) for pair in round_robin.table_round(start, number)]
    assert sorted(tuple(sorted(pair)) for pair in once) == sorted(combinations(range(seats), 2))
    second = [pair for number in range(seats, 2 * seats - 1) for pair in round_robin.table_round(start, number)]
    assert sorted(pair[::-1] for pair in second) == sorted(once)


def test_r1_an_odd_number_of_seats_has_no_table():
    with pytest.raises(ValueError, match="seats"):
        round_robin.table_round((1, 2, 3), 1)


def test_r1_bip_sits_at_the_top_of_the_first_column():
    first = (Game(1, 2, table=1), Game(3, 4, table=2), Game(5, BIP, table=3))
    assert round_robin.seats(first) == (BIP, 2, 3, 5, 1, 4)


@pytest.mark.parametrize(
    ("present", "announced", "formula"),
    [
        (6, 5, ROUND_ROBIN), (5, 5, ROUND_ROBIN), (6, 10, DOUBLE_ROUND_ROBIN), (7, 5, None), (8, 7, ROUND_ROBIN),
        (9, 7, None), (4, 7, ROUND_ROBIN), (4, 6, DOUBLE_ROUND_ROBIN), (1, 5, None),
    ],
)  # fmt: skip
def test_r1_when_a_round_robin_is_proposed(present, announced, formula):
    """At most 2·⌈R/2⌉ players for R rounds; double when R = 2(n - 1)."""
    assert round_robin.suggestion(present, announced) == formula


@pytest.mark.parametrize(
    ("formula", "players", "count"),
    [
        (ROUND_ROBIN, 6, 5), (ROUND_ROBIN, 5, 5), (DOUBLE_ROUND_ROBIN, 6, 10), (DOUBLE_ROUND_ROBIN, 5, 10),
        (SWISS, 40, 7), (SWISS, 5, 5),
    ],
)  # fmt: skip
def test_r1_default_number_of_rounds(formula, players, count):
    assert rounds.default_rounds(formula, players) == count


@pytest.mark.parametrize(
    ("count", "formula"), [(5, ROUND_ROBIN), (6, ROUND_ROBIN), (7, DOUBLE_ROUND_ROBIN), (8, ROUND_ROBIN)]
)
def test_r1_a_whole_round_robin_from_the_draw(count, formula):
    source = Random(f"round robin {count}")
    tournament = field(source, count, 2 * count, events=0, formula=formula)
    for _ in range(rounds.default_rounds(formula, count)):
        tournament = with_round(tournament, source, events=0)
    met = [frozenset(row.sides) for rows in tournament.rounds for row in rows]
    cycles = 2 if formula == DOUBLE_ROUND_ROBIN else 1
    assert sorted(met.count(pair) for pair in set(met)) == [cycles] * len(set(met))
    everybody = count + count % 2
    assert len(set(met)) == everybody * (everybody - 1) // 2


def test_r1_the_optimiser_takes_over_when_the_field_changes_and_the_table_resumes_with_its_own_round():
    source = Random("leaves")
    whole = field(source, 6, 5, events=0, formula=ROUND_ROBIN)
    away = replace(whole.players[3], absences=Absences(frozenset({3})))
    tournament = replace(whole, players=(*whole.players[:3], away, *whole.players[4:]))
    tournament = with_round(with_round(tournament, source, 0), source, 0)
    start = round_robin.seats(tournament.rounds[0])
    assert round_robin.scheduled(tournament) is None
    third = rounds.pair(tournament)
    assert third.optimum == third.cost
    assert sorted(who for pair in third.pairs for who in pair.sides) == [BIP, 1, 2, 3, 5, 6]
    tournament = with_round(tournament, source, 0)
    resumed = [pair.sides for pair in rounds.pair(tournament).pairs]
    assert resumed == round_robin.table_round(start, 4)


def test_r1_a_pair_by_hand_of_the_table_stands_and_another_calls_the_optimiser():
    source = Random("by hand")
    tournament = with_round(field(source, 6, 5, events=0, formula=ROUND_ROBIN), source, 0)
    scheduled = round_robin.scheduled(tournament)
    turned = replace(tournament, fixed=(game(*scheduled[1][::-1]),))
    pairs = {frozenset(pair.sides): pair for pair in rounds.pair(turned).pairs}
    assert set(pairs) == {frozenset(pair) for pair in scheduled}
    assert pairs[frozenset(scheduled[1])].sides == scheduled[1][::-1]
    assert pairs[frozenset(scheduled[1])].by_hand
    other = (scheduled[0][0], scheduled[1][0])
    assert rounds.pair(replace(tournament, fixed=(game(*other),))).cost is not None


def test_r1_the_optimiser_takes_over_when_nobody_played_round_one_and_nobody_is_left():
    tournament = field(Random(1), 1, 3, events=0)
    tournament = replace(tournament, settings=replace(tournament.settings, formula=ROUND_ROBIN))
    absent = tuple(replace(player, absences=Absences(after=2)) for player in tournament.players)
    gone = Game(1, BIP, end="FN", complete=True)
    assert round_robin.scheduled(replace(tournament, players=absent, rounds=((gone,),))) is None


def test_pairs_that_an_absence_brings_a_second_time_are_told_while_their_round_is_open():
    desk = OthelloDesk(7, Formule="Toutes-rondes")
    told = {}
    for number in range(1, 8):
        if number == 6:
            desk.absences(1, "6")
        desk.must()
        told[number] = [text for text in desk.press("update").warnings if "se sont déjà rencontrés" in text]
        desk.lower_wins().must("update")
    assert {number for number, texts in told.items() if texts} == {7}
    assert told[7][0].startswith("Ronde 7 : A05 et A02, A07 et A04 se sont")
    assert check(desk.snapshot).pairings[6].rematches == (("A02", "A05"), ("A04", "A07"))


@pytest.mark.parametrize(
    ("formula", "players", "rounds"),
    [("Toutes-rondes", 4, 5), ("Double toutes-rondes", 4, 8), ("Double toutes-rondes", 6, 7)],
)
def test_a_second_cycle_of_the_table_brings_no_rematches(formula, players, rounds):
    desk = OthelloDesk(players, Formule=formula, Nombre_de_rondes=rounds)
    for _ in range(rounds):
        desk.must()
        assert not any("rencontrés" in text for text in desk.press("update").warnings)
        desk.lower_wins().must("update")
    assert not any(one.rematches for one in check(desk.snapshot).pairings)


def test_pairs_of_the_first_half_are_no_rematches_where_an_absence_gives_a_round_of_the_second_to_the_optimum():
    desk = OthelloDesk(6, Formule="Double toutes-rondes", Nombre_de_rondes=10)
    for number in range(1, 8):
        if number == 7:
            desk.absences(1, "7")
        desk.must().lower_wins().must("update")
    assert not any(one.rematches for one in check(desk.snapshot).pairings)
