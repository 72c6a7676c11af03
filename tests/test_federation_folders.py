"""Folders and links that cannot be read: told in their place, and the good workbook beside them counts."""

import os
import sys
from datetime import date
from itertools import product
from random import Random

import pytest

from tests import federation_world as world
from tests.books import run
from tests.test_federation_rules import people
from tournament_xl.federation.build import build
from tournament_xl.federation.inbox import read_folder
from tournament_xl.lists.read import read_register

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and depths of Linux and macOS")


@pytest.fixture
def inbox(tmp_path):
    facts = world.tournament(Random(1), people(8), date(2015, 10, 4), title="Le bon")
    world.write(tmp_path / "recus" / "bon.xlsx", facts)
    return tmp_path / "recus"


def verdicts(inbox):
    """File or folder -> its verdict and sentences; the good workbook counts."""
    players = read_register(world.write_list(inbox.parent / "liste.csv", people(8)))
    publication = build(read_folder(inbox), players, date(2016, 8, 31))
    found = {one.file.name: (one.word, *one.sentences) for one in publication.verdicts}
    assert found.pop("bon.xlsx")[0].startswith("compté")
    return found


def test_a_link_to_itself_costs_its_own_verdict_only(inbox):
    (inbox / "rond.xlsx").symlink_to("rond.xlsx")
    (inbox / "dossier.xlsx").symlink_to(inbox.parent)
    told = verdicts(inbox)
    assert told.keys() == {"rond.xlsx", "dossier.xlsx"}
    assert all(word == "écarté" and "Lien vers un autre endroit" in said for word, said in told.values())


def test_a_link_to_a_folder_is_not_followed_and_told(inbox, tmp_path):
    facts = world.tournament(Random(2), people(8), date(2015, 11, 4), title="Ailleurs")
    world.write(tmp_path / "ailleurs" / "autre.xlsx", facts)
    (inbox / "par-courriel").symlink_to(tmp_path / "ailleurs")
    (inbox / ".cache").symlink_to(tmp_path / "ailleurs")
    assert verdicts(inbox) == {
        "par-courriel": ("écarté", "Lien vers un autre dossier : non suivi. Copiez-en les classeurs ici.")
    }


def test_folders_in_folders_without_end_are_told_and_the_others_count(inbox):
    """More levels than Python's stack has, and a name longer than the system opens."""
    levels = ["a"] * 1100 + ["b" * 200] * 12
    here = os.getcwd()
    os.chdir(inbox)
    try:
        for name in levels:
            os.mkdir(name)
            os.chdir(name)
        deepest = os.open(".", os.O_RDONLY)
        os.chdir(here)
        ((name, (word, said)),) = verdicts(inbox).items()
        os.chdir(deepest)
        os.close(deepest)
        for level in reversed(levels):  # pytest's own cleaning would stumble over it
            os.chdir("..")
            os.rmdir(level)
    finally:
        os.chdir(here)
    assert name.startswith("a/a/a/") and word == "écarté"
    assert said == "Ce dossier ne peut pas être lu (le nom est trop long) : ce qu'il contient n'est pas compté."


def test_a_folder_of_the_inbox_that_the_system_refuses_is_told_with_its_reason(inbox, monkeypatch):
    """Root, who runs many a test, may read everything: the refusal is imitated."""
    (inbox / "secret").mkdir()
    usual = os.scandir

    def scandir(path):
        if str(path).endswith("secret"):
            raise PermissionError(13, "no")
        return usual(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert "le système refuse l'accès" in verdicts(inbox)["secret"][1]


def test_a_name_of_a_folder_that_cannot_be_is_told(inbox, capsys):
    words = ("--joueurs", inbox / "x.csv", "--date", "2016-08-31", "-o", inbox / "c.xlsx")
    world.write_list(inbox / "x.csv", people(8))
    assert run("federation", "build", inbox / ("x" * 300), *words) == 5
    assert "ce dossier n'existe pas" in capsys.readouterr().err


def test_files_that_are_shown_alike_are_told_apart_however_many(inbox):
    for spelled in product(("\x01", "\\x01"), repeat=8):
        (inbox / f"{''.join(spelled)}.ods").write_bytes(b"")
    shown = "\\x01" * 8 + ".ods"
    assert set(verdicts(inbox)) == {shown, *(f"{shown} ({number})" for number in range(2, 257))}
