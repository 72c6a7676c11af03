"""Parts of the installation that are gone or do not run here: a sentence that says so, never an error of ours."""

import os
import re
import subprocess
import sys

import pytest

from tests import books
from tests.strangers import ROOT

ALONE = "raise {error}\n"
ERROR = "ImportError('DLL load failed while importing rustworkx')"


def command(folder, *words, given=b"", **variables):
    """A command where what stands in the folder goes before the libraries: exit code, what it told."""
    paths = os.pathsep.join([str(folder), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tournament_xl", *map(str, words)],
        env=os.environ | {"PYTHONPATH": paths} | variables, capture_output=True, timeout=60, input=given,
    )  # fmt: skip
    return done.returncode, (done.stdout + done.stderr).decode()


def broken(tmp_path, library, error):
    folder = tmp_path / "broken"
    (folder / library).mkdir(parents=True)
    (folder / library / "__init__.py").write_text(ALONE.format(error=error))
    return folder


def test_without_what_othello_needs_its_pairing_says_what_is_wrong_and_so_does_the_doctor(tmp_path):
    path = books.create(tmp_path, 8, formula="othello")
    folder = broken(tmp_path, "rustworkx", ERROR)
    code, told = command(folder, "pair", path)
    assert code == 5 and "rustworkx ne se charge pas" in told
    code, told = command(folder, "doctor")
    assert code == 1 and "rustworkx ne se charge pas" in told
    code, _ = command(folder, "pair", books.create(tmp_path / "scrabble", 8))
    assert code == 0


VERBS = (("repair", "club.xlsx"), ("new", "x.xlsm", "--formule", "classique"), ("doctor", "club.xlsx"))


@pytest.mark.parametrize("verb", VERBS)
def test_a_template_that_a_virus_scanner_took_away_is_named(tmp_path, monkeypatch, capsys, verb):
    path = books.create(tmp_path, 8, name="club.xlsx")
    monkeypatch.setattr("tournament_xl.resources._PACKAGE", tmp_path)
    words = [tmp_path / word if word.endswith((".xlsx", ".xlsm")) else word for word in verb]
    assert books.run(*words) == 5 and path.is_file()
    assert re.search(r"templates/scrabble\.xls[xm] ne se charge pas", capsys.readouterr().err)
