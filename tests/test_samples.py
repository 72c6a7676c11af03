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


def test_the_published_facts_of_a_real_tournament_hold():
    """Geneva 2010: 15 players, five rounds, one who won them all, one who left after the fourth."""
    tournament = files.read(SAMPLES / "geneve-2010.xlsx").tournament
    table = standings(tournament, tournament.played)
    assert (len(table), tournament.played, table[0].pm) == (15, 5, 15)
    assert [line.won for line in table].count(5) == 1
    assert [player.absences.after for player in tournament.players if player.absences.after] == [4]
