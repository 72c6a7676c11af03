"""Tournaments by chance, Othello: the program against `naive_othello`, which shares no code."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests import naive_othello as naive
from tests.fuzz import TRIALS
from tests.othello_data import add_round, convert_rounds, invent_tournament, pair_next_round
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.model import BIP
from tournament_xl.games.othello.rules.standings import compute_standings


@pytest.mark.rule(
    "Othello S3",
    "ni revanche ni second tour sans partie s'il se peut",
    "games/othello/rules/swiss.py: pair_swiss_round",
)
@pytest.mark.parametrize("seed", range(3000 if TRIALS else 8))
def test_costs_optimum_and_standings_are_those_of_the_rules_page(seed):
    source = Random(f"othello {seed}")
    settings = {
        "compatriots": source.choice(("toujours", "toujours", "ronde 1", "jamais", "interdit dès 3")),
        "most_meetings": source.choice((1, 1, 2, 3)),
        "rematch_from": source.choice((2, 3, 5)),
        "beta": source.choice((0, 6, 6.5, 3)),
        "tie_break": source.choice(("règlement", "PAPP")),
        "bye_discs": source.choice((40, 32)),
    }
    announced = source.randint(3, 11)
    tournament = invent_tournament(source, source.randint(3, 12), announced, 0.15, **settings)
    if seed % 4 == 0:  # S9: pairs to avoid
        everybody = [player.number for player in tournament.players]
        wishes = {
            player_id: frozenset(source.sample(everybody, 2)) - {player_id} for player_id in source.sample(everybody, 3)
        }
        players = tuple(replace(player, avoids=wishes.get(player.number, frozenset())) for player in tournament.players)
        tournament = replace(tournament, players=players)
    avoid = {frozenset((player.number, avoided)) for player in tournament.players for avoided in player.avoids}
    countries = {player.number: player.country for player in tournament.players}
    for number in range(1, announced + 1):
        present = tournament.present(number)
        if not present:
            break
        costs, rounds = Costs(tournament, number), convert_rounds(tournament)
        expected = {
            (black, white): naive.compute_bye_cost(rounds, number, present, max(black, white))
            if BIP in (black, white)
            else naive.compute_cost(
                rounds, number, countries, black, white, settings["compatriots"], settings["most_meetings"],
                settings["rematch_from"],
            )
            + 5_000_000 * ({black, white} in avoid)
            for black in costs.player_ids
            for white in costs.player_ids
            if black != white
        }  # fmt: skip
        assert {pair: costs.cost(*pair) for pair in expected} == expected
        assert all(sum(term.cost for term in costs.terms(*pair)) == expected[pair] for pair in expected)
        least = {pair: min(expected[pair], expected[pair[::-1]]) for pair in expected}
        rows = pair_next_round(tournament)
        assert sorted(player_id for row in rows for player_id in row.sides) == sorted(costs.player_ids)
        assert all(expected[row.sides] == least[row.sides] for row in rows), "the cheaper colours (S4)"
        limited = sum(min(max(least[row.sides], 0), 10_000_000) for row in rows)
        assert limited == naive.find_optimum(lambda first, second, least=least: least[first, second], costs.player_ids)
        tournament = add_round(tournament, source, 0.15)
        the_standings_are_right(tournament, number)


def the_standings_are_right(tournament, number):
    settings = tournament.settings
    expected = naive.compute_standings(
        convert_rounds(tournament),
        number,
        naive.Fraction(str(settings.beta)),
        settings.tie_break == "PAPP",
        settings.bye_discs,
    )
    table = compute_standings(tournament, number)
    assert {line.number: (line.points, line.tie_break, line.second, line.discs) for line in table} == expected
    order = [expected[line.number][:3] for line in table]
    assert order == sorted(order, reverse=True)
    assert [line.place for line in table] == list(range(1, len(table) + 1))
    if settings.tie_break == "PAPP":
        ranked = sorted(table, key=lambda line: (*(-value for value in expected[line.number][:3]), line.number))
        assert [line.number for line in table] == [line.number for line in ranked]  # names are in the order of N°
