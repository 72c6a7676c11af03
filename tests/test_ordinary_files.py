"""A name that stands for a pipe or a device: nothing is waited for, no device is read to its end."""

import os
from pathlib import Path

import pytest

from tests import books
from tournament_xl.cli import main
from tournament_xl.ordinary import NotOrdinaryError, read_ordinary

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files on Windows")
BUILD = ("federation", "build", "recus", "--date", "2016-08-31")
LISTED = ("--joueurs", "liste.csv")
READS = {
    "a result file": ("import", "odd.ELO", "-o", "a.xlsx"),
    "a list of players": ("new", "a.xlsx", "--formule", "classique", "--joueurs", "odd"),
    "a list of players of Othello": ("new", "a.xlsx", "--formule", "othello", "--joueurs", "odd"),
    "a federation's list": (*BUILD, "-o", "a.xlsx", "--joueurs", "odd"),
    "a season": (*BUILD, *LISTED, "-o", "a.xlsx", "--saison", "odd"),
    "adjustments": (*BUILD, *LISTED, "-o", "a.xlsx", "--ajustements", "odd"),
    "decisions": (*BUILD, *LISTED, "-o", "a.xlsx", "--decisions", "odd"),
    "a ranking to write over": (*BUILD, *LISTED, "-o", "odd.xlsx"),
    "a workbook": ("pair", "odd.xlsx"),
    "a workbook to repair": ("repair", "odd.xlsm"),
    "a lock": ("pair", "tournoi.xlsx"),
}


def tube(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.fixture
def desk(tmp_path):
    """A workbook, an empty folder of a federation and its list."""
    books.create(tmp_path)
    (tmp_path / "recus").mkdir()
    (tmp_path / "liste.csv").write_text("Nom;Licence;Cote\nA;L1;1500\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("make", [tube, endless])
@pytest.mark.parametrize("what", READS)
def test_a_pipe_or_a_device_is_refused_with_a_sentence(desk, what, make, monkeypatch, capsys):
    """At once: a pipe that is waited for would stop the tests here."""
    monkeypatch.chdir(desk)
    for name in ("odd", "odd.ELO", "odd.xlsx", "odd.xlsm", *(["~$tournoi.xlsx"] if what == "a lock" else [])):
        make(desk / name)
    before = sorted(desk.iterdir())
    capsys.readouterr()
    code, said = main([*READS[what]]), capsys.readouterr().err
    assert code == 5 and said.count("\n") == 1 and "interne" not in said, said
    assert sorted(desk.iterdir()) == before


def test_an_ordinary_file_is_read_also_through_a_link(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").symlink_to("a")
    assert (read_ordinary(tmp_path / "b"), read_ordinary(tmp_path / "a", 2)) == (b"abc", b"ab")
    with pytest.raises(NotOrdinaryError):
        read_ordinary(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_ordinary(tmp_path / "c")
