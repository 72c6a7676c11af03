"""LibreOffice, live, with a program that is slow or answers oddly: nothing typed is lost, a press is one undo step."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from tests.books import backups
from tests.test_libreoffice import PROGRAM, everything, live, results


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


def script(folder, line):
    """A program of one line, in the place of tournament-xl."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)
