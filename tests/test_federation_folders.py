"""Folders and links that cannot be read: told in their place, and the good workbook beside them counts."""

import os
import sys
from datetime import date
from random import Random

import pytest

from tests import federation_world as world
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


def test_a_link_to_a_folder_is_not_followed_and_told(inbox, tmp_path):
    facts = world.tournament(Random(2), people(8), date(2015, 11, 4), title="Ailleurs")
    world.write(tmp_path / "ailleurs" / "autre.xlsx", facts)
    (inbox / "par-courriel").symlink_to(tmp_path / "ailleurs")
    (inbox / ".cache").symlink_to(tmp_path / "ailleurs")
    assert verdicts(inbox) == {
        "par-courriel": ("écarté", "Lien vers un autre dossier : non suivi. Copiez-en les classeurs ici.")
    }


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
