"""A press inside the open Excel: what it does, what is read and written through xlwings."""

from datetime import datetime
from pathlib import Path

import pytest

from tests import books, xl_engine, xl_program
from tests.excel_live import STAMP, backups, press, read, score, sheet, state, write
from tests.test_three_hosts import cells
from tournament_xl.hosts import excel, excel_answers
from tournament_xl.hosts.backups import copies
from tournament_xl.hosts.closed import ClosedFile
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
        books.old_backup(folder, f"Open de Genève 2020-01-{day:02} 10-00-00 avant.xlsx")
    press(program)
    assert len(backups(program)) == 30


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
    groups.values |= {(9, 1): 46347.0, (9, 2): 46347.25, (9, 3): xl_program.ERRORS["#DIV/0!"], (9, 4): True,
                      (9, 5): "007", (9, 6): 0.5, (9, 7): -2146826243}  # fmt: skip
    assert read(program).sheets["Groupes"][8] == [46347, 46347.25, "#DIV/0!", 1, "007", 0.5, "#SPILL!"]
    assert excel_answers.cell(datetime(1900, 1, 1)) == 2  # as COM counts


@pytest.mark.parametrize("filled", [True, False])
def test_an_excel_that_says_in_french_that_it_has_no_formulas_is_read_all_the_same(program, monkeypatch, filled):
    usual = xl_engine.Range.get_special_cells

    def in_french(self, kind, value):
        if found := usual(self, kind, value):
            return found
        raise xl_program.ComError("Aucune cellule correspondante.")

    monkeypatch.setattr(xl_engine.Range, "get_special_cells", in_french)
    groups = sheet(program, "Groupes")
    if not filled:
        groups.values.clear()
    groups.formats[30_000, 3] = "0"
    assert bool(read(program).sheets["Groupes"]) is filled


def test_half_a_letter_in_a_cell_is_a_question_mark(program):
    """=LEFT of a name with an emoji gives one, as Excel counts letters; no file can hold it."""
    sheet(program, "Joueurs").values[5, 2] = "Dup\ud83d"
    assert press(program, "check").code == 0
    assert read(program).sheets["Joueurs"][4][1] == "Dup?"
    copy = program.books[0].sheets.pop("Tables")
    copy.name = "Résultats \ud83d"
    program.books[0].sheets[copy.name] = copy
    assert "Résultats ?" in read(program).sheets


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
