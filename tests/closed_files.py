"""Small edits and changed packages for tests of workbooks that are closed."""

import zipfile

import pytest

from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import Block

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STAMP = "2026-11-21 14-05-33 avant ronde 3"


def build_edit(value, row=2, column=2, sheet="Rondes"):
    return (Block(sheet, row, column, ((value,),)),)


def assert_file_untouched(path, before):
    """Assert that the file is as before and its folder holds nothing else but (perhaps) an empty backup folder."""
    assert path.read_bytes() == before
    assert not list(path.parent.glob("~*"))
    assert not list(path.parent.glob("Sauvegardes/*"))


def change_parts(path, parts):
    """Replace, add, or remove (None) parts of the package; a function receives the old bytes."""
    with zipfile.ZipFile(path) as old:
        read = {name: old.read(name) for name in old.namelist()}
    for name, new in parts.items():
        read[name] = new(read[name]) if callable(new) else new
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in read.items():
            if data is not None:
                package.writestr(name, data)
    return path


def assert_refused(path, kind):
    """Assert that reading and writing fail for this reason and name the file, and that the bytes stay."""
    before, book = path.read_bytes() if path.is_file() else None, ClosedFile(path)
    for attempt in (book.read, lambda: book.write(build_edit(1), stamp=STAMP)):
        with pytest.raises(FileFailure) as refused:
            attempt()
        assert refused.value.kind == kind and refused.value.code == 5 and str(path) in str(refused.value)
    assert before is None or path.read_bytes() == before
