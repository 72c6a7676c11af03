"""The committed sample workbooks: each opens without problem, and the published facts they are built on hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournament_xl import actions
from tournament_xl.check import check
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.othello.standings import standings as othello_standings
from tournament_xl.scrabble.standings import Standing, standings
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.othello.decoded import Decoded as Othello

SAMPLES = Path(__file__).parent.parent / "samples"
WORKBOOKS = sorted(SAMPLES.glob("*.xlsx"))


def read(name: str) -> tuple[Decoded, list[Standing]]:
    decoded = files.read(SAMPLES / name)
    if isinstance(decoded, Othello):
        return decoded, othello_standings(decoded.tournament, decoded.tournament.played)
    assert isinstance(decoded, Decoded), decoded
    return decoded, standings(decoded.tournament, decoded.tournament.played)


@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: path.name)
def test_a_sample_has_no_problem_and_is_up_to_date(path):
    outcome = actions.update(ClosedFile(path).read(), "21/11/2026 14:00")
    assert (outcome.code, outcome.edits) == (0, ())


def test_geneva_2010_fifteen_players_the_winner_wins_all_five_and_somebody_leaves():
    decoded, table = read("geneve-2010.xlsx")
    assert len(table) == 15 and decoded.tournament.played == decoded.tournament.settings.rounds == 5
    assert (table[0].won, table[0].pm) == (5, 15)
    assert [player.absences.after for player in decoded.tournament.players if player.absences.after] == [4]


def test_la_cote_saint_andre_2018_twelve_players_one_with_five_wins_and_nobody_without_a_win():
    decoded, table = read("cote-saint-andre-2018.xlsx")
    assert len(table) == 12 and decoded.tournament.played == 5
    assert [line.won for line in table].count(5) == 1 and table[0].pm == 15
    assert all(line.won >= 1 for line in table)


def test_the_othello_samples_one_in_full_swing_with_a_departure_one_with_its_finals():
    decoded, table = read("othello-17-en-cours.xlsx")
    assert (decoded.tournament.played, decoded.tournament.settings.rounds, len(table)) == (4, 7, 17)
    assert 0 < len(decoded.pending) < 8 and [line.left for line in table].count(True) == 1
    decoded, table = read("othello-finales.xlsx")
    assert (decoded.tournament.played, len(table)) == (11, 16)
    played = [row.stage for row in decoded.finals.rows if row.game.complete]
    assert sorted(played) == ["final", "semi-final 1", "semi-final 2", "third place"]
    open_final = decoded.finals.matches(table)["final"]
    assert open_final.winner is None and open_final.next_game.number == 2


def test_the_samples_stand_up_to_check():
    for path in WORKBOOKS:
        assert check(ClosedFile(path).read()).code == 0, path.name
