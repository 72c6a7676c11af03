"""A failure of a file has its kind, the file, and what else its sentence names."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from tests import books
from tournament_xl.messages import workbook_files as texts
from tournament_xl.service.act import ActionRequest, act
from tournament_xl.service.create import CreateRequest, create
from tournament_xl.service.failures import FileFailure
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage.backups import FOLDER


def write(path, data):
    path.write_bytes(data)
    return path


KINDS = {
    "missing": (lambda folder: folder / "x.xlsx", texts.MISSING),
    "folder": (lambda folder: folder, texts.IS_FOLDER),
    "ending": (lambda folder: write(folder / "x.txt", b"a"), texts.ENDING),
    "content": (lambda folder: write(folder / "x.xlsx", b"a"), texts.NOT_A_WORKBOOK),
    "empty": (lambda folder: write(folder / "x.xlsx", b""), texts.EMPTY),
    "torn": (
        lambda folder: write(folder / "x.xlsx", (folder / "club.xlsx").read_bytes()[:900]),
        texts.DAMAGED,
    ),
    "password": (
        lambda folder: write(folder / "x.xlsx", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")),
        texts.PASSWORD,
    ),
}


@pytest.fixture
def club(workbooks, tmp_path):
    """A workbook before its first round."""
    return Path(shutil.copy(workbooks["registered"], tmp_path / "club.xlsx"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_read_says_why(kind, club):
    place, expected = KINDS[kind]
    path = place(club.parent)
    with pytest.raises(FileFailure) as raised:
        WorkbookFile(path).read()
    assert raised.value.kind == expected and raised.value.path == path.resolve()
    assert str(path) in str(raised.value) and raised.value.code == 5


def test_a_workbook_that_a_program_has_open_names_the_program(club):
    lock = write(club.with_name(f".~lock.{club.name}#"), b"Zo\xc3\xa9,zoe,pc,21.11.2026 14:00,file:///;")
    with pytest.raises(FileFailure) as raised:
        act(WorkbookFile(club), ActionRequest("pair"))
    assert raised.value.kind == texts.LOCKED
    assert raised.value.facts == {"program": "LibreOffice par Zoé", "lock": lock.name}


def test_a_backup_and_the_copy_for_the_federation_are_told_apart(club):
    books.pair(club)
    (backup,) = (club.parent / FOLDER).iterdir()
    with pytest.raises(FileFailure) as raised:
        act(WorkbookFile(backup), ActionRequest("undo"))
    assert raised.value.kind == texts.IS_A_COPY and raised.value.path == backup


def test_a_workbook_written_meanwhile_and_one_in_the_way_stay(club):
    workbook = WorkbookFile(club)
    workbook.read()
    books.pair(club)
    before = club.read_bytes()
    outcome = act(WorkbookFile(club), ActionRequest("undo")).outcome
    changed = club.read_bytes()
    with pytest.raises(FileFailure) as raised:
        workbook.write(outcome, "2026-11-21 14-00-00 essai")
    assert raised.value.kind == texts.CHANGED
    with pytest.raises(FileFailure) as raised:
        create(CreateRequest(club, "scrabble", {"Formule": "Classique"}))
    assert raised.value.kind == texts.EXISTS
    assert club.read_bytes() == changed != before


@pytest.mark.parametrize(("number", "reason"), [
    (errno.EACCES, "le système refuse l'accès"), (errno.EROFS, "le système refuse l'accès"),
    (errno.ENOSPC, "le disque est plein"), (errno.EIO, "le disque, le réseau ou le système l'a refusé"),
])  # fmt: skip
def test_what_the_system_refuses_is_told_with_its_reason(number, reason, club, monkeypatch):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    before = club.read_bytes()
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(FileFailure) as raised:
        act(WorkbookFile(club), ActionRequest("pair"))
    assert (raised.value.kind, raised.value.facts["reason"]) == (texts.UNWRITABLE, reason)
    assert club.read_bytes() == before
