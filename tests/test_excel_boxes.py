"""What a press inside the open Excel says: message boxes, texts in a file."""

from pathlib import Path

import pytest

from tests.desk import Desk
from tests.excel_live import backups, press, score, sheet, state
from tests.xl_engine import ComError
from tournament_xl.hosts import excel, pressing
from tournament_xl.hosts.backups import Copy
from tournament_xl.press import DONE, PROBLEMS, REFUSED, Outcome, news
from tournament_xl.workbook.grid import Problem

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


def test_what_a_press_has_to_tell_comes_in_a_box_once_and_is_not_repeated_while_it_stands_on_tournoi(program):
    press(program)
    score(program)
    press(program, "update")
    assert not program.boxes
    results = sheet(program, "Résultats")
    results.type((5, 5), 300.0)
    outcome = press(program, "update")
    (box,) = program.boxes
    assert box.splitlines()[0] == outcome.message
    assert "À savoir : Ronde 1, résultat corrigé : table 1, " in box and "300-400 au lieu de 450-400" in box
    assert not press(program, "update").warnings and len(program.boxes) == 1
    for column in (7, 8):  # the opponents of the first two tables
        one, two = results.values[5, column], results.values[6, column]
        results.type((5, column), two)
        results.type((6, column), one)
    press(program)
    assert "paires changées" in program.boxes[1] and program.shown == "Appariements"


def test_a_name_that_ends_with_another_hides_no_warning_about_that_one():
    desk = Desk(Nombre_de_rondes=5).player("Martin").player("Saint-Martin").players(6).must()
    for name in ("Saint-Martin", "Martin"):
        desk.absences(next(p.number for p in desk.decoded().tournament.players if p.name == name), "1")
        before = desk.snapshot
        outcome = desk.press("update")
        assert [text.split(" est ")[0] for text in news(outcome, before)] == [name]
    assert not news(desk.press("update"), desk.snapshot)


def test_an_older_version_is_told_in_excel_beside_problems_too(program, monkeypatch):
    press(program)
    copy = Copy(Path("club.xlsx"), "2026-11-21 14-00-00", "avant mise à jour")
    monkeypatch.setattr(pressing.older, "newer_copy", lambda path, snapshot: copy)
    assert press(program).code == PROBLEMS
    assert program.boxes[0].startswith("À savoir : ")
    assert "\n \nRien n'a été changé." in program.boxes[0]
    assert press(program, "check").code == DONE and "« club.xlsx »" in program.boxes[1]


@pytest.mark.parametrize("column", ["Score 1", "Forfait"])
def test_a_box_that_is_ticked_in_the_open_excel_is_told_as_in_a_file(program, column):
    press(program)
    score(program)
    results = sheet(program, "Résultats")
    at = [results.values.get((4, number)) for number in range(1, 15)].index(column) + 1
    if column == "Forfait":
        results.type((5, 5), None)
        results.type((5, 6), None)
    results.values[5, at] = True  # a box to tick, or a formula
    outcome = press(program, "update")
    assert outcome.code == PROBLEMS and "« VRAI »" in program.boxes[0]


def test_a_correction_beside_three_others_that_were_told_gets_its_box(program):
    """Only three are shown, the latest first: a fourth that is corrected again makes another sentence."""
    press(program)
    results = sheet(program, "Résultats")

    def typed(row, one, two):
        results.type((row, 5), one)
        results.type((row, 6), two)
        assert press(program, "update").code == 0
        told = "".join(program.boxes)
        program.boxes.clear()
        return told

    for row in range(5, 9):
        typed(row, 400.0 + row, 450.0)
    for row in range(5, 9):
        typed(row, 450.0, 400.0 + row)
    assert "table 4, Delta – Hotel : 344-501 au lieu de 450-408" in typed(8, 344.0, 501.0)
