"""A press inside the open Excel: what is read and written through xlwings, and what happens when Excel refuses."""

import ast
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
import xlwings

from tests import books, xl_engine
from tests.test_three_hosts import cells
from tests.xl_engine import ComError, rejected
from tournament_xl.cli import main
from tournament_xl.hosts import excel, excel_answers, excel_write, pressing
from tournament_xl.hosts.backups import copies
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import DONE, PROBLEMS, REFUSED, Outcome
from tournament_xl.texts import live as texts
from tournament_xl.workbook.grid import Problem
from tournament_xl.workbook.snapshot import Block, HostError

STAMP = "2026-11-21 14-00-00 essai"


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Excel with a workbook of 8 players open in it."""
    monkeypatch.setattr(excel_answers, "PATIENCE", 0)
    running = xl_engine.Excel()
    running.open(books.create(tmp_path / "Club d'été", name="Open de Genève.xlsx"))
    with xl_engine.running(running):
        yield running


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
    return excel_write.write(book, excel.location(book), excel.read(book), blocks, stamp=STAMP)


def sheet(program, name="Joueurs"):
    return program.books[0].sheets[name]


def score(program, own=450.0, other=400.0):
    results = sheet(program, "Résultats")
    for row in range(5, 9):
        results.type((row, 5), own)
        results.type((row, 6), other)


# What a press does


def test_a_press_pairs_shows_the_pairings_and_keeps_a_copy_of_before(program):
    before = cells(read(program))
    assert press(program).code == 0
    assert program.shown == "Appariements" and not program.boxes
    assert [line[0] for line in read(program).sheets["Résultats"][4:]] == [1.0] * 4
    (copy,) = xl_engine.backups(program.books[0].fullname)
    assert copy.name.startswith("Open de Genève 20") and copy.name.endswith(" avant appariement.xlsx")
    assert cells(ClosedFile(copy).read()) == before


def test_each_sheet_is_read_once_and_each_block_written_once(program, monkeypatch):
    written = []
    monkeypatch.setattr(excel, "write", lambda *known, **more: written.extend(known[3]))
    press(program)
    assert [name for (name,) in program.kinds("read")] == list(program.books[0].sheets)
    monkeypatch.undo()
    monkeypatch.setattr(excel_answers, "PATIENCE", 0)
    press(program)
    assert len(program.kinds("value")) == len(written)


@pytest.mark.parametrize(("action", "shown"), [("update", "Classement"), ("undo", "Résultats")])
def test_the_sheet_concerned_is_shown_at_the_end(program, action, shown):
    press(program)
    program.shown = None
    assert press(program, action).code == 0
    assert program.shown == shown


def test_a_press_repeated_writes_nothing(program):
    press(program, "update")
    program.calls.clear()
    assert press(program, "update").code == 0
    assert not program.kinds("value") and not program.kinds("format") and not program.kinds("copy")


def test_screen_events_and_calculation_are_off_while_writing_and_then_as_before(program):
    program.state |= {"calculation": "semiautomatic", "enable_events": False}
    press(program)
    kinds = [call for call in program.calls if call[0] in ("value", "format") or call[0].startswith("set ")]
    assert kinds[:3] == [("set screen_updating", False), ("set enable_events", False), ("set calculation", "manual")]
    assert {call[0] for call in kinds[3:-3]} <= {"value", "format"}
    assert program.state == {"screen_updating": True, "enable_events": False, "calculation": "semiautomatic"}


def test_a_workbook_with_unsaved_scores_is_paired_and_the_copy_has_them(program):
    press(program)
    score(program)
    assert press(program).code == 0
    copy = copies(Path(program.books[0].fullname))[-1].file
    assert ClosedFile(copy).read().cell("Résultats", 5, 5) == "450"


def test_the_thirty_newest_copies_stay(program, monkeypatch):
    folder = Path(program.books[0].fullname).parent / "Sauvegardes"
    folder.mkdir()
    for day in range(1, 31):
        (folder / f"Open de Genève 2020-01-{day:02} 10-00-00 avant.xlsx").write_bytes(b"x")
    press(program)
    assert len(xl_engine.backups(program.books[0].fullname)) == 30


def test_a_second_copy_of_the_same_second_gets_a_number(program):
    names = [write(program, Block("Joueurs", 30, 1, ((n,),))).name for n in (1, 2)]
    assert names == [f"Open de Genève {STAMP}.xlsx", f"Open de Genève {STAMP} (2).xlsx"]


# Reading


def test_rows_and_columns_are_the_sheets_own_when_the_first_ones_are_empty(program):
    groups = sheet(program, "Groupes")
    groups.values, groups.formats = {(3, 2): 5.0, (4, 4): "x"}, {}
    assert read(program).sheets["Groupes"] == [[], [], [None, 5.0], [None, None, None, "x"]]


def test_an_empty_sheet_has_no_rows(program):
    sheet(program, "Groupes").values, sheet(program, "Groupes").formats = {}, {}
    assert read(program).sheets["Groupes"] == []


def test_values_come_as_from_a_closed_file(program):
    groups = sheet(program, "Groupes")
    groups.formats |= {(9, 1): "dd/mm/yyyy", (9, 2): "dd/mm/yyyy hh:mm", (9, 6): "h:mm"}
    groups.values |= {(9, 1): 46347.0, (9, 2): 46347.25, (9, 3): xl_engine.ERRORS["#DIV/0!"], (9, 4): True,
                      (9, 5): "007", (9, 6): 0.5, (9, 7): -2146826243}  # fmt: skip
    assert read(program).sheets["Groupes"][8] == [46347, 46347.25, "#DIV/0!", 1, "007", 0.5, "#SPILL!"]
    assert excel_answers.cell(datetime(1900, 1, 1)) == 2  # as COM counts


def test_a_used_range_made_long_by_formats_is_read_to_the_last_value(program):
    players = sheet(program)
    last = max(at[0] for at in players.values)
    players.formats[1_048_576, 3] = "0"
    assert len(read(program).sheets["Joueurs"]) == last
    players.values[500_000, 16_000] = "loin"
    with pytest.raises(HostError, match="« Joueurs » s'étend jusqu'à la ligne 500000"):
        read(program)


# Writing


def test_text_stays_text_and_numbers_numbers(program):
    groups = sheet(program, "Groupes")
    groups.formats |= {(21, 1): "dd/mm/yyyy", (22, 1): "@", (23, 1): "0.00", (20, 3): "@"}
    words = ("1-2", "=x", "+44 Durand (5)", "007", "1/2", "05/11/2026 14:00", "'t Hooft", "VRAI", "-", "@a", "1,5")
    for text in words:
        write(program, Block("Groupes", 20, 1, ((text, 5, text), (text, None, 1.5), (text, 7, None), (text, 1, "x"))))
        column = [groups.values[row, 1] for row in range(20, 24)]
        assert column == [text] * 4, text
        assert groups.values[20, 3] == text and groups.values[20, 2] == 5.0 and groups.values[21, 3] == 1.5
    assert groups.format((20, 1)) == "@" and groups.format((21, 1)) == "dd/mm/yyyy" and groups.format((23, 1)) == "0.00"
    write(program, Block("Groupes", 20, 1, ((12,), (13,))))
    assert groups.values[20, 1] == 12.0 and groups.values[21, 1] == 13.0


def test_a_merged_title_is_written_at_its_top_left_and_skipped_below(program):
    groups = sheet(program, "Groupes")
    groups.merges.append((30, 1, 30, 4))
    write(program, Block("Groupes", 30, 1, (("Titre", "caché", None),), True))
    write(program, Block("Groupes", 31, 1, ((1, 2),)), Block("Groupes", 30, 1, (("Deux", None),)))
    assert groups.values[30, 1] == "Deux" and (30, 2) not in groups.values


def test_a_cell_under_a_merge_that_must_be_filled_is_refused_before_anything_is_written(program):
    sheet(program, "Résultats").merges.append((6, 3, 6, 4))
    before = state(program)
    with pytest.raises(HostError, match="cellule D6 de la feuille « Résultats ».*fusion"):
        press(program)
    assert state(program) == before and not program.kinds("copy")
    assert "fusion" in program.boxes[0]


def test_an_optional_block_on_a_protected_sheet_is_left_out(program):
    sheet(program, "Groupes").protected = True
    write(program, Block("Groupes", 1, 1, (("Titre",),), True), Block("Joueurs", 30, 1, ((5,),)))
    assert sheet(program).values[30, 1] == 5.0
    assert sheet(program, "Groupes").values.get((1, 1)) != "Titre"


def test_unlocked_cells_of_a_protected_sheet_take_text_though_their_format_cannot_change(program):
    groups = sheet(program, "Groupes")
    groups.protected, groups.unlocked = True, {(30, 1), (30, 2)}
    write(program, Block("Groupes", 30, 1, (("1-2", 5),)))
    assert (groups.values[30, 1], groups.values[30, 2]) == ("1-2", 5.0)


# Refusals: all cells as before


def test_a_protected_sheet_is_refused_in_french_and_nothing_stays_written(program):
    sheet(program, "Classement").protected = True
    before = state(program)
    with pytest.raises(HostError, match="« Classement » est protégée : rien n'a été changé"):
        press(program)
    assert state(program) == before
    assert program.kinds("value") and not xl_engine.backups(program.books[0].fullname)
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
    monkeypatch.setattr(excel_write._Pen, "write", lambda pen, plan, copy: plans.append(plan))
    ranking = sheet(program, "Classement")
    for row in (5, 6, 7, 8):
        ranking.formats[row, 3] = "General"
    ranking.formulas[5, 3], ranking.values[5, 3] = "=B5", xl_engine.ERRORS["#NAME?"]
    ranking.values[6, 3], ranking.values[7, 3], ranking.values[8, 3] = "1-2", "=x", 46347.0
    ranking.formats[8, 3] = "dd/mm/yyyy"
    before, settings = state(program), dict(program.state)
    program.calls.clear()
    assert press(program).code == 0
    monkeypatch.undo()
    monkeypatch.setattr(excel_answers, "PATIENCE", 0)
    count = sum(not block.optional for block in plans[0])
    assert count > 10
    for copy in xl_engine.backups(program.books[0].fullname):
        copy.unlink()
    for after in range(count):
        program.faults.clear()
        program.fail(ComError("Mémoire insuffisante."), after=after, kinds=("value",))
        with pytest.raises(HostError, match="Mémoire insuffisante"):
            press(program)
        assert state(program) == before and program.state == settings
        assert not xl_engine.backups(program.books[0].fullname)
    assert program.kinds("format")


def test_where_formats_are_refused_text_stays_text_behind_an_apostrophe(program, tmp_path):
    other = xl_engine.Excel()
    other.open(books.create(tmp_path / "formats"))
    with xl_engine.running(other):
        press(general(other))
        expected = read(other)
    general(program).fail(ComError("Impossible."), times=999, kinds=("format",))
    assert press(program).code == 0
    assert {at for at, text in cells(read(program)).items()} == {at for at, text in cells(expected).items()}
    assert read(program).sheets["Classement"] == expected.sheets["Classement"]


def test_a_bug_of_ours_while_writing_also_puts_everything_back(program):
    before = state(program)
    program.fail(ZeroDivisionError(), after=5, kinds=("value",))
    with pytest.raises(ZeroDivisionError):
        press(program)
    assert state(program) == before and program.state["calculation"] == "automatic"


def test_a_value_that_excel_transforms_all_the_same_is_refused_and_put_back(program, monkeypatch):
    before = state(program)
    honest = xl_engine.Sheet.understood
    monkeypatch.setattr(
        xl_engine.Sheet, "understood", lambda *known: 1.0 if "Ronde 1 sur" in known[2] else honest(*known)
    )
    with pytest.raises(HostError, match="Excel a transformé ce qui était écrit dans la cellule"):
        press(program)
    assert state(program) == before


def test_what_cannot_be_put_back_is_told_with_the_copy_to_take(program):
    program.fail(ComError("Plus rien ne va."), after=5, times=99)
    with pytest.raises(HostError, match=r"pas pu être remises.*Sauvegardes.*avant appariement\.xlsx"):
        press(program)
    assert len(xl_engine.backups(program.books[0].fullname)) == 1
    assert program.state["screen_updating"] is True


@pytest.mark.parametrize("kind", ["books", "read", "fullname", "copy", "value", "set calculation"])
def test_a_cell_being_edited_is_told_and_nothing_changes(program, kind):
    before, settings = state(program), dict(program.state)
    program.fail(rejected(), kinds=(kind,))
    with pytest.raises(HostError, match="Excel est occupé : une cellule est en cours de saisie"):
        press(program)
    assert state(program) == before and program.state == settings


def test_the_error_of_a_click_into_a_cell_counts_as_busy_too(program):
    program.fail(ComError("", scode=xl_engine.EDITING))
    with pytest.raises(HostError, match="Excel est occupé"):
        press(program)


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
    other = xl_engine.Excel()
    other.open(program.books[0].fullname)
    with xl_engine.running(program, other), pytest.raises(HostError, match="dans deux Excel"):
        press(program)


def test_the_case_of_the_name_does_not_matter(program):
    assert excel.press_live(program.books[0].fullname.upper(), "pair").code == 0


def test_without_excel_it_is_said(capsys):
    assert main(["press", "pair", "--live", "x.xlsx"]) == 5
    assert "Excel ne peut pas être commandé" in capsys.readouterr().err


def test_without_xlwings_it_is_said_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "xlwings", None)
    assert main(["press", "pair", "--live", "x.xlsx"]) == 5
    assert f'"{sys.executable}" -m pip install "xlwings' in capsys.readouterr().err


# Message boxes


def test_problems_come_in_a_box_with_the_first_cell_selected(program):
    press(program)
    before, program.shown = state(program), None
    outcome = press(program)
    assert outcome.code == PROBLEMS
    assert program.shown == "Résultats" and program.selected == "Résultats!E5"
    (box,) = program.boxes
    assert box.startswith("Rien n'a été changé. À corriger d'abord :\n\nRésultats!E5 : ")
    assert box.count("\nRésultats!") == len(outcome.problems)
    assert state(program) == before and len(xl_engine.backups(program.books[0].fullname)) == 1


@pytest.mark.parametrize(("count", "end"), [(15, ""), (16, "… et 1 autre."), (40, "… et 25 autres.")])
def test_many_problems_are_cut_with_the_number_of_the_others(count, end):
    problems = tuple(Problem("Joueurs", row, 1, "non.") for row in range(1, count + 1))
    text = excel.problems_text(Outcome(PROBLEMS, problems=problems))
    assert text.count("Joueurs!") == 15 and text.endswith(end or "Joueurs!A15 : non.")


def test_a_refusal_is_told(program):
    assert press(program, "undo").code == 1
    assert program.boxes == ["Aucune ronde à annuler."] and program.shown is None


@pytest.mark.parametrize("code", [DONE, REFUSED])
def test_what_there_is_to_read_comes_in_a_box(program, monkeypatch, code):
    found = Outcome(code, "Deux points à voir.", text="Ronde 1 : …\nRonde 2 : …")
    monkeypatch.setitem(pressing.ON_SHEETS, "check", lambda snapshot, date: found)
    before = state(program)
    assert press(program, "check").code == code
    assert program.boxes == ["Deux points à voir.\nRonde 1 : …\nRonde 2 : …"]
    assert state(program) == before and program.shown is None and not xl_engine.backups(program.books[0].fullname)


def test_a_long_text_is_cut_and_stands_whole_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(excel.tempfile, "gettempdir", lambda: str(tmp_path))
    lines = [f"Ronde {number} : …" for number in range(1, 31)]
    told = excel.report_text(Outcome(REFUSED, "Trouvé.", text="\n".join(lines)), "Vérifier le tournoi")
    file = tmp_path / "tournament-xl - Vérifier le tournoi.txt"
    assert told.splitlines()[:21] == ["Trouvé.", *lines[:20]]
    assert told.splitlines()[21:] == [f"… et 10 autres lignes, dans {file}"]
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


def test_a_hidden_sheet_does_not_spoil_a_press(program):
    program.fail(ComError("La méthode Activate a échoué."), kinds=("activate",))
    assert press(program).code == 0


# Command line, RunPython, functions for cells


def test_the_command_line_tells_as_for_a_closed_file(program, capsys):
    words = ["press", "pair", "--live", program.books[0].fullname]
    assert main(words) == 0
    assert "Ronde 1 appariée : 4 paires." in capsys.readouterr().out
    assert main(words) == 3
    assert capsys.readouterr().err.startswith("Résultats!E5 : ")
    for wrong in (["press", "pair"], ["press", "nothing", "--stdio"], ["press", "pair", "--stdio", "--live", "x"]):
        assert main(wrong) == 2


def test_runpython_presses_the_calling_workbook(program):
    from tournament_xl import excel as calls

    excel.find(program.books[0].fullname).set_mock_caller()
    assert calls.pair_next_round() == 0
    score(program)
    assert calls.update() == 0 and program.shown == "Classement"
    assert calls.undo_last_round() == 1 and "scores" in program.boxes[-1]
    program.books[0].fullname = "Classeur1"
    assert calls.update() == 5


def test_runpython_functions_called_from_elsewhere_say_so():
    from tournament_xl import excel as calls

    assert calls.update() == 5
    with pytest.raises(HostError, match="RunPython"):
        excel.press_live(None, "update")


def test_functions_for_cells():
    """C6, R1 and C1, with the floats and empty cells that Excel gives."""
    from tournament_xl.excel import TX_NB_RONDES, TX_PDEP, TX_PL_SERIE

    assert [TX_PDEP(450.0, 400.0), TX_PDEP(300.0, 520.0), TX_PDEP(400.0, 400.0)] == [50, -100, 0]
    assert [TX_PL_SERIE(text) for text in (None, "S", 0.0, "4b", 7.0)] == [1000, 2350, 2350, 1700, 1000]
    assert [TX_NB_RONDES(count) for count in (8.0, 32.0, 33.0, 128.0)] == [5, 5, 6, 7]
    for wrong in (lambda: TX_PDEP(None, 4.0), lambda: TX_PDEP(4.5, 4.0), lambda: TX_PDEP(9999.0, 1.0),
                  lambda: TX_PL_SERIE("8"), lambda: TX_NB_RONDES("x"), lambda: TX_NB_RONDES(5.0)):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()
    assert TX_PDEP.__doc__ == texts.FUNCTIONS["TX_PDEP"][0]


def test_functions_of_the_ratings():
    """The regulation's example (R8): 1803 finishing second of ten, 1700 eighth; a club's own limits."""
    from tournament_xl.excel import TX_BONUS, TX_PE, TX_PJ, TX_PJ_MAX, TX_SERIE

    assert [TX_PJ_MAX(1.0, 5.0, 10.0), TX_PJ_MAX(1.0, 5.0), TX_PJ_MAX(5.0, 14.0, None, 0.8)] == [210, 205, 280]
    assert [TX_PJ(1803.0, 2250.0), TX_PJ(1803.0, 2250.0, 210.0), TX_PJ(1700.0, 1415.0, 210.0)] == [298, 210, -95]
    assert TX_PJ(1803.0, 1000.0, 210.0) == -105
    assert [TX_PE(10.0, 2.0), TX_BONUS(20.0, 2.0), TX_BONUS(20.0, 5.0)] == [9, 10, 0]
    assert [TX_SERIE(cote) for cote in (2900.0, 2899.0, 1600.0, 0.0)] == ["Joker", "A", "B", "C"]
    for wrong in (lambda: TX_PJ_MAX(6.0, 5.0), lambda: TX_PJ_MAX(1.0, None), lambda: TX_PJ_MAX(1.0, 5.0, 101.0),
                  lambda: TX_PJ("x", 1000.0), lambda: TX_PE(10.0, 0.0), lambda: TX_BONUS(20.0, 1.5),
                  lambda: TX_SERIE(None)):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()
    assert TX_PJ.__doc__ == texts.FUNCTIONS["TX_PJ"][0]


# What is imported


def test_nothing_of_xlwings_pro_is_used():
    package = Path(excel.__file__).parent.parent
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        names = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
        assert not any(name.startswith("xlwings.") for name in names) and "LICENSE_KEY" not in source
    assert not xlwings.__pro__
    assert {name for name in sys.modules if name.startswith("xlwings.pro")} <= {"xlwings.pro", "xlwings.pro.utils"}


def test_closed_files_and_the_host_itself_import_no_xlwings(tmp_path):
    path = books.create(tmp_path)
    code = (
        "import sys, tournament_xl.hosts.excel; from tournament_xl.cli import main; "
        f"main(['pair', {str(path)!r}]); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "xlwings" not in loaded.split()


def test_the_calculators_of_the_othello_referee():
    """B6, B7 (examples 1 and 4), B8."""
    from tournament_xl.excel import TX_DROITS, TX_RETARD, TX_TEMPS

    assert TX_TEMPS("N", None, 40.0, 24.0) == "31 – 33 (TN)"
    assert TX_TEMPS("B", "l'autre tombe") == "33 – 31 (TBN)"
    assert TX_TEMPS("N", "il tombe encore") == "0 – 64 (TN+)"
    assert [TX_RETARD(30.0, 20.0), TX_RETARD(30.0, 35.0)] == [10, 0]
    assert [TX_DROITS(), TX_DROITS(None, "oui"), TX_DROITS("Oui")] == [4, 2, 0]
    for wrong in (
        lambda: TX_TEMPS("X"),
        lambda: TX_TEMPS("N", "hier"),
        lambda: TX_TEMPS("N"),
        lambda: TX_RETARD("x", 1.0),
    ):
        with pytest.raises(ValueError, match="il faut"):
            wrong()
