"""Copies beside the workbook: one before each change, the newest thirty kept, other people's files never touched."""

import pytest

from tournament_xl.hosts import backups


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "Open de Genève.xlsx"
    path.write_bytes(b"one")
    return path


def names(book):
    return sorted(file.name for file in (book.parent / backups.FOLDER).iterdir())


def test_a_copy_is_the_bytes_it_was_given_under_the_stamp(book):
    copy = backups.keep_copy(book, b"one", "2026-11-21 14-05-33 avant ronde 3")
    assert copy == book.parent / "Sauvegardes" / "Open de Genève 2026-11-21 14-05-33 avant ronde 3.xlsx"
    assert copy.read_bytes() == b"one"


def test_a_copy_is_never_overwritten(book):
    copies = [backups.keep_copy(book, text, "2026-11-21 14-05-33 avant") for text in (b"1", b"2", b"3")]
    assert [copy.stem[-9:] for copy in copies] == ["-33 avant", "avant (2)", "avant (3)"]
    assert [copy.file.read_bytes() for copy in backups.copies(book)] == [b"1", b"2", b"3"]


def test_the_thirty_newest_stay_and_only_our_own_go(book):
    folder = book.parent / backups.FOLDER
    folder.mkdir()
    foreign = [
        "Open de Genève.xlsx",
        "Open de Genève ronde 3.xlsx",
        "Open de Genève 2020-01-01.xlsx",
        "Open de Genève 2020-01-01 10-00-00.xlsm",  # another workbook's
        "Open de Genève 2020-01-01 10-00-00.pdf",
        "Open de Genève 2020-01-01 10-00-00 2020-01-02 10-00-00 x.xlsx",  # of a workbook that was itself a copy
        "Open de Lyon 2020-01-01 10-00-00.xlsx",
        "Grand Open de Genève 2020-01-01 10-00-00.xlsx",
        "notes.txt",
    ]
    for name in foreign:
        (folder / name).write_bytes(b"foreign")
    (folder / "Open de Genève 2020-01-01 10-00-00 dossier.xlsx").mkdir()
    for day in range(35, 0, -1):  # made in an order that is not the stamps'
        backups.keep_copy(book, b"x", f"2026-{1 + day // 20:02}-{1 + day % 20:02} 10-00-00 avant ronde {day}")
    backups.prune(book, "2026-12-01 10-00-00")
    kept = [copy.file for copy in backups.copies(book)]
    assert len(kept) == 30
    assert kept[0].name == "Open de Genève 2026-01-07 10-00-00 avant ronde 6.xlsx"
    assert set(names(book)) == {file.name for file in kept} | set(foreign) | {
        "Open de Genève 2020-01-01 10-00-00 dossier.xlsx"
    }
