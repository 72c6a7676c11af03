"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import json

import pytest

from tests import scripted
from tournament_xl.document.recorded import record
from tournament_xl.games.registry import GAMES


@pytest.fixture()
def documents(monkeypatch):
    """All documents that actions make, each held to its description as it is made."""
    made = []

    def hold(of, to_document):
        def hold_to_description(self, book):
            document, described = to_document(self, book), of.describe_document()
            assert described.check("", document) == document == json.loads(json.dumps(document))
            recorded = described.record(document)
            assert described.record(recorded) == recorded
            assert record(document, {setting.name for setting in of.settings if setting.decides}) == recorded
            made.append(document)
            return document

        return hold_to_description

    for of in GAMES.values():
        monkeypatch.setattr(type(of), "to_document", hold(of, type(of).to_document))
    return made


@pytest.mark.parametrize("script", scripted.all_scripts(), ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script, documents):
    """And every document on the way keeps to its description."""
    transcript, cells = scripted.play(script)
    assert documents or " pair " not in transcript
    assert transcript == script.read_text(encoding="utf-8")
    assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
