"""What `decode` gives: a finished workbook, made of the snapshot and its context alone."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl.games.registry import decode, game_of
from tournament_xl.games.scrabble.seasons import catalogue
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import DecodeContext, SeasonFile
from tournament_xl.workbook.working_copy import ActionAborted


@pytest.mark.parametrize("make", [Desk, OthelloDesk])
def test_a_decoded_workbook_is_finished_and_what_a_pairing_misses_stands_in_another(make):
    desk = make(Graine="7").players(8).must()
    drawn = desk.decoded()
    with pytest.raises(FrozenInstanceError):
        drawn.problems = ()
    game = game_of(drawn)
    waiting, missing = game.prepare_pairing(drawn), game.report_missing_results(drawn)
    with pytest.raises(ActionAborted):
        game.refuse_unfinished(drawn, "send_early")
    assert waiting.problems == missing.problems and {problem.sheet for problem in missing.problems} == {schema.RESULTS}
    assert drawn.problems == () and len(drawn.pending) == 4
    assert isinstance(drawn.warnings, tuple) and isinstance(drawn.pending, tuple)


def test_what_stands_in_the_way_of_a_computed_sheet_stops_the_action_and_is_no_problem_of_the_workbook():
    desk = Desk(Graine="7").players(8)
    standings = desk.table(schema.STANDINGS)
    desk.type(schema.STANDINGS, standings.header + 4, "Joueur", "ma note")
    before = desk.decoded()
    outcome = desk.press("pair")
    assert [(problem.sheet, problem.row, problem.key) for problem in outcome.problems] == [
        (schema.STANDINGS, standings.header + 4, "in_the_way")
    ]
    assert outcome.edits == () and before.problems == desk.decoded().problems == ()


def test_seasons_come_from_the_context_alone_and_nothing_of_them_is_remembered():
    text = (Path(catalogue.__file__).parent / "2015-2016.toml").read_text("utf-8")
    text = text.replace('"2015-2016"', '"2031-2032"').replace("2015-09-01", "2031-09-01")
    assert "4 = 1700\n" in text
    desk = Desk(Saison="2031-2032").player("Dupont", Série_duplicate="4A").player("Durand", 1800)
    first, second = (
        DecodeContext(season_files=(SeasonFile("2031-2032", text.replace("4 = 1700\n", f"4 = {cote}\n").encode()),))
        for cote in (1710, 1720)
    )

    def read_cotes(context):
        decoded = decode(desk.snapshot, context)
        assert decoded.problems == ()
        return [player.cote for _, player in decoded.players.rows]

    assert [read_cotes(context) for context in (first, second, first)] == [[1710, 1800], [1720, 1800], [1710, 1800]]
    (unknown,) = decode(desk.snapshot).problems
    assert unknown.sheet == schema.TOURNAMENT and "2031-2032" in unknown.message
    redecoded = decode(desk.snapshot, second._replace(previous=decode(desk.snapshot, first)))
    assert redecoded.players.rows[0][1].cote == 1720, "readings for another season are not reused"
