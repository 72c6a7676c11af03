"""LibreOffice, live, with a program that is slow or answers oddly: nothing typed is lost, a press is one undo step."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor

from tests.books import backups
from tests.test_libreoffice import PAIR, PROGRAM, everything, live, results


@live
def test_what_is_typed_while_the_program_works_stays_and_refuses_the_press(office_with, tmp_path, club):
    """The press comes from another program, so that the window is free."""
    asked, may_answer = tmp_path / "asked", tmp_path / "may answer"
    slow = script(tmp_path, f'touch "{asked}"; until [ -e "{may_answer}" ]; do sleep 0.1; done; exec "{PROGRAM}" "$@"')
    may_answer.touch()
    desk = office_with(club, slow)
    with ThreadPoolExecutor() as threads:
        assert desk.ask("press", "pair")["code"] == 0
        first = results(desk, 1)[0][0]
        desk.ask("show", "Résultats", f"E{first}")
        desk.click([400, 600])  # the keyboard's focus, then back to the cell
        desk.ask("show", "Résultats", f"E{first}")
        before, steps, copies = everything(desk), desk.ask("undo_titles"), backups(club)
        asked.unlink()
        may_answer.unlink()
        press = threads.submit(desk.ask, "press", "undo")
        desk.until(asked.exists)
        desk.keys("4", "4", "4", "Return")
        time.sleep(1)
        may_answer.touch()
        answer = press.result()
        assert answer["code"] == 5 and f"« Résultats », cellule E{first}" in answer["message"]
        typed = everything(desk)
        assert typed["Résultats"][first - 1][4] == 444
        typed["Résultats"][first - 1][4] = before["Résultats"][first - 1][4]
        assert typed == before and len(desk.ask("undo_titles")) == len(steps) + 1 and backups(club) == copies
        assert "a déjà des scores" in desk.ask("press", "undo")["message"], "the next press reads what was typed"


@live
def test_a_sheet_that_cannot_be_shown_spoils_neither_the_press_nor_its_undo_step(office_with, tmp_path, club):
    edit = {"sheet": "Résultats", "row": 30, "column": 5, "values": [[111]], "optional": False}
    answer = {"version": 1, "code": 0, "message": "Fait.", "text": "", "status": "", "problems": [], "warnings": [],
              "edits": [edit], "reveal": ["Rien", "Finales"], "backup": {}, "show": "Résultats"}  # fmt: skip
    desk = office_with(club, script(tmp_path, f"echo '{json.dumps(answer)}'"))
    before = everything(desk)
    told = desk.ask("press", "pair")
    assert told["code"] == 0 and told["message"] == "Fait."
    assert desk.ask("rows", "Résultats")[29][4] == 111 and "Finales" in desk.ask("visible")
    assert desk.ask("undo_titles") == [PAIR]
    desk.ask("undo")
    assert everything(desk) == before


def script(folder, line):
    """A program of one line, in the place of tournament-xl."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)
