"""What `decode` gives is made of the snapshot and its context alone."""

from pathlib import Path

from tests.desk import Desk
from tournament_xl.games.registry import decode
from tournament_xl.games.scrabble.seasons import catalogue
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import DecodeContext, SeasonFile


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
