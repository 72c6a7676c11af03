"""Whole tournaments, as typed and commanded: each says what it said, and leaves the cells that it left."""

import json

import pytest

from tests import scripted
from tests.programs import WHOLE
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


SAMPLE = (
    "03-club-8-three-rounds", "10-matches-of-two-games", "16-othello-9-bye", "20-slips-of-the-hand",
    "39-toutes-rondes-one-leaves", "41-the-smallest-open", "46-othello-black-alone",
    "58-columns-and-sheets-of-ones-own",
)  # for make test; make check plays all  # fmt: skip


@pytest.mark.parametrize("script", scripted.all_scripts(), ids=lambda path: path.stem)
def test_the_tournament_says_and_leaves_what_it_did(script, files_read_back, documents):
    """And every document on the way keeps to its description, and stands in the file."""
    if not WHOLE and script.stem not in SAMPLE:
        pytest.skip("one of a series: make check")
    (transcript, cells), (recorded, recorded_cells) = scripted.play(script), scripted.read_recorded(script)
    assert documents or " pair " not in transcript
    assert transcript == recorded
    assert cells == (recorded_cells or cells)
