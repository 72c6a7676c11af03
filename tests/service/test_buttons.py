"""What the tab Tournoi does beside the presses, in the open Excel of the tests and for any other host."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import books
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.frontends.excel import cells, dialogs, live
from tournament_xl.messages import ribbon as texts
from tournament_xl.service import create
from tournament_xl.service.buttons import ButtonRequest, press
from tournament_xl.service.workbook_access import OpenWorkbook
from tournament_xl.storage.backups import find_backups
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.snapshot import UsageError


def request(path, **more):
    return ButtonRequest(OpenWorkbook(ClosedFile(path).read(), path), **more)


def test_a_new_tournament_is_made_in_the_persons_folder_and_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(create, "find_new_workbook_folder", lambda: tmp_path / "Tournois")
    asked = press("new", ButtonRequest())
    assert asked.question and len(asked.question.choices) == 5
    paths = [press("new", ButtonRequest(reply=str(index))).opens for index in (0, 1, 4)]
    assert len(set(paths)) == 3 and all(path.parent == tmp_path / "Tournois" for path in paths)
    formulas = [books.setting(path, "Formule") for path in paths]
    assert formulas == ["Classique", "Open", "Suisse"]
    with pytest.raises(UsageError):
        press("new", ButtonRequest(reply="5"))


def test_the_pair_of_the_selected_row_is_explained(workbooks):
    book = workbooks["drawn"]
    outcome = press("explain", request(book, selection=("Résultats", 5)))
    assert outcome.outcome.code == DONE and "table 1" in outcome.outcome.message and outcome.outcome.text
    for selection in (("Joueurs", 5), ("Résultats", 4), ("Résultats", 99)):
        assert press("explain", request(book, selection=selection)).outcome.message == texts.SELECT_A_PAIR


def test_supposed_results_give_the_standings_and_the_next_pairs(workbooks):
    book = workbooks["drawn"]
    assert press("what-if", request(book)).question
    outcome = press("what-if", request(book, reply="1 450-400 ; 2 450-400 ; 3 450-400 ; 4 450-400")).outcome
    assert outcome.code == DONE and "La ronde 2 serait" in outcome.text and outcome.text.startswith("1. ")
    assert press("what-if", request(book, reply="un")).outcome.message == texts.NOT_RESULTS
    assert press("what-if", request(book, reply="9 450-400")).outcome.code == REFUSED


def test_a_copy_is_put_back_as_one_press_of_the_open_workbook(tmp_path):
    book = books.create(tmp_path)
    books.pair(book)
    books.score(book, 1)
    books.pair(book)
    asked = press("restore", request(book))
    assert len(asked.question.choices) == 2 and "avant appariement" in asked.question.choices[0]
    back = press("restore", request(book, reply="0")).outcome
    newest = find_backups(book)[-1].file
    ClosedFile(book).write(back.edits, stamp="2026-11-21 14-00-00 essai")
    assert ClosedFile(book).read() == ClosedFile(newest).read()
    assert all(isinstance(row["Score 1"], int) for row in books.lines(book, "Résultats"))


def test_next_weeks_tournament_has_the_people_and_the_formula_of_this_one(workbooks, tmp_path):
    book = tmp_path / "club.xlsx"
    book.write_bytes(workbooks["finished"].read_bytes())
    then = press("next", request(book)).opens
    names = [[row["Nom"] for row in books.lines(path, "Joueurs")] for path in (book, then)]
    assert names[0] == names[1] and books.setting(then, "Formule") == "Classique"
    assert not [row for row in books.lines(then, "Résultats") if row["N° 1"]]
    book.write_bytes(workbooks["drawn"].read_bytes())
    books.edit(book, {"Joueurs!Série duplicate!6": "9Z", "Joueurs!Cote!6": None})
    refused = press("next", request(book))
    assert refused.opens is None and not refused.outcome.message
    assert str(refused.outcome.problems[0]).startswith("club.xlsx, Joueurs!G6 : ")


def test_the_tab_works_on_the_workbook_in_front(program, monkeypatch):
    name = program.opened[0].FullName
    live.act_on_open_workbook(name, "pair")
    program.at = ("Résultats", 5)
    live.act_on_open_workbook(name, "explain")
    assert "table 1" in program.boxes[-1]
    replies, boxes = iter((None, "0")), len(program.boxes)
    monkeypatch.setattr(dialogs, "ask_question", lambda question, book, window: next(replies))
    assert live.act_on_open_workbook(name, "restore").code == DONE and len(program.boxes) == boxes, "cancelled"
    live.act_on_open_workbook(name, "restore")
    rows = cells.read_sheets(live.find_open_workbook(name)).sheets["Résultats"]
    assert len(rows) <= 4 and len(program.boxes) > boxes
    assert len(books.backups(Path(name))) == 2, "what stood there is kept"
