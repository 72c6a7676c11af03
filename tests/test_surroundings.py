"""Odd surroundings of a command: a folder that is gone, a dead link, a name too long or none, limits of the system."""

import os
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import run
from tests.elo_files import elo_file
from tests.othello_data import rows

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such folders, links or limits")
NEW = ("--formule", "classique")


@pytest.fixture(scope="module")
def elo(tmp_path_factory):
    """A file of results."""
    path = tmp_path_factory.mktemp("elo") / "lyon.ELO"
    path.write_text(elo_file(rows("tournaments")[0]["tid"]), encoding="latin-1")
    return path


@pytest.fixture
def book(made, tmp_path):
    return Path(shutil.copy(made["registered"], tmp_path / "club.xlsx"))


# The current folder is gone


@posix
@pytest.mark.parametrize("words", [
    ("pair", "club.xlsx"), ("restore", "club.xlsx"), ("send", "club.xlsx"), ("new", "neuf.xlsx", *NEW),
], ids=" ".join)  # fmt: skip
def test_a_name_that_counts_from_a_folder_that_is_gone_is_unreadable(tmp_path, monkeypatch, capsys, words):
    gone = tmp_path / "parti"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(*words) == 5
    assert "le dossier où l'on se trouve a été supprimé" in capsys.readouterr().err


@posix
def test_from_a_folder_that_is_gone_full_names_are_good(book, made, tmp_path, monkeypatch, capsys):
    gone = tmp_path / "parti"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run("pair", book) == 0 and run("check", book) == 0
    assert run("send", made["finished"], "--to", "envoi") == 5
    built = ("--joueurs", "liste.csv", "--date", "2026-11-21", "-o", "classement.xlsx")
    assert run("federation", "build", tmp_path, *built) == 5
    assert "supprimé" in capsys.readouterr().err


# Nothing is written over a link


@posix
@pytest.mark.parametrize("target", ["nulle part.xlsx", "lien.xlsx"], ids=["dead", "to itself"])
def test_a_link_to_nothing_is_not_replaced_by_a_new_workbook(tmp_path, elo, capsys, target):
    link = tmp_path / "lien.xlsx"
    link.symlink_to(target)
    built = ("--joueurs", books.SAMPLES / "joueurs-geneve.csv", "--date", "2026-11-21")
    book = books.create(tmp_path / "a", name="lien.xlsx")
    (tmp_path / "a" / "lien.xlsm").symlink_to("rien.xlsm")
    assert run("repair", book) == 5 and (tmp_path / "a" / "lien.xlsm").is_symlink()
    capsys.readouterr()
    for words in (
        ("new", link, *NEW),
        ("import", elo, "-o", link),
        ("federation", "build", tmp_path, *built, "-o", link),
    ):
        assert run(*words) == 5
        assert "lien.xlsx" in capsys.readouterr().err
    assert link.is_symlink() and os.readlink(link) == target


# Names


@posix
def test_a_workbook_with_too_long_a_name_is_to_be_renamed(book, capsys):
    long = book.rename(book.with_name("a" * 245 + ".xlsx"))
    before = long.read_bytes()
    assert run("pair", long) == 5 and long.read_bytes() == before
    assert "le nom est trop long" in (told := capsys.readouterr().err) and "un nom plus court" in told
    assert run("pair", long.rename(book)) == 0


@pytest.mark.parametrize("name", [".xlsx", ".XLSM"])
def test_a_workbook_has_a_name_before_its_ending(book, elo, capsys, name):
    path = book.with_name(name)
    for words in (("new", path, *NEW), ("import", elo, "-o", path)):
        assert run(*words) == 2 and not path.exists()
        assert "Donnez au classeur un nom" in capsys.readouterr().err
    shutil.copy(book, path)
    assert run("pair", path) == 5
    assert "n'a pas de nom avant le point" in capsys.readouterr().err


# The rest of the machine


def test_so_is_one_of_a_new_workbook_whose_journal_stays_whole(tmp_path, capsys):
    path = tmp_path / "o.xlsx"
    assert run("new", path, "--formule", "open", "--graine", "\udce9t\udce9", "--set", "Nom=\udcff") == 0
    assert books.setting(path, "Graine") == "?t?"
    assert run("check", path) == 0, capsys.readouterr().out


@pytest.mark.parametrize("sheet", ["Résultats", "Journal"])
def test_a_cell_filled_far_down_is_named_when_the_program_would_have_to_write_below_it(book, capsys, sheet):
    books.edit(book, {f"{sheet}!B99999": 7})
    before = book.read_bytes()
    capsys.readouterr()
    assert run("pair", book) == 3
    told = capsys.readouterr().err
    assert f"{sheet}!A99999" in told and "Ctrl+Fin" in told and book.read_bytes() == before


@pytest.mark.parametrize(("formula", "most"), [("othello", 1000), ("open", 500), ("toutes-rondes", 128)])
def test_more_players_than_can_be_paired_while_one_waits_are_refused(formula, most, tmp_path, capsys):
    names = tmp_path / "liste.csv"
    names.write_text(
        "Nom;Cote\n" + "".join(f"Nom{number:05};{number}\n" for number in range(most + 1)), encoding="utf-8"
    )
    path = books.create(tmp_path, 0, "--joueurs", names, formula=formula)
    capsys.readouterr()
    assert run("pair", path) == 3
    assert f"{most + 1} joueurs inscrits : {most} au plus" in capsys.readouterr().err


def test_a_list_of_more_players_than_a_workbook_holds_makes_none(tmp_path, capsys):
    names = tmp_path / "liste.csv"
    names.write_text("Nom\n" + "".join(f"Nom{number:05}\n" for number in range(5001)), encoding="utf-8")
    assert run("new", tmp_path / "t.xlsx", "--formule", "classique", "--joueurs", names) == 5
    assert "5001 joueurs, un classeur 5000 au plus" in capsys.readouterr().err and not (tmp_path / "t.xlsx").exists()


def test_more_games_than_a_tournament_has_are_refused_at_once(tmp_path, capsys):
    file = tmp_path / "grand.ELO"
    lines = [line for line in elo_file(rows("tournaments")[0]["tid"]).splitlines() if line]
    game = next(line for line in lines if line[0].isdigit())
    file.write_text("\n".join([*lines, *[game] * 6_000]), encoding="latin-1")
    capsys.readouterr()
    assert run("import", file, "-o", tmp_path / "x.xlsx") == 5
    assert "plus de 6000 parties" in capsys.readouterr().err and not (tmp_path / "x.xlsx").exists()


@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_more_rows_of_players_than_a_tournament_has_are_told_at_the_first_one_too_many(formula, tmp_path, capsys):
    path = books.create(tmp_path, 8, formula=formula)
    first = books.lines(path, "Joueurs")[-1]["row"] + 1
    with books.opened(path) as book:
        for row in range(first, first + 4_996):
            book.set_cell_str("Joueurs", f"B{row}", f"Y{row}")
    capsys.readouterr()
    assert run("update", path) == 3
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"Joueurs!B{first + 4_992} : 5001 joueurs inscrits : 5000 au plus")
