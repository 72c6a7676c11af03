"""A command killed at any step on files: each file is the old one or the new one, and the next command works. One in
which a step fails, as on a full disk: all is as before, and it says so, or it is done.

Each test stops processes (`tests/stopped.py`) at steps of a verb; `make trials` at each.
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
from tests.books import backups, content
from tests.federation_desk import list_people
from tests.fuzz import PART
from tests.programs import WHOLE
from tests.stopped import KILLED, children
from tests.xlsm import save_by_openpyxl
from tournament_xl.phones import report_file
from tournament_xl.phones.report_lines import FROM_DESK, Report

fcntl = pytest.importorskip("fcntl")
EACH = PART or 24  # of so many steps one is tried
VERBS = {
    "pair": ("pair", "club.xlsx"),
    "undo": ("undo", "club.xlsx", "--force"),
    "restore": ("restore", "club.xlsx", "1"),
    "take": ("take", "recus.xlsx"),
    "repair": ("repair", "boutons.xlsm"),
    "new": ("new", "nouveau.xlsm", "--formule", "classique", "--graine", "7"),
    "upgrade": ("upgrade", "club.xlsx", "-o", "refait.xlsm"),
}
BUILD = ("federation", "build", "recus", "--joueurs", "liste.csv", "-o", "sortie/c.xlsx", "--date", "2016-08-31")
PUBLISH = ("federation", "publish", *BUILD[2:])
TOGETHER = {"federation": PUBLISH, "publish": ("publish", "club.xlsx"), "send": ("send", "fini.xlsx")}
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
    for number in range(2):
        facts = world.invent_tournament(
            Random(number), list_people(8), date(2015, 10 + number, 4), title=f"Tournoi {number}"
        )
        world.write_workbook(folder / "recus" / f"{number}.xlsx", facts)
    world.write_list(folder / "liste.csv", list_people(8))
    (folder / "sortie").mkdir()
    return folder


def contents(folder):
    """Every file and folder: a file's bytes; of a register only what it says, after it was opened."""
    paths = [path for path in folder.rglob("*") if not path.name.startswith("registre.")]
    return {str(path.relative_to(folder)): path.is_file() and path.read_bytes() for path in paths}


def registers(folder):
    """All that the registers in a folder say."""
    dumps = []
    for path in sorted(folder.rglob("registre.sqlite")):
        with closing(sqlite3.connect(path)) as register:
            dumps.append([*register.iterdump()])
    return dumps


def of_steps(before, folder, words, each):
    """All as the verb leaves it, its number of steps, and folders for some of them."""
    whole = Path(shutil.copytree(before, folder / "whole"))
    (code,), output = children([(whole, 0)], words)
    steps = sum(line[:1].isdigit() for line in output.splitlines())
    assert code == 0 and steps > 8, output
    expected = (*range(1, steps, each), steps)
    return contents(whole), steps, {step: Path(shutil.copytree(before, folder / str(step))) for step in expected}


@pytest.mark.parametrize("verb", ["federation", "send"])  # publish: test_publish_live.py
def test_many_files_killed_at_each_step_are_old_or_new_each_and_the_next_run_makes_them_all_new(before, tmp_path, verb):
    old = contents(before)
    new, _, folders = of_steps(before, tmp_path, TOGETHER[verb], PART or (180 if WHOLE else 600))
    codes, _ = children([(folder, step) for step, folder in folders.items()], TOGETHER[verb])
    assert codes == [KILLED] * len(folders)
    for folder in folders.values():
        for name, content_ in contents(folder).items():
            if content_ is not False and "~" not in name:
                assert content_ in (old.get(name), new.get(name)), name
    whole = registers(tmp_path / "whole")
    unfinished = [folder for folder in folders.values() if contents(folder) != new or registers(folder) != whole]
    codes, output = children([(folder, 999_999) for folder in unfinished], TOGETHER[verb])
    assert not any(codes), output
    for folder in folders.values():
        assert contents(folder) == new and registers(folder) == whole


@pytest.mark.parametrize("verb", VERBS | TOGETHER if PART else ["pair", "send"])
def test_a_verb_in_which_a_step_fails_leaves_all_as_before_or_is_done(before, tmp_path, verb):
    words, old = (VERBS | TOGETHER)[verb], contents(before)
    new, _, folders = of_steps(before, tmp_path, words, PART or 40)
    codes, output = children([(folder, step, ERRORS[step % 3]) for step, folder in folders.items()], words)
    assert set(codes) <= {0, 5} and 5 in codes, output
    for code, (step, folder) in zip(codes, folders.items(), strict=True):
        left = contents(folder)
        assert left == (old if code else new), (step, code, left.keys() ^ old.keys())


@pytest.mark.parametrize("verb", VERBS if WHOLE else ["pair", "restore", "new"])
def test_a_verb_killed_at_each_step_leaves_the_old_workbook_or_the_new_one(before, tmp_path, verb):
    words = VERBS[verb]
    name = words[words.index("-o") + 1 if "-o" in words else 1]

    def state(folder):
        return (folder / name).read_bytes() if (folder / name).exists() else None

    whole = Path(shutil.copytree(before, tmp_path / "whole"))
    (code,), output = children([(whole, 0)], words)
    steps = sum(line[:1].isdigit() for line in output.splitlines())
    assert code == 0 and 8 < steps < 99
    old, new = state(before), state(whole)
    folders = {step: Path(shutil.copytree(before, tmp_path / str(step))) for step in (*range(1, steps, EACH), steps)}
    codes, _ = children([(folder, step) for step, folder in folders.items()], words)
    assert codes == [KILLED] * len(folders)
    assert {state(folder) for folder in folders.values()} == {old, new}
    for copy in (copy for folder in folders.values() for copy in backups(folder / "club.xlsx")):
        if not copy.name.startswith("~"):
            content(copy)  # whole
    unchanged = [folder for folder in folders.values() if state(folder) == old]
    codes, output = children([(folder, 999) for folder in unchanged], words)
    if verb == "restore":  # where the killed one made its copy, that is number 1 now
        others = [folder for folder, code in zip(unchanged, codes, strict=True) if code == 1]
        codes, output = children([(folder, 999) for folder in others], ("restore", "club.xlsx", "2"))
    assert not any(codes), output
    for folder in unchanged:
        assert state(folder) == new
        assert not list(folder.rglob("~*")), "the next press takes away what the killed one left"
