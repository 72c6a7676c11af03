"""Each kind of failure of a file is a class with its fields; what it says stands in the catalogue."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from tests import books
from tournament_xl.service.act import ActionRequest, act
from tournament_xl.service.create import CreateRequest, create
from tournament_xl.service.failures import OpenElsewhereError, WorkbookFileError
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage.backups import FOLDER
from tournament_xl.workbook import file_failures as failures


def write(path, data):
    path.write_bytes(data)
    return path


KINDS = {
    "missing": (lambda folder: folder / "x.xlsx", failures.FileNotThereError, {}),
    "folder": (lambda folder: folder, failures.NotAWorkbookError, {}),
    "ending": (lambda folder: write(folder / "x.txt", b"a"), failures.NotAWorkbookError, {}),
    "content": (lambda folder: write(folder / "x.xlsx", b"a"), failures.NotAWorkbookError, {}),
    "empty": (lambda folder: write(folder / "x.xlsx", b""), failures.DamagedFileError, {"is_empty": True}),
    "torn": (
        lambda folder: write(folder / "x.xlsx", (folder / "club.xlsx").read_bytes()[:900]),
        failures.DamagedFileError,
        {"is_empty": False},
    ),
    "password": (
        lambda folder: write(folder / "x.xlsx", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")),
        failures.EncryptedFileError,
        {"has_label": False},
    ),
}


@pytest.fixture
def club(workbooks, tmp_path):
    """A workbook before its first round."""
    return Path(shutil.copy(workbooks["registered"], tmp_path / "club.xlsx"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_read_has_a_class_of_its_own(kind, club):
    place, expected, fields = KINDS[kind]
    path = place(club.parent)
    with pytest.raises(WorkbookFileError) as raised:
        WorkbookFile(path).read()
    assert type(raised.value) is expected and raised.value.path == path.resolve()
    assert {name: getattr(raised.value, name) for name in fields} == fields
    assert str(path) in str(raised.value) and raised.value.code == 5


def test_a_workbook_that_a_program_has_open_names_the_program(club):
    lock = write(club.with_name(f".~lock.{club.name}#"), b"Zo\xc3\xa9,zoe,pc,21.11.2026 14:00,file:///;")
    with pytest.raises(OpenElsewhereError) as raised:
        act(WorkbookFile(club), ActionRequest("pair"))
    assert (raised.value.program, raised.value.lock) == ("LibreOffice par Zoé", lock)


def test_a_backup_and_the_copy_for_the_federation_are_told_apart(club):
    books.pair(club)
    (backup,) = (club.parent / FOLDER).iterdir()
    with pytest.raises(failures.ReadOnlyCopyError) as raised:
        act(WorkbookFile(backup), ActionRequest("undo"))
    assert raised.value.is_backup and raised.value.path == backup


def test_a_workbook_written_meanwhile_and_one_in_the_way_stay(club):
    workbook = WorkbookFile(club)
    workbook.read()
    books.pair(club)
    before = club.read_bytes()
    outcome = act(WorkbookFile(club), ActionRequest("undo")).outcome
    changed = club.read_bytes()
    with pytest.raises(failures.ChangedMeanwhileError):
        workbook.write(outcome, "2026-11-21 14-00-00 essai")
    with pytest.raises(failures.FileInTheWayError):
        create(CreateRequest(club, "scrabble", {"Formule": "Classique"}))
    assert club.read_bytes() == changed != before


@pytest.mark.parametrize(("number", "expected"), [
    (errno.EACCES, failures.AccessDeniedError), (errno.EROFS, failures.AccessDeniedError),
    (errno.ENOSPC, failures.DiskFullError), (errno.EIO, failures.SystemRefusalError),
])  # fmt: skip
def test_what_the_system_refuses_has_its_error(number, expected, club, monkeypatch):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    before = club.read_bytes()
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(failures.SystemRefusalError) as raised:
        act(WorkbookFile(club), ActionRequest("pair"))
    assert type(raised.value) is expected and raised.value.error.errno == number and club.read_bytes() == before
