"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import pytest

from tests import scripted
from tests.programs import WHOLE

LARGER = {"02", "07", "08", "09", "11", "14", "17", "25", "63", "75", "80"}  # what others have, in a larger field
ELSEWHERE = {  # ratings, files, parcels, lists, months, pages, tables, prizes: they have their tests
    "26", "34", "47", "52", "53", "55", "60", "61", "62", "65", "68", "70",
}  # fmt: skip
SCRIPTS = [path for path in scripted.all_scripts() if WHOLE or path.stem[:2] not in LARGER | ELSEWHERE]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script):
    transcript, cells = scripted.play(script)
    assert transcript == script.read_text(encoding="utf-8")
    assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
