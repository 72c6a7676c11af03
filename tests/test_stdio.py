"""The exchange through standard input and output (docs/stdio.md): what a caller may send, and what it gets back."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desk import Desk
from tournament_xl import actions
from tournament_xl.hosts import backups, pressing, stdio
from tournament_xl.press import DONE, REFUSED, Outcome
from tournament_xl.texts import stdio as texts
from tournament_xl.workbook.snapshot import HostError

DOCUMENT = (Path(__file__).parent.parent / "docs" / "stdio.md").read_text(encoding="utf-8")
KEYS = {
    "version",
    "code",
    "message",
    "text",
    "status",
    "problems",
    "warnings",
    "edits",
    "folds",
    "pages",
    "reveal",
    "select",
    "backup",
    "show",
}


def sent(desk, name="", **changed):
    sheets = [{"name": sheet, "rows": [list(row) for row in grid]} for sheet, grid in desk.snapshot.sheets.items()]
    return {"version": 1, "name": str(name), "sheets": sheets} | changed


def ask(action, request):
    """The exit code and the answer."""
    data = request if isinstance(request, bytes) else json.dumps(request).encode()
    out = io.BytesIO()
    code = stdio.main(action, io.BytesIO(data), out)
    answer = json.loads(out.getvalue().decode("utf-8"))
    assert answer.keys() == KEYS and answer["code"] == code and answer["version"] == 1
    assert code == 0 or answer["edits"] == []
    return code, answer


@pytest.fixture
def desk():
    return Desk(Graine="7").players(8)


# A press


def test_the_edits_are_those_of_the_action(desk, monkeypatch):
    monkeypatch.setattr("tournament_xl.hosts.files.journal_date", lambda: "21/11/2026 14:00")
    code, answer = ask("pair", sent(desk))
    wanted = actions.pair(desk.snapshot, "21/11/2026 14:00")
    assert code == 0 and answer["message"] == wanted.message and answer["status"] == wanted.status
    assert [(e["sheet"], e["row"], e["column"], e["values"], e["optional"]) for e in answer["edits"]] == [
        (b.sheet, b.row, b.column, [list(line) for line in b.values], b.optional) for b in wanted.edits
    ]
    assert answer["select"] == [{"sheet": "Résultats", "row": 5, "column": 5}]
    assert answer["show"] == "Appariements" and answer["backup"] == {}, "never saved: no copy"
    assert ask("pair", sent(desk, "club.xlsx"))[1]["backup"] == {}, "nor for a name without its folder"
    assert ask("undo", sent(desk))[0] == 1


def test_numbers_as_a_spreadsheet_has_them_and_empty_texts_change_nothing(desk):
    request = sent(desk.must("pair").better_seed_wins().must("update"))
    for sheet in request["sheets"]:
        width = max(map(len, sheet["rows"]), default=0) + 3
        for row in sheet["rows"]:
            row[:] = [float(c) if isinstance(c, int) else "" if c is None else c for c in row]
            row += [""] * (width - len(row))
        sheet["rows"] += [[""] * width, []]
    code, answer = ask("update", request)
    assert code == 0 and answer["edits"] == [] and answer["backup"] == {} and "à jour" in answer["message"]


def test_problems_have_their_cells_and_the_first_one_is_shown(desk):
    code, answer = ask("pair", sent(desk.must("pair")))
    assert code == 3 and answer["message"] == "" and answer["show"] == "Résultats"
    (one,) = answer["problems"]
    assert (one["row"], one["cell"], one["column"]) == (desk.row_of(1, 1), "E5", 5) and "aux tables 1 à 4" in one[
        "message"
    ]


def test_the_backup_is_beside_the_workbook_and_thirty_stay(desk, tmp_path):
    book = tmp_path / "Open d'été.xlsx"
    book.write_bytes(b"x")
    made = [backups.keep_copy(book, b"x", f"2026-01-{day:02} 10-00-00 avant mise à jour") for day in range(1, 31)]
    _, answer = ask("pair", sent(desk, book))
    file = Path(answer["backup"]["file"])
    assert file.parent == tmp_path / "Sauvegardes" and not file.exists()
    assert re.fullmatch(r"Open d'été \d{4}-\d\d-\d\d \d\d-\d\d-\d\d avant appariement\.xlsx", file.name)
    assert answer["backup"]["remove"] == [str(made[0])] and made[0].exists()
    file.write_bytes(b"x")
    assert backups.copies(book)[-1].file == file


@pytest.mark.skipif(sys.platform == "win32", reason="links want a right there")
def test_the_backup_of_a_workbook_opened_through_a_link_is_beside_the_workbook(desk, tmp_path):
    (tmp_path / "Bureau").mkdir()
    book = tmp_path / "club.xlsx"
    book.write_bytes(b"x")
    (tmp_path / "Bureau" / "club.xlsx").symlink_to(book)
    _, answer = ask("pair", sent(desk, tmp_path / "Bureau" / "club.xlsx"))
    assert Path(answer["backup"]["file"]).parent == tmp_path.resolve() / "Sauvegardes"


# Actions with something to read instead of edits


def test_a_text_to_read_comes_with_the_answer(desk, monkeypatch):
    found = Outcome(REFUSED, "1 différence trouvée.", text="Ronde 1 : …\nRonde 2 : …")
    monkeypatch.setitem(pressing.ON_SHEETS, "check", lambda snapshot, date: found)
    code, answer = ask("check", sent(desk))
    assert code == 1 and answer["message"] == "1 différence trouvée." and answer["text"] == "Ronde 1 : …\nRonde 2 : …"
    assert answer["show"] == "" and answer["backup"] == {} and answer["edits"] == []


def test_an_action_on_the_file_wants_it_saved_on_this_computer(desk, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setitem(pressing.ON_FILE, "send", lambda path: asked.append(path) or Outcome(DONE, "Prêt."))
    book = tmp_path / "club.xlsx"
    for request in (sent(desk, modified=False), sent(desk, "club.xlsx", modified=False), sent(desk)):
        code, answer = ask("send", request)
        assert code == 1 and "n'est pas enregistré sur cet ordinateur" in answer["message"]
    for request in (sent(desk, book, modified=True), sent(desk, book)):
        code, answer = ask("send", request)
        assert code == 1 and "Ctrl+S" in answer["message"]
    assert not asked, "the file is not looked at"
    assert ask("send", sent(desk, book, modified=False))[1]["message"] == "Prêt."
    assert asked == [book]


def test_a_file_that_cannot_be_read_is_a_sentence(desk, tmp_path, monkeypatch):
    def absent(path):
        raise HostError(f"Classeur introuvable : {path}.")

    monkeypatch.setitem(pressing.ON_FILE, "send", absent)
    code, answer = ask("send", sent(desk, tmp_path / "club.xlsx", modified=False))
    assert code == 5 and answer["message"].startswith("Classeur introuvable : ")


# What is no workbook


@pytest.mark.parametrize("data", [
    b"", b"zut", b"\xff\xfe\x00", b'{"version": 1', b"[" * 200_000, b"[]", b"null", b"12", b"{}",
    b'{"version": 2, "name": "", "sheets": []}',
    b'{"version": 1, "name": 5, "sheets": []}',
    b'{"version": 1, "name": "/a\\u0000b", "sheets": []}',
    b'{"version": 1, "name": "/a\\ud800.xlsx", "sheets": []}',
    b'{"version": 1, "name": "", "sheets": [{"name": "\\ud83d", "rows": []}]}',
    b'{"version": 1, "name": "", "sheets": {}}',
    b'{"version": 1, "name": "", "modified": "non", "sheets": []}',
    b'{"version": 1, "name": "", "sheets": [5]}',
    b'{"version": 1, "name": "", "sheets": [{"rows": []}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A"}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [1]}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[[1]]]}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[{}]]}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[NaN]]}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[1e999]]}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[' + b"9" * 5000 + b"]]}]}",
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": []}, {"name": "A", "rows": []}]}',
])  # fmt: skip
def test_what_is_no_workbook_is_told_in_french(data):
    code, answer = ask("pair", data)
    assert code == 2 and re.search("Les données reçues|même version", answer["message"])


def test_an_unknown_action_is_wrong_usage(desk):
    code, answer = ask("zut", sent(desk))
    assert code == 2 and "pair" in answer["message"]


@pytest.mark.parametrize(("sheet", "in_row"), [("Joueurs", "A01"), ("Tournoi", "Graine"), ("Journal", "Appariement")])
@pytest.mark.parametrize("action", ["pair", "check"])
def test_half_a_letter_in_any_cell_counts_as_a_question_mark(desk, monkeypatch, sheet, in_row, action):
    """Whatever the press computes from the cell: names, lots, the seals of the Journal."""
    monkeypatch.setattr("tournament_xl.hosts.files.journal_date", lambda: "21/11/2026 14:00")
    desk.must("pair").better_seed_wins()
    answers = []
    for text in ("Zo\ud83dé", "Zo?é"):
        request = sent(desk)
        rows = next(one for one in request["sheets"] if one["name"] == sheet)["rows"]
        row = next(one for one in rows if in_row in one)
        row[1] = text
        answers.append(ask(action, request))
    assert answers[0] == answers[1] and answers[0][0] != stdio.BUG


def test_a_bug_is_a_sentence_and_a_file_to_send(desk, monkeypatch):
    def broken(snapshot, date):
        raise ZeroDivisionError

    monkeypatch.setitem(pressing.ON_SHEETS, "pair", broken)
    code, answer = ask("pair", sent(desk))
    assert code == 70 and "ZeroDivisionError" in answer["message"]
    log = Path(re.search(r"\S*tournament-xl-erreur-\S*\.txt", answer["message"])[0])
    assert "in broken" in log.read_text(encoding="utf-8")
    log.unlink()


# The process


@pytest.mark.parametrize("locale", ["C"])
def test_the_process_speaks_utf8_whatever_the_locale(desk, locale):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-m", "tournament_xl", "press", "pair", "--stdio"], capture_output=True,
        input=json.dumps(sent(desk.player("Éloïse Œuf")), ensure_ascii=False).encode("utf-8"),
        env=clean | {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    )  # fmt: skip
    answer = json.loads(done.stdout.decode("utf-8"))
    assert done.returncode == answer["code"] == 0 and done.stderr == b""
    assert "Éloïse Œuf" in str(answer["edits"]) and "appariée" in answer["message"]


@pytest.mark.parametrize(("redirected", "code"), [("<&-", 2), ("<&- 2>&-", 2), ("0>/dev/null", 2), (">&-", 5)])
@pytest.mark.skipif(os.name != "posix", reason="the shell's way to close a stream")
def test_a_closed_stream_is_told(redirected, code):
    words = f"exec {shlex.quote(sys.executable)} -m tournament_xl press update --stdio {redirected}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    assert done.returncode == code
    if code == 2:
        assert json.loads(done.stdout)["message"] == texts.NO_INPUT
    else:
        assert done.stderr == f"{texts.NO_OUTPUT}\n"


def test_the_page_tells_every_key_and_code():
    for key in (*KEYS, "modified", "file", "remove", "sheets", "rows", "optional"):
        assert f"`{key}`" in DOCUMENT or f'"{key}"' in DOCUMENT
    told = next(line for line in DOCUMENT.splitlines() if line.startswith("| `code`"))
    assert {int(number) for number in re.findall(r"(?:: |· )(\d+) ", told)} == {0, 1, 2, 3, 5, stdio.BUG}


@pytest.mark.parametrize(("limit", "most"), [
    (b",", 100), (b"[", 20), (b"{", 5), ("MAX_INPUT", 1000), ("MAX_CELLS", 100), ("FAR", 10),
])  # fmt: skip
def test_more_than_can_be_read_within_the_promised_memory_is_refused(monkeypatch, limit, most):
    if isinstance(limit, str):
        monkeypatch.setattr(stdio if limit == "MAX_INPUT" else stdio.limits, limit, most)
    else:
        monkeypatch.setitem(stdio.MAX_MARKS, limit, most)
    code, answer = ask("update", sent(Desk()))
    assert code == 2 and "trop gros" in answer["message"]
