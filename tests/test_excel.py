"""A press inside the open Excel (a double of it): what it does, reads, writes and says, and when it refuses."""

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from tests import books, xl_engine, xl_program
from tests.fuzz import TRIALS
from tests.strangers import ROOT
from tests.test_three_hosts import cells
from tests.xl_program import ComError, rejected
from tournament_xl.book.snapshot import Block, HostError
from tournament_xl.cli import main
from tournament_xl.hosts import excel, excel_cells, pressing
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import DONE, PROBLEMS, REFUSED, Outcome
from tournament_xl.texts import live as texts

STAMP = "2026-11-21 14-00-00 essai"


def press(program, action="pair"):
    return excel.press_live(program.books[0].fullname, action)


def read(program):
    return excel.read(excel.find(program.books[0].fullname))


def state(program):
    """All that a press may change in the workbook."""
    return {
        sheet.name: (dict(sheet.values), dict(sheet.formulas), {at: sheet.format(at) for at in sheet.values})
        for sheet in program.books[0].sheets.values()
    }


def write(program, *blocks):
    book = excel.find(program.books[0].fullname)
    return excel_cells.write(book, excel.location(book)[0], excel.read(book), blocks, stamp=STAMP)


def sheet(program, name="Joueurs"):
    return program.books[0].sheets[name]


def score(program, own=450.0, other=400.0):
    results = sheet(program, "Résultats")
    for row in range(5, 9):
        results.type((row, 5), own)
        results.type((row, 6), other)


def backups(program):
    return books.backups(Path(program.books[0].fullname))


# What a press does


def test_a_press_pairs_shows_the_pairings_and_keeps_a_copy_of_before(program):
    before = cells(read(program))
    assert press(program).code == 0
    assert program.shown == "Appariements" and program.selected == "Résultats!E5" and not program.boxes
    assert [line[0] for line in read(program).sheets["Résultats"][4:]] == [1.0] * 4
    (copy,) = backups(program)
    assert copy.name.startswith("Open de Genève 20") and copy.name.endswith(" avant appariement.xlsx")
    assert cells(ClosedFile(copy).read()) == before


def test_each_sheet_is_read_once_for_the_press_and_once_before_each_block_is_written_once(program, monkeypatch):
    written = []
    monkeypatch.setattr(excel, "write", lambda *known, **more: written.extend(known[3]))
    press(program)
    names = list(program.books[0].sheets)
    assert [name for (name,) in program.kinds("read")] == names
    monkeypatch.undo()
    monkeypatch.setattr(excel_cells, "PATIENCE", 0)
    program.calls.clear()
    press(program)
    before = [call for call in program.calls if call[0] in ("read", "value")][: 2 * len(names) + 1]
    assert [call[:2] for call in before] == [*(("read", name) for name in 2 * names), ("value", written[0].sheet)]
    assert len(program.kinds("value")) == len(written)


# Reading


def test_values_come_as_from_a_closed_file(program):
    groups = sheet(program, "Groupes")
    groups.values, groups.formats = {(3, 2): 5.0, (4, 4): "x"}, {}
    assert read(program).sheets["Groupes"] == [[], [], [None, 5.0], [None, None, None, "x"]]
    groups.formats |= {(9, 1): "dd/mm/yyyy", (9, 2): "dd/mm/yyyy hh:mm", (9, 6): "h:mm"}
    groups.values |= {(9, 1): 46347.0, (9, 2): 46347.25, (9, 3): xl_program.ERRORS["#DIV/0!"], (9, 4): True,
                      (9, 5): "007", (9, 6): 0.5, (9, 7): -2146826243}  # fmt: skip
    assert read(program).sheets["Groupes"][8] == [46347, 46347.25, "#DIV/0!", 1, "007", 0.5, "#SPILL!"]
    assert excel_cells.cell(datetime(1900, 1, 1)) == 2  # as COM counts
    groups.values, groups.formats = {}, {}
    assert read(program).sheets["Groupes"] == []


# Writing


def test_text_stays_text_and_numbers_numbers(program):
    groups = sheet(program, "Groupes")
    groups.formats |= {(21, 1): "dd/mm/yyyy", (22, 1): "@", (23, 1): "0.00", (20, 3): "@"}
    words = ("1-2", "=x", "+44 Durand (5)", "007", "1/2", "05/11/2026 14:00", "'t Hooft", "VRAI", "-", "@a", "1,5")
    for text in words:
        write(program, Block("Groupes", 20, 1, ((text, 5, text), (text, None, 1.5), (text, 7, None), (text, 1, "x"))))
        write(program, Block("Groupes", 25, 1, ((text,),)))
        column = [groups.values[row, 1] for row in (20, 21, 22, 23, 25)]
        assert column == [text] * 5 and not groups.formulas, text
        assert groups.values[20, 3] == text and groups.values[20, 2] == 5.0 and groups.values[21, 3] == 1.5
    formats = [groups.format((row, 1)) for row in range(20, 24)]
    assert formats == ["General", "dd/mm/yyyy", "@", "0.00"]
    write(program, Block("Groupes", 20, 1, ((12,), (13,))))
    assert groups.values[20, 1] == 12.0 and groups.values[21, 1] == 13.0


# Message boxes


def test_problems_come_in_a_box_with_the_first_cell_selected(program):
    press(program)
    before, program.shown = state(program), None
    outcome = press(program)
    assert outcome.code == PROBLEMS
    assert program.shown == "Résultats" and program.selected == "Résultats!E5"
    (box,) = program.boxes
    assert box.startswith("Rien n'a été changé. À corriger d'abord :\n\nRésultats!E5 : ")
    assert state(program) == before and len(backups(program)) == 1


def test_a_long_text_is_cut_and_stands_whole_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    lines = [f"Ronde {number} : …" for number in range(1, 31)]
    told = excel.report_text(Outcome(REFUSED, "Trouvé.", text="\n".join(lines)), "Vérifier le tournoi")
    file = tmp_path / "tournament-xl - Vérifier le tournoi.txt"
    assert told.splitlines() == ["Trouvé.", *lines[:20], f"… et 10 lignes de plus, dans {file}"]
    assert file.read_text(encoding="utf-8-sig").splitlines() == ["Trouvé.", "", *lines]


def test_an_action_on_the_file_wants_it_saved(program, monkeypatch):
    asked = []
    monkeypatch.setitem(pressing.ON_FILE, "send", lambda path: asked.append(path) or Outcome(DONE, "Prêt."))
    program.books[0].Saved = False
    assert press(program, "send").code == REFUSED and "Ctrl+S" in program.boxes[0] and not asked
    program.books[0].Saved = True
    assert press(program, "send").code == DONE and program.boxes[1:] == ["Prêt."]
    assert asked == [excel.Path(program.books[0].fullname)]
    del program.books[0].Saved
    assert press(program, "send").code == REFUSED, "an Excel that does not say counts as changed"


# Refusals: all cells as before


def test_a_protected_sheet_is_refused_in_french_and_nothing_stays_written(program):
    sheet(program, "Classement").protected = True
    before = state(program)
    with pytest.raises(HostError, match="« Classement » est protégée : rien n'a été changé"):
        press(program)
    assert state(program) == before
    assert program.kinds("value") and not backups(program)
    assert program.state["screen_updating"] and program.boxes == [texts.PROTECTED.format(sheet="Classement")]


def general(program):
    """The columns of names and reasons lose their text format, as in a workbook of the organiser's own."""
    for name in program.books[0].sheets:
        sheet(program, name).columns.clear()
    return program


def test_a_failure_at_any_write_puts_everything_back(program, monkeypatch):
    """Also formulas that the press overwrites, formats, and texts that Excel would transform."""
    press(general(program))
    score(program)
    plans = []
    monkeypatch.setattr(excel_cells._Pen, "write", lambda pen, plan, copy: plans.append(plan))
    ranking = sheet(program, "Classement")
    for row in (5, 6, 7, 8):
        ranking.formats[row, 4] = "General"
    ranking.formulas[5, 4], ranking.values[5, 4] = "=B5", xl_program.ERRORS["#NAME?"]
    ranking.values[6, 4], ranking.values[7, 4], ranking.values[8, 4] = "1-2", "=x", 46347.0
    ranking.formats[8, 4] = "dd/mm/yyyy"
    before, settings = state(program), dict(program.state)
    program.calls.clear()
    assert press(program).code == 0
    monkeypatch.undo()
    monkeypatch.setattr(excel_cells, "PATIENCE", 0)
    count = len(plans[0])
    assert count > 10
    for copy in backups(program):
        copy.unlink()
    for after in range(0, count, 1 if TRIALS else 4):
        program.faults.clear()
        program.fail(ComError("Mémoire insuffisante."), after=after, kinds=("value",))
        with pytest.raises(HostError, match="Mémoire insuffisante"):
            press(program)
        assert state(program) == before and program.state == settings
        assert not backups(program)


def test_what_cannot_be_put_back_is_told_with_the_copy_to_take(program):
    program.fail(ComError("Plus rien ne va."), after=5, times=99)
    with pytest.raises(HostError, match=r"pas pu être remises.*Sauvegardes.*avant appariement\.xlsx"):
        press(program)
    assert len(backups(program)) == 1
    assert program.state["screen_updating"] is True


@pytest.mark.parametrize("kind", ["books", "read", "fullname", "copy", "value", "set calculation"])
def test_a_cell_being_edited_is_told_and_nothing_changes(program, kind):
    """By either error: of a cell in which somebody types, or one just clicked into."""
    before, settings = state(program), dict(program.state)
    program.fail(ComError("", scode=xl_program.EDITING) if kind == "read" else rejected(), kinds=(kind,))
    with pytest.raises(HostError, match="Excel est occupé : une cellule est en cours de saisie"):
        press(program)
    assert state(program) == before and program.state == settings


def test_an_excel_busy_for_a_moment_is_waited_for(program, monkeypatch):
    monkeypatch.setattr(excel_cells, "PATIENCE", 5)
    for kind in ("books", "read", "fullname", "copy", "set screen_updating"):
        program.fail(rejected(), kinds=(kind,))
    assert press(program).code == 0


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Classeur1", "jamais été enregistré"),
        ("/nulle part/club.xlsx", "n'est pas atteint"),
        ("https://d.docs.live.net/1/club.xlsx", "OneDrive"),
    ],
)
def test_a_workbook_without_a_folder_here_is_refused(program, name, sentence):
    program.books[0].fullname = name
    with pytest.raises(HostError, match=sentence):
        press(program)
    assert sentence in program.boxes[0] and not program.kinds("value")


def test_the_press_goes_to_the_excel_of_its_window_whatever_the_others_do(program, monkeypatch):
    """The button gives its window; a busy Excel beside it is not asked, nor one with a copy of the same name."""
    busy, name = xl_program.Excel(), program.books[0].fullname
    busy.open(name)
    busy.fail(rejected(), times=999, kinds=("books",))
    monkeypatch.setattr(excel, "_process", {4711: 1001}.get)  # the engine of tests counts its programs from 1000
    with xl_engine.running(busy, program):
        assert main(["press", "pair", "--live", name, "--window", "4711"]) == 0
        assert not busy.calls
        assert main(["press", "pair", "--live", name]) == 5 and program.kinds("value")


def test_no_other_excel_is_ended_when_the_program_ends():
    """Imported on Windows, xlwings registers a handler that ends every Excel without a workbook's window."""
    code = """if True:
        import atexit, sys, types
        windows = sys.modules["xlwings._xlwindows"] = types.ModuleType("xlwings._xlwindows")
        windows.cleanup = atexit.register(lambda: print("taskkill"))
        from tournament_xl.hosts import excel
        if sys.argv[1] == "press":
            try:
                excel.press_live("club.xlsx", "pair")
            except excel.HostError as error:
                print(error)
"""
    told = {}
    for use in ("nothing", "press"):
        done = subprocess.run([sys.executable, "-c", code, use], cwd=ROOT, check=True, capture_output=True, text=True)
        told[use] = done.stdout
    assert told["nothing"] == "taskkill\n" and "Excel ne peut pas" in told["press"]
    assert "taskkill" not in told["press"]


@pytest.mark.parametrize("action", ["pair", "update", "undo", "ratings"])
def test_a_window_that_cannot_be_saved_is_not_written(program, action):
    """The second computer that opens a workbook has it read-only."""
    before = state(program)
    program.books[0].ReadOnly = True
    with pytest.raises(HostError, match="lecture seule"):
        press(program, action)
    assert "lecture seule" in program.boxes[0] and state(program) == before and not backups(program)


def types_meanwhile(program, monkeypatch, kind, cells, number=1, error=None):
    """Somebody types `cells` when the call of this kind and number comes; then it fails with `error`."""
    honest, seen = program.call, []

    def call(name, *details):
        seen.append(name)
        if name == kind and seen.count(kind) == number:
            for (name_of_sheet, *at), value in cells.items():
                sheet(program, name_of_sheet).type(tuple(at), value)
            if error:
                raise error
        honest(name, *details)

    monkeypatch.setattr(program, "call", call)


MEANWHILE = {
    "an imposed pair where the new round goes": ("pair", {("Résultats", 9, 3): 4.0, ("Résultats", 9, 4): "Dupont"}),
    "a score that is corrected": ("pair", {("Résultats", 5, 5): 451.0}),
    "a score of the round that is taken back": ("undo", {("Résultats", 5, 5): 450.0, ("Résultats", 5, 6): 400.0}),
    "a title of a derived sheet": ("update", {("Classement", 1, 1): "Mon titre"}),
}


@pytest.mark.parametrize("kind", ["copy", "set calculation"])
@pytest.mark.parametrize(("action", "cells"), MEANWHILE.values(), ids=MEANWHILE)
def test_what_is_typed_before_the_first_write_stays_and_refuses_the_press(program, monkeypatch, action, cells, kind):
    press(program)
    if action != "undo":
        score(program)
    copies = backups(program)
    types_meanwhile(program, monkeypatch, kind, cells)
    before = read(program).sheets
    with pytest.raises(HostError, match="modifié pendant le travail .*Recommencez"):
        press(program, action)
    after = state(program)
    for (name, *at), value in cells.items():
        assert after[name][0].get(tuple(at)) == value
        assert f"feuille « {name} »" in program.boxes[0]
        sheet(program, name).type(tuple(at), cell_of(before, name, *at))
    assert read(program).sheets == before and backups(program) == copies
    assert program.state == {"screen_updating": True, "enable_events": True, "calculation": "automatic"}


def cell_of(sheets, name, row, column):
    grid = sheets[name]
    return grid[row - 1][column - 1] if row <= len(grid) and column <= len(grid[row - 1]) else None


SITE = "https://club.sharepoint.com/sites/Tournois/Documents partages"

PERSONAL = "https://my.microsoftpersonalcontent.com/personal/1A2B/Documents"


@pytest.mark.parametrize(("namespace", "address", "inside"), [
    ("https://d.docs.live.net/1A2B", "https://d.docs.live.net/1a2b/Bureau/club d'été.xlsm", "Bureau"),
    ("https://d.docs.live.net", "https://d.docs.live.net/1A2B/Bureau/club d'été.xlsm", "Bureau"),
    ("https://d.docs.live.net/1A2B", PERSONAL + "/Bureau/club d'été.xlsm", "Bureau"),
    (PERSONAL, PERSONAL + "/club d'été.xlsm", "."),
    (SITE, SITE + "/2026/club%20d%27%C3%A9t%C3%A9.xlsm", "2026"),
    (SITE, SITE + "/2026/club d'été.xlsm", "."),
], ids=["personal", "without account", "new address", "new address kept", "codes", "one folder only"])  # fmt: skip
def test_the_folder_is_found_that_windows_has_for_an_address(monkeypatch, tmp_path, namespace, address, inside):
    there = tmp_path / "OneDrive" / inside / "club d'été.xlsm"
    there.parent.mkdir(parents=True)
    there.touch()
    known = [("https:/", str(tmp_path / "none")), (namespace, str(tmp_path / "OneDrive"))]
    monkeypatch.setattr(excel, "_folders", lambda: known)
    assert excel.local_path(address) == there
    there.unlink()
    assert excel.local_path(address) is None


def test_without_a_folder_here_the_copies_are_kept_on_this_computer_and_the_answer_says_where(
    program, tmp_path, monkeypatch
):
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    program.books[0].fullname = SITE + "/2026/club.xlsx"
    assert press(program).code == DONE
    (copy,) = (tmp_path / "Local" / "tournament_xl" / "Sauvegardes").iterdir()
    (box,) = program.boxes
    assert str(copy) in box and "OneDrive ou SharePoint" in box and "Ronde 1 appariée" in box
    program.books[0].Saved = True
    with pytest.raises(HostError, match="n'est pas atteint"):  # what is sent is written beside the file
        press(program, "send")
