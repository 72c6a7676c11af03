"""Rule C9's search and end repair and O6's look ahead, in every situation of four players and in larger fields."""

from itertools import combinations, product
from random import Random

import pytest

from tests import naive
from tests.fuzz import TRIALS
from tournament_xl.games.scrabble.rules.search import pair_ranking
from tournament_xl.messages.scrabble_reasons import bye_text, reason_text


def drawn(people, pm, met, early=None, *, end_repair=True):
    """The drawn pairs of a later round of the Formule Classique; with `early`, the meetings of phase 1, of an Open."""
    options = {} if early is None else {"met_in_phase_1": lambda a, b: frozenset((a, b)) in early}
    return pair_ranking(
        people, pm, set(people), lambda a, b: frozenset((a, b)) in met, end_repair=end_repair, **options
    )


def as_sets(pairs):
    return {frozenset(pair) for pair in pairs}


def sides(pairs):
    return as_sets((pair.one, pair.two) for pair in pairs)


def compare(people, pm, met):
    """The program against the rules page as `naive` reads it, each edition; every second meeting was in phase 1."""
    case = (pm, sorted(map(sorted, met)))
    for edition in ("F10", "F50"):
        pairs = naive.pair_later_round(people, people, pm, met, edition, set())
        assert sides(drawn(people, pm, met, end_repair=edition == "F50")) == as_sets(pairs), case
    early = set(sorted(met, key=sorted)[::2])
    pairs = naive.pair_with_look_ahead(people, people, pm, met, early, set())
    assert sides(drawn(people, pm, met, early)) == as_sets(pairs), case


def match_points(steps):
    """Match points from the top down: each step is 0 (the same group) or 1 (a new one)."""
    points = [10]
    for step in steps:
        points.append(points[-1] - step)
    return dict(enumerate(points, start=1))


def test_four_players_in_every_situation():
    """8 ways to form groups, 64 sets of earlier meetings."""
    everybody = [frozenset(pair) for pair in combinations((1, 2, 3, 4), 2)]
    for steps in product((0, 1), repeat=3):
        for chosen in product((False, True), repeat=6):
            met = {pair for pair, met in zip(everybody, chosen, strict=True) if met}
            compare([1, 2, 3, 4], match_points(steps), met)


@pytest.mark.parametrize(("size", "count"), [(6, 150), (8, 30)])
def test_larger_fields_by_chance(size, count):
    """Few meetings or nearly all."""
    for seed in range(count * (50 if TRIALS else 1)):
        source = Random(f"search {size} {seed}")
        people = list(range(1, size + 1))
        pm = match_points([source.random() < 0.4 for _ in people[1:]])
        often = source.choice((0.2, 0.5, 0.8, 0.95))
        compare(people, pm, {frozenset(pair) for pair in combinations(people, 2) if source.random() < often})


@pytest.mark.rule(
    "O6",
    "phase 2 : le moins possible de matchs rejoués, d'abord de la phase 1",
    "games/scrabble/rules/search.py: _pair_at_least_cost",
)
@pytest.mark.parametrize(
    ("met", "early", "expected", "words"),
    [
        ("34", "", "13 24", "C et D"),  # 1-2 would leave 3 and 4 to each other
        ("12 13 14 23 24 34", "12", "13 24", "rejoué"),  # C9 lets 1 and 2 meet again, so nobody replays phase 1
        ("12 13 23 24 25 26 35 36 56", "", "15 23 46", "E et F"),  # C9 would let two pairs meet again
    ],
)
def test_o6_as_few_matches_as_possible_are_played_again_and_of_phase_1_fewest_of_all(met, early, expected, words):
    """All have other PM; the reason names who would have to play again."""
    met, early, pairs = ({frozenset(map(int, two)) for two in text.split()} for text in (met, early, expected))
    people = sorted({player_id for pair in pairs for player_id in pair})
    ahead = drawn(people, {player_id: 10 - player_id for player_id in people}, met, early)
    assert sides(ahead) == pairs and words in reason_text(ahead[0], " ABCDEF".__getitem__)


@pytest.mark.parametrize(
    ("ranking", "pm", "met", "choice"),
    [
        ("ABXC", {"A": 3, "B": 3}, "", "C (4e)"),
        ("ABXCDE", {"A": 3, "B": 3}, "XE", "E (6e), son adversaire normal, a déjà été exempt"),
        ("AXBC", {}, "AC AB", "A (1er) ne rencontre pas son adversaire normal, C (4e)"),
        ("ABCX", {}, "AX", "B (2e), qui est donc exempt. Déjà exempt à une ronde précédente : A (1er)"),
        ("AX", {}, "AX", "A (1er) est exempt de nouveau"),
    ],
)  # fmt: skip
def test_c12_the_bye_is_explained_as_the_opponent_of_a_player_who_loses_every_match(ranking, pm, met, choice):
    letters = "XABCDE"
    people = [letters.index(letter) for letter in ranking]
    points = {player_id: pm.get(letters[player_id], 1) for player_id in people}
    meetings = {frozenset(map(letters.index, two)) for two in met.split()}
    places = {player_id: place for place, player_id in enumerate(people, start=1)}
    pairs = drawn(people, points, meetings, end_repair=False)
    assert choice in bye_text(pairs, places, letters.__getitem__, forfeit_value=50)
