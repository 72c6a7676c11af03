"""`send`: the federation's copy, the ratings and the mail written beside the workbook, or into another folder.

The copy is a workbook made anew from the template: only values come from the organiser's one, so nothing else can. No
macro, button, formula in a cell, link, picture, private sheet or name; the looks are the template's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Grid, Snapshot, address, difference
from tournament_xl.exits import DONE
from tournament_xl.files import xlsx
from tournament_xl.files.package import RELATIONS, Package
from tournament_xl.files.sheet import stored, written
from tournament_xl.hosts import files
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.places import full, write_together
from tournament_xl.press import Outcome, answering
from tournament_xl.resources import resource
from tournament_xl.send.mail import digest, draft
from tournament_xl.send.parcel import PageLine, Parcel, parcel
from tournament_xl.texts import send as texts

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_HEAD_ROWS, _HEAD_COLUMNS = 5, 3  # of Tournoi, right of which cells are merged
_TITLE, _GREY = (labels.STANDINGS, "A1"), (labels.STANDINGS, "A2")  # cells that look so
_PAGE = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="{main}"><sheetPr><tabColor rgb="FF1F5C4A"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>\
<sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="18" \
customHeight="1"/><cols><col min="1" max="1" width="32" customWidth="1"/><col min="2" max="2" width="110" \
customWidth="1"/></cols><sheetData>{rows}</sheetData><pageMargins left="0.472" right="0.472" \
top="0.472" bottom="0.63" header="0.3" footer="0.3"/><pageSetup paperSize="9" fitToHeight="0"/></worksheet>"""


@answering
def send(path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None) -> Outcome:
    """Prepare the mail of a finished tournament; the workbook is only read.

    The files have fixed names made of the tournament's: what an earlier `send` wrote is replaced, nothing else is.
    HostError when the workbook cannot be read or a file not written; then none of them is there or has changed.
    """
    book = ClosedFile(path)
    snapshot, data = book.read(), book.content()
    made = parcel(snapshot, digest(data))
    target = full(folder) if folder is not None else book.path.parent
    parts = _files(book.path, target, made)
    write_together(parts)
    sentence = texts.DONE if made.to else texts.DONE_NO_ADDRESS
    if made.empty or not made.sound:
        sentence = texts.DONE_WANTING if made.sound else texts.DONE_FOUND
    told = [texts.FILES, *(f"  {file.name}" for file in parts), made.facts["check"]]
    notes = filter(None, (files.older(book.path, snapshot), made.empty, made.wanting))
    return Outcome(DONE, sentence.format(folder=target), text="\n".join(told), warnings=tuple(notes))


def _files(source: Path, target: Path, made: Parcel) -> dict[Path, bytes]:
    """The three files with their content."""
    copy, enclosure, mail = (
        _apart(source, target / name.format(stem=made.stem))
        for name in (texts.COPY_NAME, made.enclosure_name, texts.MAIL_NAME)
    )
    attached = {copy.name: _clean_copy(source, made), enclosure.name: made.enclosure}
    listed = (texts.ATTACHMENT.format(name=name, digest=digest(data)) for name, data in attached.items())
    body = texts.BODY.format(**made.facts, attachments="\n".join(listed)).rstrip() + "\n"
    return {
        copy: attached[copy.name],
        enclosure: attached[enclosure.name],
        mail: draft(made.to, made.subject, body, attached),
    }


def _apart(source: Path, file: Path) -> Path:
    """The file, under another name when it is the workbook itself."""
    with suppress(OSError):
        if file.exists() and file.samefile(source):
            return file.with_name(f"{file.stem} (2){file.suffix}")
    return file


def _clean_copy(path: Path, made: Parcel) -> bytes:
    """The bytes of the copy, the page Fiche first; a sheet that the organiser has deleted is as the template has it.

    `path` is for the sentences. The same values give the same bytes. Raises HostError when one fits no cell.
    """
    source = resource("templates", made.template)
    data = source.read_bytes()
    empty, own = xlsx.load(source, data), made.snapshot.sheets
    wanted = {sheet: _over(grid, own[sheet]) if sheet in own else grid for sheet, grid in empty.sheets.items()}
    head = wanted[labels.TOURNAMENT]
    wanted[labels.TOURNAMENT] = [*(row[:_HEAD_COLUMNS] for row in head[:_HEAD_ROWS]), *head[_HEAD_ROWS:]]
    edits = difference(empty, Snapshot(wanted))
    return xlsx.edit(path, data, edits, made.reveal, finish=lambda copy: _put_first(copy, made.page))


def _over(template: Grid, grid: Grid) -> Grid:
    """The grid, with an empty cell wherever only the template has something."""
    rows = []
    for at in range(max(len(template), len(grid))):
        cells = list(grid[at]) if at < len(grid) else []
        width = len(template[at]) if at < len(template) else 0
        rows.append(cells + [None] * (width - len(cells)))
    return rows


def _put_first(copy: Package, page: Sequence[PageLine]) -> None:
    """Insert the page before all sheets; names that belong to one sheet count them from 0."""
    book = copy.workbook()
    title, grey = _look(copy, *_TITLE), _look(copy, *_GREY)
    for part in copy.sheets().values():
        copy.parts[part] = copy.parts[part].replace(b' tabSelected="1"', b"", 1)
    part = copy.free_name("xl/worksheets/sheet{}.xml")
    copy.parts[part] = _page(page, title, grey).encode()
    copy.declare(part, _SHEET_TYPE)
    relation = copy.relate(book, RELATIONS + "worksheet", part)
    content = copy.parts[book].decode()
    number = 1 + max(map(int, re.findall(r'sheetId="(\d+)"', content)))
    content = re.sub(r'localSheetId="(\d+)"', lambda found: f'localSheetId="{int(found[1]) + 1}"', content)
    tag = f'<sheet name="{texts.PAGE}" sheetId="{number}" r:id="{relation}"/>'
    copy.parts[book] = content.replace("<sheets>", f"<sheets>{tag}", 1).encode()


def _look(copy: Package, sheet: str, cell: str) -> str:
    """The number of a cell's format."""
    found = re.search(rf'<c r="{cell}"[^>]*? s="(\d+)"', copy.parts[copy.sheets()[sheet]].decode())
    return found[1] if found else "0"


def _page(page: Sequence[PageLine], title: str, grey: str) -> str:
    rows = [_row(1, (page[0][1], title)), _row(2, (texts.PAGE_SUBTITLE, grey))]
    for number, (label, value) in enumerate(page, start=4):
        named = [(label, grey if value else title)] if label else []
        rows.append(_row(number, *named, (value, "0")))
    return _PAGE.format(main=_MAIN, rows="".join(rows))


def _row(number: int, *cells: tuple[str, str]) -> str:
    made = []
    for at, (text, look) in enumerate(cells, start=1):
        if text:
            made.append(written(f'c r="{address(number, at)}" s="{look}"', stored(text, (texts.PAGE, number, at))))
    return f'<row r="{number}">{"".join(made)}</row>'
