"""A command killed at any step on files: each file is the old one or the new one, and the next command works. One in
which a step fails, as on a full disk: all is as before, and it says so, or it is done.

Each test stops processes (`tests/stopped.py`) at some steps of a verb; `make trials` at each of every verb.
"""

import errno
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests import books
from tests import federation_world as world
from tests.federation_desk import list_people
from tests.fuzz import PART
from tests.programs import WHOLE
from tests.stopped import KILLED, children
from tests.xlsm import save_by_openpyxl
from tournament_xl.phones import report_file
from tournament_xl.phones.report_lines import FROM_DESK, Report

fcntl = pytest.importorskip("fcntl")
BUILD = ("federation", "build", "recus", "--joueurs", "liste.csv", "-o", "sortie/c.xlsx", "--date", "2016-08-31")
VERBS = {  # verb -> its words, and of how many of its steps one is tried
    "pair": (("pair", "club.xlsx"), 24),
    "undo": (("undo", "club.xlsx", "--force"), 24),
    "restore": (("restore", "club.xlsx", "1"), 24),
    "take": (("take", "recus.xlsx"), 24),
    "repair": (("repair", "boutons.xlsm"), 24),
    "new": (("new", "nouveau.xlsm", "--formule", "classique", "--graine", "7"), 24),
    "upgrade": (("upgrade", "club.xlsx", "-o", "refait.xlsm"), 24),
    "send": (("send", "fini.xlsx"), 180),
    "federation": (("federation", "publish", *BUILD[2:]), 600),
}  # publish: test_publish_live.py
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)


@pytest.fixture(scope="module")
def before(workbooks, tmp_path_factory):
    """A folder with a played round and one backup, as .xlsx and as .xlsm without its buttons."""
    folder = tmp_path_factory.mktemp("before")
    book = Path(shutil.copy(workbooks["drawn"], folder / "club.xlsx"))
    open_round = Path(shutil.copy(workbooks["drawn"], folder / "recus.xlsx"))
    first = books.lines(open_round, "Résultats")[0]
    report = Report("01/01/2099 10:00:00", 1, first["Table"], first["N° 1"], 420, 380, first["N° 2"], FROM_DESK)
    report_file.append_report(open_round, report, "reçu")
    books.score(book, 1)
    books.update(book)
    bare = books.create(folder / "made", name="club.xlsm")
    save_by_openpyxl(bare)
    shutil.move(bare, folder / "boutons.xlsm")
    shutil.rmtree(folder / "made")
    shutil.copy(workbooks["finished"], folder / "fini.xlsx")
    facts = world.invent_tournament(Random(0), list_people(8), date(2015, 10, 4), title="Tournoi")
    world.write_workbook(folder / "recus" / "0.xlsx", facts)
    world.write_list(folder / "liste.csv", list_people(8))
    (folder / "sortie").mkdir()
    return folder


def contents(folder):
    """Every file and folder: a file's bytes; of a register what it says, after it was opened."""
    paths = [path for path in folder.rglob("*") if not path.name.startswith("registre.")]
    files = {str(path.relative_to(folder)): path.is_file() and path.read_bytes() for path in paths}
    for path in folder.rglob("registre.sqlite"):
        with closing(sqlite3.connect(path)) as register:
            files["registre"] = [*register.iterdump()]
    return files


def without_backups(files):
    """Leave out the backups, of which the next run makes one more."""
    return {name: data for name, data in files.items() if not name.startswith("Sauvegardes/") or "~" in name}


def of_steps(before, folder, words, each):
    """All as the verb leaves it, and folders for some of its steps."""
    whole = Path(shutil.copytree(before, folder / "whole"))
    (code,), output = children([(whole, 0)], words)
    steps = sum(line[:1].isdigit() for line in output.splitlines())
    assert code == 0 and steps > 8, output
    expected = (*range(1, steps, PART or each), steps)
    return contents(whole), {step: Path(shutil.copytree(before, folder / str(step))) for step in expected}


@pytest.mark.parametrize("verb", VERBS if WHOLE else ["pair", "restore", "new", "federation"])
def test_a_verb_killed_at_each_step_leaves_old_files_or_new_ones_and_the_next_run_makes_them_new(
    before, tmp_path, verb
):
    words, each = VERBS[verb]
    old = contents(before)
    new, folders = of_steps(before, tmp_path, words, each)
    expected = without_backups(new)
    codes, _ = children([(folder, step) for step, folder in folders.items()], words)
    assert codes == [KILLED] * len(folders)
    for folder in folders.values():
        for name, data in contents(folder).items():
            if "~" not in name and name != "registre":
                assert data in (old.get(name), new.get(name), False), name
    unfinished = [folder for folder in folders.values() if without_backups(contents(folder)) != expected]
    codes, output = children([(folder, 999_999) for folder in unfinished], words)
    if verb == "restore":  # where the killed one made its copy, that is number 1 now
        others = [folder for folder, code in zip(unfinished, codes, strict=True) if code == 1]
        codes, output = children([(folder, 999_999) for folder in others], (*words[:2], "2"))
    assert not any(codes), output
    for folder in unfinished:
        assert without_backups(contents(folder)) == expected, "and what the killed one left is taken away"


@pytest.mark.parametrize("verb", VERBS if PART else ["pair", "send"])
def test_a_verb_in_which_a_step_fails_leaves_all_as_before_or_is_done(before, tmp_path, verb):
    words, old = VERBS[verb][0], contents(before)
    new, folders = of_steps(before, tmp_path, words, 40)
    codes, output = children([(folder, step, ERRORS[step % 3]) for step, folder in folders.items()], words)
    assert set(codes) <= {0, 5} and 5 in codes, output
    for code, (step, folder) in zip(codes, folders.items(), strict=True):
        left = contents(folder)
        assert left == (old if code else new), (step, code, left.keys() ^ old.keys())
