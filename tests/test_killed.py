"""A press killed at any step on files: the workbook is the old one or the new one, and the next press works.

Each test kills a child process (`tests/stopped.py`) at one step. TOURNAMENT_XL_FUZZ=1 or more takes every step of every
verb; otherwise each step of `pair`, every third of the others.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests import books
from tests.books import backups, content, run
from tests.stopped import KILLED
from tests.xlsm import saved_by_openpyxl

fcntl = pytest.importorskip("fcntl")
ROOT = Path(__file__).parent.parent
STEPS = 80  # more than any verb has
VERBS = {
    "pair": ("pair", "club.xlsx"),
    "undo": ("undo", "club.xlsx", "--force"),
    "restore": ("restore", "club.xlsx", "1"),
    "repair": ("repair", "boutons.xlsm"),
    "convert": ("repair", "sans boutons.xlsx"),
    "new": ("new", "nouveau.xlsm", "--formule", "classique", "--graine", "7"),
}
EACH = 1 if "TOURNAMENT_XL_FUZZ" in os.environ else 3
CASES = [(verb, step) for verb in VERBS for step in range(1, STEPS + 1, 1 if verb == "pair" else EACH)]


def child(folder, step, verb, words=()):
    """What becomes of a verb that is killed at a step."""
    command = [sys.executable, "-m", "tests.stopped", str(step), *(words or VERBS[verb])]
    return subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, timeout=60
    )


@pytest.fixture(scope="session")
def before(made, tmp_path_factory):
    """A folder with a played round and one backup, as .xlsx and as .xlsm without its buttons."""
    folder = tmp_path_factory.mktemp("before")
    book = Path(shutil.copy(made["drawn"], folder / "club.xlsx"))
    books.score(book, 1)
    books.update(book)
    bare = books.create(folder / "made", name="club.xlsm")
    saved_by_openpyxl(bare)
    shutil.move(bare, folder / "boutons.xlsm")
    shutil.copy(book, folder / "sans boutons.xlsx")
    shutil.rmtree(folder / "made")
    return folder


@pytest.fixture(scope="session")
def after(before, tmp_path_factory):
    """Gives what a verb makes when nobody stops it: the path in the folder, its bytes."""

    @cache
    def made_by(verb):
        folder = tmp_path_factory.mktemp("after") / "f"
        shutil.copytree(before, folder)
        done = child(folder, 0, verb)
        assert done.returncode == 0, done.stderr
        steps = sum(line[:1].isdigit() for line in done.stderr.decode().splitlines())
        assert 8 < steps < STEPS, "the steps to try must reach beyond the last"
        name = VERBS[verb][1] if verb != "convert" else "sans boutons.xlsm"
        return name, (folder / name).read_bytes()

    return made_by


@pytest.mark.parametrize(("verb", "step"), CASES)
def test_a_verb_killed_at_a_step(before, after, tmp_path, verb, step):
    folder = tmp_path / "f"
    shutil.copytree(before, folder)
    name, new = after(verb)
    target = folder / name
    old = target.read_bytes() if target.exists() else None
    killed = child(folder, step, verb)
    assert killed.returncode in (KILLED, 0), killed.stderr
    now = target.read_bytes() if target.exists() else None
    assert now in (old, new)
    if killed.returncode == 0:
        assert now == new
    for copy in backups(folder / "club.xlsx"):
        if not copy.name.startswith("~"):
            content(copy)  # whole
    if now == old:
        again = child(folder, 999, verb)
        if verb == "restore" and again.returncode == 1:  # the killed one made its copy, which is number 1 now
            again = child(folder, 999, verb, ("restore", "club.xlsx", "2"))
        assert again.returncode == 0, again.stderr
        assert target.read_bytes() == new
    elif verb == "pair":
        assert run("pair", target) == 3  # the scores of the round just drawn are missing
    if now == old or verb == "pair":
        assert not list(folder.rglob("~*")), "the next press takes away what the killed one left"
