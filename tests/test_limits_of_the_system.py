"""Limits of the system: files, sizes, links that cannot be read. A refusal that names the limit, nothing changed."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.books import backups, run
from tournament_xl.federation import desk, readers  # noqa: F401  # which find themselves before links fail

resource = pytest.importorskip("resource", reason="Windows has no such limits")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}


@pytest.fixture
def book(made, tmp_path):
    return Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))


@pytest.mark.parametrize("limit", [1, 20_000])
def test_a_limit_on_the_size_of_files_is_told_as_such(book, limit):
    """At the copy, at the new workbook."""
    code = (
        "import resource, sys\nfrom tournament_xl.cli import main\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\nsys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-X", "utf8", "-c", code, "pair", str(book)]
    before = book.read_bytes()
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT)
    assert ended.returncode == 5 and book.read_bytes() == before and not backups(book)
    assert "la taille des fichiers est limitée" in ended.stderr and "ulimit -f unlimited" in ended.stderr


@pytest.mark.parametrize(("limit", "held"), [*((limit, 0) for limit in range(4, 14)), (5, 2)])
def test_a_limit_on_open_files_is_a_refusal_or_none(book, limit, held):
    code = (
        f"import os, resource, sys\nheld = [os.open(os.devnull, os.O_RDONLY) for _ in range({held})]\n"
        "from tournament_xl import cli, verbs, scrabble_press\n"
        f"from tournament_xl.hosts import files\nresource.setrlimit(resource.RLIMIT_NOFILE, ({limit}, {limit}))\n"
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    command = [sys.executable, "-X", "utf8", "-c", code, "pair", str(book)]
    before = book.read_bytes()
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT)
    assert ended.returncode in (0, 5), ended.stderr
    assert (book.read_bytes() == before) == (ended.returncode == 5)
    if ended.returncode:
        assert "trop de fichiers sont ouverts" in ended.stderr


@pytest.mark.parametrize("module", ["encodings.cp437", "_strptime"])
def test_files_that_another_thread_takes_while_modules_are_loaded_are_told_as_such(book, module):
    """Go's runtime starts beside us, so that any module loaded late can be the one without a file."""
    code = (
        "import contextlib, os, resource, sys\nfrom tournament_xl import cli, verbs, scrabble_press\n"
        "from tournament_xl.hosts import files\nresource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))\n"
        "class Thread:\n    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n            print(name)\n            with contextlib.suppress(OSError):\n"
        "                while True: os.open(os.devnull, os.O_RDONLY)\n"
        "sys.meta_path.insert(0, Thread())\nsys.exit(cli.main(sys.argv[1:]))"
    )
    before = book.read_bytes()
    command = [sys.executable, "-X", "utf8", "-c", code, "pair", str(book)]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT)
    assert ended.stdout == f"{module}\n" and ended.returncode == 5 and book.read_bytes() == before
    assert "trop de fichiers sont ouverts" in ended.stderr and len(ended.stderr.splitlines()) == 1


def test_so_is_one_that_leaves_none_for_the_closed_standard_input(book):
    before = book.read_bytes()
    code = (
        "import os, resource, sys\nfrom tournament_xl import cli\n"
        "while os.open(os.devnull, os.O_RDONLY) < 20: pass\nresource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))\n"
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    ended = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code, "pair", str(book)], preexec_fn=lambda: os.close(0),
        env=ENVIRONMENT, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert ended.returncode == 5 and "Traceback" not in ended.stderr and book.read_bytes() == before


@pytest.mark.parametrize("limit", [5, 6, 8, 12])
def test_so_is_one_under_which_the_program_cannot_even_be_loaded(book, limit):
    before = book.read_bytes()
    ended = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tournament_xl", "pair", book],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)),
        env=ENVIRONMENT, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert ended.returncode in (0, 5) and "Traceback" not in ended.stderr
    assert (book.read_bytes() == before) == (ended.returncode == 5)
    assert ended.returncode == 0 or len(ended.stderr.splitlines()) == 1


def test_a_path_through_a_link_that_cannot_be_read_is_taken_as_it_is(book, monkeypatch, capsys, tmp_path):
    """Such as /proc/1/root, or one on a drive that fails: Python's realpath raises what readlink does."""

    def refuse(path, **more):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(os.path, "realpath", refuse)
    assert run("pair", book) == 0 and run("check", book) == 0
    assert run("check", tmp_path / "rien.xlsx") == 5
    words = ("--joueurs", tmp_path / "liste.csv", "--date", "2026-11-22", "-o", tmp_path / "r.xlsx")
    (tmp_path / "liste.csv").write_text("Nom;Prénom;Licence;Cote\nDupont;Zoé;1;1500\n", encoding="utf-8")
    assert run("federation", "build", tmp_path, *words) == 0
    assert "club.xlsx" in capsys.readouterr().out
