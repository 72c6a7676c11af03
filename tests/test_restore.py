"""`restore`: the backups with round, time and what has changed since; one put back, the present state kept first."""

import re
import shutil

import pytest

from tests import books
from tests.books import backups, edit, run, score, untouched
from tournament_xl.hosts.backups import copies


@pytest.fixture
def book(made, tmp_path):
    """Round 1 drawn, then typed, then round 2 drawn: two backups, "avant appariement" both."""
    path = tmp_path / "club.xlsx"
    shutil.copy(made["registered"], path)
    books.pair(path)
    score(path, 1)
    books.pair(path)
    return path


def shown(capsys, path):
    """The lines of the list as lists of cells."""
    capsys.readouterr()
    assert run("restore", path) == 0
    found = (re.split(r"  +", line.strip()) for line in capsys.readouterr().out.splitlines())
    return [cells for cells in found if cells[0].isdigit()]


def test_the_list_tells_round_time_and_what_changed_since(book, capsys):
    edit(book, {"Joueurs!Club!5": "Lyon", "Tournoi!Lieu": "Genève"})
    newest, oldest = shown(capsys, book)
    assert (newest[0], newest[2], newest[3]) == ("1", "avant appariement", "1")
    assert re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d", newest[1])
    assert newest[4] == "ronde 2 appariée, Tournoi 1 l., Joueurs 1 l., Résultats 4 l."  # the 4 rows of round 2
    for day in range(1, 30):
        shutil.copy(copies(book)[0].file, copies(book)[0].file.with_name(f"club 2020-01-{day:02} 10-00-00 avant.xlsx"))
    assert shown(capsys, book)[-1][-1] == "non comparée : plus ancienne"
    assert oldest[3] == "-" and oldest[4].startswith("rondes 1 à 2 appariées, Tournoi ")


def test_a_backup_is_put_back_to_the_byte_and_the_present_state_is_kept_first(book, capsys):
    before, wanted = book.read_bytes(), copies(book)[-1].file.read_bytes()
    capsys.readouterr()
    assert run("restore", book, 1) == 0
    told = capsys.readouterr().out
    assert "Copie remise" in told and "avant restauration de " in told and "update" in told
    assert book.read_bytes() == wanted
    kept = copies(book)[-1]
    assert kept.label.startswith("avant restauration de ") and kept.file.read_bytes() == before
    assert shown(capsys, book)[0][4] == "ronde 2 annulée, Résultats 4 l."
    edit(book, {"Tournoi!Lieu": "Lyon"})
    books.pair(book)
    assert run("restore", book, 2) == 0  # number 1 is now the state before this pairing
    assert book.read_bytes() == before


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(path.read_bytes()[:900]), lambda path: path.unlink()])
def test_a_damaged_or_lost_workbook_comes_back(book, capsys, damage):
    wanted = copies(book)[0].file.read_bytes()
    damage(book)
    assert [line[4] for line in shown(capsys, book)] == ["le classeur actuel manque ou ne se lit pas"] * 2
    damaged = book.read_bytes() if book.exists() else None
    assert run("restore", book, 2) == 0
    assert book.read_bytes() == wanted
    kept = [copy.file.read_bytes() for copy in copies(book) if copy.label.startswith("avant restauration de ")]
    assert kept == ([damaged] if damaged else [])
    books.pair(book)


def test_a_damaged_backup_is_shown_and_never_put_back(book, capsys):
    copies(book)[-1].file.write_bytes(b"PK\3\4 half a copy")
    assert shown(capsys, book)[0][3:] == ["copie illisible"]
    with untouched(book):
        assert run("restore", book, 1) == 5
    assert "abîmé" in capsys.readouterr().err


def test_a_clock_set_back_loses_no_backup_of_today(book):
    """Copies that claim to be from the future were made before the clock went back."""
    for copy in copies(book):
        copy.file.rename(copy.file.with_name(copy.file.name.replace(copy.time, f"2099{copy.time[4:]}")))
    for day in range(1, 29):
        books.old_backup(copies(book)[0].file.parent, f"club 2098-01-{day:02} 10-00-00 avant saisie.xlsx")
    for place in ("Lyon", "Genève", "Dakar"):
        edit(book, {"Tournoi!Lieu": place})
        books.update(book)
    kept = [copy.time[:4] for copy in copies(book)]
    assert len(kept) == 30 and kept.count("2098") == 25 and kept.count("2099") == 2  # the three oldest have gone
    assert run("restore", book, 1) == 0
    assert books.setting(book, "Lieu") == "Dakar"  # typed when the newest copy was made


@pytest.mark.parametrize("verb", ["pair", "update", "undo", "ratings"])
def test_a_copy_opened_by_mistake_is_not_gone_on_with(book, capsys, verb):
    """What is corrected there would be nowhere in the tournament."""
    copy = backups(book)[-1]
    edit(copy, {"Joueurs!Club!5": "Lyon"})
    before = copy.read_bytes()
    assert run(verb, copy) == 5 and copy.read_bytes() == before
    assert "est une copie du dossier Sauvegardes : rien n'y est changé" in capsys.readouterr().err
    assert run("check", copy) in (0, 1)  # round 1 may have been typed since
    assert run("update", copy.rename(book.parent / "autre.xlsx")) == 0
