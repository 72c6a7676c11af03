"""Exact matching: by trying everything, the draw among several optima as its docstring says, and few pairs instead of
all in large fields (S3).

Large fields by chance: half of them paired by the program, half by neighbours in the standings, who often have met
before. `make trials` compares many more, to 1,000 players.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy
import pytest
import rustworkx

from tests.fuzz import TRIALS
from tests.othello_data import add_round, invent_result, invent_tournament
from tests.programs import WHOLE
from tournament_xl.core import matching
from tournament_xl.core.lots import create_drawing
from tournament_xl.core.matching import DRAWN_AT_MOST, find_least_cost_matching
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.model import BIP, OthelloGame, OthelloTournament
from tournament_xl.games.othello.rules.results import score_rounds


def all_matchings(player_ids):
    if not player_ids:
        yield []
        return
    first, *rest = player_ids
    for partner in rest:
        for further_pairs in all_matchings([player_in_rest for player_in_rest in rest if player_in_rest != partner]):
            yield [(first, partner), *further_pairs]


def symmetric(source, count, costs):
    matrix = numpy.zeros((count, count), dtype=numpy.int64)
    for i, j in combinations(range(count), 2):
        matrix[i, j] = matrix[j, i] = source.choice(costs)
    return matrix


def lots_by_hand(name, count):
    """SHAKE-256 of the name, 8 bytes for each pair (1st, 2nd), (1st, 3rd), …, little-endian, their highest 40 bits."""
    stream = hashlib.shake_256(name.encode()).digest(8 * count * count)
    pairs = combinations(range(count), 2)
    return {pair: int.from_bytes(stream[8 * index : 8 * index + 8], "little") >> 24 for index, pair in enumerate(pairs)}


@pytest.mark.parametrize("seed", range(40 if WHOLE else 12))
def test_the_cheapest_matching_and_among_equals_the_one_with_the_least_sum_of_lots(seed):
    source = Random(seed)
    count = source.choice((2, 4, 6, 8))
    costs = symmetric(source, count, source.choice(((0,), (0, 1), (0, 20, 20, 5_000_000), range(10_000_001))))
    drawing = create_drawing(seed, "essai")
    lots = lots_by_hand(f"{seed}|essai", count)
    expected = min(
        all_matchings(list(range(count))),
        key=lambda pairs: (sum(costs[pair] for pair in pairs), sum(lots[pair] for pair in pairs)),
    )
    assert find_least_cost_matching(costs.tolist(), drawing) == sorted(expected)


def test_without_rustworkx_networkx_finds_the_same_matching(monkeypatch):
    """Windows on ARM."""
    count = 32
    costs = symmetric(Random(count), count, (0, 20, 40_000, 5_000_000))
    matching = find_least_cost_matching(costs.tolist(), create_drawing("a"))
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    assert find_least_cost_matching(costs.tolist(), create_drawing("a")) == matching


def test_a_large_field_wants_no_numpy(monkeypatch):
    """The setup and the page have none."""
    costs = state(Random(5), 500, 500)
    monkeypatch.setitem(sys.modules, "numpy", None)
    matching = find_least_cost_matching(costs.limited, create_drawing("a"), costs.scores())
    assert sorted(player_id for pair in matching for player_id in pair) == list(range(len(costs.player_ids)))


def state(source: Random, least: int, most: int) -> Costs:
    """The costs of a round of some tournament, the more absences, rematches and compatriots the better."""
    size, announced = source.randint(least, most), source.randint(2, 13)
    settings = {
        "compatriots": source.choice(("toujours", "toujours", "ronde 1", "jamais", "interdit dès 2", "interdit dès 4")),
        "most_meetings": source.choice((1, 1, 2, 3)),
        "rematch_from": source.choice((2, 3, 5)),
    }
    tournament = invent_tournament(source, size, announced, source.choice((0, 0.02, 0.1)), **settings)
    play = add_round if size <= 200 and source.random() < 0.5 else by_neighbours
    for number in range(1, source.randint(1, announced)):
        if len(tournament.present(number)) < 40:
            break
        tournament = play(tournament, source)
    return Costs(tournament, tournament.next_round)


def by_neighbours(tournament: OthelloTournament, source: Random) -> OthelloTournament:
    """One more round, in which neighbours of the standings meet whether or not they have met, and some at random."""
    number = tournament.next_round
    points = {
        player_id: sum(entry.half_points for entry in line)
        for player_id, line in score_rounds(tournament, number - 1).items()
    }
    apart = source.choice((0, 1, 6))
    order = sorted(
        tournament.present(number),
        key=lambda player_id: (-points[player_id] + source.uniform(0, apart), player_id // 4),
    )
    order += [BIP] * (len(order) % 2)
    rows = [OthelloGame(*two, complete=BIP in two) for two in zip(order[::2], order[1::2], strict=True)]
    played = tuple(invent_result(source, replace(row, table=table), 0.02) for table, row in enumerate(rows, 1))
    return replace(tournament, rounds=(*tournament.rounds, played))


def of_all_pairs(costs: numpy.ndarray, name: str | None) -> list[tuple[int, int]]:
    """The optimum with all pairs at once, in one matching of the library; with the lots of `name`."""
    count = len(costs)
    lots = lots_by_hand(name, count) if name else {}
    dearest, scale = int(costs.max()) + 1, count << 40
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    for i, j in combinations(range(count), 2):
        graph.add_edge(i, j, (dearest - int(costs[i, j])) * scale - lots.get((i, j), 0))
    return sorted(tuple(sorted(pair)) for pair in rustworkx.max_weight_matching(graph, True, weight_fn=int))


@pytest.mark.parametrize("seed", range(2000 if TRIALS else 4 if WHOLE else 1))
def test_few_pairs_give_the_pairs_of_the_full_matching(seed):
    source = Random(f"large field {seed}")
    costs = state(source, 60, 1000 if TRIALS and not seed % 8 else 300)
    limited = numpy.array(costs.limited)
    drawn = len(limited) <= DRAWN_AT_MOST
    matching = find_least_cost_matching(limited.tolist(), create_drawing(str(seed), "essai"), costs.scores())
    expected = of_all_pairs(limited, f"{seed}|essai" if drawn else None)
    assert sorted(player_id for pair in matching for player_id in pair) == list(range(len(limited)))
    assert sum(int(limited[pair]) for pair in matching) == sum(int(limited[pair]) for pair in expected)
    assert matching == expected or not drawn


@pytest.mark.parametrize("seed", range(3 if WHOLE else 1))
def test_bad_discounts_cost_time_and_change_nothing(seed, monkeypatch):
    """Levels that have nothing to do with the costs, limits far too low, discounts that leave nothing or too much."""
    source = Random(f"bad {seed}")
    limited = numpy.array(state(source, 64, 100).limited)
    expected = of_all_pairs(limited, f"{seed}|essai")
    monkeypatch.setattr(matching, "LIMITS", (source.choice((1, 40, 30_000)), source.choice((2, 25_000, 6_000_000))))
    monkeypatch.setattr(matching, "LEFT", source.choice((0, 150, 15_000)))
    levels = [source.randint(0, source.choice((1, 9))) for _ in limited]
    assert find_least_cost_matching(limited.tolist(), create_drawing(str(seed), "essai"), levels) == expected
