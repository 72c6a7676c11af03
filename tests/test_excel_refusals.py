"""A press inside an open Excel that refuses, is busy or is not there: all cells are as before."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests import xl_engine, xl_program
from tests.excel_live import backups, press, score, sheet, state
from tests.fuzz import TRIALS
from tests.strangers import ROOT
from tests.xl_program import ComError, rejected
from tournament_xl.book.snapshot import HostError
from tournament_xl.cli import main
from tournament_xl.hosts import excel, excel_answers, excel_cells
from tournament_xl.texts import live as texts

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
    monkeypatch.setattr(excel_answers, "PATIENCE", 0)
    count = sum(not block.optional for block in plans[0])
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
    monkeypatch.setattr(excel_answers, "PATIENCE", 5)
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


def test_the_system_s_own_box_stands_before_the_window_of_the_press(monkeypatch):
    """The handle of a window that has gone shows none: then it stands alone."""
    boxes = []
    shown = SimpleNamespace(MessageBoxW=lambda window, text, title, style: boxes.append(window) or int(window != 12))
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(user32=shown), raising=False)
    monkeypatch.setattr(excel.sys, "platform", "win32")
    for window in (11, 12, 0):
        excel._tell(None, "Excel est occupé", window=window)
    assert boxes == [11, 12, 0, 0]


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


def test_without_excel_it_is_said(capsys):
    assert main(["press", "pair", "--live", "x.xlsx"]) == 5
    assert "Excel ne peut pas être commandé" in capsys.readouterr().err


@pytest.mark.parametrize("action", ["pair", "update", "undo", "ratings"])
def test_a_window_that_cannot_be_saved_is_not_written(program, action):
    """The second computer that opens a workbook has it read-only."""
    before = state(program)
    program.books[0].ReadOnly = True
    with pytest.raises(HostError, match="lecture seule"):
        press(program, action)
    assert "lecture seule" in program.boxes[0] and state(program) == before and not backups(program)
