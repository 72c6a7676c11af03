"""Rule R1 for Othello: the table, two real round robins game for game, and the optimiser when the field changes."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.othello_data import real
from tests.othello_fields import field, with_round
from tournament_xl.model import Absences
from tournament_xl.record import replace
from tournament_xl.rules.othello import formulas, round_robin
from tournament_xl.rules.othello.model import BIP, DOUBLE_ROUND_ROBIN, ROUND_ROBIN, SWISS, Tournament


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
        pairing = formulas.pair(replace(tournament, rounds=tournament.rounds[: number - 1]))
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


@pytest.mark.parametrize("seats", [2, 4, 6, 8, 10, 16, 30])
def test_r1_everybody_meets_everybody_once_per_cycle_and_with_both_colours_in_two(seats):
    start = tuple(range(seats))
    once = [pair for number in range(1, seats) for pair in round_robin.table_round(start, number)]
    assert sorted(tuple(sorted(pair)) for pair in once) == sorted(combinations(range(seats), 2))
    second = [pair for number in range(seats, 2 * seats - 1) for pair in round_robin.table_round(start, number)]
    assert sorted(pair[::-1] for pair in second) == sorted(once)


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
    assert formulas.default_rounds(formula, players) == count


def test_r1_the_optimiser_takes_over_when_the_field_changes_and_the_table_resumes_with_its_own_round():
    source = Random("leaves")
    whole = field(source, 6, 5, events=0, formula=ROUND_ROBIN)
    away = replace(whole.players[3], absences=Absences(frozenset({3})))
    tournament = replace(whole, players=(*whole.players[:3], away, *whole.players[4:]))
    tournament = with_round(with_round(tournament, source, 0), source, 0)
    start = round_robin.seats(tournament.rounds[0])
    assert round_robin.scheduled(tournament) is None
    third = formulas.pair(tournament)
    assert third.optimum == third.cost
    assert sorted(who for pair in third.pairs for who in pair.sides) == [BIP, 1, 2, 3, 5, 6]
    tournament = with_round(tournament, source, 0)
    resumed = [pair.sides for pair in formulas.pair(tournament).pairs]
    assert resumed == round_robin.table_round(start, 4)
