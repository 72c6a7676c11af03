"""A reason on Résultats against the one that the rules give, the names in it left out."""

import re
from random import Random

from tests.desk import Desk
from tests.slips import play
from tournament_xl.check.rounds import fits
from tournament_xl.check.tell import press
from tournament_xl.workbook import labels


def test_parts_fit_a_text_exactly_when_a_pattern_with_gaps_does():
    source, outcomes = Random(7), set()
    for _ in range(20_000):
        parts = ["".join(source.choices("ab", k=source.randrange(3))) for _ in range(source.randrange(1, 5))]
        text = "".join(source.choices("ab", k=source.randrange(9)))
        wanted = re.fullmatch(".+".join(parts), text) is not None
        assert fits(text, parts) is wanted, (parts, text)
        outcomes.add(wanted)
    assert outcomes == {True, False}


def test_a_reason_with_very_many_names_and_commas_is_judged_at_once():
    """Rematches pass over many players; each name in the sentence may be any text."""
    desk = Desk(Nombre_de_rondes=15).players(16).must()
    for _ in range(14):
        play(desk).must()
    play(desk).must("update")
    assert press(desk.snapshot, "").message == "Tout est juste."
    row = max(desk.decoded().results.rows, key=lambda row: row.match.reason.count(","))
    assert row.match.reason.count(",") > 3
    desk.type(labels.RESULTS, row.line.row, "Motif", row.match.reason.replace(":", ": " + "Untel, " * 400, 1) + " !")
    assert f"ligne {row.line.row}" in press(desk.snapshot, "").text
