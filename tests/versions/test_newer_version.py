"""A workbook that a newer version of the program wrote: every front end refuses it, and it stays as it is."""

import io
import json
import shutil

import pytest

from tests import ROOT, books
from tests.books import untouched
from tournament_xl import __version__
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.messages.live import BUTTONS
from tournament_xl.phones.hall import HallServer
from tournament_xl.publication.publish import PublishedWorkbook
from tournament_xl.service.buttons import WITHOUT_WORKBOOK
from tournament_xl.storage.backups import write_backup
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.snapshot import ExternalError

NEWER = "9.0.1"
WORDS = {
    **dict.fromkeys(("pair", "update", "undo", "take", "ratings", "send", "publish", "export", "check"), ()),
    **dict.fromkeys(("standings", "explain", "simulate", "repair", "upgrade"), ()),
    "restore": ("1",), "et-si": ("--table", "1", "400-300"),
}  # command -> its words after the workbook  # fmt: skip


@pytest.fixture
def newer(workbooks, tmp_path):
    """A tournament of which a newer version wrote the last action, with an older backup."""
    book = shutil.copy(workbooks["played"], tmp_path / "club.xlsx")
    write_backup(book, workbooks["drawn"].read_bytes(), "2026-11-21 14-05-33 avant appariement")
    row = len(ClosedFile(book).read().sheets["Mémoire"])
    return books.edit(book, {f"Mémoire!Version!{row}": NEWER, f"Mémoire!Version!{row - 1}": "0.0.9"})


def names_both(sentence):
    return NEWER in sentence and __version__ in sentence and "Installez" in sentence


@pytest.mark.parametrize("command", WORDS)
def test_a_command_names_both_versions_and_what_to_do(newer, capsys, command):
    with untouched(newer):
        assert books.run(command, newer, *WORDS[command]) == 3
    printed = capsys.readouterr()
    assert not printed.out and names_both(printed.err) and len(printed.err.splitlines()) == 1


def test_nothing_is_taken_from_it_for_a_new_workbook_nor_put_back_from_its_backup(newer, workbooks, tmp_path, capsys):
    new = tmp_path / "semaine2.xlsx"
    assert books.run("new", new, "--formule", "classique", "--joueurs", newer) == 3 and not new.exists()
    assert names_both(capsys.readouterr().err)
    book = shutil.copy(workbooks["drawn"], tmp_path / "autre.xlsx")
    write_backup(book, newer.read_bytes(), "2026-11-21 14-05-33 avant appariement")
    with untouched(book):
        assert books.run("restore", book, "1") == 3


def test_of_several_files_the_others_are_checked(newer, workbooks, capsys):
    assert books.run("check", newer, workbooks["played"], "--json") == 3
    first, second = json.loads(capsys.readouterr().out)["files"]
    assert names_both(str(first)) and second["standings_ok"]


@pytest.mark.parametrize("action", [action for action in BUTTONS if action not in WITHOUT_WORKBOOK])
def test_a_button_of_an_open_workbook_says_so(newer, action):
    sheets = [{"name": name, "rows": grid} for name, grid in ClosedFile(newer).read().sheets.items()]
    sent = {"version": 1, "name": str(newer), "modified": False, "sheets": sheets, "at": ["Résultats", 5]}
    if action in ("restore", "what-if"):
        sent["reply"] = "0" if action == "restore" else "1 400-300"
    out = io.BytesIO()
    with untouched(newer):
        assert stdio.main(action, io.BytesIO(json.dumps(sent).encode()), out) == 3
    answer = json.loads(out.getvalue())
    assert names_both(answer["message"]) and not answer["edits"] and not answer["opens"]


def test_the_page_says_so_and_shows_nothing(newer):
    session, file = PageSession(newer.parent), {"file": newer.name}
    cells = [{"sheet": "Résultats", "row": 5, "column": 5, "value": "400"}]
    calls = {
        "open": {}, "type": {"cells": cells}, "presence": {"row": 5, "state": "absent"}, "fix": {"pair": ["1", "2"]},
        "result": {"round": 1, "pair": ["1", "2"], "scores": {}, "was": {}},
        "setting": {"name": "Lieu", "value": "Nice"}, "standings": {"after": 1},
        "paper": {"sheet": "Classement"}, "screen": {}, "carry_over": {}, "explain": {},
        "what_if": {"tables": [["1", "400-300"]]},
    }  # fmt: skip
    requests = [(name, file | more) for name, more in calls.items()]
    requests += [("press", file | {"action": action}) for action in ("pair", "update", "check", "send", "upgrade")]
    with untouched(newer):
        for name, request in requests:
            reply = session.call(name, request)
            assert reply["answer"]["code"] == 3 and names_both(reply["answer"]["message"]), name
            assert "view" not in reply


def test_the_hall_shows_and_takes_nothing(newer, tmp_path):
    hall = HallServer(PublishedWorkbook(newer, tmp_path / "pages"))
    with pytest.raises(ExternalError) as error:
        hall.publication.publish()
    hall.close()
    assert names_both(str(error.value)) and not (tmp_path / "pages").exists()


def test_the_federation_leaves_it_out_with_the_reason_and_asks_nothing_of_the_organiser(newer, tmp_path, capsys):
    books.edit(newer, {"Tournoi!Organisateur": "Club <club@example.org>"})
    received = tmp_path / "recus"
    received.mkdir()
    newer.rename(received / newer.name)
    report = tmp_path / "rapport.xlsx"
    people = ROOT / "samples" / "joueurs-federation.csv"
    words = ("--joueurs", people, "--date", "30/11/2026", "-o", report)
    assert books.run("federation", "build", received, *words) == 0
    assert "1 refusé" in capsys.readouterr().out
    assert any(names_both(str(value)) for value in books.everything(report).values())
    assert not list(tmp_path.glob("courriers/*"))
