"""A press inside the open Excel (tests/xl_engine.py): what it does, reads, writes and says, and when it refuses."""

import atexit
import sys
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import books, xl_engine
from tests.frontends.test_three_hosts import cells
from tests.fuzz import TRIALS
from tests.xl_engine import ComError, rejected
from tournament_xl.core.exit_codes import DONE, PROBLEMS
from tournament_xl.frontends.excel import calls, live
from tournament_xl.frontends.excel import cells as excel_cells
from tournament_xl.service import send as send_service
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.submission.send import SendResult
from tournament_xl.workbook.snapshot import Block, ExternalError
from tournament_xl.workbook.working_copy import Outcome

SITE = "https://club.sharepoint.com/sites/Tournois/Documents partages"


def press(program, action="pair"):
    return live.act_on_open_workbook(program.opened[0].FullName, action)


def read(program):
    return live.read_sheets(live.find_open_workbook(program.opened[0].FullName))


def state(program):
    """All that a press may change in the workbook and in Excel."""
    pages = {
        name: (dict(page.values), dict(page.formulas), {position: page.format(position) for position in page.values})
        for name, page in program.opened[0].pages.items()
    }
    return pages, program.screen_updating, program.enable_events, program.calculation


def sheet(program, name="Joueurs"):
    return program.opened[0].pages[name]


def score(program):
    for row in range(5, 9):
        sheet(program, "Résultats").type((row, 5), 450.0)
        sheet(program, "Résultats").type((row, 6), 400.0)


def backups(program):
    return books.backups(Path(program.opened[0].FullName))


# What a press does


def test_a_press_pairs_shows_the_pairings_and_keeps_a_copy_of_before(program):
    before = cells(read(program))
    assert press(program).code == DONE
    assert program.shown == "Appariements" and program.selected == "Résultats!E5" and not program.boxes
    assert [line[0] for line in read(program).sheets["Résultats"][4:]] == [1.0] * 4
    (copy,) = backups(program)
    assert copy.name.startswith("Open de Genève 20") and cells(ClosedFile(copy).read()) == before


def test_values_come_as_from_a_closed_file(program):
    groups = sheet(program, "Groupes")
    groups.values = {(2, 2): 5.0, (3, 1): 46347.0, (3, 2): 46347.25, (3, 3): xl_engine.ERRORS["#DIV/0!"], (3, 4): True,
                     (3, 5): "007"}  # fmt: skip
    groups.formats = {(3, 1): "dd/mm/yyyy", (3, 2): "dd/mm/yyyy hh:mm"}
    assert read(program).sheets["Groupes"] == [[], [None, 5.0], [46347, 46347.25, "#DIV/0!", 1, "007"]]


def test_text_stays_text_and_numbers_numbers(program):
    groups, book = sheet(program, "Groupes"), live.find_open_workbook(program.opened[0].FullName)
    texts = ("1-2", "=x", "+44 Durand (5)", "007", "1/2", "05/11/2026 14:00", "'t Hooft", "VRAI", "-", "@a", "1,5")
    groups.formats |= {(20, 3): "dd/mm/yyyy", (20, 4): "@", (20, 5): "0.00"}
    row = (texts[0], 5, texts[0], "'t", "1,5", 1.5)
    block = Block("Groupes", 20, 1, (row, *((text, None, None, None, None, None) for text in texts[1:])))
    place, snapshot = live.find_location(book)[0], live.read_sheets(book)
    excel_cells.write_edits(book, place, snapshot, [block], stamp="2026-11-21 14-00-00 essai")
    assert [groups.values[row, 1] for row in range(20, 31)] == [*texts] and not groups.formulas
    assert [groups.values[20, column] for column in range(2, 7)] == [5.0, texts[0], "'t", "1,5", 1.5]
    assert [groups.format((20, column)) for column in range(3, 6)] == ["dd/mm/yyyy", "@", "0.00"]


def test_the_picture_called_logo_goes_on_the_wall_and_palmares_once(program):
    first = sheet(program, "Tournoi")
    first.pictures += [xl_engine.Picture(first, data, 200, 100) for data in (b"another", b"\x89PNG and so on")]
    first.pictures[1].name = "logo"
    press(program)
    (wall,), (palmares,) = (sheet(program, name).pictures for name in ("Appariements", "Palmarès"))
    assert (wall.name, wall.data, wall.width, wall.height) == ("Logo", b"\x89PNG and so on", 92, 46)
    assert (wall.left, wall.top) == (5 * 48 + 320 * 0.75 - 92, 0) and (palmares.width, palmares.top) == (110, 30)


def test_problems_come_in_a_box_with_the_first_cell_selected(program):
    press(program)
    before, program.shown = state(program), None
    assert press(program).code == PROBLEMS
    assert program.shown == "Résultats" and program.selected == "Résultats!E5"
    (box,) = program.boxes
    assert "Résultats!E5 : " in box and state(program) == before and len(backups(program)) == 1


def test_what_is_sent_and_published_is_what_excel_shows_saved_or_not(program, monkeypatch):
    """With AutoSave the file lags behind."""
    got = []
    send = lambda *arguments: got.append(arguments) or SendResult(Outcome(DONE, "Prêt"))  # noqa: E731
    monkeypatch.setattr(send_service, "write_parcel", send)
    program.opened[0].Saved = False
    sheet(program).type((5, 3), "Tapé à l'instant")
    assert press(program, "send").code == DONE and program.boxes == ["Prêt"]
    ((path, _, snapshot),) = got
    assert str(path) == program.opened[0].FullName and snapshot.sheets["Joueurs"][4][2] == "Tapé à l'instant"


def test_the_press_goes_to_the_excel_of_its_window_whatever_the_others_do(program, monkeypatch):
    """The button gives its window; a busy Excel beside it is not asked, nor one with a copy of the same name."""
    busy, name = xl_engine.Excel(), program.opened[0].FullName
    busy.open(name)
    busy.fail(rejected(), times=999, kinds=("books",))
    monkeypatch.setattr(live, "find_process", {4711: 1001}.get)
    with xl_engine.running(busy, program):
        assert books.run("press", "pair", "--live", name, "--window", "4711") == 0
        assert not busy.calls
        assert books.run("press", "pair", "--live", name) == 5


def test_no_other_excel_is_ended_when_the_program_ends(program, monkeypatch):
    """Imported on Windows, xlwings registers a handler that ends every Excel without a workbook's window."""
    handler, unregistered = object(), []
    monkeypatch.setitem(sys.modules, "xlwings._xlwindows", SimpleNamespace(cleanup=handler))
    monkeypatch.setattr(atexit, "unregister", unregistered.append)
    press(program)
    assert {*unregistered} == {handler}


# Refusals: all cells as before


def refused(program, words, action="pair"):
    """The press is refused with these words in a box; the cells and Excel's switches are as before."""
    before = state(program)
    with pytest.raises(ExternalError, match=words) as caught:
        press(program, action)
    assert state(program) == before and program.boxes[-1] == str(caught.value)
    return caught.value


def with_long_path(program):
    book = Path(program.opened[0].FullName)
    folder = book.parent / ("x" * 200)
    folder.mkdir()
    program.opened[0].FullName = str(book.rename(folder / book.name))


def with_filtered_table(program):
    sheet(program, "Classement").ListObjects = [SimpleNamespace(AutoFilter=SimpleNamespace(FilterMode=True))]


@pytest.mark.parametrize(("change", "words"), [
    (lambda program: setattr(program.opened[0], "FullName", "Classeur1"), "jamais été enregistré"),
    (lambda program: setattr(program.opened[0], "ReadOnly", True), "lecture seule"),
    (lambda program: setattr(sheet(program, "Classement"), "ProtectContents", True), "« Classement » est protégée"),
    (lambda program: setattr(sheet(program, "Résultats"), "filtered", {6}), "« Résultats » est filtrée"),
    (with_filtered_table, "« Classement » est filtrée"),
    (with_long_path, "218"),
    (lambda program: program.fail(rejected(), kinds=("read",)), "Excel est occupé"),
    (lambda program: program.fail(rejected(), kinds=("copy",)), "Excel est occupé"),
    (lambda program: program.fail(rejected(), kinds=("value",)), "Excel est occupé"),
], ids=["never saved", "read-only", "protected", "filtered", "filtered table", "long path", "busy", "busy at the copy",
        "busy at a write"],
)  # fmt: skip
def test_a_workbook_that_cannot_be_written_is_refused_and_left_as_it_is(program, change, words):
    press(program)
    score(program)
    copies = backups(program)
    change(program)
    refused(program, words)
    assert {*backups(program)} <= {*copies}, "no new one stays"


def test_a_failure_at_any_write_puts_everything_back(program):
    """Also formulas that the press overwrites, formats, and texts that Excel would transform."""
    for page in program.opened[0].pages.values():
        page.columns.clear()  # names and reasons lose their text format, as in a workbook of the organiser's own
    press(program)
    score(program)
    ranking = sheet(program, "Classement")
    ranking.formats |= {(row, 4): "General" for row in (5, 6, 7)} | {(8, 4): "dd/mm/yyyy"}
    ranking.values |= {(5, 4): xl_engine.ERRORS["#NAME?"], (6, 4): "1-2", (7, 4): "=x", (8, 4): 46347.0}
    ranking.formulas[5, 4] = "=B5"
    before = state(program)
    for copy in backups(program):
        copy.unlink()
    for after in count(0, 1 if TRIALS else 16):
        program.faults.clear()
        program.fail(ComError("Mémoire insuffisante."), after=after, kinds=("value",))
        try:
            assert press(program).code == DONE
        except ExternalError as error:
            assert "Mémoire insuffisante" in str(error) and state(program) == before and not backups(program)
        else:
            break  # the press has no more writes
    assert after > 16


def test_what_cannot_be_put_back_is_told_with_the_copy_to_take(program):
    program.fail(ComError("Plus rien ne va."), after=5, times=99)
    with pytest.raises(ExternalError, match=r"Sauvegardes.*avant appariement\.xlsx"):
        press(program)
    assert len(backups(program)) == 1 and program.screen_updating


@pytest.mark.parametrize("kind", ["read", "copy"])
def test_an_excel_busy_for_a_moment_is_waited_for_before_anything_is_written(program, monkeypatch, kind):
    monkeypatch.setattr(calls, "PATIENCE", 5)
    error = ComError("", scode=xl_engine.EDITING) if kind == "read" else rejected()  # typing, or just clicked into
    program.fail(error, kinds=(kind,))
    assert press(program).code == DONE


def test_what_is_typed_before_the_first_write_stays_and_refuses_the_press(program, monkeypatch):
    """A pair imposed by hand where the new round goes."""
    press(program)
    score(program)
    copies, before, honest = backups(program), state(program), program.call
    results, typed = sheet(program, "Résultats"), {(9, 3): 4.0, (9, 4): "Dupont"}

    def call(kind):
        if kind == "copy":  # made last of all before the cells are written
            for position, value in typed.items():
                results.type(position, value)
        honest(kind)

    monkeypatch.setattr(program, "call", call)
    with pytest.raises(ExternalError, match="modifié pendant le travail"):
        press(program)
    assert {position: results.values.pop(position) for position in typed} == typed
    assert state(program) == before and backups(program) == copies


# OneDrive, SharePoint


@pytest.mark.parametrize(("namespace", "address", "inside"), [
    ("https://d.docs.live.net/1A2B", "https://d.docs.live.net/1a2b/Bureau/club d'été.xlsm", "Bureau"),
    (SITE, SITE + "/2026/club%20d%27%C3%A9t%C3%A9.xlsm", "2026"), (SITE, SITE + "/2026/club d'été.xlsm", "."),
], ids=["personal", "codes", "one folder only"])  # fmt: skip
def test_the_folder_is_found_that_windows_has_for_an_address(monkeypatch, tmp_path, namespace, address, inside):
    there = tmp_path / "OneDrive" / inside / "club d'été.xlsm"
    there.parent.mkdir(parents=True)
    there.touch()
    registry = {"UrlNamespace": namespace, "MountPoint": str(tmp_path / "OneDrive")}
    winreg = SimpleNamespace(
        HKEY_CURRENT_USER=0, OpenKey=lambda key, name: nullcontext(name), QueryInfoKey=lambda key: (1,),
        EnumKey=lambda key, number: "Business1", QueryValueEx=lambda key, name: (registry[name], 1),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "winreg", winreg)
    assert live.find_local_file(address) == there
    there.unlink()
    assert live.find_local_file(address) is None


def test_without_a_folder_here_the_copies_are_kept_on_this_computer_and_the_answer_says_where(
    program, tmp_path, monkeypatch
):
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    program.opened[0].FullName = SITE + "/2026/club.xlsx"
    assert press(program).code == DONE
    (copy,) = (tmp_path / "Local" / "tournament_xl" / "Sauvegardes").iterdir()
    (box,) = program.boxes
    assert str(copy) in box
    refused(program, "n'est pas atteint", "send")  # what is sent is written beside the file
