"""The exchange through standard input and output (docs/stdio.md): what a caller may send, and what it gets back."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.desk import Desk
from tournament_xl.actions import workbook_actions
from tournament_xl.frontends.libreoffice import stdio
from tournament_xl.service import create
from tournament_xl.storage import timestamps
from tournament_xl.storage.workbook_file import ClosedFile

DOCUMENT = (ROOT / "docs" / "stdio.md").read_text(encoding="utf-8")
KEYS = {
    "version", "code", "message", "text", "status", "problems", "warnings", "edits", "folds", "pages", "widths",
    "heights", "reveal", "select", "logo", "backup", "show", "question", "opens",
}  # fmt: skip


def sent(desk, name="", **changed):
    snapshot = desk.read() if isinstance(desk, ClosedFile) else desk.snapshot
    sheets = [{"name": sheet, "rows": [list(row) for row in grid]} for sheet, grid in snapshot.sheets.items()]
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
    monkeypatch.setattr(timestamps, "journal_date", lambda: "21/11/2026 14:00")
    code, answer = ask("pair", sent(desk))
    expected = workbook_actions.pair(desk.snapshot, "21/11/2026 14:00")
    assert code == 0 and answer["message"] == expected.message and answer["status"] == expected.status
    assert [(e["sheet"], e["row"], e["column"], e["values"]) for e in answer["edits"]] == [
        (b.sheet, b.row, b.column, [list(line) for line in b.values]) for b in expected.edits
    ]
    assert answer["select"] == [{"sheet": "Résultats", "row": 5, "column": 5}]
    assert answer["show"] == "Appariements" and answer["backup"] == {}, "never saved: no copy"
    assert ask("pair", sent(desk, "club.xlsx"))[1]["backup"] == {}, "nor for a name without its folder"
    assert ask("undo", sent(desk))[0] == 1


def test_what_excels_tab_asks_is_asked_through_here_too(workbooks, tmp_path, monkeypatch):
    monkeypatch.setattr(create, "find_new_workbook_folder", lambda: tmp_path)
    code, answer = ask("new", {"version": 1, "name": "", "sheets": []})
    assert code == 0 and len(answer["question"]["choices"]) == 5 and not answer["opens"]
    code, answer = ask("new", {"version": 1, "name": "", "sheets": [], "reply": "0"})
    assert Path(answer["opens"]).parent == tmp_path and not answer["question"]
    book = workbooks["drawn"]
    open_book = sent(ClosedFile(book), book)
    assert "table 1" in ask("explain", open_book | {"at": ["Résultats", 5]})[1]["message"]
    assert "Sélectionnez" in ask("explain", open_book)[1]["message"]
    assert ask("explain", open_book | {"at": [5, "Résultats"]})[0] == 2
    assert "Ctrl+S" in ask("next", open_book)[1]["message"], "what is not known to be saved may not be"
    answer = ask("restore", open_book | {"reply": "0"})[1]
    assert answer["edits"] and "avant restauration" in answer["backup"]["file"] and answer["show"] == "Résultats"


# What is no workbook


@pytest.mark.parametrize("data", [
    b"", b"\xff\xfe\x00", b'{"version": 1', b"[" * 200_000, b"[]", b'{"version": 2, "name": "", "sheets": []}',
    b'{"version": 1, "name": 5, "sheets": []}', b'{"version": 1, "name": "/a\\u0000b", "sheets": []}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A"}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[NaN]]}]}',
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": [[' + b"9" * 5000 + b"]]}]}",
    b'{"version": 1, "name": "", "sheets": [{"name": "A", "rows": []}, {"name": "A", "rows": []}]}',
], ids=["nothing", "no text", "torn", "deep", "a list", "a later version", "no name", "NUL", "no rows", "NaN",
        "a huge number", "a sheet twice"])  # fmt: skip
def test_what_is_no_workbook_is_wrong_usage(data):
    assert ask("pair", data)[0] == 2


# The process


def test_the_process_speaks_utf8_whatever_the_locale(desk):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-m", "tournament_xl", "press", "pair", "--stdio"], capture_output=True,
        input=json.dumps(sent(desk.player("Éloïse Œuf")), ensure_ascii=False).encode("utf-8"),
        env=clean | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    )  # fmt: skip
    answer = json.loads(done.stdout.decode("utf-8"))
    assert done.returncode == answer["code"] == 0 and done.stderr == b""
    assert "Éloïse Œuf" in str(answer["edits"]) and "appariée" in answer["message"]


def test_the_page_tells_every_key_and_code():
    for key in (*KEYS, "modified", "file", "remove", "sheets", "rows"):
        assert f"`{key}`" in DOCUMENT or f'"{key}"' in DOCUMENT
    codes_line = next(line for line in DOCUMENT.splitlines() if line.startswith("| `code`"))
    assert {int(number) for number in re.findall(r"(?:: |· )(\d+) ", codes_line)} == {0, 1, 2, 3, 5, stdio.BUG}
