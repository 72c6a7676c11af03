"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import json

import pytest

from tests import scripted
from tournament_xl.document import facts
from tournament_xl.games.registry import GAMES


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


@pytest.mark.parametrize("script", scripted.all_scripts(), ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script, documents):
    """And every document on the way keeps to its description."""
    transcript, cells = scripted.play(script)
    assert documents or " pair " not in transcript
    assert transcript == script.read_text(encoding="utf-8")
    assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
