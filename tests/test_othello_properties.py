"""Whole tournaments of Othello by chance, through the workbook: every round is optimal."""

from __future__ import annotations

import random

import pytest

from tests.othello_desk import OthelloDesk
from tournament_xl import actions
from tournament_xl.othello.costs import Costs
from tournament_xl.othello.model import BIP
from tournament_xl.othello.optimum import judge, optimal_pairs, with_bip
from tournament_xl.pairing.lots import lot
from tournament_xl.press import DONE
from tournament_xl.simulate import Chances, simulate
from tournament_xl.workbook import labels


@pytest.mark.parametrize(("players", "seed"), [(5, "a"), (8, "b"), (17, "c"), (30, "d"), (64, "e"), (130, "f")])
def test_a_full_tournament_with_random_events(players, seed):
    """No second round without a game and no rematch while a perfect matching without either exists (S1-S3, S7)."""
    source, rounds = random.Random(seed), 5
    desk = OthelloDesk(players, Nombre_de_rondes=rounds)
    for number in range(1, rounds + 1):
        if number > 1 and source.random() < 0.5:
            desk.absences(source.randint(1, players), f"{number}")
        if number > 1 and source.random() < 0.4:
            desk.absences(source.randint(1, players), f"{number}-")
        if number in (2, 3) and source.random() < 0.6:
            desk.player(f"Neu{number}", 1500)
        desk.must()
        _is_optimal_and_avoids_what_can_be_avoided(desk, number)
        simulated = simulate(desk.snapshot, 1, Chances(f"{seed}{number}", 0.05), "21/11/2026 14:00")
        assert simulated.code == DONE, simulated
        desk.snapshot = actions.after(desk.snapshot, simulated)
    assert desk.status().startswith("Tournoi terminé")
    points = sum(float(row["Points"]) for row in desk.rows(labels.STANDINGS))
    assert points <= sum(len(desk.pairs(number)) for number in range(1, rounds + 1))


def _is_optimal_and_avoids_what_can_be_avoided(desk: OthelloDesk, number: int) -> None:
    """The drawn round costs the optimum; a matching of pairs that never met, without a second rest, is used if any."""
    tournament = desk.decoded().tournament
    found = judge(tournament, number)
    assert found.cost == found.optimum
    costs = Costs(tournament, number)
    past = [{frozenset(game.sides) for game in games if not game.bye} for games in tournament.rounds[: number - 1]]
    met = {pair for games in past for pair in games}
    rested = {who for who, one in costs.history.players.items() if one.without_game}
    bad = {
        frozenset((one, two))
        for one in costs.who
        for two in costs.who
        if one < two and (frozenset((one, two)) in met or (one == BIP and two in rested))
    }
    drawn = {frozenset(two) for two in desk.pairs(number)}
    possible = optimal_pairs(costs, with_bip(costs.who), lot("x"), [tuple(pair) for pair in bad])
    if not {frozenset(two) for two in possible} & bad:
        assert not drawn & bad
