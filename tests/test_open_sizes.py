"""An Open of every size runs to its end, with absences in both phases: the rules alone, and a spread through workbooks.

TOURNAMENT_XL_FUZZ=20 plays workbooks of twenty times as many sizes.
"""

import os
from random import Random

import pytest

from tests import naive, naive_open
from tests.open_helpers import OpenOrganiser
from tests.test_naive import play_a_round
from tournament_xl.formulas import FORMULAS
from tournament_xl.model import Absences, Match, Player, Settings, Tournament, X
from tournament_xl.record import replace
from tournament_xl.scrabble.open_groups import members
from tournament_xl.scrabble.standings import standings

OPEN = FORMULAS["Open"]
SIZES = [(size, 8) for size in range(11, 97)] + [(size, (10, 12, 14)[size % 3]) for size in range(97, 161)]
TIMES = int(os.environ.get("TOURNAMENT_XL_FUZZ", "1"))
SPREAD = [(12, 14), (28, 8), (47, 8), (96, 8), (97, 10), (131, 12)]
SPREAD += [SIZES[at] for at in Random(1).sample(range(len(SIZES)), min(len(SIZES), 6 * (TIMES - 1)))]


def absent(source, rounds):
    """Most play all rounds; some miss a few in either phase, come late or leave."""
    chance = source.random()
    if chance < 0.8:
        return Absences()
    if chance < 0.92:
        return Absences(frozenset(source.sample(range(1, rounds + 1), source.randrange(1, 4))))
    return Absences(after=source.randrange(2, rounds + 1)) if chance < 0.97 else Absences(frozenset({1, 2}))


@pytest.mark.parametrize(("size", "rounds"), SIZES)
def test_every_size_runs_to_its_end_by_the_rules(size, rounds):
    source = Random(size)
    settings = Settings(formula="Open", edition=("F50", "F10")[size % 2], rounds=rounds, seed=str(size))
    players = tuple(
        Player(number, f"J{number}", cote=3000 - number, seed=float(number), absences=absent(source, rounds))
        for number in range(1, size + 1)
    )
    tournament = Tournament(settings, players)
    for number in range(1, rounds + 1):
        pairs = OPEN.pair(tournament)
        everybody_is_paired_once(tournament, pairs)
        if number <= 5:
            assert [set(pair.forfeits) for pair in pairs] == [absentees(tournament, pair) for pair in pairs]
        else:
            nobody_meets_again_without_need(tournament, pairs)
        matches = tuple(played(source, pair) for pair in pairs)
        tournament = replace(tournament, rounds=(*tournament.rounds, matches))
    table = standings(tournament, rounds)
    assert sorted(line.number for line in table) == list(range(1, size + 1))
    assert [line.pm for line in table] == sorted((line.pm for line in table), reverse=True)


def everybody_is_paired_once(tournament, pairs):
    number = tournament.next_round
    paired = sorted(who for pair in pairs for who in (pair.one, pair.two))
    if number <= 5:
        wanted = sorted(who for group in members(tournament, number) for who in group)
        assert len(wanted) == len(tournament.players) + len(tournament.players) % 2
    else:
        here = sorted(player.number for player in tournament.players if number not in player.absences)
        wanted = [X] * (len(here) % 2) + here
    assert paired == wanted


def absentees(tournament, pair):
    sides = {1: pair.one, 2: pair.two}
    number = tournament.next_round
    return {side for side, who in sides.items() if who != X and number in tournament.player(who).absences}


def nobody_meets_again_without_need(tournament, pairs):
    """A rematch only where the second implementation's C9 search ends in it, too."""
    met = {
        frozenset((match.one, match.two))
        for matches in tournament.rounds
        for match in matches
        if not match.forfeits
    }  # fmt: skip
    again = {frozenset((pair.one, pair.two)) for pair in pairs} & met
    assert all(pair.reason.rematch == (frozenset((pair.one, pair.two)) in again) for pair in pairs)
    if not again:
        return
    number = tournament.next_round
    players = [
        {"number": p.number, "seed": p.seed, "away": {number} if number in p.absences else set()}
        for p in tournament.players
    ]
    rounds = [
        [{"one": m.one, "two": m.two, "games": m.games, "gave": {(m.one, m.two)[side - 1] for side in m.forfeits}}
         for m in matches] for matches in tournament.rounds
    ]  # fmt: skip
    expected = naive_open.pairs_of_phase_2(players, rounds, [], tournament.settings.edition)
    assert again == {frozenset(pair) for pair in naive.rematches(expected, met)}


def played(source, pair):
    """The better half of the time the lower number wins."""
    if pair.two == X or pair.forfeits:
        return Match(pair.one, pair.two, forfeits=pair.forfeits, complete=True)
    if source.random() < 0.03:
        return Match(pair.one, pair.two, forfeits=frozenset({source.choice((1, 2))}), complete=True)
    edge = 5 * (pair.two - pair.one)
    one, two = source.gauss(400 + edge, 60), source.gauss(400 - edge, 60)
    return Match(pair.one, pair.two, ((max(0, int(one)), max(0, int(two))),), complete=True)


@pytest.mark.parametrize(("size", "rounds"), SPREAD)
def test_a_spread_of_sizes_runs_to_its_end_through_workbooks(size, rounds):
    organiser = OpenOrganiser(f"size-{size}", size=size, rounds=rounds)
    while organiser.next <= organiser.total:
        play_a_round(organiser)
    assert organiser.total == rounds and len(organiser.rounds) == rounds
