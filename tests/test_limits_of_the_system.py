"""Limits of the system: files, sizes, links that cannot be read. A refusal that names the limit, nothing changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.books import backups
from tournament_xl.federation import desk  # noqa: F401  # which finds itself before links fail

resource = pytest.importorskip("resource", reason="Windows has no such limits")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}


@pytest.fixture
def book(made, tmp_path):
    return Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))


@pytest.mark.parametrize(("limit", "most", "told"), [
    ("FSIZE", 1, "la taille des fichiers est limitée"), ("FSIZE", 20_000, "la taille des fichiers est limitée"),
    ("NOFILE", 4, "trop de fichiers sont ouverts"), ("NOFILE", 12, ""),
])  # fmt: skip
def test_a_limit_of_the_system_is_told_as_such(book, limit, most, told):
    """At the copy, at the new workbook; where no file can be opened, where enough can."""
    code = (
        "import resource, sys\nfrom tournament_xl import broken, cli, verbs\nfrom tournament_xl.hosts import files\n"
        "from tournament_xl.games.scrabble import press\n"
        f"resource.setrlimit(resource.RLIMIT_{limit}, ({most}, {most}))\nsys.exit(cli.main(sys.argv[1:]))"
    )
    command = [sys.executable, "-X", "utf8", "-c", code, "pair", str(book)]
    before = book.read_bytes()
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT)
    assert ended.returncode == (5 if told else 0) and told in ended.stderr and "Traceback" not in ended.stderr
    assert (book.read_bytes() == before and not backups(book)) == bool(told)
