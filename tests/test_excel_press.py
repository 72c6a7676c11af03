"""A press inside the open Excel: what it does, what is read and written through xlwings, what it says."""

from datetime import datetime
from pathlib import Path

import pytest

from tests import books, xl_program
from tests.excel_live import STAMP, backups, press, read, score, sheet, state, write
from tests.test_three_hosts import cells
from tests.xl_program import ComError
from tournament_xl.hosts import excel, excel_answers, pressing
from tournament_xl.hosts.backups import copies
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import DONE, PROBLEMS, REFUSED, Outcome
from tournament_xl.workbook.grid import Problem
from tournament_xl.workbook.snapshot import Block, HostError

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
    monkeypatch.setattr(excel_answers, "PATIENCE", 0)
    program.calls.clear()
    press(program)
    before = [call for call in program.calls if call[0] in ("read", "value")][: 2 * len(names) + 1]
    assert [call[:2] for call in before] == [*(("read", name) for name in 2 * names), ("value", written[0].sheet)]
    assert len(program.kinds("value")) == len(written)


def test_the_sheet_concerned_is_shown_and_a_press_repeated_writes_nothing(program):
    press(program)
    for action, shown in (("update", "Classement"), ("undo", "Résultats")):
        assert press(program, action).code == 0 and program.shown == shown
    press(program, "update")
    program.calls.clear()
    assert press(program, "update").code == 0
    assert not program.kinds("value") and not program.kinds("copy")


def test_screen_events_and_calculation_are_off_while_writing_and_then_as_before(program):
    program.state |= {"calculation": "semiautomatic", "enable_events": False}
    press(program)
    kinds = [call for call in program.calls if call[0] == "value" or call[0].startswith("set ")]
    assert kinds[:3] == [("set screen_updating", False), ("set enable_events", False), ("set calculation", "manual")]
    assert {call[0] for call in kinds[3:-3]} == {"value"}
    assert program.state == {"screen_updating": True, "enable_events": False, "calculation": "semiautomatic"}


def test_a_workbook_with_unsaved_scores_is_paired_and_the_copy_has_them(program):
    press(program)
    score(program)
    assert press(program).code == 0
    copy = copies(Path(program.books[0].fullname))[-1].file
    assert ClosedFile(copy).read().cell("Résultats", 5, 5) == "450"


def test_the_thirty_newest_copies_stay_and_two_of_a_second_have_two_names(program):
    folder = Path(program.books[0].fullname).parent / "Sauvegardes"
    folder.mkdir()
    for day in range(1, 31):
        books.old_backup(folder, f"Open de Genève 2020-01-{day:02} 10-00-00 avant.xlsx")
    names = [write(program, Block("Joueurs", 30, 1, ((n,),))).name for n in (1, 2)]
    assert names == [f"Open de Genève {STAMP}.xlsx", f"Open de Genève {STAMP} (2).xlsx"]
    assert len(backups(program)) == 30


# Reading


def test_values_come_as_from_a_closed_file(program):
    groups = sheet(program, "Groupes")
    groups.values, groups.formats = {(3, 2): 5.0, (4, 4): "x"}, {}
    assert read(program).sheets["Groupes"] == [[], [], [None, 5.0], [None, None, None, "x"]]
    groups.formats |= {(9, 1): "dd/mm/yyyy", (9, 2): "dd/mm/yyyy hh:mm", (9, 6): "h:mm"}
    groups.values |= {(9, 1): 46347.0, (9, 2): 46347.25, (9, 3): xl_program.ERRORS["#DIV/0!"], (9, 4): True,
                      (9, 5): "007", (9, 6): 0.5, (9, 7): -2146826243}  # fmt: skip
    assert read(program).sheets["Groupes"][8] == [46347, 46347.25, "#DIV/0!", 1, "007", 0.5, "#SPILL!"]
    assert excel_answers.cell(datetime(1900, 1, 1)) == 2  # as COM counts
    groups.values, groups.formats = {}, {}
    assert read(program).sheets["Groupes"] == []


def test_half_a_letter_in_a_cell_is_a_question_mark(program):
    """=LEFT of a name with an emoji gives one, as Excel counts letters; no file can hold it."""
    sheet(program, "Joueurs").values[5, 2] = "Dup\ud83d"
    assert press(program, "check").code == 0
    assert read(program).sheets["Joueurs"][4][1] == "Dup?"
    copy = program.books[0].sheets.pop("Tables")
    copy.name = "Résultats \ud83d"
    program.books[0].sheets[copy.name] = copy
    assert "Résultats ?" in read(program).sheets


def test_a_sheet_made_too_long_by_formats_is_named(program):
    sheet(program).formats[1_048_576, 30] = "0"
    with pytest.raises(HostError, match="« Joueurs » s'étend jusqu'à la ligne 1048576"):
        read(program)


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


@pytest.mark.parametrize("form", ["General", "@"])
def test_an_apostrophe_that_excel_shows_is_taken_away_again(program, monkeypatch, form):
    groups = sheet(program, "Groupes")
    groups.formats |= {(20, 1): "@", (20, 2): form}
    honest = xl_program.Sheet.understood
    monkeypatch.setattr(
        xl_program.Sheet, "understood", lambda *known: known[2] if known[0].format(known[1]) == "@" else honest(*known)
    )
    write(program, Block("Groupes", 20, 1, (("'t Hooft", "1-2"),)))
    assert groups.values[20, 1] == "'t Hooft" and groups.values[20, 2] == "1-2"


def test_a_merged_title_is_written_at_its_top_left_and_skipped_below(program):
    groups = sheet(program, "Groupes")
    groups.merges.append((30, 1, 30, 4))
    write(program, Block("Groupes", 30, 1, (("Titre", "caché", None),), True))
    write(program, Block("Groupes", 31, 1, ((1, 2),)), Block("Groupes", 30, 1, (("Deux", None),)))
    assert groups.values[30, 1] == "Deux" and (30, 2) not in groups.values


def test_an_optional_block_on_a_protected_sheet_is_left_out_and_unlocked_cells_are_written(program):
    groups = sheet(program, "Groupes")
    groups.protected, groups.unlocked = True, {(30, 1), (30, 2)}
    write(program, Block("Groupes", 1, 1, (("Titre",),), True), Block("Joueurs", 30, 1, ((5,),)))
    assert sheet(program).values[30, 1] == 5.0 and groups.values.get((1, 1)) != "Titre"
    write(program, Block("Groupes", 30, 1, (("1-2", 5),)))
    assert (groups.values[30, 1], groups.values[30, 2]) == ("1-2", 5.0)


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
    assert state(program) == before and program.shown is None and not backups(program)


def test_a_check_that_meets_a_cell_to_mend_shows_what_else_it_has_found(program):
    press(program)
    sheet(program, "Résultats").type((5, 5), "4l2")
    memory = sheet(program, "Mémoire")
    (row, column), text = next((at, text) for at, text in memory.values.items() if "présents" in str(text))
    memory.type((row, column), text.replace("1-8", "1-7"))
    assert press(program, "check").code == PROBLEMS
    box = program.boxes[-1]
    assert box.startswith("Le classeur a 1 cellule à corriger d'abord") and "Résultats!E5 : " in box
    assert "Mémoire" in box


def test_a_long_text_is_cut_and_stands_whole_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    lines = [f"Ronde {number} : …" for number in range(1, 31)]
    told = excel.report_text(Outcome(REFUSED, "Trouvé.", text="\n".join(lines)), "Vérifier le tournoi")
    file = tmp_path / "tournament-xl - Vérifier le tournoi.txt"
    assert told.splitlines() == ["Trouvé.", *lines[:20], f"… et 10 autres lignes, dans {file}"]
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


def test_what_a_press_has_to_tell_comes_in_a_box_once_and_is_not_repeated_while_it_stands_on_tournoi(program):
    press(program)
    score(program)
    press(program, "update")
    assert not program.boxes
    sheet(program, "Résultats").type((5, 5), 300.0)
    outcome = press(program, "update")
    (box,) = program.boxes
    assert box.splitlines()[0] == outcome.message
    assert "À savoir : Ronde 1, résultat corrigé : table 1, " in box and "300-400 au lieu de 450-400" in box
    assert not press(program, "update").warnings and len(program.boxes) == 1


def test_an_older_version_is_told_in_excel_beside_problems_too(program):
    path = Path(program.books[0].fullname)
    press(program)
    known = {name: (dict(one.values), dict(one.formulas)) for name, one in program.books[0].sheets.items()}
    score(program)
    press(program, "update")
    (newest,) = copies(path)[-1:]
    later = newest.file.rename(newest.file.with_name(newest.file.name.replace(newest.time, "2099-01-01 10-00-00")))
    score(program)
    press(program, "update")
    program.books[0].SaveCopyAs(str(later))
    for name, (values, formulas) in known.items():
        sheet(program, name).values, sheet(program, name).formulas = values, formulas
    assert press(program).code == PROBLEMS
    assert program.boxes[0].startswith("À savoir : ") and "2099-01-01" in program.boxes[0]
    assert "\n \nRien n'a été changé." in program.boxes[0]
