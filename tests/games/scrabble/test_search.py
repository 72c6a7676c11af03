"""Rule C9's search and end repair against brute force: of all ways to pair a small field, the one the rule prefers.

The program walks through the ranking; here every perfect pairing is written down and judged: player by player from the
top, how far down his list of preferences his opponent stands (normal opponent, upwards, downwards, then the rematch).
"""

from itertools import combinations, product
from random import Random

import pytest

from tests.core.test_matching import all_matchings
from tests.fuzz import TRIALS
from tournament_xl.games.scrabble.rules.search import pair_ranking
from tournament_xl.messages.scrabble_reasons import bye_text, reason_text


def preferences(free, pm, met):
    """Whom the first of `free` would meet, best first: an opponent whom he has met only when he has met them all."""
    group = [player_id for player_id in free if pm[player_id] == pm[free[0]]]
    normal = len(group) - 1 if len(group) % 2 == 0 else len(group)
    order = [free[normal], *reversed(free[1:normal]), *free[normal + 1 :]]
    return sorted(order, key=lambda player_id: frozenset((free[0], player_id)) in met)


def preferred(people, pm, met, pairings=None):
    """Of all pairings of `people`, highest first, or of some, the one in which each in turn is best served."""

    def served(pairing):
        opponent = {player_id: partner for pair in pairing for player_id, partner in (pair, pair[::-1])}
        free, ranks = list(people), []
        while free:
            first, second = free[0], opponent[free[0]]
            ranks.append(preferences(free, pm, met).index(second))
            free = [player_id for player_id in free if player_id not in (first, second)]
        return ranks

    return {frozenset(pair) for pair in min(pairings or all_matchings(people), key=served)}


def of_least_cost(people, pm, met, early, first):
    """O6: `first` if no pairing costs less; else of those that cost least the preferred one, by lists with all whom a
    player has met, in C9's order, behind those whom he has not."""

    def cost(pairing):
        pairs = {frozenset(pair) for pair in pairing}
        return len(pairs & early), len(pairs & met)

    least = min(map(cost, all_matchings(people)))
    if cost(first) == least:
        return first
    return preferred(people, pm, met, [matching for matching in all_matchings(people) if cost(matching) == least])


def by_brute_force(people, pm, met, *, end_repair):
    pairs = preferred(people, pm, met)
    rematches = pairs & met
    if not end_repair or not rematches:
        return pairs
    last_third = {player_id for rank, player_id in enumerate(people, start=1) if 3 * rank > 2 * len(people)}
    untouched = {pair for pair in pairs - rematches if not pair & last_third}
    freed = [player_id for player_id in reversed(people) if not any(player_id in pair for pair in untouched)]
    new = untouched | preferred(freed, pm, met)
    return new if len(new & met) < len(rematches) else pairs


def compare(people, pm, met):
    for end_repair in (False, True):
        pairing = pair_ranking(people, pm, set(people), lambda a, b: frozenset((a, b)) in met, end_repair=end_repair)
        drawn = {frozenset((pair.one, pair.two)) for pair in pairing}
        expected = by_brute_force(people, pm, met, end_repair=end_repair)
        assert drawn == expected, (pm, sorted(map(sorted, met)))
        early = set(sorted(met, key=sorted)[::2])
        ahead = pair_ranking(
            people, pm, set(people), lambda a, b: frozenset((a, b)) in met, end_repair=end_repair,
            met_in_phase_1=lambda a, b, early=early: frozenset((a, b)) in early,
        )  # fmt: skip
        cheapest = of_least_cost(people, pm, met, early, expected)
        assert {frozenset((pair.one, pair.two)) for pair in ahead} == cheapest, (pm, sorted(map(sorted, met)))


def match_points(steps):
    """Match points from the top down: each step is 0 (the same group) or 1 (a new one)."""
    points = [10]
    for step in steps:
        points.append(points[-1] - step)
    return dict(enumerate(points, start=1))


def test_o6_the_reason_names_who_was_passed_over_and_why():
    """A to D have 4, 3, 2 and 1 PM, C and D have met: A–B would leave them to each other, so A meets C."""
    pairs = pair_ranking(
        [1, 2, 3, 4], {1: 4, 2: 3, 3: 2, 4: 1}, {1, 2, 3, 4}, lambda a, b: {a, b} == {3, 4}, end_repair=True,
        met_in_phase_1=lambda a, b: False,
    )  # fmt: skip
    assert [reason_text(pair, " ABCD".__getitem__) for pair in pairs] == [
        "À 4 PM, il reste un seul joueur à apparier : contre le premier à 3 PM. "
        "Adversaire normal : B écarté (après lui, C et D devraient se rejouer) ; en descendant le classement : C.",
        "À 3 PM, il reste un seul joueur à apparier : contre le premier à 1 PM.",
    ]


@pytest.mark.rule(
    "O6",
    "phase 2 : le moins possible de matchs rejoués, d'abord de la phase 1",
    "games/scrabble/rules/search.py: _pair_at_least_cost",
)
def test_o6_a_match_of_phase_1_is_the_last_to_be_played_again_and_the_reason_says_so():
    """All four have met, A and B in phase 1: C9 lets them meet again, one step down nobody replays phase 1."""
    pairs = pair_ranking(
        [1, 2, 3, 4], {1: 4, 2: 3, 3: 2, 4: 1}, {1, 2, 3, 4}, lambda a, b: True, end_repair=True,
        met_in_phase_1=lambda a, b: {a, b} == {1, 2},
    )  # fmt: skip
    assert [reason_text(pair, " ABCD".__getitem__) for pair in pairs] == [
        "À 4 PM, il reste un seul joueur à apparier : contre le premier à 3 PM. Adversaire normal : B déjà rencontré ; "
        "en descendant le classement : C, D déjà rencontrés ; personne d'autre : le match contre C est rejoué.",
        "À 3 PM, il reste un seul joueur à apparier : contre le premier à 1 PM. Adversaire normal : D déjà "
        "rencontré ; personne d'autre : le match est rejoué.",
    ]


def test_o6_as_few_matches_as_possible_are_played_again():
    """A to F, each with other PM; C9 would let two pairs meet again."""
    met = {(1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (2, 6), (3, 5), (3, 6), (5, 6)}
    people = [1, 2, 3, 4, 5, 6]
    pairs = pair_ranking(
        people, {player: 10 - player for player in people}, set(people), lambda a, b: (min(a, b), max(a, b)) in met,
        end_repair=True, met_in_phase_1=lambda a, b: False,
    )  # fmt: skip
    assert [(pair.one, pair.two, pair.reason.rematch) for pair in pairs] == [(1, 5, False), (2, 3, True), (4, 6, False)]
    assert reason_text(pairs[0], " ABCDEF".__getitem__) == (
        "À 9 PM, il reste un seul joueur à apparier : contre le premier à 8 PM. Adversaire normal : B déjà rencontré ; "
        "en descendant le classement : C déjà rencontré, D écarté (après lui, E et F devraient se rejouer), puis E."
    )


@pytest.mark.parametrize(
    ("ranking", "pm", "met", "choice"),
    [
        ("ABXC", {"A": 3, "B": 3}, "", "son adversaire est C (4e), qui est donc exempt."),
        (
            "ABXCDE", {"A": 3, "B": 3}, "XE",
            "E (6e), son adversaire normal, a déjà été exempt, et le suivant possible est D (5e).",
        ),
        (
            "AXBC", {}, "AC AB",
            "A (1er) ne rencontre pas son adversaire normal, C (4e), et X est le premier possible.",
        ),
        (
            "ABCX", {}, "AX",
            "son adversaire est B (2e), qui est donc exempt. Déjà exempt à une ronde précédente : A (1er).",
        ),
        ("AX", {}, "AX", "il ne reste personne d'autre, et A (1er) est exempt de nouveau."),
    ],
)  # fmt: skip
def test_c12_the_bye_is_explained_as_the_opponent_of_a_player_who_loses_every_match(ranking, pm, met, choice):
    letters = "XABCDE"
    people = [letters.index(letter) for letter in ranking]
    points = {player_id: pm.get(letters[player_id], 1) for player_id in people}
    meetings = [{letters.index(first), letters.index(second)} for first, second in met.split()]
    pairs = pair_ranking(people, points, set(people), lambda a, b: {a, b} in meetings, end_repair=False)
    places = {player_id: place for place, player_id in enumerate(people, start=1)}
    place = "1er" if places[0] == 1 else f"{places[0]}e"
    assert bye_text(pairs, places, letters.__getitem__, forfeit_value=50) == (
        "Présents en nombre impair : X, le joueur fictif, est classé comme un joueur qui perd tous ses matchs (1 PM "
        f"et −50 de Pdep chacun), {place} sur {len(people)} présents, X compris, "
        f"avant la ronde. Il est apparié comme les autres : {choice}"
    )


def test_four_players_in_every_situation():
    """8 ways to form groups, 64 sets of earlier meetings."""
    people = [1, 2, 3, 4]
    everybody = [frozenset(pair) for pair in combinations(people, 2)]
    for steps in product((0, 1), repeat=3):
        for chosen in product((False, True), repeat=6):
            compare(people, match_points(steps), {pair for pair, met in zip(everybody, chosen, strict=True) if met})


@pytest.mark.parametrize(("size", "count"), [(6, 150), (8, 30)])
def test_larger_fields_by_chance(size, count):
    """Few meetings or nearly all."""
    for seed in range(count * (50 if TRIALS else 1)):
        source = Random(f"search {size} {seed}")
        people = list(range(1, size + 1))
        pm = match_points([source.random() < 0.4 for _ in people[1:]])
        often = source.choice((0.2, 0.5, 0.8, 0.95))
        compare(people, pm, {frozenset(pair) for pair in combinations(people, 2) if source.random() < often})
