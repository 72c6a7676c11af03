"""A press inside an open Excel that refuses, is busy or is not there: all cells are as before."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import xl_engine, xl_program
from tests.excel_live import backups, press, score, sheet, state
from tests.strangers import ROOT
from tests.xl_program import ComError, rejected
from tournament_xl.cli import main
from tournament_xl.hosts import excel, excel_answers, excel_cells
from tournament_xl.texts import live as texts
from tournament_xl.workbook.snapshot import HostError

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
    for after in range(count):
        program.faults.clear()
        program.fail(ComError("Mémoire insuffisante."), after=after, kinds=("value",))
        with pytest.raises(HostError, match="Mémoire insuffisante"):
            press(program)
        assert state(program) == before and program.state == settings
        assert not backups(program)


def test_a_cell_under_a_merge_that_must_be_filled_is_refused_before_anything_is_written(program):
    sheet(program, "Résultats").merges.append((6, 3, 6, 4))
    before = state(program)
    with pytest.raises(HostError, match="cellule D6 de la feuille « Résultats ».*fusion"):
        press(program)
    assert state(program) == before and not program.kinds("copy")
    assert "fusion" in program.boxes[0]


def test_a_bug_of_ours_while_writing_also_puts_everything_back(program):
    before = state(program)
    program.fail(ZeroDivisionError(), after=5, kinds=("value",))
    with pytest.raises(ZeroDivisionError):
        press(program)
    assert state(program) == before and program.state["calculation"] == "automatic"


def test_a_value_that_excel_transforms_all_the_same_is_refused_and_put_back(program, monkeypatch):
    before = state(program)
    honest = xl_program.Sheet.understood
    monkeypatch.setattr(
        xl_program.Sheet, "understood", lambda *known: 1.0 if "Ronde 1 sur" in known[2].strip("'") else honest(*known)
    )
    with pytest.raises(HostError, match="Excel a transformé ce qui était écrit dans la cellule"):
        press(program)
    assert state(program) == before


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


def test_putting_back_waits_for_a_busy_excel(program, monkeypatch):
    before = state(program)
    monkeypatch.setattr(excel_answers, "PATIENCE", 5)
    program.fail(rejected(), after=5, times=4)
    with pytest.raises(HostError, match="Excel est occupé"):
        press(program)
    assert state(program) == before


def test_a_switch_that_does_not_come_back_does_not_keep_the_others(program):
    program.fail(ComError("Non."), after=1, kinds=("set calculation",))
    assert press(program).code == 0
    assert program.state == {"screen_updating": True, "enable_events": True, "calculation": "manual"}


def test_a_copy_that_cannot_be_made_stops_the_press(program):
    before = state(program)
    program.fail(ComError("Le disque est plein."), kinds=("copy",))
    with pytest.raises(HostError, match="copie de sauvegarde.*Le disque est plein.*Rien n'a été écrit"):
        press(program)
    (Path(program.books[0].fullname).parent / "Sauvegardes").rmdir()
    (Path(program.books[0].fullname).parent / "Sauvegardes").write_bytes(b"")
    with pytest.raises(HostError, match="copie de sauvegarde.*un fichier porte déjà ce nom"):
        press(program)
    assert state(program) == before


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


def test_a_workbook_that_is_not_open_is_not_opened(program):
    with pytest.raises(HostError, match="n'est pas ouvert dans Excel : C:/autre/Open de Genève.xlsx"):
        excel.press_live("C:/autre/Open de Genève.xlsx", "pair")
    assert not program.kinds("read")


def test_a_workbook_open_in_two_excels_is_refused(program):
    other = xl_program.Excel()
    other.open(program.books[0].fullname)
    with xl_engine.running(program, other), pytest.raises(HostError, match="dans deux Excel"):
        press(program)


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
        if sys.argv[1] == "cells":
            import tournament_xl.excel"""
    told = {}
    for use in ("nothing", "press", "cells"):
        done = subprocess.run([sys.executable, "-c", code, use], cwd=ROOT, check=True, capture_output=True, text=True)
        told[use] = done.stdout
    assert told["nothing"] == "taskkill\n" and "Excel ne peut pas" in told["press"]
    assert "taskkill" not in told["press"] + told["cells"]


def test_the_case_of_the_name_does_not_matter(program):
    assert excel.press_live(program.books[0].fullname.upper(), "pair").code == 0


def test_without_excel_it_is_said(capsys):
    assert main(["press", "pair", "--live", "x.xlsx"]) == 5
    assert "Excel ne peut pas être commandé" in capsys.readouterr().err


def test_without_xlwings_it_is_said_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "xlwings", None)
    assert main(["press", "pair", "--live", "x.xlsx"]) == 5
    assert f'"{sys.executable}" -m pip install "xlwings' in capsys.readouterr().err


@pytest.mark.parametrize("action", ["pair", "update", "undo", "ratings"])
def test_a_window_that_cannot_be_saved_is_not_written(program, action):
    """The second computer that opens a workbook has it read-only."""
    before = state(program)
    program.books[0].ReadOnly = True
    with pytest.raises(HostError, match="lecture seule"):
        press(program, action)
    assert "lecture seule" in program.boxes[0] and state(program) == before and not backups(program)
