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


PUBLISHED = {  # players, rounds, wins of the winner, of the last at least, who left after which round
    "geneve-2010": (15, 5, 5, 0, [4]),
    "cote-saint-andre-2018": (12, 5, 5, 1, []),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_facts_of_a_real_tournament_hold(name):
    players, rounds, most, least, gone = PUBLISHED[name]
    tournament = files.read(SAMPLES / f"{name}.xlsx").tournament
    table = standings(tournament, tournament.played)
    assert (len(table), tournament.played, table[0].won, table[0].pm) == (players, rounds, most, 3 * most)
    assert [line.won for line in table].count(most) == 1 and min(line.won for line in table) >= least
    assert [player.absences.after for player in tournament.players if player.absences.after] == gone
