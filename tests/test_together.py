"""Files that are written together: `send` and `federation build` give all of theirs, or leave every one as it was."""

import errno
import os
import shutil

import pytest

from tests import federation_world as world
from tests.books import run
from tests.federation_desk import people
from tournament_xl.book.snapshot import HostError
from tournament_xl.hosts import places
from tournament_xl.hosts.together import write_together
from tournament_xl.resources import resource

SAMPLE = resource("samples", "geneve-2010.xlsx")


@pytest.fixture
def desk(tmp_path):
    """An empty inbox with a list, and the place where the ranking goes."""
    (tmp_path / "recus").mkdir()
    (tmp_path / "sortie").mkdir()
    world.write_list(tmp_path / "liste.csv", people(8))
    return tmp_path


def build(folder, day="2016-08-31", output="c.xlsx"):
    return run("federation", "build", folder / "recus", "--joueurs", folder / "liste.csv", "--date", day,
               "-o", folder / "sortie" / output)  # fmt: skip


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def failing(monkeypatch, *steps):
    """The moves with these numbers, from 1, are refused by the disk."""
    moved, count = os.replace, iter(range(1, 99))

    def replace(source, target):
        if next(count) in steps:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        moved(source, target)

    monkeypatch.setattr(os, "replace", replace)


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("before", [False, True])
def test_a_disk_that_fails_between_two_files_changes_none(desk, monkeypatch, capsys, step, before):
    if before:
        assert build(desk) == 0
    was = contents(desk / "sortie")
    failing(monkeypatch, step)
    assert build(desk, day="2017-08-31") == 5
    name = ["c.xlsx", "c-joueurs.csv", "c-decisions.csv"][step - 1]
    said = capsys.readouterr().err
    assert f"{name} ne peut pas être écrit" in said and "Rien n'a été changé" in said
    assert contents(desk / "sortie") == was and len(was) == 3 * before
    assert not places.PLACED


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_parcel_is_whole_or_the_earlier_one(tmp_path, monkeypatch, step):
    book = shutil.copy(SAMPLE, tmp_path / "g.xlsx")
    assert run("send", book, "--to", tmp_path / "envoi") == 0
    for path in (tmp_path / "envoi").iterdir():
        path.write_bytes(b"an earlier one")
    failing(monkeypatch, step)
    assert run("send", book, "--to", tmp_path / "envoi") == 5
    assert list(contents(tmp_path / "envoi").values()) == [b"an earlier one"] * 3


def test_when_even_taking_back_fails_the_sentence_names_the_copies(tmp_path, monkeypatch):
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"old")
    failing(monkeypatch, 2, 3)
    with pytest.raises(HostError) as told:
        write_together({first: b"new", second: b"new"})
    copy = str(told.value).rpartition(" : ")[2].removesuffix(".")
    with open(copy, "rb") as file:
        assert file.read() == b"old"
    assert first.read_bytes() == b"new" and not second.exists()


@pytest.mark.parametrize("name", ["c-joueurs.csv", "c-decisions.csv"])
def test_somebody_elses_csv_is_not_written_over(desk, capsys, name):
    (desk / "sortie" / name).write_text("Nom;Club\nA;B\n", encoding="utf-8")
    before = contents(desk / "sortie")
    assert build(desk) == 5 and contents(desk / "sortie") == before
    assert f"{name} existe et n'a pas été fait" in capsys.readouterr().err
    assert build(desk, output="autre.xlsx") == 0
    shutil.move(desk / "sortie" / "autre.xlsx", desk / "sortie" / "c.xlsx")
    before = contents(desk / "sortie")
    assert build(desk) == 5 and contents(desk / "sortie") == before
    assert f"{name} existe et n'a pas été fait" in capsys.readouterr().err
