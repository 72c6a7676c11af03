"""What a file is called never reaches the terminal as an order to it, or as a line of its own."""

import re
import shutil
from pathlib import Path

import pytest

from tests import federation_world as world
from tests.books import run
from tests.federation_desk import list_people
from tournament_xl.core.resources import printable_path

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
LINE = "Rien n'a été changé"
EVIL = f"club\x1b]0;titre\x07\x1b[2J\u202e\x9b31m\n{LINE}"
FILE = f"{EVIL}.xlsx"
NEW = ("new", "neuf.xlsx", "--formule", "classique")
BUILD = ("federation", "build", ".", "--date", "2016-08-31", "--joueurs")
WORDS = {
    "a sound workbook": [
        *((verb, FILE) for verb in ("pair", "undo", "send", "publish", "export", "repair", "check", "restore")),
        *((verb, FILE) for verb in ("standings", "doctor")), ("check", FILE, FILE), ("restore", FILE, "99"),
        ("et-si", FILE, "--table", "1", "4-3"), ("new", FILE, *NEW[2:]), (*NEW, "--joueurs", FILE),
        (EVIL,), ("check", f"--{EVIL}", FILE), ("check", FILE, "--json"), (*NEW, "--set", f"{EVIL}=1"),
        (*NEW, "--rondes", EVIL), ("compare", "--formules", EVIL), (*BUILD, "licences.csv", "-o", f"c{FILE}"),
    ],
    "no workbook": [
        *((verb, FILE) for verb in ("update", "repair", "check", "restore", "doctor")), (*NEW, "--joueurs", FILE),
        ("import", FILE, "-o", "neuf.xlsx"), (*BUILD, "licences.csv", "-o", FILE),
    ],
    "nothing": [
        *((verb, FILE) for verb in ("update", "publish", "check", "restore", "doctor")),
        ("import", FILE, "-o", "neuf.xlsx"), ("new", f"{EVIL}/{FILE}", *NEW[2:]),
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
            assert not CONTROLS.search(text), (words, ascii(text))
            assert not any(line.startswith(LINE) for line in text.splitlines()), words


def test_a_usual_name_is_told_as_it_is():
    for name in ("Open d'été n° 3.xlsx", "Capture à 14.00\u202fPM.xlsx", "赤.xlsx"):
        assert printable_path(name) == name and printable_path(Path(name)) == name
