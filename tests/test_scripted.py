"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import json

import pytest

from tests import scripted
from tournament_xl.document.recorded import record
from tournament_xl.games.registry import GAMES
from tournament_xl.storage.decoding import decode_file


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


@pytest.fixture()
def files_read_back(monkeypatch):
    """Each file that an action wrote gives, read again, the document that the action recorded.

    Not a backup put back, into which people had typed, nor before the tournament begins.
    """
    note_change, plain = scripted.Script.note_change, {name: type(of).to_document for name, of in GAMES.items()}

    def read_back(playing, command):
        note_change(playing, command)
        book = decode_file(playing.book)
        if book.memory.entries and not book.problems and not command.startswith(("new ", "restore ")):
            with monkeypatch.context() as unheld:
                unheld.setattr(type(GAMES[book.game]), "to_document", plain[book.game])
                assert GAMES[book.game].record(book) == book.memory.document, command

    monkeypatch.setattr(scripted.Script, "note_change", read_back)


@pytest.mark.parametrize("script", scripted.all_scripts(), ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script, files_read_back, documents):
    """And every document on the way keeps to its description, and stands in the file."""
    transcript, cells = scripted.play(script)
    assert documents or " pair " not in transcript
    assert transcript == script.read_text(encoding="utf-8")
    assert cells == script.with_suffix(".cells").read_text(encoding="utf-8")
