"""What a file is called never reaches the terminal as an order to it, or as a line of its own."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from tests import ROOT
from tests import federation_world as world
from tests.books import run
from tests.federation_desk import list_people
from tournament_xl.core.resources import printable_path
from tournament_xl.messages.names import count

PACKAGE = ROOT / "tournament_xl"
OF_PATHS = {"path", "file", "folder", "files", "copy", "lock", "source", "old", "site"}  # names in sentences
NO_PATHS = {count.__name__}  # functions that give what was made legible before, or counts
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL = "club\x1b]0;titre\x07\x1b[2J\u202e\x9b31m\nRien n'a été changé"
FILE = f"{EVIL}.xlsx"
WORDS = {
    "a sound workbook": [
        *((verb, FILE) for verb in ("update", "pair", "undo", "ratings", "send", "publish", "export", "repair")),
        *((verb, FILE) for verb in ("check", "standings", "explain", "restore", "doctor", "simulate", "upgrade")),
        ("check", FILE, FILE), ("restore", FILE, "1"), ("restore", FILE, "99"), ("et-si", FILE, "--table", "1", "4-3"),
        ("new", FILE, "--formule", "classique"), ("new", f"{EVIL}.xls", "--formule", "classique"), ("demo", EVIL),
        ("new", "neuf.xlsx", "--formule", "classique", "--joueurs", FILE), (EVIL,), ("check", f"--{EVIL}", FILE),
        ("check", FILE, "--json"), ("new", "n.xlsx", "--formule", "classique", "--set", f"{EVIL}=1"),
        ("new", "n.xlsx", "--formule", "classique", "--rondes", EVIL), ("compare", "--formules", EVIL),
        ("compare", "--joueurs", EVIL), ("compare", "--ecart", EVIL), ("federation", "build", ".", "--date", EVIL),
        ("compare", "-o", FILE, "--tournois", "2", "--joueurs", "8", "--formules", "F10"),
        ("federation", "build", ".", "--joueurs", "licences.csv", "--date", "2016-08-31", "-o", f"c{FILE}"),
        ("federation", "build", ".", "--joueurs", FILE, "--date", "2016-08-31", "-o", f"d{FILE}"),
    ],
    "no workbook": [
        *((verb, FILE) for verb in ("update", "send", "publish", "export", "repair", "check", "restore", "upgrade")),
        ("doctor", FILE),
        ("new", "neuf.xlsx", "--formule", "classique", "--joueurs", FILE), ("import", FILE, "-o", "neuf.xlsx"),
        ("federation", "build", ".", "--joueurs", "licences.csv", "--date", "2016-08-31", "-o", "c.xlsx"),
        ("federation", "build", ".", "--joueurs", "licences.csv", "--date", "2016-08-31", "-o", FILE),
        ("federation", "build", ".", "--avant", FILE, "--date", "2016-08-31", "-o", "c.xlsx"),
    ],
    "nothing": [
        *((verb, FILE) for verb in ("update", "send", "publish", "check", "restore", "doctor", "standings")),
        ("import", FILE, "-o", "neuf.xlsx"), ("federation", "build", EVIL, "--date", "2016-08-31", "-o", FILE),
        ("new", f"{EVIL}/{FILE}", "--formule", "classique"),
    ],
}  # what stands under the name -> commands  # fmt: skip


@pytest.mark.parametrize("there", WORDS)
def test_no_name_of_a_file_is_an_order_to_the_terminal(workbooks, tmp_path, monkeypatch, capsys, there):
    monkeypatch.chdir(tmp_path)
    world.write_list(tmp_path / "licences.csv", list_people(8))
    if there == "a sound workbook":
        shutil.copy(workbooks["played"], FILE)
    elif there == "no workbook":
        Path(FILE).write_text("rien")
    for words in WORDS[there]:
        capsys.readouterr()
        assert run(*words) != 70, words
        output = capsys.readouterr()
        for text in (output.out, output.err):
            control = CONTROLS.search(text)
            assert not control, (words, ascii(text[max(0, control.start() - 80) :][:200]))
            assert not any(line.startswith("Rien n'a été changé") for line in text.splitlines()), words


def test_a_usual_name_is_told_as_it_is():
    for name in ("Open d'été n° 3.xlsx", "Capture à 14.00\u202fPM.xlsx", "赤.xlsx"):
        assert printable_path(name) == name and printable_path(Path(name)) == name


def paths_in_sentences():
    """Where a sentence gets a path: file and line, the expression that it gets."""
    for module in sorted(PACKAGE.rglob("*.py")):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            name = getattr(call.func, "attr", getattr(call.func, "id", "")) if isinstance(call, ast.Call) else ""
            for keyword in call.keywords if name in ("format", "say") else ():
                if keyword.arg in OF_PATHS:
                    yield f"{module.name}:{call.lineno}", keyword.value


def is_no_path(value):
    """Whether it is a constant of ours, a count, or names that a function gave, legible."""
    called = value.func if isinstance(value, ast.Call) else value
    name = getattr(called, "attr", getattr(called, "id", ""))
    return name in NO_PATHS if called is not value else name.isupper()


def test_one_function_shows_the_paths():
    placed_values = dict(paths_in_sentences())
    others = {
        place: value for place, value in placed_values.items() if printable_path.__name__ not in ast.unparse(value)
    }
    listed = [place for place, value in others.items() if ast.unparse(value).startswith("', '.join(")]
    assert len(listed) == 1, "of the names that a command has put in place, which it made legible"
    assert len(placed_values) > 80 and [place for place, value in others.items() if not is_no_path(value)] == listed
