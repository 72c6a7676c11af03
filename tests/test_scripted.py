"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import json

import pytest

from tests import scripted
from tests.programs import WHOLE
from tournament_xl.document import facts
from tournament_xl.games.registry import GAMES

LARGER = {"02", "07", "08", "09", "11", "14", "17", "25", "63", "75", "80"}  # what others have, in a larger field
AGAIN = {  # what others have too: both games of two, X, undo, a pair typed, absences, what `check` and `update` tell
    "12", "28", "29", "31", "36", "38", "48", "59", "77",
}  # fmt: skip
ELSEWHERE = {  # ratings, files, parcels, lists, months, pages, tables, prizes: they have their tests
    "26", "34", "47", "52", "53", "55", "60", "61", "62", "65", "68", "70",
}  # fmt: skip
SCRIPTS = [path for path in scripted.all_scripts() if WHOLE or path.stem[:2] not in LARGER | AGAIN | ELSEWHERE]


@pytest.fixture()
def documents(monkeypatch):
    """All documents that actions make, each held to its description as it is made."""
    made = []

    def collect_sheet_facts(document, settings, format_match, collect=facts.collect_sheet_facts):
        described = GAMES[document["game"]].describe_document()
        assert described.check("", document) == document == json.loads(json.dumps(document))
        assert described.record(described.record(document)) == described.record(document)
        made.append(document)
        return collect(document, settings, format_match)

    for name in GAMES:
        monkeypatch.setattr(f"tournament_xl.games.{name}.document.collect_sheet_facts", collect_sheet_facts)
    return made


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script, documents):
    """And every document on the way keeps to its description."""
    transcript, cells = scripted.play(script)
    assert documents or " pair " not in transcript
    assert transcript == script.read_text(encoding="utf-8")
    assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
