"""What the disk, the network, the clock and other people do to a press: refused in French, the workbook as before."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import books
from tests import federation_world as world
from tests.books import backups, edit, run, untouched
from tests.federation_desk import people
from tournament_xl.hosts import closed, files
from tournament_xl.hosts.closed import copies
from tournament_xl.resources import resource

ROOT = Path(__file__).parent.parent


@pytest.fixture
def book(made, tmp_path):
    return Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))


def command(*words):
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "tournament_xl", *map(str, words)], cwd=ROOT, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


# The disk


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting wants root")
def test_a_full_disk(book, tmp_path):
    disk = tmp_path / "disque"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", disk], capture_output=True).returncode:
        pytest.skip("no right to mount")
    try:
        path = Path(shutil.copy(book, disk / "club.xlsx"))
        before = path.read_bytes()
        (disk / "photos").write_bytes(bytes(shutil.disk_usage(disk).free - 20 * 1024))
        process = command("pair", path)
        told = process.communicate(timeout=60)[1]
        assert process.returncode == 5 and "disque est plein" in told and "Libérez" in told, told
        assert path.read_bytes() == before and not backups(path) and not list(disk.glob("~*"))
        (disk / "photos").unlink()
        assert run("pair", path) == 0
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("call", ["stat", "fsync", "rename", "replace"])
def test_a_network_drive_that_goes_at_any_call(book, monkeypatch, capsys, call):
    """From some call on, every further one fails, also those that clean up: what they leave, the next press removes."""
    real = {name: getattr(os, name) for name in ("stat", "open", "fsync", "rename", "replace", "mkdir", "unlink")}
    gone = False

    def failing(name):
        def fail(*arguments, **named):
            nonlocal gone
            mine = str(book.parent) in str(arguments[0]) or name == "fsync"
            gone = gone or (name == call and mine)
            if gone and mine:
                raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
            return real[name](*arguments, **named)

        return fail

    before = book.read_bytes()
    with monkeypatch.context() as patch:
        for name in real:
            patch.setattr(os, name, failing(name))
        assert run("pair", book) == 5
    assert book.read_bytes() == before
    told = capsys.readouterr().err
    assert "le disque, le réseau ou le système l'a refusé" in told or "introuvable" in told
    assert run("pair", book) == 0 and not list(book.parent.rglob("~*"))


# Other people and programs


def test_two_presses_at_once(book):
    """One pairs round 1; the other sees that the workbook has changed, or that scores are missing."""
    before = book.read_bytes()
    both = [command("pair", book) for _ in range(2)]
    told = [process.communicate(timeout=60)[1] for process in both]
    assert sorted(process.returncode for process in both) in ([0, 3], [0, 5]), told
    assert "modifié" in "".join(told) or "résultats manquants" in "".join(told)
    assert [copy.file.read_bytes() for copy in copies(book)] == [before]
    assert len(books.pairs(book, 1)) == 4 and not list(book.parent.rglob("~*"))


def test_a_cloud_folder_that_replaces_the_workbook_meanwhile(book, monkeypatch, capsys):
    """OneDrive, Dropbox: a file under another name takes the workbook's place between reading and writing."""
    other = Path(shutil.copy(book, book.with_name("club-PC de Paul.xlsx")))
    edit(other, {"Tournoi!Lieu": "Lyon"})
    theirs, honest = other.read_bytes(), closed.keep_copy

    def meanwhile(*arguments):
        os.replace(other, book)
        return honest(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(closed, "keep_copy", meanwhile)
        assert run("pair", book) == 5
    assert "modifié par un autre programme" in capsys.readouterr().err
    assert book.read_bytes() == theirs and not backups(book)
    books.pair(book)


# The clock


def test_a_wrong_clock_changes_no_pairing(book, made, monkeypatch):
    books.pair(book)
    books.score(book, 1)
    right = books.pair(Path(shutil.copy(book, book.with_name("juste.xlsx"))))
    for now in ("1980-01-01 00-00-00", "2099-12-31 23-59-59"):
        monkeypatch.setattr(files, "stamp", lambda label, *_, now=now: f"{now} {label}")
        books.pair(book)
        assert books.pairs(book, 2) == books.pairs(right, 2)
        assert run("undo", book) == 0
    assert len(copies(book)) == 5


# Names


def test_a_workbook_with_too_long_a_name_is_to_be_renamed(book, capsys):
    long = book.rename(book.with_name("a" * 245 + ".xlsx"))
    before = long.read_bytes()
    assert run("pair", long) == 5 and long.read_bytes() == before
    assert "le nom est trop long" in (told := capsys.readouterr().err) and "un nom plus court" in told
    assert run("pair", long.rename(book)) == 0


# The rest of the machine


def test_a_cell_filled_far_down_is_named_when_the_program_would_have_to_write_below_it(book, capsys):
    with untouched(edit(book, {"Résultats!B99999": 7})):
        assert run("pair", book) == 3
    told = capsys.readouterr().err
    assert "Résultats!A99999" in told and "Ctrl+Fin" in told


@pytest.mark.parametrize(("formula", "most"), [("othello", 1000), ("open", 500), ("toutes-rondes", 128)])
def test_more_players_than_can_be_paired_while_one_waits_are_refused(formula, most, tmp_path, capsys):
    names = tmp_path / "liste.csv"
    names.write_text("Nom;Cote\n" + "".join(f"Nom{number:05};{number}\n" for number in range(most + 1)))
    path = books.create(tmp_path, 0, "--joueurs", names, formula=formula)
    capsys.readouterr()
    assert run("pair", path) == 3
    assert f"{most + 1} joueurs inscrits : {most} au plus" in capsys.readouterr().err


# Files that are written together: `send` and `federation build` give all of theirs, or leave every one as it was


@pytest.fixture
def desk(tmp_path):
    """An empty inbox with a list, and the place where the ranking goes."""
    (tmp_path / "recus").mkdir()
    (tmp_path / "sortie").mkdir()
    world.write_list(tmp_path / "liste.csv", people(8))
    return tmp_path


def build(folder, day="2016-08-31"):
    return run("federation", "build", folder / "recus", "--joueurs", folder / "liste.csv", "--date", day,
               "-o", folder / "sortie" / "c.xlsx")  # fmt: skip


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def failing(monkeypatch, step):
    """The move with this number, from 1, is refused by the disk."""
    moved, count = os.replace, iter(range(1, 99))

    def replace(source, target):
        if next(count) == step:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        moved(source, target)

    monkeypatch.setattr(os, "replace", replace)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_disk_that_fails_between_two_files_changes_none(desk, monkeypatch, capsys, step):
    assert build(desk) == 0
    was = contents(desk / "sortie")
    failing(monkeypatch, step)
    assert build(desk, day="2017-08-31") == 5
    name = ["c.xlsx", "c-joueurs.csv", "c-decisions.csv"][step - 1]
    said = capsys.readouterr().err
    assert f"{name} ne peut pas être écrit" in said and "Rien n'a été changé" in said
    assert contents(desk / "sortie") == was and len(was) == 3


def test_a_parcel_is_whole_or_the_earlier_one(tmp_path, monkeypatch):
    book = shutil.copy(resource("samples", "geneve-2010.xlsx"), tmp_path / "g.xlsx")
    assert run("send", book, "--to", tmp_path / "envoi") == 0
    for path in (tmp_path / "envoi").iterdir():
        path.write_bytes(b"an earlier one")
    failing(monkeypatch, 3)
    assert run("send", book, "--to", tmp_path / "envoi") == 5
    assert list(contents(tmp_path / "envoi").values()) == [b"an earlier one"] * 3


@pytest.mark.parametrize("name", ["c-joueurs.csv", "c-decisions.csv"])
def test_somebody_elses_csv_is_not_written_over(desk, capsys, name):
    (desk / "sortie" / name).write_text("Nom;Club\nA;B\n", encoding="utf-8")
    before = contents(desk / "sortie")
    assert build(desk) == 5 and contents(desk / "sortie") == before
    assert f"{name} existe et n'" in capsys.readouterr().err
