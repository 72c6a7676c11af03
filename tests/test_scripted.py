"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import pytest

from tests import scripted


@pytest.mark.parametrize("script", scripted.all_scripts(), ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script):
    transcript, cells = scripted.play(script)
    assert transcript == script.read_text(encoding="utf-8")
    assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
