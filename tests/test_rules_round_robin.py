"""Rule T: single and double round robin by Berger's tables."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.desk import Desk
from tournament_xl.model import X
from tournament_xl.pairing.berger import berger_round
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import right_of

FIDE_6 = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
FIDE_8 = [
    "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
    "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
]  # fmt: skip


@pytest.mark.parametrize(("seats", "published"), [(6, FIDE_6), (8, FIDE_8)])
def test_t_the_order_of_games_is_fides(seats, published):
    for number, games in enumerate(published, start=1):
        assert {f"{a}-{b}" for a, b in berger_round(seats, number)} == set(games.split())


@pytest.mark.parametrize("seats", range(4, 41, 2))
def test_t_everybody_meets_everybody_once(seats):
    games = [frozenset(game) for number in range(1, seats) for game in berger_round(seats, number)]
    assert sorted(map(sorted, games)) == [list(pair) for pair in combinations(range(1, seats + 1), 2)]


def play(count: int, formula: str) -> Desk:
    desk = Desk(Formule=formula).players(count)
    while desk.press().code == 0:
        desk.better_seed_wins()
    return desk


@pytest.mark.parametrize("count", [3, 4, 5, 6, 9])
def test_t_a_single_round_robin_through_the_workbook(count):
    desk = play(count, "Toutes-rondes")
    rounds = desk.decoded().tournament.rounds
    assert len(rounds) == count + count % 2 - 1
    met = [frozenset((m.one, m.two)) for matches in rounds for m in matches if m.two != X]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    assert all(sum(m.two == X for m in matches) == count % 2 for matches in rounds)
    assert "Tournoi terminé · 1er : A01" in desk.must("update").status()


def test_t_all_who_share_the_first_place_are_named_at_the_end():
    desk = Desk(Formule="Toutes-rondes").players(3)
    beats = {(1, 2), (2, 3), (3, 1)}
    for number in (1, 2, 3):
        for row in desk.must("pair").decoded().pending:
            one, two = row.match.sides
            won = (one, two) in beats or X in (one, two) and one != X
            desk.score(number, one, *((450, 400) if won else (400, 450)))
    desk.must("update")
    assert desk.status().startswith("Tournoi terminé · 1ers ex æquo : A01, A02 et A03 · ")
    at = right_of(desk.snapshot, labels.TOURNAMENT, labels.PANEL[3])
    assert desk.snapshot.cell(labels.TOURNAMENT, *at) == "A01 et 2 autres"
