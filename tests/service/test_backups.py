"""Copies beside the workbook, and `restore`: one before each change, the newest thirty kept, one put back."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import backups, run, score, untouched
from tournament_xl.service import backups as listing
from tournament_xl.storage.backups import FOLDER, find_backups, remove_surplus_backups, write_backup
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.schema import MOST_ROUNDS


@pytest.fixture
def book(workbooks, tmp_path, monkeypatch):
    """Round 1 drawn, then typed, then round 2 drawn: two backups, "avant appariement" both."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "club.xlsx"
    shutil.copy(workbooks["registered"], path)
    books.pair(path)
    score(path, 1)
    return books.pair(path)


def test_the_thirty_newest_copies_stay_and_only_our_own_go(tmp_path):
    book = tmp_path / "Open de Genève.xlsx"
    book.write_bytes(b"one")
    folder = tmp_path / FOLDER
    folder.mkdir()
    foreign = ["Open de Genève 2020-01-01 10-00-00.xlsm", "Grand Open de Genève 2020-01-01 10-00-00.xlsx"]
    for name in foreign:
        (folder / name).write_bytes(b"foreign")
    for day in range(35, 0, -1):  # made in an order that is not the stamps'
        newest = write_backup(book, b"x", f"2026-{1 + day // 20:02}-{1 + day % 20:02} 10-00-00 avant ronde {day}")
    remove_surplus_backups(book, newest)
    names = [copy.file.name for copy in find_backups(book)]
    assert len(names) == 30 and newest.name in names, "the one just made stays, whatever the clock says"
    assert names[1] == "Open de Genève 2026-01-08 10-00-00 avant ronde 7.xlsx"
    assert {file.name for file in folder.iterdir()} == {*names, *foreign}


def test_a_backup_is_put_back_to_the_byte_and_the_present_state_is_kept_first(book, capsys):
    before, expected = book.read_bytes(), find_backups(book)[-1].file.read_bytes()
    capsys.readouterr()
    assert run("restore", book, 1) == 0
    output = capsys.readouterr().out
    assert "Copie remise" in output and "avant restauration de " in output and "update" in output
    assert book.read_bytes() == expected
    backup = find_backups(book)[-1]
    assert (
        backup.before_restore
        and backup.label.startswith("avant restauration de ")
        and backup.file.read_bytes() == before
    )


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(path.read_bytes()[:900]), lambda path: path.unlink()])
def test_a_damaged_or_lost_workbook_comes_back(book, capsys, damage):
    expected = find_backups(book)[0].file.read_bytes()
    damage(book)
    assert run("restore", book) == 0
    assert capsys.readouterr().out.count("le classeur actuel manque ou ne se lit pas") == 2
    damaged = book.read_bytes() if book.exists() else None
    assert run("restore", book, 2) == 0
    assert book.read_bytes() == expected
    contents = [copy.file.read_bytes() for copy in find_backups(book) if copy.before_restore]
    assert contents == ([damaged] if damaged else [])


def test_after_a_restore_that_was_killed_the_numbers_are_as_they_were_and_what_it_left_goes(book):
    numbered, expected = listing.list_backups(book), find_backups(book)[-2].file.read_bytes()
    left = write_backup(book, book.read_bytes(), "2099-01-01 00-00-00 avant restauration de 14-05-33")  # and no further
    assert listing.list_backups(book) == numbered
    assert run("restore", book, 2) == 0
    assert book.read_bytes() == expected and not left.exists()
    assert [copy.before_restore for copy in find_backups(book)].count(True) == 1


def test_a_copy_made_while_the_list_is_read_has_its_number(book, monkeypatch):
    read = ClosedFile.read
    when = "2099-01-01 00-00-00"

    def meanwhile(file):
        if not (book.parent / FOLDER / f"{book.stem} {when} avant ronde 2.xlsx").exists():
            write_backup(book, book.read_bytes(), f"{when} avant ronde 2")
        return read(file)

    monkeypatch.setattr(ClosedFile, "read", meanwhile)
    rows = listing.list_backups(book)
    assert [row.number for row in rows] == [1, 2, 3]
    assert rows[0].time == "01/01/2099 00:00:00" and rows[0].change == "rien"


def test_a_copy_chosen_by_its_time_is_the_one_that_was_seen_whatever_was_copied_since(book, capsys):
    expected = find_backups(book)[0].file.read_bytes()
    write_backup(book, expected, "2026-01-01 14-05-33 avant ronde 1")
    write_backup(book, book.read_bytes(), "2099-01-01 00-00-00 avant ronde 2")
    write_backup(book, expected, "2099-01-01 00-00-00 avant ronde 3")
    with untouched(book):
        assert run("restore", book, "00:00:00") == run("restore", book, "31") == 1, "two, and none"
    assert run("restore", book) == 0 and "01/01/2026 14:05:33" in capsys.readouterr().out
    assert run("restore", book, "14:05:33") == 0 and book.read_bytes() == expected


def test_a_folder_of_copies_that_may_not_be_read_is_no_empty_one(book, monkeypatch, capsys):
    plain = os.scandir

    def refuse(folder):
        if Path(folder).is_relative_to(book.parent):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return plain(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    assert run("restore", book) == run("restore", book, "1") == 5
    assert "le système refuse l'accès" in capsys.readouterr().err
    assert run("update", book) == 0


def test_a_damaged_backup_is_never_put_back(book, capsys):
    find_backups(book)[-1].file.write_bytes(b"PK\3\4 half a copy")
    with untouched(book):
        assert run("restore", book, 1) == 5
    assert "abîmé" in capsys.readouterr().err


def test_a_copy_opened_by_mistake_is_not_gone_on_with(book, capsys):
    """What is corrected there would be nowhere in the tournament."""
    copy = backups(book)[-1]
    with untouched(copy):
        assert run("pair", copy) == 5
    assert "est une copie du dossier Sauvegardes" in capsys.readouterr().err
    assert run("check", copy) in (0, 1)  # round 1 may have been typed since
    assert run("update", copy.rename(book.parent / "autre.xlsx")) == 0


def test_a_newer_copy_of_another_tournament_is_no_newer_state_where_no_round_was_drawn(tmp_path, capsys):
    """Two files of results that were imported under one name, one after the other."""
    path = tmp_path / "th.xlsx"
    for points in (400, 401):
        path.unlink(missing_ok=True)
        text = f"Ronde;Joueur 1;Score 1;Joueur 2;Score 2\n1;A;{points};B;300\n1;C;400;D;300\n"
        (tmp_path / "th.csv").write_text(text, encoding="utf-8")
        assert run("import", tmp_path / "th.csv", "-o", path) == 0
        if points == 400:
            write_backup(path, path.read_bytes(), "2099-01-01 00-00-00 avant appariement")
    capsys.readouterr()
    assert run("check", path) in (0, 1)
    output = capsys.readouterr()
    assert "sur 1" in output.out and "2099" not in output.out + output.err


def test_a_round_beyond_the_bound_is_a_cell_to_correct_and_no_round_in_the_list_of_copies(book, capsys):
    row, number = books.lines(book, "Résultats")[0]["row"], MOST_ROUNDS + 1
    books.update(score(book, 2))
    books.edit(book, {f"Résultats!Ronde!{row}": number})
    assert not any(str(number) in copy.change for copy in listing.list_backups(book))
    capsys.readouterr()
    assert run("check", book) == 3 and f"« {number} » n'est pas un numéro de ronde" in capsys.readouterr().err


@pytest.mark.parametrize(("label", "is_newer", "told"), [
    ("avant ronde 3", True, [True, False]), ("avant ronde 3", False, [False, False]),
    ("avant restauration de 14-05-33", True, [False, False]),
])  # fmt: skip
def test_an_older_version_put_in_the_place_of_a_workbook_is_told_once(book, capsys, label, is_newer, told):
    """A cloud or a memory stick has done it: the newest copy has lines that the workbook lacks."""
    before = book.read_bytes()
    books.update(books.edit(book, {f"Joueurs!Prénom!{books.FIRST}": "Renée"}))
    write_backup(book, book.read_bytes() if is_newer else before, f"2099-01-01 00-00-00 {label}")
    book.write_bytes(before)
    answers = []
    for name in ("Zoé", "Léa"):
        capsys.readouterr()
        assert run("update", books.edit(book, {f"Joueurs!Prénom!{books.FIRST + 1}": name})) == 0
        answers.append("2099-01-01 00-00-00" in capsys.readouterr().out)
    assert answers == told


def test_two_copies_of_one_second_are_two(book):
    first, second = (write_backup(book, data, "2099-01-01 00-00-00 avant ronde 3") for data in (b"1", b"2"))
    assert (first.read_bytes(), second.read_bytes()) == (b"1", b"2")
