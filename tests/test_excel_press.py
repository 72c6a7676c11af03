"""A press inside the open Excel: what it does, what is read and written through xlwings, what it says."""

from datetime import datetime

import pytest

from tests import xl_program
from tests.excel_live import backups, press, read, sheet, state, write
from tests.test_three_hosts import cells
from tournament_xl.book.snapshot import Block, HostError
from tournament_xl.hosts import excel, excel_answers, pressing
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.press import DONE, PROBLEMS, REFUSED, Outcome

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


def test_screen_events_and_calculation_are_off_while_writing_and_then_as_before(program):
    program.state |= {"calculation": "semiautomatic", "enable_events": False}
    press(program)
    kinds = [call for call in program.calls if call[0] == "value" or call[0].startswith("set ")]
    assert kinds[:3] == [("set screen_updating", False), ("set enable_events", False), ("set calculation", "manual")]
    assert {call[0] for call in kinds[3:-3]} == {"value"}
    assert program.state == {"screen_updating": True, "enable_events": False, "calculation": "semiautomatic"}


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
