"""Sheets that the template hides are shown by the press that fills them, in a closed file and in Excel."""

from __future__ import annotations

import zipfile

import pytest

from tests import books, xl_engine, xl_program
from tournament_xl import actions
from tournament_xl.hosts import excel, files, pressing
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import Outcome
from tournament_xl.record import replace
from tournament_xl.workbook import labels
from tournament_xl.workbook.snapshot import Block, Snapshot

HIDDEN = {labels.GROUPS, labels.FINALS, labels.PALMARES, labels.TEAMS}


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
        b'name="Finales" sheetId="15" state="hidden"', b'name="Finales" sheetId="15"'
    )
    assert same != before["xl/workbook.xml"] and after["xl/workbook.xml"] == same
    assert before.keys() == after.keys()


def test_a_sheet_that_a_person_hides_again_stays_hidden(tmp_path):
    path = books.create(tmp_path)
    files.press(path, revealing(actions.pair), "avant ronde 1")
    with books.opened(path) as book:
        book.set_sheet_visible(labels.FINALS, False)
        book.set_sheet_visible(labels.JOURNAL, False)
    books.score(path, 1)
    books.update(path)
    assert hidden(path) == HIDDEN | {labels.JOURNAL}


@pytest.mark.parametrize("name", ["A & B", 'L\'été "2"', "<x>"])
def test_names_with_marks_are_known(tmp_path, name):
    path = books.create(tmp_path)
    with books.opened(path) as book:
        book.new_sheet(name)
        book.set_sheet_visible(name, False)
    book = ClosedFile(path)
    book.read()
    book.write((Block(name, 1, 1, (("x",),)),), stamp="2026-11-21 14-00-00", reveal=(name,))
    assert hidden(path) == HIDDEN


def test_excel_shows_the_sheet(tmp_path, monkeypatch):
    path = books.create(tmp_path)
    program = xl_program.Excel()
    book = program.open(path)
    monkeypatch.setitem(pressing.ON_SHEETS, "pair", revealing(actions.pair))
    with xl_engine.running(program):
        assert excel.press_live(book.fullname, "pair").code == 0
    assert {name for name, sheet in book.sheets.items() if not sheet.visible} == (HIDDEN - {labels.FINALS}) | {
        labels.MEMORY
    }


def test_excel_stands_by_what_is_written_when_the_workbook_does_not_let_a_sheet_be_shown(tmp_path, monkeypatch):
    path = books.create(tmp_path)
    program = xl_program.Excel()
    book = program.open(path)
    monkeypatch.setitem(pressing.ON_SHEETS, "pair", revealing(actions.pair))
    program.fail(xl_program.ComError("Impossible de définir la propriété Visible"), kinds=("visible",))
    with xl_engine.running(program):
        assert excel.press_live(book.fullname, "pair").code == 0
    assert not book.sheets[labels.FINALS].visible and book.sheets[labels.FINALS].values[5, 1] == 1


def _parts(path):
    with zipfile.ZipFile(path) as archive:
        yield from ((name, archive.read(name)) for name in archive.namelist())
