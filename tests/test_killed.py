"""A press killed at any step on files: the workbook is the old one or the new one, and the next press works.

Each test kills processes (`tests/stopped.py`) at steps of a verb; `make trials` at each.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import books
from tests.books import backups, content
from tests.fuzz import TRIALS
from tests.stopped import KILLED
from tests.xlsm import saved_by_openpyxl
from tournament_xl.book.received import DESK, Report
from tournament_xl.hosts import received

fcntl = pytest.importorskip("fcntl")
ROOT = Path(__file__).parent.parent
EACH = 1 if TRIALS else 12  # of so many steps one is tried
VERBS = {
    "pair": ("pair", "club.xlsx"),
    "undo": ("undo", "club.xlsx", "--force"),
    "restore": ("restore", "club.xlsx", "1"),
    "take": ("take", "recus.xlsx"),
    "repair": ("repair", "boutons.xlsm"),
    "new": ("new", "nouveau.xlsm", "--formule", "classique", "--graine", "7"),
}


def children(jobs, words):
    """The exit codes of a verb in folders, killed at a step of each, and what the steps were."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.stopped", *words], cwd=ROOT, check=True, capture_output=True, encoding="utf-8",
        input=json.dumps([(str(folder), step) for folder, step in jobs]), env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


@pytest.fixture(scope="module")
def before(made, tmp_path_factory):
    """A folder with a played round and one backup, as .xlsx and as .xlsm without its buttons."""
    folder = tmp_path_factory.mktemp("before")
    book = Path(shutil.copy(made["drawn"], folder / "club.xlsx"))
    open_round = Path(shutil.copy(made["drawn"], folder / "recus.xlsx"))
    first = books.lines(open_round, "Résultats")[0]
    said = Report("01/01/2099 10:00:00", 1, first["Table"], first["N° 1"], 420, 380, first["N° 2"], DESK)
    received.append(open_round, said, "reçu")
    books.score(book, 1)
    books.update(book)
    bare = books.create(folder / "made", name="club.xlsm")
    saved_by_openpyxl(bare)
    shutil.move(bare, folder / "boutons.xlsm")
    shutil.rmtree(folder / "made")
    return folder


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_killed_at_each_step_leaves_the_old_workbook_or_the_new_one(before, tmp_path, verb):
    words = VERBS[verb]
    name = words[1]

    def state(folder):
        return (folder / name).read_bytes() if (folder / name).exists() else None

    whole = Path(shutil.copytree(before, tmp_path / "whole"))
    (code,), told = children([(whole, 0)], words)
    steps = sum(line[:1].isdigit() for line in told.splitlines())
    assert code == 0 and 8 < steps < 99
    old, new = state(before), state(whole)
    folders = {step: Path(shutil.copytree(before, tmp_path / str(step))) for step in (*range(1, steps, EACH), steps)}
    codes, _ = children([(folder, step) for step, folder in folders.items()], words)
    assert codes == [KILLED] * len(folders)
    assert {state(folder) for folder in folders.values()} == {old, new}
    for copy in (copy for folder in folders.values() for copy in backups(folder / "club.xlsx")):
        if not copy.name.startswith("~"):
            content(copy)  # whole
    again = [folder for folder in folders.values() if state(folder) == old]
    codes, told = children([(folder, 999) for folder in again], words)
    if verb == "restore":  # where the killed one made its copy, that is number 1 now
        others = [folder for folder, code in zip(again, codes, strict=True) if code == 1]
        codes, told = children([(folder, 999) for folder in others], ("restore", "club.xlsx", "2"))
    assert not any(codes), told
    for folder in again:
        assert state(folder) == new
        assert not list(folder.rglob("~*")), "the next press takes away what the killed one left"
