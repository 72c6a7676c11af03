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
