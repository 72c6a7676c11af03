"""The committed sample workbooks: each opens without problem, and the published facts they are built on hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournament_xl import actions
from tournament_xl.check import check
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.rules.scrabble.standings import standings

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.xlsx")), ids=lambda path: path.name)
def test_a_sample_is_up_to_date_and_stands_up_to_check(path):
    snapshot = ClosedFile(path).read()
    outcome = actions.update(snapshot, "21/11/2026 14:00")
    assert (outcome.code, outcome.edits) == (0, ())
    assert check(snapshot).code == 0


def test_geneva_2010_fifteen_players_the_winner_wins_all_five_and_somebody_leaves():
    tournament = files.read(SAMPLES / "geneve-2010.xlsx").tournament
    table = standings(tournament, tournament.played)
    assert len(table) == 15 and tournament.played == tournament.settings.rounds == 5
    assert (table[0].won, table[0].pm) == (5, 15)
    assert [player.absences.after for player in tournament.players if player.absences.after] == [4]


def test_la_cote_saint_andre_2018_twelve_players_one_with_five_wins_and_nobody_without_a_win():
    tournament = files.read(SAMPLES / "cote-saint-andre-2018.xlsx").tournament
    table = standings(tournament, tournament.played)
    assert len(table) == 12 and tournament.played == 5
    assert [line.won for line in table].count(5) == 1 and table[0].pm == 15
    assert all(line.won >= 1 for line in table)
