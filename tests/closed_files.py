"""Files for tests of the closed-file host: small workbooks, one edit, packages with parts changed."""

import zipfile
from pathlib import Path

import pytest

from tournament_xl.book.snapshot import Block, HostError
from tournament_xl.hosts.closed import ClosedFile

ROOT = Path(__file__).parent.parent
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STAMP = "2026-11-21 14-05-33 avant ronde 3"


def one(value, row=2, column=2, sheet="Rondes"):
    return (Block(sheet, row, column, ((value,),)),)


def chart(book, values):
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": values})
    return chart


def untouched(path, before):
    """The file is as before and nothing else lies in its folder but (perhaps) an empty backup folder."""
    assert path.read_bytes() == before
    assert not list(path.parent.glob("~*"))
    assert not list(path.parent.glob("Sauvegardes/*"))


def repacked(path, change):
    """The package with its parts changed: `change` takes and returns a dict name -> bytes."""
    with zipfile.ZipFile(path) as old:
        parts = change({name: old.read(name) for name in old.namelist()})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return path


# Refusals


def refused(path, *words):
    """Reading is refused in words that name the file; so is writing, and the bytes stay."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(HostError) as caught:
        ClosedFile(path).read()
    with pytest.raises(HostError) as again:
        ClosedFile(path).write(one(1), stamp=STAMP)
    assert str(again.value) == str(caught.value)
    for word in (path.name, *words):
        assert word in str(caught.value)
    assert before is None or path.read_bytes() == before
