"""Versions of a workbook that come back after a `restore`: what a press says of them."""

import shutil
import unicodedata

from tests import books
from tests.books import run, score
from tests.test_older_file import book, clock, told  # noqa: F401
from tournament_xl.hosts import restore


def undone_by_mistake_and_restored(path):
    """Round 2 has its results again; the bytes without it."""
    score(path, 2, 511, 322)
    books.update(path)
    assert run("undo", path, "--force") == 0
    left = path.read_bytes()
    assert restore.restore(path, 1).code == 0
    return left


def test_the_version_that_was_left_for_a_restored_one_put_back_is_told_with_the_copy_that_was_restored(book, capsys):  # noqa: F811
    left = undone_by_mistake_and_restored(book)
    books.update(book)
    assert told(capsys, "update", book) == (0, False)
    book.write_bytes(left)
    assert told(capsys, "update", book) == (0, True)
    assert run("update", book) == 0 and "avant annulation.xlsx" in capsys.readouterr().out
    books.pair(book)
    assert told(capsys, "update", book) == (0, False), "once"


def test_the_version_that_was_left_and_worked_on_since_is_told(book, capsys):  # noqa: F811
    left = undone_by_mistake_and_restored(book)
    book.write_bytes(left)
    books.edit(book, {"Joueurs!Club!5": "Lyon"})
    assert told(capsys, "pair", book) == (0, True)


def test_an_earlier_version_put_back_after_a_restore_is_told_and_what_was_restored_is_not(book, tmp_path, capsys):  # noqa: F811
    earlier = shutil.copy(book, tmp_path / "usb.xlsx")
    assert run("update", score(book, 2)) == run("pair", book) == 0
    restored = restore.restore(book, 1)
    assert restored.code == 0 and "avant restauration de 14-" in restored.message
    assert told(capsys, "check", book) == (0, False)
    after = shutil.copy(book, tmp_path / "after.xlsx")
    shutil.copy(earlier, book)
    assert told(capsys, "update", book) == (0, True)
    shutil.copy(after, book)
    assert told(capsys, "pair", book) == told(capsys, "update", book) == (0, False)


def test_restores_whose_copies_are_too_large_to_be_read_each_time_count_as_known(book, capsys, monkeypatch):  # noqa: F811
    left = undone_by_mistake_and_restored(book)
    book.write_bytes(left)
    monkeypatch.setattr("tournament_xl.hosts.backups.COMPARED", 1)
    assert told(capsys, "update", book) == (0, False)


def test_another_version_is_told_although_a_restore_was_made_in_between(book, tmp_path, capsys):  # noqa: F811
    """It was not made from what was put back then: its Journal lacks lines of that."""
    theirs = shutil.copy(book, tmp_path / "usb.xlsx")
    assert run("update", score(book, 2)) == run("pair", book) == 0
    assert restore.restore(book, 1).code == 0
    books.update(book)
    books.edit(theirs, {"Joueurs!Club!5": "Sion"})
    books.update(theirs)
    shutil.copy(theirs, book)
    assert told(capsys, "update", book) == (0, True)


def test_copies_of_another_tournament_hide_none_of_this_one(book, tmp_path, capsys):  # noqa: F811
    """The same name with the other ending, pressed more often than copies are looked into."""
    earlier = book.read_bytes()
    assert run("update", score(book, 2)) == 0
    other = books.create(book.parent, 8, formula="othello", name=f"{book.stem}.xlsm", seed="2")
    for club in range(10):
        books.update(books.edit(other, {"Joueurs!Club!5": f"Club {club}"}))
    book.write_bytes(earlier)
    assert told(capsys, "update", book) == (0, True)


def test_copies_whose_accents_are_listed_in_the_other_form_are_known(book, tmp_path, capsys):  # noqa: F811
    """As macOS may do."""
    path = book.rename(book.with_name("Genève.xlsx"))
    earlier = path.read_bytes()
    assert run("update", score(path, 2)) == 0
    for copy in books.backups(path):
        copy.rename(copy.with_name(unicodedata.normalize("NFD", copy.name)))
    path.write_bytes(earlier)
    assert told(capsys, "update", path) == (0, True)


def test_an_older_file_with_the_lines_of_what_was_put_back_and_without_its_scores_is_told(book, capsys):  # noqa: F811
    """The copy had them typed, and no line of them yet."""
    earlier = book.read_bytes()
    assert run("update", score(book, 2)) == 0
    assert restore.restore(book, 1).code == 0
    assert told(capsys, "check", book)[1] is False
    book.write_bytes(earlier)
    assert told(capsys, "update", book) == (0, True)


def test_a_setting_that_an_older_file_has_otherwise_is_told(book, capsys):  # noqa: F811
    earlier = book.read_bytes()
    books.update(books.edit(book, {"Tournoi!Édition": "F10"}))
    book.write_bytes(earlier)
    assert told(capsys, "update", book) == (0, True)
