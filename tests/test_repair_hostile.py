"""`repair` on packages made to keep it busy or to break it: a sentence, code 5, the file untouched."""

from __future__ import annotations

import shutil

import pytest

from tests.books import run, untouched
from tests.xlsm import parts, rewritten
from tournament_xl.resources import resource

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET, LISTED, TYPES = "xl/worksheets/sheet1.xml", "xl/worksheets/_rels/sheet1.xml.rels", "[Content_Types].xml"
NONE = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
DRAWN = (
    '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">{anchors}</xdr:wsDr>'
)
ANCHOR = (
    '<xdr:absoluteAnchor><xdr:cNvPr id="{number}" name=""/><a:t>Apparier la ronde suivante</a:t></xdr:absoluteAnchor>'
)


@pytest.fixture
def book(tmp_path):
    return shutil.copy(resource("templates", "scrabble.xlsx"), tmp_path / "t.xlsx")


def with_relations(book, tags):
    old = parts(book).get(LISTED, NONE)
    return old.replace(b"</Relationships>", tags.encode() + b"</Relationships>")


def drawing(book, anchors):
    """A drawing of so many pictures of a button beside the sheet Tournoi."""
    relation = f'<Relationship Id="rIdD" Type="{OFFICE}/drawing" Target="../drawings/drawing9.xml"/>'
    override = (
        '<Override PartName="/xl/drawings/drawing9.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>'
    )
    return {
        LISTED: with_relations(book, relation),
        "xl/drawings/drawing9.xml": DRAWN.format(
            anchors="".join(ANCHOR.format(number=number) for number in range(1, anchors + 1))
        ).encode(),
        TYPES: parts(book)[TYPES].replace(b"</Types>", override.encode()),
    }


def refused(book, capsys):
    with untouched(book):
        assert run("repair", book) == 5
    assert "forme" in capsys.readouterr().err


def test_names_of_relations_that_are_all_taken(book, capsys):
    taken = (
        f'<Relationship Id="rIdTx{number}" Type="{OFFICE}/hyperlink" Target="http://x/" TargetMode="External"/>'
        for number in range(1, 10_000)
    )
    refused(rewritten(book, {LISTED: with_relations(book, "".join(taken))}), capsys)


@pytest.mark.parametrize("anchors", [21, 5000])
def test_pictures_of_buttons_without_end(book, capsys, anchors):
    refused(rewritten(book, drawing(book, anchors)), capsys)


def test_some_pictures_of_buttons_are_taken_away(book):
    assert run("repair", rewritten(book, drawing(book, 20))) == 0
    left = parts(book.with_suffix(".xlsm"))
    assert b"Apparier" not in left["xl/drawings/drawing9.xml"]


def test_comments_before_a_root_in_any_number(book):
    head, rest = parts(book)["xl/workbook.xml"].split(b"?>", 1)
    assert run("repair", rewritten(book, {"xl/workbook.xml": head + b"?>" + b"<!-- -->" * 5000 + rest})) == 0


def test_what_excel_says_of_controls_without_end(book, capsys):
    tag = '<control shapeId="1" x=\'' + 'r:id="' * 40 + "'></control >"
    found = drawing(book, 1)
    sheet = parts(book)[SHEET].replace(b"</worksheet>", f"<controls>{tag * 200}</controls></worksheet>".encode())
    refused(rewritten(book, {**found, SHEET: sheet}), capsys)
