"""What comes next after the last round, the cote that is used, sheets that are shown once they are filled."""

from __future__ import annotations

import zipfile
from dataclasses import replace

import pytest

from tests import books
from tests.desk import Desk
from tests.othello_desk import OthelloDesk
from tournament_xl import actions
from tournament_xl.hosts import files
from tournament_xl.press import Outcome
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import right_of
from tournament_xl.workbook.snapshot import Block, Draft, Snapshot

# After the last round


def test_scrabble_ends_with_the_ratings_then_what_is_sent():
    desk = Desk(Formule="Toutes-rondes").players(3)
    for _ in range(3):
        desk.must().better_seed_wins()
    desk.must("update")
    first = "Tournoi terminé · 1er : A01 · à faire : "
    assert desk.status() == first + "Calculer les cotes, puis Préparer l'envoi"
    assert desk.must("ratings").status() == first + "Préparer l'envoi"


def test_othello_ends_with_the_choice_of_finals_or_what_is_sent():
    desk = OthelloDesk(8, Nombre_de_rondes=1).must().lower_wins().must("update")
    assert "Finales : à choisir (feuille Finales), sinon Préparer l'envoi" in desk.status()
    row, column = right_of(desk.snapshot, labels.FINALS, "Grande finale")
    draft = Draft(desk.snapshot)
    draft.put(labels.FINALS, row, column, 1)
    desk.snapshot = draft.after()
    assert desk.must("update").status() == "Rondes terminées · à jouer (feuille Finales) : Finale"
    row = desk.table(labels.FINALS).header + 1
    for column, discs in (("Pions N", 40), ("Pions B", 24)):
        desk.type(labels.FINALS, row, column, discs)
    assert desk.must("update").status().endswith(" · à faire : Préparer l'envoi")


# Cote retenue


def used(desk):
    column = list(desk.snapshot.sheets[labels.PLAYERS][3]).index(labels.USED_COTE)
    return [row[column] if column < len(row) else None for row in desk.snapshot.sheets[labels.PLAYERS][4:]]


def test_the_cote_of_who_has_none_stands_beside_him_at_every_press():
    desk = Desk().players(8).player("Sans rien").player("De série", Série_duplicate="4A").player("Étoilé", "1800*")
    desk.must("update")
    taken = {player.name: player.cote for player in desk.decoded().tournament.players}
    assert used(desk) == [None] * 8 + [1000, taken["De série"], None] and taken["De série"] > 1000
    desk.type(labels.PLAYERS, 13, "Cote", 1500)
    assert used(desk.must("update"))[8] is None
    desk.type(labels.PLAYERS, 13, "Cote", 0)
    assert used(desk.must())[8] == 1000


# Lists


@pytest.mark.parametrize("title", ["Cote 2026", "Elo 2026", "Cote 2025-2026", "COTE PL 2026", "Elo au 1/9/2026"])
def test_a_column_of_cotes_may_have_its_year(read, title):
    assert read(f"Nom;{title}\nDupont;1803\n") == [{"Nom": "Dupont", "Cote": "1803"}]


HIDDEN = {labels.GROUPS, labels.FINALS}


def hidden(path):
    return {sheet.title for sheet in books.content(path) if sheet.sheet_state == "hidden"}


def revealing(action):
    """The action, which also fills and shows the sheet Finales."""

    def revealed(snapshot: Snapshot, date: str) -> Outcome:
        outcome = action(snapshot, date)
        block = Block(labels.FINALS, 5, 1, ((1,),))
        return replace(outcome, edits=(*outcome.edits, block), reveal=(labels.FINALS,))

    return revealed


def test_a_closed_file_shows_the_sheet_and_keeps_all_else(tmp_path):
    path = books.create(tmp_path)
    assert hidden(path) == HIDDEN
    before = dict(_parts(path))
    files.press(path, revealing(actions.pair), "avant ronde 1")
    assert hidden(path) == HIDDEN - {labels.FINALS}
    after = dict(_parts(path))
    same = before["xl/workbook.xml"].replace(
        b'name="Finales" sheetId="10" state="hidden"', b'name="Finales" sheetId="10"'
    )
    assert same != before["xl/workbook.xml"] and after["xl/workbook.xml"] == same
    assert before.keys() == after.keys()


def _parts(path):
    with zipfile.ZipFile(path) as archive:
        yield from ((name, archive.read(name)) for name in archive.namelist())
